/** `hookline fleet serve`: a gate, with the store behind it, until the process is asked to end. */
import * as Alone from "@hookline/fleet/Alone"
import * as Gate from "@hookline/fleet/Gate"
import * as Migrations from "@hookline/fleet/Migrations"
import * as Runner from "@hookline/fleet/Runner"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { HttpServer } from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import { onOneLine } from "@hookline/schema/kit/shown/visible"
import * as fs from "node:fs"
import { sentence } from "../../output/sentence.ts"
import { version } from "../../version.ts"
import { print, report } from "../context.ts"
import { Problem } from "../Problem.ts"
import { type Address, addressOf, isLocal, shownOf } from "./addresses.ts"
import type { ServeFlags } from "./command.ts"
import { clientOf, type Database, databaseOf, databaseProblem, ready } from "./database.ts"
import { loggers } from "./serverLog.ts"

const given = (said: Option.Option<string>, flag: string): Effect.Effect<Address | undefined, Problem> =>
  Option.isNone(said) ? Effect.succeed(undefined) : addressOf(said.value, flag)

const tlsOf = ({ tlsCert, tlsKey }: ServeFlags): Effect.Effect<Gate.Options["tls"], Problem> => {
  if (Option.isSome(tlsCert) && Option.isSome(tlsKey)) return Effect.succeed({ cert: tlsCert.value, key: tlsKey.value })
  return Option.isNone(tlsCert) && Option.isNone(tlsKey)
    ? Effect.succeed(undefined)
    : Effect.fail(new Problem({ message: "--tls-cert and --tls-key belong together: give both, or none" }))
}

/** One of several runners, with tables that are up to date. */
const runnerOf = (database: Database, address: Address, listen: Address | undefined) =>
  Runner.layer({ address, ...(listen !== undefined && { listen }) }).pipe(
    Layer.provideMerge(Layer.effectDiscard(Migrations.run)),
    Layer.provide(clientOf(database))
  )

const aloneOf = (database: Database & { readonly _tag: "Sqlite" }) => Alone.layer({ file: database.file })

/** Returns the layer of the cluster and the store. Without an address, all runners would have the same default one. */
const clusterOf = (database: Database, address: Address | undefined, listen: Address | undefined) => {
  if (database._tag === "Sqlite") {
    return address === undefined
      ? Effect.succeed(aloneOf(database))
      : Effect.fail(
          new Problem({
            message: "--address is for one of several runners, which share a database on a server: give --database, too"
          })
        )
  }
  return address === undefined
    ? Effect.fail(
        new Problem({
          message:
            "a runner on Postgres needs --address HOST:PORT, at which the other runners reach it; " +
            "it has no default, because all runners would have the same"
        })
      )
    : Effect.succeed(runnerOf(database, address, listen))
}

const portOf = ({ address }: HttpServer["Service"]): number => ("port" in address ? address.port : 0)

const problemOf =
  (database: Database, gate: Address) =>
  (cause: Cause.Cause<unknown>): Problem => {
    const error = Cause.squash(cause)
    if (error instanceof Problem) return error
    if (typeof error === "object" && error !== null && "_tag" in error) {
      // The casts hold because the tag names the class.
      if (error._tag === "SqlError" || error._tag === "StoreAway") {
        return databaseProblem(database)(error as Parameters<ReturnType<typeof databaseProblem>>[0])
      }
      if (error._tag === "TlsFileError") return new Problem({ message: (error as Gate.TlsFileError).message })
    }
    const { cause: inner = error } = error instanceof Error ? error : { cause: error }
    const why = inner instanceof Error ? inner.message : String(inner)
    return new Problem({ message: `the fleet can't be served at ${shownOf(gate)}: ${why}` })
  }

const fileAt = (file: string): string | undefined => {
  const status = fs.statSync(file, { throwIfNoEntry: false })
  return status === undefined ? undefined : `${status.dev}:${status.ino}`
}

/**
 * Fails once another file has the name of the database, or none: this process would go on with rows that no command reads,
 * and a token that is revoked in the new file would stay valid here.
 */
const untilReplaced = (database: Database): Effect.Effect<never, Problem> => {
  if (database._tag === "Postgres") return Effect.never
  const { file, shown } = database
  const look = Effect.orElseSucceed(
    Effect.try(() => fileAt(file)),
    () => undefined
  )
  return Effect.gen(function* () {
    const opened = yield* look
    while ((yield* look) === opened) yield* Effect.sleep("1 second")
    return yield* new Problem({
      message: `the database ${onOneLine(shown)} was replaced or removed while it was served: start the gate again`
    })
  })
}

const serving = Effect.fnUntraced(function* (flags: ServeFlags) {
  const database = yield* databaseOf(flags)
  const gate = yield* addressOf(flags.gate, "--gate")
  const address = yield* given(flags.address, "--address")
  const listen = yield* given(flags.listen, "--listen")
  const tls = yield* tlsOf(flags)
  const cluster = yield* clusterOf(database, address, listen)
  yield* ready(database, true)
  const layer = Gate.layer({ ...gate, version, ...(tls !== undefined && { tls }) }).pipe(Layer.provide(cluster))
  const context = yield* Layer.build(layer).pipe(Effect.sandbox, Effect.mapError(problemOf(database, gate)))
  const port = portOf(Context.get(context, HttpServer))
  const url = `${tls === undefined ? "http" : "https"}://${shownOf({ ...gate, port })}`
  if (tls === undefined && !isLocal(gate)) {
    yield* report(
      "the gate has no certificate, so that tokens are sent as they are: give --tls-cert and --tls-key, " +
        "or let only a proxy with a certificate reach it"
    )
  }
  const output = {
    version: 1,
    url,
    database: database._tag === "Sqlite" ? "sqlite" : "postgres",
    at: database.shown,
    ...(address !== undefined && { address: shownOf(address) })
  }
  yield* print(flags.json, output, sentence, `The fleet listens on ${url}, with its rows in ${database.shown}.`)
  return yield* untilReplaced(database)
})

/** Serves until a signal. The end by a signal is a success, as supervisors of services expect. */
export const serve = (flags: ServeFlags): Effect.Effect<void, Problem> =>
  Effect.scoped(serving(flags)).pipe(
    Effect.provide(Logger.layer(loggers)),
    Effect.onInterrupt(() => Effect.sync(() => process.exit(0)))
  )
