/** Questions to a person: asked in turn, and what they came to. */
import type { Settling, SettlePorts } from "../../internal/SettlePorts.ts"
import { sentence } from "@hookline/core/PipelineError"
import { applyTo } from "@hookline/core/kit/translate/changes"
import type { HookEvent } from "@hookline/schema/HookEvent"
import type * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Approval from "../Approval.ts"
import type * as Audit from "../../audit/Audit.ts"
import { boundedHere } from "@hookline/core/kit/execute/bounded"
import { ofState, told } from "../../internal/SettlePorts.ts"

type Found = (typeof Audit.Entry.cases.Approval.Type)["found"]

/** How a question was answered; `why` it was not granted, for the agent. */
interface Ruling {
  readonly answer: string
  readonly granted: boolean
  readonly found: Found
  readonly why: string
  readonly forAlways: boolean
}

/** A ruling, with the problems of the state that would remember it. */
type Ruled = readonly [ruling: Ruling, problems: ReadonlyArray<Outcome.Notice>]

/** A request shows the input that would run: the one that the hooks have left. */
const requestOf = (event: HookEvent, question: Verdict.Question): Approval.Request => {
  const { by, default: silence = "deny", options = [], prompt, timeoutMillis } = question
  return {
    by,
    prompt,
    options: options.length === 0 ? Approval.options : options,
    event,
    timeoutMillis: timeoutMillis ?? Approval.defaultTimeoutMillis,
    default: silence
  }
}

/** By hook and prompt: the same question of another hook is another question. */
const markOf = ({ by, prompt }: Verdict.Question): string => `approved ${JSON.stringify([by, prompt])}`

const remembered: Ruling = { answer: "Allow always", granted: true, found: "remembered", why: "", forAlways: false }

const late = ({ default: silence, timeoutMillis }: Approval.Request): Ruling => ({
  answer: silence,
  granted: silence === "allow",
  found: "timeout",
  why: `nobody answered within ${timeoutMillis / 1000} s`,
  forAlways: false
})

const refused = (why: string, found: Found): Ruling => ({
  answer: "deny",
  granted: false,
  found,
  why,
  forAlways: false
})

const ruling = (
  request: Approval.Request,
  exit: Exit.Exit<Approval.Answer, Approval.Unanswered> | undefined
): Ruling => {
  if (exit === undefined) return late(request)
  if (exit._tag === "Failure") {
    return Cause.hasInterruptsOnly(exit.cause)
      ? refused("the dialog was interrupted", "interrupted")
      : refused(sentence(Cause.squash(exit.cause)), "asked")
  }
  const { answer, found } = exit.value
  // It is typed, and still comes from somebody else's code.
  if (typeof answer !== "string") return refused("the answer was none", "asked")
  const granted = Approval.isGrant(answer)
  const why =
    answer.trim().toLowerCase() === "deny" ? "it was denied" : `the answer was "${answer}", which grants nothing`
  // What was never offered for always is granted once.
  const forAlways = Approval.isForAlways(answer) && request.options.some(Approval.isForAlways)
  return { answer, granted, found, why, forAlways }
}

/**
 * Asks one question. It may have been granted for always while it waited for a dialog. Where the state breaks, the
 * approver is asked, and a grant is not remembered.
 */
const ask = (
  parts: SettlePorts,
  matter: Settling,
  event: HookEvent,
  question: Verdict.Question
): Effect.Effect<Ruled> => {
  const request = requestOf(event, question)
  const { approval, dialog, state } = parts
  const asked = Effect.suspend(() => approval.ask(request))
  const all = Effect.gen(function* (): Effect.fn.Return<Ruled> {
    const [isKnown, unread] = yield* ofState(() => state.has(matter.session, markOf(question)), false)
    if (isKnown) return [remembered, unread]
    const ruled = ruling(request, yield* boundedHere(asked, request.timeoutMillis))
    if (!ruled.forAlways) return [ruled, unread]
    const [, unmarked] = yield* ofState(() => state.mark(matter.session, markOf(question)), false)
    return [ruled, [...unread, ...unmarked]]
  })
  return dialog.withPermits(1)(all)
}

const record = ({ audit }: SettlePorts, { name, session }: Settling, { by, prompt }: Verdict.Question, ruled: Ruling) =>
  audit.record({
    _tag: "Approval",
    by,
    event: name,
    prompt,
    answer: ruled.answer,
    granted: ruled.granted,
    found: ruled.found,
    ...(session.session !== undefined && { session: session.session })
  })

/** A person's yes answers what a host would ask its person; elsewhere it only is no longer in the way. */
const granted = (
  { event }: Settling,
  { reasons }: Extract<Verdict.Verdict, { readonly _tag: "Ask" }>
): Verdict.Verdict => (event._tag === "PermissionRequest" ? { _tag: "Allow", reasons } : Verdict.pass)

/** The outcome with an `Ask` answered: all questions in turn, up to the first that is not granted. */
export const settleApproval = Effect.fnUntraced(function* (
  parts: SettlePorts,
  matter: Settling,
  outcome: Outcome.Outcome
): Effect.fn.Return<Outcome.Outcome> {
  const { halts, verdict } = outcome
  if (verdict._tag !== "Ask") return outcome
  const [halt] = halts
  // The action does not happen in any case: nobody is troubled.
  if (halt !== undefined)
    return { ...outcome, verdict: { _tag: "Deny", reasons: [{ by: halt.by, text: halt.reason }] } }
  const notices: Array<Outcome.Notice> = []
  const event = applyTo(matter.event, outcome.changes)
  // Whoever wants somebody asked without saying what has asked all the same.
  const questions =
    verdict.questions.length > 0
      ? verdict.questions
      : [{ by: verdict.reasons[0]?.by ?? "a hook", prompt: verdict.reasons[0]?.text ?? "Allow this operation?" }]
  for (const question of questions) {
    const [ruled, problems] = yield* ask(parts, matter, event, question)
    notices.push(...problems, ...(yield* told("audit", () => record(parts, matter, question, ruled))))
    if (ruled.granted) continue
    const { by, prompt } = question
    const text = `${ruled.why}: ${prompt}`
    return { ...outcome, verdict: Verdict.deny({ by, reason: text }), notices: [...outcome.notices, ...notices] }
  }
  return { ...outcome, verdict: granted(matter, verdict), notices: [...outcome.notices, ...notices] }
})
