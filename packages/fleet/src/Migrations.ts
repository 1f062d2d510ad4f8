/**
 * The tables of a fleet. Every key begins with the organisation, so that organisations can be divided among databases.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Migrator from "effect/sql/Migrator"
import * as SqlClient from "effect/sql/SqlClient"
import { away } from "./internal/away.ts"
import type { StoreAway } from "./Protocol.ts"

/** Postgres stores a number in the type that it is given, SQLite by its value: the text of a table is the same for both. */
const tables = [
  // `until` is the end of a lease, and NULL once it is done.
  `CREATE TABLE fleet_marks (
    org TEXT NOT NULL, session TEXT NOT NULL, mark TEXT NOT NULL, token TEXT NOT NULL, until BIGINT, at BIGINT NOT NULL,
    PRIMARY KEY (org, session, mark))`,
  `CREATE TABLE fleet_skills (
    org TEXT NOT NULL, session TEXT NOT NULL, token TEXT NOT NULL, n BIGINT NOT NULL, name TEXT NOT NULL,
    body TEXT NOT NULL, closed_by TEXT, at BIGINT NOT NULL,
    PRIMARY KEY (org, session, token))`,
  `CREATE TABLE fleet_questions (
    org TEXT NOT NULL, id TEXT NOT NULL, session TEXT NOT NULL, machine TEXT NOT NULL, asker TEXT NOT NULL,
    prompt TEXT NOT NULL, options TEXT NOT NULL, silence TEXT NOT NULL, token TEXT NOT NULL, asked_at BIGINT NOT NULL,
    deadline BIGINT NOT NULL, answer TEXT, answered_by TEXT, answered_at BIGINT, is_default BIGINT, received_by TEXT,
    PRIMARY KEY (org, id))`,
  `CREATE INDEX fleet_questions_deadline ON fleet_questions (deadline)`,
  `CREATE TABLE fleet_policies (
    org TEXT NOT NULL, version BIGINT NOT NULL, body TEXT NOT NULL, signature TEXT NOT NULL, published_by TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (org, version))`,
  // The writer's row is the fence of its records: a batch moves it on from the record before the batch, or has no effect.
  `CREATE TABLE fleet_writers (
    org TEXT NOT NULL, machine TEXT NOT NULL, writer TEXT NOT NULL, n BIGINT NOT NULL, head TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (org, machine, writer))`,
  `CREATE TABLE fleet_audit (
    org TEXT NOT NULL, machine TEXT NOT NULL, writer TEXT NOT NULL, n BIGINT NOT NULL, at BIGINT NOT NULL, session TEXT,
    event TEXT, verdict TEXT, hash TEXT NOT NULL, line TEXT NOT NULL,
    PRIMARY KEY (org, machine, writer, n))`,
  `CREATE INDEX fleet_audit_session ON fleet_audit (org, session)`,
  `CREATE TABLE fleet_audit_refused (
    org TEXT NOT NULL, machine TEXT NOT NULL, writer TEXT NOT NULL, hash TEXT NOT NULL, at BIGINT NOT NULL,
    reason TEXT NOT NULL, lines TEXT NOT NULL,
    PRIMARY KEY (org, machine, writer, hash))`,
  `CREATE TABLE fleet_tokens (
    hash TEXT PRIMARY KEY, org TEXT NOT NULL, role TEXT NOT NULL, name TEXT NOT NULL, at BIGINT NOT NULL,
    revoked_at BIGINT)`,
  `CREATE INDEX fleet_tokens_org ON fleet_tokens (org, name)`
]

const loader = Migrator.fromRecord({
  "0001_fleet": Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.forEach(tables, (table) => sql.unsafe(table), { discard: true })
  )
})

/**
 * Creates and updates the tables. Processes may do it at the same time: the migrator locks its own table.
 *
 * @example
 * ```ts
 * import * as Migrations from "@hookline/fleet/Migrations"
 * import * as Sqlite from "@hookline/fleet/Sqlite"
 * import * as Effect from "effect/Effect"
 *
 * const migrate = Effect.provide(Migrations.run, Sqlite.layer({ file: "fleet.sqlite" }))
 * ```
 *
 * @category running
 * @since 0.1.0
 */
export const run: Effect.Effect<ReadonlyArray<string>, StoreAway, SqlClient.SqlClient> = Migrator.make({})({
  loader,
  table: "fleet_migrations"
}).pipe(
  Effect.map((done) => done.map(([id, name]) => `${id}_${name}`)),
  away("create its tables")
)
