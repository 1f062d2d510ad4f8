/**
 * The gate: what machines, persons and publishers speak to, with a token. Neither the database nor the cluster is open to
 * them.
 *
 * @since 0.1.0
 */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import type { Sharding } from "effect/cluster/Sharding"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import type { ServeError } from "effect/http/HttpServerError"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as RcMap from "effect/RcMap"
import * as RpcSerialization from "effect/rpc/RpcSerialization"
import * as RpcServer from "effect/rpc/RpcServer"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as SubscriptionRef from "effect/SubscriptionRef"
import { readFileSync } from "node:fs"
import * as http from "node:http"
import * as https from "node:https"
import { bounded } from "../internal/failures.ts"
import { FleetRpcs } from "../rpcs.ts"
import { Asker, Auth, limits, Refused, type Role, type Signed } from "../Protocol.ts"
import { Store, type TokenInfo } from "../Store.ts"
import { homeOf, Question } from "./Questions.ts"

/**
 * The certificate or its key could not be read.
 *
 * @category errors
 * @since 0.1.0
 */
export class TlsFileError extends Schema.TaggedError<TlsFileError>()("TlsFileError", { reason: Schema.String }) {
  override get message(): string {
    return this.reason
  }
}

/**
 * Options for a gate.
 *
 * @category models
 * @since 0.1.0
 */
export interface Options {
  /** The port, or 0 for a free one. */
  readonly port: number
  /** Default: 127.0.0.1, which no other machine reaches. */
  readonly host?: string
  /** The paths of a certificate and its key. Without them tokens go over the wire as they are. */
  readonly tls?: { readonly cert: string; readonly key: string }
  /** The version of Hookline, for `Status`. */
  readonly version?: string
  /** The time for which a token is not read again, so that a revoked one may still be used. Default: 2,000. */
  readonly tokenMillis?: number
  /** The time limit of a call. Default: 20,000. */
  readonly limitMillis?: number
}

/**
 * The path of the WebSocket, and that of single calls over HTTP.
 *
 * @category constants
 * @since 0.1.0
 */
export const paths = { socket: "/fleet", call: "/fleet/call" } as const

const all: ReadonlyArray<Role> = ["machine", "person", "publisher"]

/** The roles that may make a call. What is not listed is refused for all. */
const roles: Readonly<Record<string, ReadonlyArray<Role>>> = {
  Attach: ["machine"],
  Claim: ["machine"],
  Settle: ["machine"],
  Has: ["machine"],
  Mark: ["machine"],
  Unmark: ["machine"],
  Skill: ["machine"],
  End: ["machine"],
  Ask: ["machine"],
  Record: ["machine"],
  // A machine that could answer could grant what it asks.
  Questions: ["person"],
  Answer: ["person"],
  Publish: ["publisher"],
  Policies: all,
  Status: all
}

const mostTokens = 10_000

const unknownToken = Effect.fail(
  new Refused({ reason: "The fleet does not know this token. Create one: hookline fleet tokens add" })
)

const auth = ({ tokenMillis = 2000 }: Options) =>
  Layer.effect(
    Auth,
    Effect.map(Store, (store) => {
      const known = new Map<string, { readonly holder: TokenInfo; readonly until: number }>()
      const holderOf = Effect.fnUntraced(function* (token: string) {
        const now = performance.now()
        const kept = known.get(token)
        if (kept !== undefined && kept.until > now) return kept.holder
        const holder = yield* store.holder(token)
        known.delete(token)
        if (known.size >= mostTokens) known.clear()
        if (holder !== undefined && tokenMillis > 0) known.set(token, { holder, until: now + tokenMillis })
        return holder
      })
      return Auth.of((effect, { headers, rpc }) =>
        Effect.gen(function* () {
          const token = /^Bearer (\S{1,512})$/.exec(headers["authorization"] ?? "")?.[1]
          const holder = token === undefined ? undefined : yield* holderOf(token)
          if (token === undefined || holder === undefined) return yield* unknownToken
          if (roles[rpc._tag]?.includes(holder.role) !== true) {
            return yield* new Refused({ reason: `A token of the role ${holder.role} may not call ${rpc._tag}.` })
          }
          const { name, organisation, role } = holder
          // What was read for an earlier call may be as old as the limit within which a token ends.
          const revoked = Effect.flatMap(store.holder(token), (now) => (now === undefined ? unknownToken : Effect.void))
          return yield* Effect.provideService(effect, Asker, { name, organisation, role, revoked })
        })
      )
    })
  )

/** Fails after the token of a caller was revoked. With the database away, it goes on. */
const onceRevoked = ({ revoked }: Asker["Service"]): Effect.Effect<never, Refused> =>
  revoked.pipe(
    Effect.catchTag("StoreAway", () => Effect.void),
    Effect.repeat(Schedule.spaced("1500 millis")),
    Effect.andThen(Effect.never)
  )

/** Ends a stream after the token of its caller was revoked. */
const untilRevoked = <A, E, R>(stream: Stream.Stream<A, E, R>): Stream.Stream<A, E | Refused, R | Asker> =>
  Stream.unwrap(Effect.map(Asker, (asker) => Stream.interruptWhen(stream, onceRevoked(asker))))

/** Time for a home to answer after the deadline of its question. */
const graceMillis = 5000

