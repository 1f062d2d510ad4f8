/** The time of the database, in milliseconds since 1970: the clocks of processes differ. */
import type { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"

/** Creates the expression of the time. In Postgres it goes on within a transaction. */
export const clockOf = (sql: SqlClient): Fragment =>
  sql.onDialectOrElse({
    pg: () => sql.literal("CAST(extract(epoch from clock_timestamp()) * 1000 AS BIGINT)"),
    orElse: () => sql.literal("CAST(unixepoch('subsec') * 1000 AS INTEGER)")
  })
