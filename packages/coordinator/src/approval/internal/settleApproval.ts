/** Questions to the approver: asked in turn within a session, and their results. */
import type { Settling, SettlePorts } from "../../internal/SettlePorts.ts"
import * as HookEvent from "@hookline/schema/HookEvent"
import * as SessionMark from "@hookline/schema/kit/SessionMark"
import type * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"
import * as Effect from "effect/Effect"
import * as Approval from "../Approval.ts"
import { type Asked, askInTime } from "../askInTime.ts"
import type * as Audit from "../../audit/Audit.ts"
import { ofState, told } from "../../internal/SettlePorts.ts"
import { hashOf } from "./jsonText.ts"

type Found = (typeof Audit.Entry.cases.Approval.Type)["found"]

/** The answer to a question. `why` is the reason of a refusal, for the agent. */
interface Ruling {
  readonly answer: string
  readonly granted: boolean
  readonly found: Found
  readonly why: string
  readonly forAlways: boolean
}

/** A ruling, with the problems of the state that would remember it. */
type Ruled = readonly [ruling: Ruling, problems: ReadonlyArray<Outcome.Notice>]

/** Fields with the circumstances of an event, rather than with the action. */
const circumstances = new Set([
  "sessionId",
  "transcriptPath",
  "cwd",
  "timestamp",
  "permissionMode",
  "promptId",
  "scratchpadDir",
  "effort",
  "agentId",
  "agentType",
  "host"
])

/** Returns what a permanent grant covers: a tool with its input, or else all that an event is about. */
const coveredBy = ({ event, input, tool }: Approval.Request): unknown =>
  tool === undefined ? Object.entries(event).filter(([name]) => !circumstances.has(name)) : { tool, input }

/**
 * Returns the mark of a permanent grant, which covers this hook, event and prompt, and this tool and input; or the scope
 * that the hook names instead of its prompt and the input, for this tool. It is a hash, because inputs are long. An input that
 * is no JSON has none, because it could be taken for another one: it is asked about each time.
 */
const markOf = (request: Approval.Request): string | undefined => {
  const { by, event, prompt, scope, tool } = request
  const about = scope === undefined ? { prompt, covered: coveredBy(request) } : { scope, tool }
  const hash = hashOf([by, HookEvent.nameOf(event), about])
  return hash === undefined ? undefined : SessionMark.encode({ _tag: "Approved", hash })
}

const remembered: Ruling = { answer: "Allow always", granted: true, found: "remembered", why: "", forAlways: false }

const late = ({ default: silence }: Approval.Request, why: string): Ruling => ({
  answer: silence,
  granted: silence === "allow",
  found: "timeout",
  why,
  forAlways: false
})

const refused = (why: string, found: Found): Ruling => ({
  answer: "deny",
  granted: false,
  found,
  why,
  forAlways: false
})

const ruling = (request: Approval.Request, asked: Asked): Ruling => {
  if (asked._tag === "Late") return late(request, asked.why)
  if (asked._tag === "Unanswered") return refused(asked.why, asked.isInterrupted ? "interrupted" : "asked")
  const { answer, found } = asked
  const granted = Approval.isGrant(answer)
  const why =
    answer.trim().toLowerCase() === "deny" ? "it was denied" : `the answer was "${answer}", which grants nothing`
  // What was never offered for always is granted once.
  const forAlways = Approval.isForAlways(answer) && request.options.some(Approval.isForAlways)
  return { answer, granted, found, why, forAlways }
}

/**
 * Asks one question, in the turn of its session. A question before it may have been granted permanently meanwhile. Where
 * the state breaks, the approver is asked, and a grant is not remembered.
 */
const ask = (
  { approval, dialogs, state }: SettlePorts,
  { event, session }: Settling,
  question: Verdict.Question,
  changes: Outcome.Outcome["changes"]
): Effect.Effect<Ruled> =>
  dialogs.inTurn(
    session.session,
    Effect.gen(function* (): Effect.fn.Return<Ruled> {
      const request = yield* Approval.request(question, event, changes)
      const mark = markOf(request)
      const [isKnown, unread] =
        mark === undefined ? ([false, []] as const) : yield* ofState(() => state.has(session, mark), false)
      if (isKnown) return [remembered, unread]
      const ruled = ruling(request, yield* askInTime(approval.ask, request))
      if (!ruled.forAlways || mark === undefined) return [ruled, unread]
      const [, unmarked] = yield* ofState(() => state.mark(session, mark), false)
      return [ruled, [...unread, ...unmarked]]
    })
  )

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
  // The action does not happen in any case, so that no approver is asked.
  if (halt !== undefined)
    return { ...outcome, verdict: { _tag: "Deny", reasons: [{ by: halt.by, text: halt.reason }] } }
  const notices: Array<Outcome.Notice> = []
  // An `Ask` without a question is still one.
  const questions =
    verdict.questions.length > 0
      ? verdict.questions
      : [{ by: verdict.reasons[0]?.by ?? "a hook", prompt: verdict.reasons[0]?.text ?? "Allow this operation?" }]
  for (const question of questions) {
    const [ruled, problems] = yield* ask(parts, matter, question, outcome.changes)
    notices.push(...problems, ...(yield* told("audit", () => record(parts, matter, question, ruled))))
    if (ruled.granted) continue
    const { by, prompt } = question
    const text = `${ruled.why}: ${prompt}`
    return { ...outcome, verdict: Verdict.deny({ by, reason: text }), notices: [...outcome.notices, ...notices] }
  }
  return { ...outcome, verdict: granted(matter, verdict), notices: [...outcome.notices, ...notices] }
})
