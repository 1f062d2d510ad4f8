/**
 * Postgres by `pg`, as effect's `SqlClient`. Delete this file once effect's own driver works with effect 4.1.
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
import * as Errors from "effect/sql/SqlError"
import * as Statement from "effect/sql/Statement"
import * as Stream from "effect/Stream"
import type { CustomTypesConfig, Pool, QueryArrayConfig, QueryConfig, TypeOverrides } from "pg"

/**
 * Options for a database on a server.
 *
 * @category models
 * @since 0.1.0
 */
export interface Options {
  /** The address: `postgres://user:password@host:5432/database`. */
  readonly url: string
  /** The most connections at once. Default: 10. */
  readonly connections?: number
  /** The time limit of a statement and of connecting: a server that hangs is as bad as one that is away. Default: 5,000. */
  readonly statementMillis?: number
}

const textOf = (cause: unknown, key: "code" | "constraint" | "message"): string => {
  // The cast holds because the value is checked to be an object, and each key is only read.
  const value = typeof cause === "object" && cause !== null ? (cause as Record<string, unknown>)[key] : undefined
  return typeof value === "string" ? value : ""
}

const byCode: Readonly<Record<string, (props: { readonly cause: unknown }) => Errors.SqlErrorReason>> = {
  "40001": (props) => new Errors.SerializationError(props),
  "40P01": (props) => new Errors.DeadlockError(props),
  "55P03": (props) => new Errors.LockTimeoutError(props),
  "57014": (props) => new Errors.StatementTimeoutError(props),
  "42501": (props) => new Errors.AuthorizationError(props)
}

/** Classes of SQLSTATE: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const reasonOf = (cause: unknown, operation: string): Errors.SqlErrorReason => {
  const code = textOf(cause, "code")
  const props = { cause, operation, message: textOf(cause, "message") }
  if (code === "23505") {
    return new Errors.UniqueViolation({ ...props, constraint: textOf(cause, "constraint") || "unknown" })
  }
  const known = Object.hasOwn(byCode, code) ? byCode[code] : undefined
  if (known !== undefined) return known(props)
  if (code.startsWith("23")) return new Errors.ConstraintError(props)
  if (code.startsWith("28")) return new Errors.AuthenticationError(props)
  if (code.startsWith("42")) return new Errors.SqlSyntaxError(props)
  // `pg` reports its own limit and a broken connection without a code, and the system's errors by theirs, as ECONNREFUSED.
  const isAway = code === "" || /^(?:08|53|57P|E[A-Z]{3})/.test(code)
  return isAway ? new Errors.ConnectionError(props) : new Errors.UnknownError(props)
}

const failed = (cause: unknown, operation: string): Errors.SqlError =>
  new Errors.SqlError({ reason: reasonOf(cause, operation) })

type Row = Record<string, unknown>

/** The one method that the driver needs of a pool and of a client. */
interface Queryable {
  query(config: QueryConfig | QueryArrayConfig): Promise<unknown>
}

const rowsOf = (result: unknown): ReadonlyArray<Row> => {
  // Several statements in one text have several results, of which the last counts.
  const last: unknown = Array.isArray(result) ? result.at(-1) : result
  // The cast holds because `pg` resolves to a result, whose rows are objects or, where asked for, arrays.
  return (last as { readonly rows: ReadonlyArray<Row> }).rows
}

/** The type of BIGINT and of counts, which `pg` gives as text, because not all of them fit into a double. */
const int8 = 20

const whole = (text: string): number => {
  const value = Number(text)
  if (Number.isSafeInteger(value)) return value
  throw new RangeError(`${text} is too big for a number: read it with SafeIntegers`)
}

interface Parsers {
  readonly safe: CustomTypesConfig
  readonly plain: CustomTypesConfig
}

const parsersOf = (Overrides: typeof TypeOverrides): Parsers => {
  const by = (parse: (text: string) => unknown): CustomTypesConfig => {
    const overrides = new Overrides()
    overrides.setTypeParser(int8, parse)
    return overrides
  }
  return { safe: by(BigInt), plain: by(whole) }
}

/** The failure after which a connection can't be used any more. */
interface Health {
  broken: Error | undefined
}

