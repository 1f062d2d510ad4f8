/**
 * Ships the audit of this machine to its fleet: the lines of its logs, as they are, in the order of each log.
 *
 * **Details**
 *
 * The log on the disk is the record. A line is sent until the gate states that it is kept, so that each line survives an
 * end of this process, of the gate and of the connection: the next process goes on where the gate is. Sent again, a line has no effect.
 *
 * A log whose chain is broken is refused. The fleet keeps what was refused apart, the user is notified once, and the other
 * logs go on.
 *
 * **Gotchas**
 *
 * A log that was deleted here before it was sent is not sent. Secrets are redacted by `AuditLog`, before it writes a line.
 *
 * @since 0.1.0
 */
import { Audit } from "@hookline/coordinator/Audit"
import * as AuditLog from "@hookline/coordinator/AuditLog"
import { seal } from "@hookline/core/kit/policy/sealed"
import type { ThisProject } from "@hookline/core/ThisProject"
import type { Notice } from "@hookline/schema/Outcome"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import { storable } from "../ids.ts"
import { type Failure, limits } from "../Protocol.ts"
import * as files from "../internal/auditFiles.ts"
import { type Calls, FleetClient } from "./FleetClient.ts"

/**
 * Options for shipping.
 *
 * @category models
 * @since 0.1.0
 */
export interface Options {
  /** The folder of the logs, as `AuditLog` has it. */
  readonly folder: string
  /** The time between two looks at the logs. Default: 1,000. */
  readonly everyMillis?: number
  /** A file that states how far each log is sent, so that a start asks the gate for none that is whole. */
  readonly sentFile?: string
}

/**
 * The state of shipping.
 *
 * @category models
 * @since 0.1.0
 */
export interface State {
  /** Lines that the fleet confirmed to this process. */
  readonly sent: number
  /** Logs that the fleet refused. They stay here as they are. */
  readonly refused: ReadonlyArray<string>
  /** The current problem. */
  readonly problem: string | undefined
}

/**
 * Shipping that has begun.
 *
 * @category models
 * @since 0.1.0
 */
export interface Shipping {
  /** Sends what the logs have now. True if the fleet has all of it, but for refused logs. */
  readonly flush: Effect.Effect<boolean>
  readonly state: Effect.Effect<State>
  /** Takes the notices that no user was shown yet. */
  readonly notices: Effect.Effect<ReadonlyArray<Notice>>
}

/** The time that is left for the last lines when the process ends. */
const lastMillis = 2000

/** A message holds many lines, so that one round trip has many, and few enough bytes for any gate. */
const batchBytes = 4 * 1024 * 1024

