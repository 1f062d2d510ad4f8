/**
 * Calls a fleet's gate: over one socket for a program, or over HTTP for a process that makes a call and ends.
 *
 * @since 0.1.0
 */
import { limit } from "@hookline/core/kit/policy/amounts"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Headers from "effect/http/Headers"
import * as Layer from "effect/Layer"
import * as RpcClient from "effect/rpc/RpcClient"
import { RpcClientError } from "effect/rpc/RpcClientError"
import * as RpcMiddleware from "effect/rpc/RpcMiddleware"
import * as RpcSerialization from "effect/rpc/RpcSerialization"
import * as Schedule from "effect/Schedule"
import * as Socket from "effect/socket/Socket"
import * as Stream from "effect/Stream"
import { FleetRpcs } from "../rpcs.ts"
import { bounded } from "../internal/failures.ts"
import {
  type Answered,
  type Attached,
  Auth,
  type Claimed,
  type Failure,
  limits,
  type OpenQuestion,
  type Question,
  Refused,
  type Signed,
  type Skill,
  type Status
} from "../Protocol.ts"

/**
 * Options for a client.
 *
 * @category models
 * @since 0.1.0
 */
export interface Options {
  /** The address of the gate: `http://host:port`, or `https://` where it has a certificate. */
  readonly url: string
  readonly token: string
  /** The time limit of a call. Default: 2,000. */
  readonly limitMillis?: number
}

/**
 * The calls to a fleet. All failures are tagged: the end of the time limit and an interruption at the gate, too.
 *
 * @category models
 * @since 0.1.0
 */
export interface Calls {
  readonly attach: (session: string) => Effect.Effect<Attached, Failure>
  readonly claim: (session: string, mark: string, token: string, leaseMillis: number) => Effect.Effect<Claimed, Failure>
  readonly settle: (session: string, mark: string, token: string, isDone: boolean) => Effect.Effect<boolean, Failure>
  readonly has: (session: string, mark: string) => Effect.Effect<boolean, Failure>
  readonly mark: (session: string, mark: string, token: string) => Effect.Effect<boolean, Failure>
  readonly unmark: (session: string, mark: string) => Effect.Effect<boolean, Failure>
  readonly skill: (session: string, token: string, skill: Skill, isOpen: boolean) => Effect.Effect<void, Failure>
  readonly end: (session: string) => Effect.Effect<void, Failure>
  /** Waits until the deadline of the question, and the time limit of a call on top. */
  readonly ask: (question: Question, token: string) => Effect.Effect<Answered, Failure>
  readonly questions: Stream.Stream<ReadonlyArray<OpenQuestion>, Failure>
  readonly answer: (id: string, answer: string) => Effect.Effect<Answered, Failure>
  readonly policies: (after: number) => Stream.Stream<Signed, Failure>
  readonly publish: (signed: Signed) => Effect.Effect<void, Failure>
  readonly record: (writer: string, lines: ReadonlyArray<string>) => Effect.Effect<number, Failure>
  readonly status: Effect.Effect<Status, Failure>
}

const serialization = RpcSerialization.layerNdjsonWith({ maxBufferSize: limits.message })

const authOf = (token: string) =>
  RpcMiddleware.layerClient(Auth, ({ next, request }) =>
    next({ ...request, headers: Headers.set(request.headers, "authorization", `Bearer ${token}`) })
  )

const notSent = (what: string, cause: unknown): Refused => {
  const detail = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
  return new Refused({ reason: `${what} was not sent: a value is beyond the limits of the fleet. ${String(detail)}` })
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, "")

/** The time between tries to open the socket again: a gate that ended has machines of which not all come at once. */
const reopening = Schedule.jittered(Schedule.min([Schedule.exponential(100, 1.5), Schedule.spaced(2000)]))

const socketOf = (url: string) =>
  RpcClient.layerProtocolSocket({ retryTransientErrors: true, retryPolicy: reopening }).pipe(
    Layer.provide(Socket.layerWebSocket(`${withoutSlash(url).replace(/^http/, "ws")}/fleet`)),
    Layer.provide([Socket.layerWebSocketConstructorGlobal, serialization])
  )

const httpOf = (url: string) =>
  RpcClient.layerProtocolHttp({ url: `${withoutSlash(url)}/fleet/call` }).pipe(
    Layer.provide([FetchHttpClient.layer, serialization])
  )

/** The time after a connection broke in which calls are sent again: another gate is there by then, or none is. */
const brokenMillis = 2000

/** The time between two tries of a call. */
const retryMillis = 50

const isBroken = (error: unknown): boolean => error instanceof RpcClientError && error.reason._tag.startsWith("Socket")

/**
 * Sends calls again while their connection is opened again, so that a gate that ends in order is not noticed. Once it has
 * been broken for longer, calls fail at once.
 */