const connectionOf = (
  client: Queryable,
  { plain, safe }: Parsers,
  reserved?: { readonly turn: Semaphore.Semaphore; readonly health: Health }
): Connection => {
  const send = (config: QueryConfig | QueryArrayConfig) =>
    Effect.tryPromise({ try: () => client.query(config), catch: (cause) => failed(cause, "execute") })
  const query = (text: string, params: ReadonlyArray<unknown>, hasArrays: boolean) => {
    const sent = Effect.flatMap(SqlClient.SafeIntegers, (isSafe) => {
      const broken = reserved?.health.broken
      if (broken !== undefined) return Effect.fail(failed(broken, "execute"))
      const config = { text, values: [...params], types: isSafe ? safe : plain }
      return send(hasArrays ? { ...config, rowMode: "array" } : config)
    })
    if (reserved === undefined) return sent
    // A statement that came back too late is still at work there: what is sent afterwards would wait for it.
    const watched = Effect.tapError(sent, ({ cause, reason }) =>
      Effect.sync(() => {
        if (reason._tag === "ConnectionError")
          reserved.health.broken = cause instanceof Error ? cause : new Error("broken")
      })
    )
    return reserved.turn.withPermits(1)(watched)
  }
  const execute: Connection["execute"] = (sql, params, transform) =>
    Effect.map(query(sql, params, false), (result) => {
      const rows = rowsOf(result)
      return transform === undefined ? rows : transform(rows)
    })
  const values: Connection["executeValues"] = (sql, params) =>
    // The cast holds because `rowMode` makes each row an array.
    Effect.map(query(sql, params, true), (result) => rowsOf(result) as unknown as ReadonlyArray<ReadonlyArray<unknown>>)
  return {
    execute,
    executeRaw: (sql, params) => query(sql, params, false),
    executeUnprepared: execute,
    executeValues: values,
    executeValuesUnprepared: values,
    executeStream: () => Stream.die(new Error("This driver of Postgres does not stream rows."))
  }
}

const compiler = Statement.makeCompiler({
  dialect: "pg",
  placeholder: (n) => `$${n}`,
  onIdentifier: Statement.defaultEscape('"'),
  onRecordUpdate: (placeholders, alias, columns, values, returning) => [
    `(values ${placeholders}) AS ${alias}${columns}${returning === undefined ? "" : ` RETURNING ${returning[0]}`}`,
    returning === undefined ? values.flat() : values.flat().concat(returning[1])
  ],
  onCustom: () => ["", []]
})

/** Loads `pg` only where Postgres is used, because it is an optional dependency. */
const load = Effect.tryPromise({
  try: () => import("pg"),
  catch: () =>
    failed(new Error("Postgres needs the package pg, which is not installed. Install it: npm install pg@8"), "load")
})

const make = Effect.fnUntraced(function* ({ connections = 10, statementMillis = 5000, url }: Options) {
  const { default: pg } = yield* load
  const parsers = parsersOf(pg.TypeOverrides)
  const pool = yield* Effect.acquireRelease(
    Effect.try({
      try: (): Pool =>
        new pg.Pool({
          connectionString: url,
          max: connections,
          connectionTimeoutMillis: statementMillis,
          // No statement is cancelled by an interruption, so that this limit alone ends one that hangs.
          query_timeout: statementMillis,
          keepAlive: true,
          application_name: "hookline fleet"
        }),
      catch: (cause) => failed(cause, "open")
    }),
    (pool) =>
      Effect.promise(() => pool.end()).pipe(Effect.timeoutOption("2 seconds"), Effect.interruptible, Effect.asVoid)
  )
  // Idle connections break when the server goes away: without a listener the process would end.
  pool.on("error", () => {})

  const reserve = Effect.gen(function* () {
    const client = yield* Effect.tryPromise({ try: () => pool.connect(), catch: (cause) => failed(cause, "connect") })
    const health: Health = { broken: undefined }
    const onError = (error: Error): void => {
      health.broken = error
    }
    client.on("error", onError)
    yield* Scope.addFinalizer(
      yield* Effect.scope,
      Effect.sync(() => {
        client.off("error", onError)
        client.release(health.broken)
      })
    )
    // The cluster sends several statements at once on the connection of its locks, and `pg` takes one at a time.
    return connectionOf(client, parsers, { turn: Semaphore.makeUnsafe(1), health })
  })
  return yield* SqlClient.make({
    acquirer: Effect.succeed(connectionOf(pool, parsers)),
    transactionAcquirer: Effect.uninterruptible(reserve),
    compiler,
    driver: "pg",
    releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
    spanAttributes: [["db.system.name", "postgresql"]]
  })
})

/**
 * Connects to a database on a server, with the first statement.
 *
 * @example
 * ```ts
 * import * as Postgres from "@hookline/fleet/Postgres"
 *
 * const database = Postgres.layer({ url: "postgres://hookline@db.example/fleet" })
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (options: Options): Layer.Layer<SqlClient.SqlClient, Errors.SqlError> =>
  Layer.effect(SqlClient.SqlClient, make(options)).pipe(Layer.provide(Reactivity.layer))
