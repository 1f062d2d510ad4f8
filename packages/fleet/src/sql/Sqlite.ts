/**
 * SQLite by `node:sqlite`, as effect's `SqlClient`. Delete this file once effect's own driver works with effect 4.1.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Reactivity from "effect/reactivity/Reactivity"
import * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import * as SqlClient from "effect/sql/SqlClient"
import type { Connection } from "effect/sql/SqlConnection"
import { classifySqliteError, SqlError } from "effect/sql/SqlError"
import * as Statement from "effect/sql/Statement"
import * as Stream from "effect/Stream"
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite"

/**
 * Options for a database in a file.
 *
 * @category models
 * @since 0.1.0
 */
export interface Options {
  /** The path of the file, or `:memory:`. */
  readonly file: string
  /** The time that a statement waits for another process that writes. This process waits with it. Default: 2,000. */
  readonly busyMillis?: number
}

/** The number of statements that stay prepared. */
const mostPrepared = 200

/** `node:sqlite` has SQLite's number under another name than the one that effect reads. */
const withNumber = (cause: unknown): unknown =>
  cause instanceof Error && "errcode" in cause && !("errno" in cause)
    ? Object.assign(cause, { errno: cause.errcode })
    : cause

const failed = (cause: unknown, operation: string): SqlError =>
  new SqlError({ reason: classifySqliteError(withNumber(cause), { operation }) })

/** A parameter that SQLite has no type for fails there, by name. */
const input = (value: unknown): SQLInputValue => {
  if (typeof value === "boolean") return value ? 1 : 0
  if (value instanceof Date) return value.getTime()
  // The cast holds because the database checks each value that it binds, and throws on all others.
  return (value ?? null) as SQLInputValue
}

const open = ({ busyMillis = 2000, file }: Options) =>
  Effect.acquireRelease(
    Effect.try({
      try: () => {
        // The timeout comes before WAL, because two processes may start at the same time.
        const database = new DatabaseSync(file, { timeout: busyMillis })
        // The death of a process takes no commit back. A loss of power may take the last ones, after which a hook runs once
        // more and a question is asked again: that costs less than a disk that every claim waits for.
        database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
        return database
      },
      catch: (cause) => failed(cause, "open")
    }),
    (database) => Effect.sync(() => database.close())
  )

const make = Effect.fnUntraced(function* (options: Options) {
  const database = yield* open(options)
  const prepared = new Map<string, StatementSync>()
  const prepare = (sql: string): StatementSync => {
    const known = prepared.get(sql)
    if (known !== undefined) return known
    if (prepared.size >= mostPrepared) prepared.clear()
    const statement = database.prepare(sql)
    prepared.set(sql, statement)
    return statement
  }

  /** Runs a statement. It returns objects or arrays, as effect's compiler and its callers expect. */
  const run = (sql: string, params: ReadonlyArray<unknown>, hasArrays: boolean) =>
    Effect.flatMap(SqlClient.SafeIntegers, (isSafe) =>
      Effect.try({
        try: (): ReadonlyArray<Record<string, unknown>> => {
          const statement = prepare(sql)
          // Ids of the cluster do not fit into a double.
          statement.setReadBigInts(isSafe)
          statement.setReturnArrays(hasArrays)
          const inputs = params.map(input)
          if (statement.columns().length > 0) return statement.all(...inputs)
          statement.run(...inputs)
          return []
        },
        catch: (cause) => failed(cause, "execute")
      })
    )
  const execute: Connection["execute"] = (sql, params, transform) => {
    const rows = run(sql, params, false)
    return transform === undefined ? rows : Effect.map(rows, transform)
  }
  const values: Connection["executeValues"] = (sql, params) =>
    // The cast holds because `setReturnArrays` makes each row an array.
    Effect.map(run(sql, params, true), (rows) => rows as unknown as ReadonlyArray<ReadonlyArray<unknown>>)
  const connection: Connection = {
    execute,
    executeRaw: (sql, params) => run(sql, params, false),
    executeUnprepared: execute,
    executeValues: values,
    executeValuesUnprepared: values,
    executeStream: () => Stream.die(new Error("This driver of SQLite does not stream rows."))
  }

  // One connection: a statement of another fiber must not become part of a transaction, which may roll it back.
  const turn = Semaphore.makeUnsafe(1)
  const transactionAcquirer = Effect.uninterruptibleMask((restore) =>
    Effect.gen(function* () {
      yield* restore(turn.take(1))
      yield* Scope.addFinalizer(yield* Effect.scope, turn.release(1))
      return connection
    })
  )
  return yield* SqlClient.make({
    acquirer: transactionAcquirer,
    borrower: (use) => turn.withPermits(1)(use(connection)),
    transactionAcquirer,
    compiler: Statement.makeCompilerSqlite(),
    // The cluster knows this driver by its name.
    driver: "sqlite-node",
    // Two writers that read first would both end in SQLITE_BUSY at once.
    beginTransaction: "BEGIN IMMEDIATE",
    isTransaction: () => database.isTransaction,
    releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
    spanAttributes: [["db.system.name", "sqlite"]]
  })
})

/**
 * Opens a database in a file.
 *
 * @example
 * ```ts
 * import * as Sqlite from "@hookline/fleet/Sqlite"
 *
 * const database = Sqlite.layer({ file: "fleet.sqlite" })
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (options: Options): Layer.Layer<SqlClient.SqlClient, SqlError> =>
  Layer.effect(SqlClient.SqlClient, make(options)).pipe(Layer.provide(Reactivity.layer))
