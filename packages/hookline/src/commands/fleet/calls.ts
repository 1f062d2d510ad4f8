/** `hookline fleet status`, `questions` and `answer`: calls to the gate. */
import * as Approval from "@hookline/coordinator/Approval"
import type { OpenQuestion } from "@hookline/fleet/Protocol"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { sentence } from "../../output/sentence.ts"
import { unreadable } from "../../output/standardOutput.ts"
import { print } from "../context.ts"
import { Problem } from "../Problem.ts"
import { userOnly } from "../userOnly.ts"
import type { AnswerFlags, QuestionsFlags, StatusFlags } from "./command.ts"
import { callProblem, gateOf, withGate } from "./connection.ts"
import { momentOf, showTable } from "./show.ts"

export const status = Effect.fnUntraced(function* (flags: StatusFlags) {
  const gate = yield* gateOf(flags)
  const found = yield* withGate(gate, (calls) => Effect.mapError(calls.status, callProblem))
  const { auditRecords, database, name, now, openQuestions, organisation, policyVersion, role, sessions } = found
  yield* print(flags.json, { ...found, version: 1, url: gate.url, hookline: found.version }, showTable, {
    head: ["what", "state"],
    rows: [
      ["gate", `${gate.url}, Hookline ${found.version}`],
      ["caller", `${name}, ${role} of ${organisation}`],
      ["database", `${database}, its time ${momentOf(now)}`],
      ["sessions", String(sessions)],
      ["open questions", String(openQuestions)],
      ["policy", policyVersion === 0 ? "none" : `version ${policyVersion}`],
      ["audit records", String(auditRecords)]
    ],
    empty: ""
  })
})

const printQuestions = (flags: QuestionsFlags, questions: ReadonlyArray<OpenQuestion>): Effect.Effect<void> =>
  print(flags.json, { version: 1, questions }, showTable, {
    head: ["id", "machine", "hook", "question", "answers", "until"],
    rows: questions.map(({ by, deadline, default: silence, id, machine, options, prompt }) => [
      id,
      machine,
      by,
      prompt,
      options.join(", "),
      `${momentOf(deadline)}, then ${silence}`
    ]),
    empty: "No question waits for an answer."
  })

export const questions = Effect.fnUntraced(function* (flags: QuestionsFlags) {
  const gate = yield* gateOf(flags)
  yield* withGate(gate, (calls) => {
    const all = flags.follow ? calls.questions : Stream.take(calls.questions, 1)
    const shown = Stream.runForEach(all, (open) => printQuestions(flags, open)).pipe(
      Effect.mapError((error) => (error instanceof Problem ? error : callProblem(error)))
    )
    return flags.follow ? Effect.raceFirst(shown, unreadable) : shown
  })
})

/** Returns the question that an id or its beginning names. One that is no longer open may still have an answer. */
const meant = (open: ReadonlyArray<OpenQuestion>, id: string): Effect.Effect<OpenQuestion | undefined, Problem> => {
  const exact = open.find((question) => question.id === id)
  if (exact !== undefined) return Effect.succeed(exact)
  const [first, other] = open.filter((question) => question.id.startsWith(id))
  return other === undefined
    ? Effect.succeed(first)
    : Effect.fail(new Problem({ message: `several questions begin with ${id}: give more of the id` }))
}

/** Returns the answer in the words of the question. `allow` is a grant for once, where there is a choice. */
const answerIn = ({ options }: OpenQuestion, said: string): string | undefined => {
  const word = said.trim().toLowerCase()
  const exact = options.find((option) => option.toLowerCase() === word)
  if (exact !== undefined) return exact
  if (word === "deny") return options.find((option) => !Approval.isGrant(option)) ?? "Deny"
  if (word === "allow") {
    const grants = options.filter(Approval.isGrant)
    return (
      grants.find((option) => !Approval.isForAlways(option)) ??
      grants[0] ??
      (options.length === 0 ? "Allow" : undefined)
    )
  }
  return options.length === 0 ? said : undefined
}

export const answer = Effect.fnUntraced(function* (flags: AnswerFlags) {
  yield* userOnly("fleet answer")
  const gate = yield* gateOf(flags)
  const { answered, given, id } = yield* withGate(
    gate,
    Effect.fnUntraced(function* (calls) {
      const [open = []] = yield* Effect.mapError(Stream.runCollect(Stream.take(calls.questions, 1)), callProblem)
      const question = yield* meant(open, flags.id)
      const words = question === undefined ? flags.answer : answerIn(question, flags.answer)
      if (words === undefined) {
        return yield* new Problem({
          message: `${flags.answer} is no answer to this question. Its answers: ${question?.options.join(", ") ?? ""}`
        })
      }
      const of = question?.id ?? flags.id
      return { answered: yield* Effect.mapError(calls.answer(of, words), callProblem), given: words, id: of }
    })
  )
  const counts = answered.answer === given
  const who = answered.isDefault ? "its deadline had passed" : `${answered.by} had answered before`
  yield* print(
    flags.json,
    { version: 1, id, given, ...answered },
    sentence,
    counts ? `Answered: ${answered.answer}.` : `The answer ${answered.answer} counts: ${who}.`
  )
})
