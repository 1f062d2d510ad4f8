/** The rows of a session: marks with their claims, and open skills. */
import * as Effect from "effect/Effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import type { Storing } from "../Store.ts"
import { away } from "./away.ts"

type Marks = Pick<Storing, "attach" | "claim" | "end" | "has" | "mark" | "settle" | "skill" | "unmark">

export const marksOf = (sql: SqlClient, now: Fragment): Marks => ({
  attach: ({ organisation, session }) =>
    Effect.all({
      marks: Effect.map(
        sql<{ mark: string }>`
          SELECT mark FROM fleet_marks WHERE org = ${organisation} AND session = ${session} AND until IS NULL`,
        (rows) => rows.map(({ mark }) => mark)
      ),
      skills: sql<{ name: string; body: string }>`
        SELECT name, body FROM fleet_skills
        WHERE org = ${organisation} AND session = ${session} AND closed_by IS NULL ORDER BY n, token`,
      policyVersion: Effect.map(
        sql<{ version: number | null }>`SELECT max(version) AS version FROM fleet_policies WHERE org = ${organisation}`,
        ([row]) => row?.version ?? 0
      )
    }).pipe(away("read a session")),

  claim: Effect.fnUntraced(function* ({ organisation, session }, mark, token, leaseMillis) {
    // A claim that is not settled is free for others when its lease is over, and for its own token when it is sent again.
    const granted = yield* sql`
      INSERT INTO fleet_marks (org, session, mark, token, until, at)
      VALUES (${organisation}, ${session}, ${mark}, ${token}, ${now} + ${leaseMillis}, ${now})
      ON CONFLICT (org, session, mark) DO UPDATE SET token = EXCLUDED.token, until = EXCLUDED.until, at = EXCLUDED.at
      WHERE fleet_marks.until IS NOT NULL AND (fleet_marks.until <= ${now} OR fleet_marks.token = EXCLUDED.token)
      RETURNING mark`
    if (granted.length > 0) return "Granted"
    const rows = yield* sql<{ until: number | null }>`
      SELECT until FROM fleet_marks WHERE org = ${organisation} AND session = ${session} AND mark = ${mark}`
    // A row that was released in between is worth another claim.
    return rows.some(({ until }) => until === null) ? "Done" : "Taken"
  }, away("take a claim")),

  settle: ({ organisation, session }, mark, token, isDone) =>
    (isDone
      ? sql<{ token: string }>`
          UPDATE fleet_marks SET until = NULL, at = ${now}
          WHERE org = ${organisation} AND session = ${session} AND mark = ${mark}
          RETURNING token`
      : sql<{ token: string }>`
          DELETE FROM fleet_marks
          WHERE org = ${organisation} AND session = ${session} AND mark = ${mark} AND token = ${token}
            AND until IS NOT NULL
          RETURNING token`
    ).pipe(
      Effect.map((rows) => rows.some((row) => row.token === token)),
      away("settle a claim")
    ),

  has: ({ organisation, session }, mark) =>
    sql`
      SELECT mark FROM fleet_marks
      WHERE org = ${organisation} AND session = ${session} AND mark = ${mark} AND until IS NULL`.pipe(
      Effect.map((rows) => rows.length > 0),
      away("read a mark")
    ),

  mark: ({ organisation, session }, mark, token) =>
    sql<{ token: string }>`
      INSERT INTO fleet_marks (org, session, mark, token, until, at)
      VALUES (${organisation}, ${session}, ${mark}, ${token}, NULL, ${now})
      ON CONFLICT (org, session, mark) DO UPDATE SET
        token = CASE WHEN fleet_marks.until IS NULL THEN fleet_marks.token ELSE EXCLUDED.token END, until = NULL
      RETURNING token`.pipe(
      Effect.map((rows) => rows.some((row) => row.token === token)),
      away("set a mark")
    ),

  unmark: ({ organisation, session }, mark) =>
    sql`
      DELETE FROM fleet_marks
      WHERE org = ${organisation} AND session = ${session} AND mark = ${mark} AND until IS NULL RETURNING mark`.pipe(
      Effect.map((rows) => rows.length > 0),
      away("remove a mark")
    ),

  skill: ({ organisation, session }, token, { body, name }, isOpen) => {
    const own = sql`org = ${organisation} AND session = ${session}`
    return (
      isOpen
        ? sql`
            INSERT INTO fleet_skills (org, session, token, n, name, body, at)
            VALUES (${organisation}, ${session}, ${token},
              (SELECT coalesce(max(n), 0) + 1 FROM fleet_skills WHERE ${own}), ${name}, ${body}, ${now})
            ON CONFLICT DO NOTHING`
        : sql`
            UPDATE fleet_skills SET closed_by = ${token}, at = ${now}
            WHERE ${own} AND closed_by IS NULL
              AND token = (SELECT token FROM fleet_skills WHERE ${own} AND name = ${name} AND closed_by IS NULL
                           ORDER BY n DESC, token DESC LIMIT 1)
              AND NOT EXISTS (SELECT 1 FROM fleet_skills WHERE ${own} AND closed_by = ${token})`
    ).pipe(Effect.asVoid, away(isOpen ? "open a skill" : "close a skill"))
  },

  // Both deletes are idempotent. Together, because half a session would have open skills and no marks.
  end: ({ organisation, session }) =>
    sql
      .withTransaction(
        Effect.andThen(
          sql`DELETE FROM fleet_skills WHERE org = ${organisation} AND session = ${session}`,
          sql`DELETE FROM fleet_marks WHERE org = ${organisation} AND session = ${session}`
        )
      )
      .pipe(Effect.asVoid, away("end a session"))
})
