/**
 * Seals of hooks: made from their files, compared, and looked at before each run.
 *
 * @since 0.1.0
 */
import type { Hook } from "@hookline/schema/Hook"
import type { Seal, SealedFile } from "@hookline/schema/kit/Seal"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as Closure from "./closure.ts"
import { NotSealed } from "./internal/seal/ContentReader.ts"
import { linesOf } from "./internal/seal/lines.ts"
import { Sealing } from "./internal/seal/Sealing.ts"
import { isRunnable } from "./runnable.ts"
import { SealFiles } from "./SealFiles.ts"
import type { Sights } from "./sights.ts"

/**
 * A file that a hook runs and that can't be sealed.
 *
 * @category errors
 * @since 0.1.0
 */
export class SealProblem extends Schema.TaggedError<SealProblem>()("SealProblem", {
  path: Schema.String,
  why: Schema.String
}) {
  override get message(): string {
    return `${this.path} can't be sealed: ${this.why}`
  }
}

/**
 * The place of a hook, and the decisions of the user about its files.
 *
 * @category models
 * @since 0.1.0
 */
export interface SealPlace extends Closure.Place {
  /** Files that the hook writes itself, relative to the project, or absolute. A path that ends with `/` is a folder. */
  readonly state?: ReadonlyArray<string>
  /**
   * The seal to compare with. Files that are not in it and that could not run are listed, but not read, however many they
   * are. Such a seal is for `differences` only: its digest is not that of all files.
   */
  readonly before?: Seal
  /** The folders of `PATH`. A program in a folder of the project, or in one that any user may write, is sealed. */
  readonly searched?: ReadonlyArray<string>
}

/**
 * A seal, and the marks of its files at that time.
 *
 * @category models
 * @since 0.1.0
 */
export interface Sealed {
  readonly seal: Seal
  readonly sights: Sights
}

type SealOf = (hook: Hook, place: SealPlace) => Effect.Effect<Sealed, SealProblem>

/**
 * Creates a function that makes seals. It reads each file once, so that it serves one reading of a catalog.
 *
 * @category constructors
 * @since 0.1.0
 */
export const makeSealOf: Effect.Effect<SealOf, never, SealFiles> = Effect.map(SealFiles, (files) => {
  const sealing = new Sealing(files)
  return (hook, place) =>
    Effect.suspend(() => {
      try {
        return Effect.succeed(sealing.seal(hook, place))
      } catch (error) {
        if (!(error instanceof NotSealed)) throw error
        return Effect.fail(new SealProblem({ path: error.path, why: error.why }))
      }
    })
})

/**
 * Makes the seal of a hook.
 *
 * @category constructors
 * @since 0.1.0
 */
export const sealOf = (hook: Hook, place: SealPlace): Effect.Effect<Sealed, SealProblem, SealFiles> =>
  Effect.flatMap(makeSealOf, (of) => of(hook, place))

/**
 * The differences of two seals of one hook.
 *
 * @category models
 * @since 0.1.0
 */
export interface Differences {
  /** True if the entry or the place is another one. */
  readonly entry: boolean
  readonly changed: ReadonlyArray<string>
  /** Files that could run or be imported, and were not there. */
  readonly appeared: ReadonlyArray<string>
  readonly gone: ReadonlyArray<string>
  /** Files that were not there and change nothing. */
  readonly harmless: ReadonlyArray<string>
}

const isEqual = (one: SealedFile, other: SealedFile): boolean =>
  one.mode === other.mode && one.sha256 === other.sha256 && one.link === other.link

/** Returns a name by which paths are equal on disks that fold case or compose characters. */
const folded = (path: string): string => path.normalize("NFC").toLowerCase()

/**
 * Returns the differences of two seals. A file that appeared counts if it could run or be imported.
 *
 * @category getters
 * @since 0.1.0
 */
export const differences = (before: Seal, after: Seal): Differences => {
  const absent = new Set(before.absent.map(folded))
  const [names, now] = [Object.keys(before.files), Object.keys(after.files)]
  const added = now.filter((name) => !Object.hasOwn(before.files, name))
  const counts = (name: string): boolean => {
    const file = after.files[name]
    const isPlain = file?.mode === "0644" && file.link === undefined
    const isImported = absent.has(folded(name)) || [...absent].some((one) => folded(name).startsWith(`${one}/`))
    return !isPlain || isImported || isRunnable(name, false)
  }
  const changed = names.filter((name) => {
    const [one, other] = [before.files[name], after.files[name]]
    return one !== undefined && other !== undefined && !isEqual(one, other)
  })
  // A folder that outgrew the limits may have any file by now.
  const outgrown = after.partly.filter((name) => !before.partly.includes(name)).map((name) => `${name}/`)
  return {
    entry: before.entry !== after.entry || before.project !== after.project,
    changed: [...changed, ...outgrown],
    appeared: added.filter(counts),
    gone: names.filter((name) => !Object.hasOwn(after.files, name)),
    harmless: added.filter((name) => !counts(name))
  }
}

/**
 * Checks whether a hook is the one that was sealed.
 *
 * @category guards
 * @since 0.1.0
 */
export const isSame = ({ appeared, changed, entry, gone }: Differences): boolean =>
  !entry && changed.length + appeared.length + gone.length === 0

/**
 * Returns a seal as it would be without some files: as if these appeared after it was made.
 *
 * @category combining
 * @since 0.1.0
 */
export const without = (
  seal: Seal,
  names: ReadonlyArray<string>,
  { hash }: Pick<SealFiles["Service"], "hash">
): Seal => {
  const files = Object.fromEntries(Object.entries(seal.files).filter(([name]) => !names.includes(name)))
  return { ...seal, files, digest: hash(linesOf(seal.project, seal.entry, files)) }
}