/**
 * Begins to ship, until the scope closes. What is not sent then is sent by the next process.
 *
 * @example
 * ```ts
 * import * as FleetAudit from "@hookline/fleet/FleetAudit"
 * import { FleetClient } from "@hookline/fleet/FleetClient"
 * import * as Effect from "effect/Effect"
 *
 * const shipped = Effect.gen(function* () {
 *   const { flush } = yield* FleetAudit.make(yield* FleetClient, { folder: ".logs/hooks" })
 *   return yield* flush
 * })
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(function* (
  calls: Pick<Calls, "record">,
  { everyMillis = 1000, folder, sentFile }: Options
): Effect.fn.Return<Shipping, never, Scope.Scope> {
  const turn = Semaphore.makeUnsafe(1)
  const known = files.readSent(sentFile)
  const refused = new Map<string, string>()
  const notices: Array<Notice> = []
  let sent = 0
  let problem: string | undefined

  const tell = (level: Notice["level"], text: string): void => {
    notices.push({ by: "audit", level, text })
  }

  /** Returns the position of a log: as it was left, or as the gate has it. */
  const placeOf = (name: string): Effect.Effect<files.Place, Failure> => {
    const place = known.get(name)
    return place === undefined
      ? Effect.map(calls.record(storable(name), []), (count) => files.placeAt(folder, name, count))
      : Effect.succeed(place)
  }

  /** Sends a log up to its end. */
  const sendLog = Effect.fnUntraced(function* (name: string) {
    let place = yield* placeOf(name)
    for (;;) {
      const batch = files.linesFrom(folder, name, place, { lines: limits.lines, bytes: batchBytes })
      if (batch.lines.length === 0) break
      const count = yield* calls.record(storable(name), batch.lines)
      sent += Math.max(0, count - place.count)
      // Another process may have sent more, and a database that was restored has less.
      const next = count === batch.next.count ? batch.next : files.placeAt(folder, name, count)
      const isFurther = next.count > place.count
      place = next
      known.set(name, place)
      // Without progress the same lines would be sent at once, and again.
      if (!isFurther) break
    }
    known.set(name, place)
  })

  /** A token that is not valid is refused, too: then it is not the log, and any call is refused. */
  const isLogs = (name: string, { _tag }: Failure): Effect.Effect<boolean> =>
    _tag === "Refused" ? Effect.isSuccess(calls.record(storable(name), [])) : Effect.succeed(false)

  const attempt = (name: string): Effect.Effect<boolean> =>
    Effect.matchEffect(sendLog(name), {
      onSuccess: () => Effect.succeed(true),
      onFailure: (failure) =>
        Effect.map(isLogs(name, failure), (isRefused) => {
          if (!isRefused) problem = failure.message
          else if (!refused.has(name)) {
            refused.set(name, failure.message)
            tell("error", `${failure.message} Of this log nothing more is sent; it stays in ${folder}.`)
          }
          return isRefused
        })
    })

  const round = Effect.gen(function* () {
    const before = problem
    let isAll = true
    const found = files.logsIn(folder)
    for (const { name, size } of found) {
      if (refused.has(name) || known.get(name)?.offset === size) continue
      // A log that is shorter than what was sent of it was changed: the gate compares all of it with what it has.
      if ((known.get(name)?.offset ?? 0) > size) known.set(name, { count: 0, offset: 0 })
      isAll = (yield* attempt(name)) && isAll
      // Of a fleet that is away each log would wait for the limit of a call.
      if (!isAll) break
    }
    if (isAll) problem = undefined
    if (before === undefined && problem !== undefined) {
      tell("warning", `The audit is not sent to the fleet: ${problem} It stays in ${folder}, and is sent later.`)
    }
    files.writeSent(sentFile, known, found)
    return isAll
  })
  const flush = turn.withPermits(1)(round)

  yield* Effect.addFinalizer(() => Effect.timeoutOption(flush, lastMillis))
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(flush, Effect.sleep(everyMillis))))
  return {
    flush,
    state: Effect.sync(() => ({ sent, refused: [...refused.keys()], problem })),
    notices: Effect.sync(() => notices.splice(0))
  }
})

/**
 * The audit that is shipped.
 *
 * @example
 * ```ts
 * import { FleetAudit } from "@hookline/fleet/FleetAudit"
 *
 * const isAllSent = FleetAudit.use(({ flush }) => flush)
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class FleetAudit extends Context.Service<FleetAudit, Shipping>()("@hookline/fleet/FleetAudit") {}

/**
 * Writes the audit to a log in this folder, and ships it. Its notices are those of both.
 *
 * @example
 * ```ts
 * import * as FleetAudit from "@hookline/fleet/FleetAudit"
 * import { FleetClient } from "@hookline/fleet/FleetClient"
 * import { Hookline } from "@hookline/node"
 * import * as Layer from "effect/Layer"
 *
 * const fleet = FleetClient.layer({ url: "https://fleet.example:7420", token: "hookline_machine_…" })
 * const audit = FleetAudit.layer({ folder: ".logs/hooks" }).pipe(Layer.provide(fleet))
 *
 * const hooks = Hookline.layer({ project: ".", provide: [audit] })
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (
  options: AuditLog.Options & Options
): Layer.Layer<Audit | AuditLog.AuditLog | FleetAudit, never, FleetClient | ThisProject> =>
  Layer.effectContext(
    Effect.gen(function* () {
      // Built before the log, so that it ends after the log, whose last records it sends.
      const shipping = yield* make(yield* FleetClient, options)
      // The rest are the log's, which refuses what it does not know.
      const { everyMillis: _everyMillis, sentFile: _sentFile, ...ofLog } = options
      const context = yield* Layer.build(AuditLog.layer(ofLog))
      const audit = Context.get(context, Audit)
      const both = Effect.zipWith(audit.notices, shipping.notices, (own, shipped) => [...own, ...shipped])
      return Context.add(context, FleetAudit, shipping).pipe(Context.add(Audit, seal({ ...audit, notices: both })))
    })
  )