const handlers = ({ limitMillis = 20_000, version = "unknown" }: Options) =>
  FleetRpcs.toLayer(
    Effect.gen(function* () {
      const store = yield* Store
      const homes = yield* Question.client
      // One look a second for all machines of an organisation.
      const policies = yield* RcMap.make({
        lookup: (organisation: string) =>
          Effect.gen(function* () {
            const newest = yield* SubscriptionRef.make<Signed | undefined>(undefined)
            const look = Effect.flatMap(store.policy(organisation), (signed) =>
              Effect.flatMap(SubscriptionRef.get(newest), (before) =>
                before?.version === signed?.version ? Effect.void : SubscriptionRef.set(newest, signed)
              )
            )
            // With the database away the last policy stays in force, and the next look may find another one.
            yield* look.pipe(Effect.ignoreCause, Effect.repeat(Schedule.spaced("1 second")), Effect.forkScoped)
            return newest
          })
      })

      const call = <A, E, R>(
        what: string,
        make: (asker: Asker["Service"]) => Effect.Effect<A, E, R>,
        limit = limitMillis
      ) => Effect.flatMap(Asker, (asker) => bounded(what, limit)(make(asker)))
      const at = ({ organisation }: Asker["Service"], session: string) => ({ organisation, session })

      return FleetRpcs.of({
        Attach: ({ session }) => call("Attach", (asker) => store.attach(at(asker, session))),
        Claim: ({ leaseMillis, mark, session, token }) =>
          call("Claim", (asker) => store.claim(at(asker, session), mark, token, leaseMillis)),
        Settle: ({ isDone, mark, session, token }) =>
          call("Settle", (asker) => store.settle(at(asker, session), mark, token, isDone)),
        Has: ({ mark, session }) => call("Has", (asker) => store.has(at(asker, session), mark)),
        Mark: ({ mark, session, token }) => call("Mark", (asker) => store.mark(at(asker, session), mark, token)),
        Unmark: ({ mark, session }) => call("Unmark", (asker) => store.unmark(at(asker, session), mark)),
        Skill: ({ isOpen, session, skill, token }) =>
          call("Skill", (asker) => store.skill(at(asker, session), token, skill, isOpen)),
        End: ({ session }) => call("End", (asker) => store.end(at(asker, session))),
        Ask: ({ question, token }) =>
          call(
            "Ask",
            (asker) => {
              const { name: machine, organisation } = asker
              const asked = homes(homeOf(organisation, question.id)).Ask({ organisation, machine, question, token })
              // A question waits for days, and its answer is for no machine whose token ended meanwhile.
              return Effect.raceFirst(asked, onceRevoked(asker))
            },
            question.leftMillis + graceMillis
          ),
        Questions: () =>
          untilRevoked(
            Stream.unwrap(
              Effect.map(Asker, ({ organisation }) =>
                Stream.fromEffectSchedule(
                  call("Questions", () => store.questions(organisation)),
                  Schedule.spaced("500 millis")
                ).pipe(Stream.changesWith((one, other) => JSON.stringify(one) === JSON.stringify(other)))
              )
            )
          ),
        Answer: ({ answer, id }) =>
          call("Answer", ({ name, organisation }) =>
            homes(homeOf(organisation, id)).Answer({ organisation, id, answer, by: name })
          ),
        Policies: ({ after }) =>
          untilRevoked(
            Stream.unwrap(
              Effect.gen(function* () {
                const { organisation } = yield* Asker
                return SubscriptionRef.changes(yield* RcMap.get(policies, organisation)).pipe(
                  Stream.filter((signed): signed is Signed => signed !== undefined && signed.version > after)
                )
              })
            )
          ),
        Publish: (signed) => call("Publish", ({ name, organisation }) => store.publish(organisation, signed, name)),
        Record: ({ lines, writer }) =>
          call("Record", ({ name, organisation }) => store.record(organisation, name, writer, lines)),
        Status: () =>
          call("Status", ({ name, organisation, role }) =>
            Effect.map(store.status(organisation), (counts) => ({ ...counts, organisation, role, name, version }))
          )
      })
    })
  )

const serverOf = ({ tls }: Options): Effect.Effect<() => http.Server, TlsFileError> =>
  tls === undefined
    ? Effect.succeed(() => http.createServer())
    : Effect.try({
        try: () => {
          const options = { cert: readFileSync(tls.cert), key: readFileSync(tls.key) }
          return () => https.createServer(options)
        },
        catch: (cause) =>
          new TlsFileError({
            reason: `The gate's certificate ${tls.cert} or key ${tls.key} could not be read: ${String(cause)}`
          })
      })

/**
 * Serves a gate.
 *
 * @example
 * ```ts
 * import * as Gate from "@hookline/fleet/Gate"
 *
 * const gate = Gate.layer({ port: 7420, host: "0.0.0.0", tls: { cert: "gate.crt", key: "gate.key" } })
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (
  options: Options
): Layer.Layer<HttpServer.HttpServer, ServeError | TlsFileError, Sharding | Store> => {
  const protocol = { group: FleetRpcs, disableTracing: true, concurrency: "unbounded" } as const
  const routes = Layer.mergeAll(
    RpcServer.layerHttp({ ...protocol, path: paths.socket, protocol: "websocket" }),
    RpcServer.layerHttp({ ...protocol, path: paths.call, protocol: "http" })
  ).pipe(
    Layer.provide([handlers(options), auth(options)]),
    Layer.provide(RpcSerialization.layerNdjsonWith({ maxBufferSize: limits.message }))
  )
  const server = Layer.unwrap(
    Effect.map(serverOf(options), (create) =>
      NodeHttpServer.layer(create, {
        port: options.port,
        host: options.host ?? "127.0.0.1",
        // Sockets of machines stay open, so that waiting for them only holds up their calls.
        gracefulShutdownTimeout: Duration.millis(250),
        websocket: { maxPayload: limits.message }
      })
    )
  )
  return HttpRouter.serve(routes, { disableLogger: true, disableListenLog: true }).pipe(Layer.provideMerge(server))
}
