/** Failures of the database, as `StoreAway`. */
import * as Effect from "effect/Effect"
import type { MigrationError } from "effect/sql/Migrator"
import { isSqlError, type SqlError, type SqlErrorReason } from "effect/sql/SqlError"
import { StoreAway } from "../Protocol.ts"

const advice: Readonly<Partial<Record<SqlErrorReason["_tag"], string>>> = {
  ConnectionError: "Check that the database runs, and that its address is right.",
  AuthenticationError: "Check the user and the password in the database's address.",
  AuthorizationError: "Let this user read and write the tables that begin with fleet_.",
  SqlSyntaxError: "Run hookline fleet migrate, and use one version of Hookline everywhere.",
  LockTimeoutError: "Another process is writing to the database for too long.",
  StatementTimeoutError: "The database is too slow, or hangs."
}

const sqlErrorOf = (error: SqlError | MigrationError): SqlError | undefined => {
  if (isSqlError(error)) return error
  return isSqlError(error.cause) ? error.cause : undefined
}

const detailOf = (reason: SqlErrorReason): string => {
  const { cause } = reason
  return cause instanceof Error && cause.message !== "" ? `${reason._tag}, ${cause.message}` : reason._tag
}

/** Makes a failure of the database one of the store. `what` completes "The fleet's database did not". */
export const away =
  (what: string) =>
  <A, R>(effect: Effect.Effect<A, SqlError | MigrationError, R>): Effect.Effect<A, StoreAway, R> =>
    Effect.mapError(effect, (error) => {
      const sql = sqlErrorOf(error)
      const detail = sql === undefined ? error.message : detailOf(sql.reason)
      const help = sql === undefined ? undefined : advice[sql.reason._tag]
      return new StoreAway({
        reason: `The fleet's database did not ${what}: ${detail}.${help === undefined ? "" : ` ${help}`}`
      })
    })
