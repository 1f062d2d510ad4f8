/**
 * The audit as a log on the disk: lines of JSON that are only ever appended, each chained to the one before it, without
 * secrets.
 *
 * @since 0.1.0
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { size } from "@hookline/core/kit/policy/amounts"
import { known } from "@hookline/core/kit/policy/knownOptions"
import { seal } from "@hookline/core/kit/policy/sealed"
import type { ThisProject } from "@hookline/core/ThisProject"
import * as Audit from "./Audit.ts"
import { headsOf } from "./AuditFiles.ts"
import type { SharedLog } from "./internal/SharedLog.ts"
import { type State, Writer } from "./internal/writer.ts"

/**
 * Options for the folder of a log.
 *
 * @category models
 * @since 0.1.0
 */
export interface Options {
  /** It is made where it is not there, and is this person's alone. */
  readonly folder: string
  /** The folder for the heads of the files; `heads` in the same folder unless another is named. */
  readonly heads?: string
  /** Below this folder no folder on the way may be a link. Else only the last may be none. */
  readonly within?: string
  /** So many characters are kept while nothing can be written; later records are only counted. 1 MiB. */
  readonly kept?: number
  /** `true` if processes write one file a day in turn, rather than each one of its own. */
  readonly turns?: SharedLog
}

/** @since 0.1.0 */
export type { State, SharedLog }

/**
 * A log that is being written.
 *
 * **Details**
 *
 * A file of its own for each process, which is there with the first record. The records of one turn of the event loop, a
 * callback with its promises, are written together at its end and before any other callback, without waiting for the disk
 * itself: an end by any signal costs at most the turn that it came in, a power failure may cost more. What is left is
 * written when the scope closes or the process exits.
 *
 * Where a process lives for one event only, `turns` keeps it from making a file for each: all processes go on with one
 * file a day, each in its turn. One that waits in vain for its turn writes a file of its own.
 *
 * @example
 * ```ts
 * import { AuditLog } from "@hookline/coordinator/AuditLog"
 *
 * const flushed = AuditLog.use((log) => log.flush)
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class AuditLog extends Context.Service<
  AuditLog,
  {
    /** Writes now what was recorded. */
    readonly flush: Effect.Effect<void>
    /** The state of the log, with the problem that keeps it from being written. */
    readonly state: Effect.Effect<State>
  }
>()("@hookline/coordinator/AuditLog") {}

const untold = ({ lost, problem, waiting }: State): Effect.Effect<void> =>
  problem === undefined
    ? Effect.void
    : Effect.logError(`The audit log could not be written to its end: ${problem}. It lacks ${waiting + lost} records.`)

const names: Readonly<Record<keyof Options, true>> = {
  folder: true,
  heads: true,
  kept: true,
  turns: true,
  within: true
}

/**
 * Writes a log in this folder.
 *
 * @example
 * ```ts
 * import * as AuditLog from "@hookline/coordinator/AuditLog"
 *
 * const provide = [AuditLog.layer({ folder: ".logs/hooks" })]
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (options: Options): Layer.Layer<Audit.Audit | AuditLog, never, ThisProject> =>
  Layer.effectContext(
    Effect.gen(function* () {
      yield* known("AuditLog.layer", options, names)
      const { folder, kept = 1024 * 1024, turns, within } = options
      // An empty path is that of the working folder.
      if (folder === "") return yield* Effect.die(new Error("AuditLog.layer: it needs the path of a folder"))
      const { heads = headsOf(folder) } = options
      yield* size("AuditLog.layer, kept,", kept)
      const writer = new Writer({ folder, heads, within }, kept, turns)
      const atExit = () => writer.close()
      yield* Effect.acquireRelease(
        Effect.sync(() => process.on("exit", atExit)),
        () =>
          Effect.suspend(() => {
            process.off("exit", atExit)
            writer.close()
            return untold(writer.state())
          })
      )
      return Context.make(AuditLog, {
        flush: Effect.sync(writer.flush),
        state: Effect.sync(() => writer.state())
      }).pipe(
        Context.add(
          Audit.Audit,
          seal({
            record: (entry) =>
              Clock.clockWith((clock) => Effect.sync(() => writer.add(clock.currentTimeMillisUnsafe(), entry))),
            notices: Effect.sync(() => writer.notices())
          })
        )
      )
    })
  )
