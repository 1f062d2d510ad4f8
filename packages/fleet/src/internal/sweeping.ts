/** Deletes what is over, and counts what is there. */
import * as Effect from "effect/Effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import type { Storing } from "../Store.ts"
import { away } from "./away.ts"

interface Counts {
  readonly now: number
  readonly sessions: number
  readonly open_questions: number
  readonly policy_version: number | null
  readonly audit_records: number | null
}

export const sweepingOf = (sql: SqlClient, now: Fragment): Pick<Storing, "status" | "sweep"> => ({
  sweep: Effect.fnUntraced(function* ({ questionMillis, sessionMillis }) {
    const overdue = yield* sql<{ org: string; id: string }>`
      UPDATE fleet_questions SET answer = silence, answered_by = 'deadline', answered_at = ${now}, is_default = 1
      WHERE answer IS NULL AND deadline <= ${now} RETURNING org, id`
    const questions = yield* sql`
      DELETE FROM fleet_questions WHERE answer IS NOT NULL AND deadline <= ${now} - ${questionMillis} RETURNING id`
    // A session is over as a whole, or its oldest mark would run a hook once more.
    const isOver = (table: string, other: string) => {
      const [own, others] = [sql(table), sql(other)]
      return sql`
        DELETE FROM ${own} WHERE at <= ${now} - ${sessionMillis}
          AND NOT EXISTS (SELECT 1 FROM ${own} AS same
            WHERE same.org = ${own}.org AND same.session = ${own}.session AND same.at > ${now} - ${sessionMillis})
          AND NOT EXISTS (SELECT 1 FROM ${others} AS other
            WHERE other.org = ${own}.org AND other.session = ${own}.session AND other.at > ${now} - ${sessionMillis})
        RETURNING ${own}.org AS org, ${own}.session AS session`
    }
    const marks = yield* isOver("fleet_marks", "fleet_skills")
    const skills = yield* isOver("fleet_skills", "fleet_marks")
    return {
      overdue: overdue.map(({ id, org }) => ({ organisation: org, id })),
      sessions: new Set([...marks, ...skills].map((row) => JSON.stringify(row))).size,
      questions: questions.length
    }
  }, away("sweep")),

  status: (organisation) =>
    sql<Counts>`
      SELECT ${now} AS now,
        (SELECT count(DISTINCT session) FROM fleet_marks WHERE org = ${organisation}) AS sessions,
        (SELECT count(*) FROM fleet_questions
          WHERE org = ${organisation} AND answer IS NULL AND deadline > ${now}) AS open_questions,
        (SELECT max(version) FROM fleet_policies WHERE org = ${organisation}) AS policy_version,
        (SELECT CAST(sum(n) AS BIGINT) FROM fleet_writers WHERE org = ${organisation}) AS audit_records`.pipe(
      Effect.map(([row]) => ({
        database: sql.onDialectOrElse({ pg: () => "Postgres", orElse: () => "SQLite" }),
        now: row?.now ?? 0,
        sessions: row?.sessions ?? 0,
        openQuestions: row?.open_questions ?? 0,
        policyVersion: row?.policy_version ?? 0,
        auditRecords: row?.audit_records ?? 0
      })),
      away("count its rows")
    )
})
