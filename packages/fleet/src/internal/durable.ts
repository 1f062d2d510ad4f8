/** Writes what no loss of power may take back: a revoked token would be valid again, and an older policy in force. */
import * as Effect from "effect/Effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"

/** Waits until the disk has the commits. Postgres waits with every commit, and SQLite with a checkpoint. */
export const durable =
  (sql: SqlClient) =>
  <A>(statement: Effect.Effect<A, SqlError>): Effect.Effect<A, SqlError> =>
    Effect.tap(statement, () =>
      sql.onDialectOrElse({ pg: () => Effect.void, orElse: () => Effect.asVoid(sql`PRAGMA wal_checkpoint(FULL)`) })
    )
