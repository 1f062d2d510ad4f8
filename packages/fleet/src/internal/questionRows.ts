/** The rows of questions. The first answer counts, and after the deadline none but the default. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { type Answered, type OpenQuestion, type Question, Refused } from "../Protocol.ts"
import type { QuestionState, Storing } from "../Store.ts"
import { away } from "./away.ts"

/** Questions that approvers are shown at once. */
const mostOpen = 1000

interface AnswerRow {
  readonly session: string
  readonly asker: string
  readonly prompt: string
  readonly options: string
  readonly silence: string
  readonly answer: string | null
  readonly answered_by: string | null
  readonly answered_at: number | null
  readonly is_default: number | null
  readonly left_millis: number
}

interface QuestionRow {
  readonly id: string
  readonly session: string
  readonly machine: string
  readonly asker: string
  readonly prompt: string
  readonly options: string
  readonly silence: string
  readonly asked_at: number
  readonly deadline: number
}

const Options = Schema.fromJsonString(Schema.Array(Schema.String))
const optionsOf = Schema.decodeSync(Options)
const encodeOptions = Schema.encodeSync(Options)

const answeredOf = ({ answer, answered_at, answered_by, is_default }: AnswerRow): Answered | undefined =>
  answer === null ? undefined : { answer, by: answered_by ?? "", at: answered_at ?? 0, isDefault: is_default === 1 }

const openOf = (row: QuestionRow): OpenQuestion => ({
  id: row.id,
  session: row.session,
  machine: row.machine,
  by: row.asker,
  prompt: row.prompt,
  options: optionsOf(row.options),
  default: row.silence === "allow" ? "allow" : "deny",
  askedAt: row.asked_at,
  deadline: row.deadline
})

/** An id is chosen by who asks: an approver has answered what was shown, and nothing else under the id. */
const isAbout = (row: AnswerRow, { by, default: silence, options, prompt, session }: Question): boolean =>
  row.session === session &&
  row.asker === by &&
  row.prompt === prompt &&
  row.options === encodeOptions(options) &&
  row.silence === silence

const otherUnder = (id: string): Refused =>
  new Refused({
    reason: `The question ${id} was not asked: another question has this id. Its answer counts for that one alone.`
  })

type Questions = Pick<Storing, "answer" | "ask" | "question" | "questions" | "received">

export const questionsOf = (sql: SqlClient, now: Fragment): Questions => {
  const expire = (organisation: string, id: string) => sql`
    UPDATE fleet_questions SET answer = silence, answered_by = 'deadline', answered_at = ${now}, is_default = 1
    WHERE org = ${organisation} AND id = ${id} AND answer IS NULL AND deadline <= ${now}`

  const read = (organisation: string, id: string, asked?: Question) =>
    Effect.andThen(
      expire(organisation, id),
      sql<AnswerRow>`
        SELECT session, asker, prompt, options, silence, answer, answered_by, answered_at, is_default,
          deadline - ${now} AS left_millis
        FROM fleet_questions WHERE org = ${organisation} AND id = ${id}`
    ).pipe(
      away("read a question"),
      Effect.flatMap(([row]): Effect.Effect<QuestionState | undefined, Refused> => {
        if (row === undefined) return Effect.succeed(undefined)
        return asked === undefined || isAbout(row, asked)
          ? Effect.succeed({ answered: answeredOf(row), leftMillis: Math.max(0, row.left_millis) })
          : Effect.fail(otherUnder(id))
      })
    )

  return {
    ask: Effect.fnUntraced(function* (organisation, machine, question, token) {
      const { by, id, leftMillis, options, prompt, session } = question
      yield* sql`
        INSERT INTO fleet_questions
          (org, id, session, machine, asker, prompt, options, silence, token, asked_at, deadline)
        VALUES (${organisation}, ${id}, ${session}, ${machine}, ${by}, ${prompt}, ${encodeOptions(options)},
          ${question.default}, ${token}, ${now}, ${now} + ${leftMillis})
        ON CONFLICT (org, id) DO UPDATE SET
          session = EXCLUDED.session, machine = EXCLUDED.machine, asker = EXCLUDED.asker, prompt = EXCLUDED.prompt,
          options = EXCLUDED.options, silence = EXCLUDED.silence, token = EXCLUDED.token, asked_at = EXCLUDED.asked_at,
          deadline = EXCLUDED.deadline, answer = NULL, answered_by = NULL, answered_at = NULL, is_default = NULL,
          received_by = NULL
        WHERE fleet_questions.token <> EXCLUDED.token
          AND (fleet_questions.deadline <= ${now}
            OR (fleet_questions.received_by IS NOT NULL AND fleet_questions.received_by <> EXCLUDED.token))`.pipe(
        away("take a question")
      )
      // Without a row it was swept in between, which is long after its deadline.
      return (yield* read(organisation, id, question)) ?? { answered: undefined, leftMillis: 0 }
    }),

    question: (organisation, id, asked) => read(organisation, id, asked),

    received: (organisation, id, token) =>
      sql`
        UPDATE fleet_questions SET received_by = ${token}
        WHERE org = ${organisation} AND id = ${id} AND answer IS NOT NULL AND received_by IS NULL`.pipe(
        Effect.asVoid,
        away("note that an answer was received")
      ),

    answer: Effect.fnUntraced(function* (organisation, id, answer, by) {
      yield* sql`
        UPDATE fleet_questions SET answer = ${answer}, answered_by = ${by}, answered_at = ${now}, is_default = 0
        WHERE org = ${organisation} AND id = ${id} AND answer IS NULL AND deadline > ${now}`.pipe(
        away("take an answer")
      )
      const state = yield* read(organisation, id)
      if (state?.answered !== undefined) return state.answered
      return yield* new Refused({
        reason: `There is no question ${id}. List the open ones with: hookline fleet questions`
      })
    }),

    questions: (organisation) =>
      sql<QuestionRow>`
        SELECT id, session, machine, asker, prompt, options, silence, asked_at, deadline FROM fleet_questions
        WHERE org = ${organisation} AND answer IS NULL AND deadline > ${now} ORDER BY deadline, id LIMIT ${mostOpen}`.pipe(
        Effect.map((rows) => rows.map(openOf)),
        away("read the open questions")
      )
  }
}
