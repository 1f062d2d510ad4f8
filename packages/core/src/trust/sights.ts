/**
 * The marks of sealed files, by which a change shows without reading them.
 *
 * @since 0.1.0
 */
import { sightOf } from "./internal/seal/sight.ts"
import type { SealFiles } from "./SealFiles.ts"

/**
 * The marks of the files of a closure, by which a change shows without reading them.
 *
 * @category models
 * @since 0.1.0
 */
export interface Sights {
  /** The time before the first look. */
  readonly lookedAt: number
  /** The time of the last change of one of the files. */
  readonly changedAt: number
  readonly marks: ReadonlyMap<string, string>
  /** The paths that a command or an import names, without the other files of their folders. */
  readonly searched: ReadonlySet<string>
}

/** Clocks of files are coarse: two changes within this time may leave the same mark. */
const settleMillis = 3000

/**
 * Checks whether no file had changed shortly before the marks were made. Otherwise another change could leave the same ones.
 *
 * @category guards
 * @since 0.1.0
 */
export const isSettled = ({ changedAt, lookedAt }: Pick<Sights, "changedAt" | "lookedAt">): boolean =>
  changedAt <= lookedAt - settleMillis

/**
 * Checks without reading a file that the files of a closure are those that were sealed. A file that had changed shortly before
 * it was sealed is unknown: then the hook has to be sealed again.
 *
 * @category guards
 * @since 0.1.0
 */
export const stillStands = (sights: Sights, files: SealFiles["Service"]): boolean => {
  if (!isSettled(sights)) return false
  for (const [path, mark] of sights.marks) if (sightOf(files, path).mark !== mark) return false
  return true
}