const throughBreaks = () => {
  let brokenAt: number | undefined
  return <A, E>(call: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    call.pipe(
      Effect.tap(() =>
        Effect.sync(() => {
          brokenAt = undefined
        })
      ),
      Effect.retry({
        while: (error) =>
          Effect.map(Clock.currentTimeMillis, (now) => {
            if (!isBroken(error)) return false
            brokenAt ??= now
            return now - brokenAt < brokenMillis
          }),
        schedule: Schedule.spaced(retryMillis)
      })
    )
}

const make = (protocol: (url: string) => Layer.Layer<RpcClient.Protocol>) =>
  Effect.fnUntraced(function* ({ limitMillis = 2000, token, url }: Options) {
    yield* limit("FleetClient.layer, limitMillis,", limitMillis)
    // The protocol lives as long as the client: provided to `make` alone it would close at once.
    const context = yield* Layer.build(Layer.mergeAll(protocol(url), authOf(token)))
    const rpc = yield* Effect.provideContext(RpcClient.make(FleetRpcs, { disableTracing: true }), context)
    const through = throughBreaks()
    /** Makes a call. The call itself throws where a value is beyond the limits, and is not sent then. */
    const limitedOnce =
      (what: string, limit = limitMillis) =>
      <A, E>(make: () => Effect.Effect<A, E>): Effect.Effect<A, Failure> =>
        Effect.try({ try: make, catch: (cause) => notSent(what, cause) }).pipe(Effect.flatten, bounded(what, limit))
    /** Makes a call that has the effect of one however often it is sent: by its token, or because it only reads. */
    const limited =
      (what: string, limit = limitMillis) =>
      <A, E>(make: () => Effect.Effect<A, E>): Effect.Effect<A, Failure> =>
        limitedOnce(what, limit)(() => through(make()))
    const streamed = <A, E>(what: string, stream: Stream.Stream<A, E>): Stream.Stream<A, Failure> =>
      Stream.catchCause(stream, (cause) =>
        Stream.unwrap(Effect.map(Effect.flip(bounded(what, limitMillis)(Effect.failCause(cause))), Stream.fail))
      )
    return {
      attach: (session) => limited("Attach")(() => rpc.Attach({ session })),
      claim: (session, mark, token, leaseMillis) =>
        limited("Claim")(() => rpc.Claim({ session, mark, token, leaseMillis })),
      settle: (session, mark, token, isDone) => limited("Settle")(() => rpc.Settle({ session, mark, token, isDone })),
      has: (session, mark) => limited("Has")(() => rpc.Has({ session, mark })),
      mark: (session, mark, token) => limited("Mark")(() => rpc.Mark({ session, mark, token })),
      unmark: (session, mark) => limitedOnce("Unmark")(() => rpc.Unmark({ session, mark })),
      skill: (session, token, skill, isOpen) => limited("Skill")(() => rpc.Skill({ session, token, skill, isOpen })),
      end: (session) => limited("End")(() => rpc.End({ session })),
      ask: (question, token) => limited("Ask", question.leftMillis + limitMillis)(() => rpc.Ask({ question, token })),
      questions: streamed("Questions", rpc.Questions()),
      answer: (id, answer) => limited("Answer")(() => rpc.Answer({ id, answer })),
      policies: (after) =>
        streamed(
          "Policies",
          Stream.suspend(() => rpc.Policies({ after }))
        ),
      publish: (signed) => limited("Publish")(() => rpc.Publish(signed)),
      record: (writer, lines) => limited("Record")(() => rpc.Record({ writer, lines })),
      status: limited("Status")(() => rpc.Status())
    } satisfies Calls
  })

/**
 * Calls a fleet.
 *
 * @example
 * ```ts
 * import { FleetClient } from "@hookline/fleet/FleetClient"
 *
 * const attached = FleetClient.use((fleet) => fleet.attach("session-1"))
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class FleetClient extends Context.Service<FleetClient, Calls>()("@hookline/fleet/FleetClient") {
  /**
   * Calls over one socket, which is opened again after it broke.
   *
   * @example
   * ```ts
   * import { FleetClient } from "@hookline/fleet/FleetClient"
   *
   * const fleet = FleetClient.layer({ url: "https://fleet.example:7420", token: "hookline_machine_…" })
   * ```
   */
  static readonly layer = (options: Options): Layer.Layer<FleetClient> =>
    Layer.effect(FleetClient, make(socketOf)(options))

  /**
   * Calls over HTTP, one request for each.
   *
   * @example
   * ```ts
   * import { FleetClient } from "@hookline/fleet/FleetClient"
   *
   * const fleet = FleetClient.layerHttp({ url: "https://fleet.example:7420", token: "hookline_machine_…" })
   * ```
   */
  static readonly layerHttp = (options: Options): Layer.Layer<FleetClient> =>
    Layer.effect(FleetClient, make(httpOf)(options))
}
