// The databases that tests run on: SQLite always, and Postgres where there is a server. A test file has its own database.
import * as Postgres from "@hookline/fleet/Postgres"
import * as Migrations from "@hookline/fleet/Migrations"
import * as Sqlite from "@hookline/fleet/Sqlite"
import { Store } from "@hookline/fleet/Store"
import { describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { StoreAway } from "@hookline/fleet/Protocol"
import type { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Client } from "pg"
import { afterAll, beforeAll } from "vitest"
import { ownPostgres } from "./ownPostgres.ts"

const named = process.env["HOOKLINE_POSTGRES"]

/** Sends one statement, on a connection of its own. */
const send = async (url: string, text: string): Promise<void> => {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  try {
    await client.connect()
    await client.query(text)
  } finally {
    await client.end()
  }
}

const answers = (url: string): Promise<boolean> =>
  send(url, "SELECT 1").then(
    () => true,
    () => false
  )

const firstOf = async (urls: ReadonlyArray<string>): Promise<string | undefined> => {
  for (const url of urls) if (await answers(url)) return url
  return undefined
}

const user = process.env["USER"] ?? process.env["LOGNAME"] ?? "postgres"

/**
 * The address of a server that lets us in: the one that is named, and no other, or else the one of this machine, or else one
 * of our own.
 */
export const server =
  (await firstOf(
    named === undefined
      ? [...new Set(["postgres", user])].map((name) => `postgres://${name}@127.0.0.1:5432/postgres`)
      : [named]
  )) ?? (named === undefined ? await ownPostgres(answers) : undefined)

const missing =
  named === undefined
    ? "HOOKLINE_POSTGRES names no Postgres, none on 127.0.0.1:5432 lets us in, and none is installed"
    : "the Postgres that HOOKLINE_POSTGRES names does not let us in"

const isCi = process.env["CI"] !== undefined && process.env["CI"] !== "false"

let count = 0

/** A database on the server, under a name of its own. */
export const newDatabase = async (
  url: string
): Promise<{ readonly url: string; readonly drop: () => Promise<void> }> => {
  const name = `hookline_test_${process.pid}_${Date.now()}_${count++}`
  await send(url, `CREATE DATABASE ${name}`)
  const own = new URL(url)
  own.pathname = `/${name}`
  return { url: own.href, drop: () => send(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) }
}

export interface Database {
  readonly name: "SQLite" | "Postgres"
  /** The address of the server's database, or the path of the file. */
  readonly at: () => string
  /** A client, without tables. */
  readonly client: Layer.Layer<SqlClient, SqlError>
  /** A client and the store, with tables. Of several, each is another process's: they share the rows. */
  readonly store: Layer.Layer<Store | SqlClient, SqlError | StoreAway>
}

const withStore = (client: Layer.Layer<SqlClient, SqlError>) =>
  Layer.unwrap(Effect.as(Migrations.run, Store.layer)).pipe(Layer.provideMerge(client))

type Tests = (database: Database) => void

const onSqlite = (title: string, tests: Tests): void => {
  describe(`${title}, SQLite`, () => {
    let folder = ""
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), "hookline-fleet-"))
    })
    afterAll(() => rmSync(folder, { recursive: true, force: true }))
    const at = () => join(folder, "fleet.sqlite")
    const client = Layer.unwrap(Effect.sync(() => Sqlite.layer({ file: at() })))
    tests({ name: "SQLite", at, client, store: withStore(client) })
  })
}

const onPostgres = (url: string, title: string, tests: Tests): void => {
  describe(`${title}, Postgres`, () => {
    let own: Awaited<ReturnType<typeof newDatabase>> | undefined
    beforeAll(async () => {
      own = await newDatabase(url)
    })
    afterAll(() => own?.drop())
    const at = () => own?.url ?? ""
    const client = Layer.unwrap(Effect.sync(() => Postgres.layer({ url: at() })))
    tests({ name: "Postgres", at, client, store: withStore(client) })
  })
}

/** CI has to have a server. Elsewhere the summary of the run names what was skipped, and why. */
export const withoutServer = (title: string): void => {
  it(`${title}, Postgres`, ({ skip }) => (isCi ? Promise.reject(new Error(missing)) : skip(missing)))
}

/** Registers tests on each database. */
export const onDatabases = (title: string, tests: Tests): void => {
  onSqlite(title, tests)
  return server === undefined ? withoutServer(title) : onPostgres(server, title, tests)
}

/** Registers tests of processes that share a database on a server, whose address they get. */
export const onServer = (title: string, tests: (url: string) => void): void =>
  server === undefined
    ? withoutServer(title)
    : void describe(`${title}, Postgres`, () => {
        tests(server)
      })
