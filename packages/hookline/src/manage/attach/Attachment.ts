/**
 * Our `dispatch` in a host's settings: put there, brought up to date, and taken out again so that the file's bytes are as
 * they were.
 *
 * **Details**
 *
 * A backup of the file as it was before lies beside it while we are attached: from it `detach` knows what was there
 * although it was empty. What is written is written whole beside the file, and takes its place at once.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Backup from "./backup.ts"
import { type AttachProblem, RefusedCommand, Unrecognisable } from "./AttachProblem.ts"
import * as AttachSettings from "./AttachSettings.ts"
import { attached, type Change, detached, type Edited, type Options, skeletonOf } from "./AttachText.ts"
import * as disk from "@hookline/node/kit/node/disk"
import { hasEntries } from "./plan.ts"
import { layoutOf } from "./layout.ts"
import * as ModuleFiles from "./module/ModuleFiles.ts"
import * as PluginFile from "./plugin/PluginFile.ts"
import { again, orMalformed, textIn, trying, write } from "../json/textFile.ts"

/**
 * The change of a file.
 *
 * @category models
 * @since 0.1.0
 */
export interface Done {
  readonly file: string
  /** The real path, links followed. */
  readonly real: string
  /** The change of the file as a whole. */
  readonly as: "untouched" | "created" | "written" | "removed"
  readonly changes: ReadonlyArray<Change>
  readonly warnings: Edited["warnings"]
  /** The path of the backup, if one is kept. */
  readonly backup?: string
}

/**
 * Puts our entries into a host's settings. A second run changes nothing, or only what became another.
 *
 * @category editing
 * @since 0.1.0
 */
export const attach = (
  where: AttachSettings.Where,
  options: Omit<Options, "host">
): Effect.Effect<Done, AttachProblem> =>
  Effect.flatMap(AttachSettings.find(where), (settings) => {
    const { file, host, real } = settings
    if (host.settings.isPlugin === true) return PluginFile.attach(settings, options)
    if (host.settings.isModule === true) return ModuleFiles.attach(settings, options)
    const once = Effect.gen(function* () {
      const found = yield* trying(file, () => disk.read(real))
      const before = yield* textIn(file, found.bytes)
      const answer = attached(before, { ...options, host })
      if (answer instanceof Unrecognisable || answer instanceof RefusedCommand) return yield* answer
      const { changes, text, warnings } = yield* orMalformed(file, answer)
      const kept = yield* trying(file, () => Backup.find(real))
      if (text === before) {
        return { file, real, as: "untouched", changes, warnings, ...(kept && { backup: kept.path }) } as const
      }
      yield* trying(file, () => disk.mayWrite(found))
      const { bytes, stat } = found
      // Once attached, the backup is of the time before, and stays.
      const isFirst = before !== undefined && !(kept !== undefined && hasEntries(before, layoutOf(host)))
      const backup =
        isFirst && bytes !== undefined ? yield* trying(file, () => Backup.keep(real, bytes, stat)) : kept?.path
      // There is no file: a backup is of another time, and would restore that.
      if (before === undefined) yield* trying(file, () => Backup.remove(real))
      yield* write(file, found, text)
      const as = before === undefined ? ("created" as const) : ("written" as const)
      return { file, real, as, changes, warnings, ...(before !== undefined && backup !== undefined && { backup }) }
    })
    return again(once, file)
  })

/**
 * Takes all entries of ours out of a host's settings. Where nothing else changed since `attach`, the file's bytes are as
 * they were before, or the file is gone that was not there; then the backup goes, too.
 *
 * @category editing
 * @since 0.1.0
 */
export const detach = (where: AttachSettings.Where): Effect.Effect<Done, AttachProblem> =>
  Effect.flatMap(AttachSettings.find(where), (settings) => {
    const { file, host, real } = settings
    if (host.settings.isPlugin === true) return PluginFile.detach(settings)
    if (host.settings.isModule === true) return ModuleFiles.detach(settings)
    const once = Effect.gen(function* () {
      const found = yield* trying(file, () => disk.read(real))
      const text = yield* textIn(file, found.bytes)
      const done = { file, real, as: "untouched", changes: [], warnings: [] } as const
      if (text === undefined) return done
      const kept = yield* trying(file, () => Backup.find(real))
      const before = kept && disk.textOf(kept.bytes)
      const answer = yield* orMalformed(file, detached(text, host, before))
      if (answer.changes.length === 0) return { ...done, ...(kept && { backup: kept.path }) }
      const isGone = kept === undefined && answer.text === skeletonOf(host)
      yield* write(file, found, isGone ? undefined : answer.text)
      // The file has the same content, so that the backup is not needed.
      const isRestored = kept !== undefined && answer.text === before
      if (isRestored) yield* trying(file, () => Backup.remove(real))
      const as = isGone ? ("removed" as const) : ("written" as const)
      return { ...done, as, changes: answer.changes, ...(kept && !isRestored && { backup: kept.path }) }
    })
    return again(once, file)
  })
