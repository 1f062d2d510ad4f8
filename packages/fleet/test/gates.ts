// A gate in this process, on each database, and clients of it over real sockets. Each client's organisation is empty.
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { type Calls, FleetClient, type Options } from "@hookline/fleet/FleetClient"
import * as Gate from "@hookline/fleet/Gate"
import { settings } from "@hookline/fleet/kit/server/settings"
import type { Role } from "@hookline/fleet/Protocol"
import * as Questions from "@hookline/fleet/Questions"
import { Store } from "@hookline/fleet/Store"
import * as SingleRunner from "effect/cluster/SingleRunner"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { HttpServer } from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import type * as Scope from "effect/Scope"
import { afterAll } from "vitest"
import { type Database, onDatabases } from "./databases.ts"

/** A fleet of one process. */
export interface Fleet {
  readonly store: Store["Service"]
  readonly url: string
}

/** Options for a client. */
export interface ClientOptions extends Partial<Pick<Options, "limitMillis" | "url">> {
  readonly role?: Role
  readonly name?: string
  readonly isHttp?: boolean
}

/** A gate on this database. It ends with the scope. */
export const gateOn = (database: Pick<Database, "store">, port = 0) =>
  Gate.layer({ port, tokenMillis: 0 }).pipe(
    Layer.provide(Questions.layer),
    Layer.provide(SingleRunner.layer({ shardingConfig: settings, runnerStorage: "memory" })),
    Layer.provide(NodeCrypto.layerDigest),
    Layer.provideMerge(database.store)
  )

const fleetIn = (context: Context.Context<HttpServer | Store>): Fleet => {
  const { address } = Context.get(context, HttpServer)
  return {
    store: Context.get(context, Store),
    url: `http://127.0.0.1:${"port" in address ? address.port : 0}`
  }
}

/** Starts a gate of its own, on a port if one is given. */
export const startGate = (database: Pick<Database, "store">, port?: number) =>
  Effect.map(Effect.orDie(Layer.build(gateOn(database, port))), fleetIn)

let count = 0

/** Returns the name of an organisation that has nothing yet. */
export const newOrganisation = (): string => `organisation-${process.pid}-${count++}`

/** Creates a client with a token of its own. */
export const clientOf = (
  { store, url }: Fleet,
  organisation: string,
  {
    isHttp = false,
    limitMillis = 10_000,
    name = `machine-${count++}`,
    role = "machine",
    url: other = url
  }: ClientOptions = {}
): Effect.Effect<Calls, never, Scope.Scope> =>
  Effect.gen(function* () {
    const token = yield* Effect.orDie(store.addToken(organisation, role, name))
    const layer = isHttp ? FleetClient.layerHttp : FleetClient.layer
    return Context.get(yield* Layer.build(layer({ url: other, token, limitMillis })), FleetClient)
  })

/** Registers tests on each database. One gate serves them all. */
export const onGates = (title: string, tests: (fleet: Effect.Effect<Fleet>, database: Database) => void): void =>
  onDatabases(title, (database) => {
    const runtime = ManagedRuntime.make(Layer.fresh(gateOn(database)))
    afterAll(() => runtime.dispose())
    tests(Effect.orDie(Effect.map(runtime.contextEffect, fleetIn)), database)
  })
