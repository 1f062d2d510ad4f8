/** Collects the changes since hooks were trusted, from the contents that were kept then. */
import * as Blobs from "@hookline/node/kit/node/trust/Blobs"
import { readFileSync, statSync } from "node:fs"
import path from "node:path"
import { diff } from "../../output/unified.ts"
import type { Review, Reviewed } from "./Review.ts"

/** A file that has changed, with the lines of its diff. */
export interface ChangedFile {
  readonly file: string
  /** Missing if its content at that time was not kept, or can't be shown. */
  readonly lines?: ReadonlyArray<string>
}

/** The changes of one hook. */
export interface Changes {
  readonly hook: string
  readonly entry: boolean
  readonly changed: ReadonlyArray<ChangedFile>
  readonly added: ReadonlyArray<string>
  readonly removed: ReadonlyArray<string>
}

/** The maximum size of a file that is shown. */
const mostBytes = 256 * 1024

const textOf = (file: string): string | undefined => {
  try {
    const found = statSync(file)
    return found.isFile() && found.size <= mostBytes ? readFileSync(file, "utf8") : undefined
  } catch {
    // It was removed meanwhile, or can't be read: the digest alone shows that it differs.
    return undefined
  }
}

const changedIn = (home: string, project: string, { decision }: Reviewed, file: string): ChangedFile => {
  const before = Blobs.read(home, decision?.seal.files[file]?.sha256.replace(/^sha256:/, "") ?? "")
  const now = textOf(path.resolve(project, file))
  if (before === undefined || now === undefined) return { file }
  return { file, lines: diff(before, now).map(({ sign, text }) => `${sign}${text.replace(/\r?\n$/, "")}`) }
}

/** Returns the changes of each changed hook of a review. */
export const changesIn = (home: string, { hooks, project }: Review): ReadonlyArray<Changes> =>
  hooks.flatMap((reviewed): ReadonlyArray<Changes> => {
    const { difference, hook } = reviewed
    if (difference === undefined) return []
    const { appeared, changed, entry, gone } = difference
    return [
      {
        hook: hook.id,
        entry,
        added: appeared,
        removed: gone,
        changed: changed.map((file) => changedIn(home, project, reviewed, file))
      }
    ]
  })
