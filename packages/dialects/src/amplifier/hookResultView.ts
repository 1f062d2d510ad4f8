/** Outcomes as HookResults. */
import * as Capabilities from "@hookline/schema/Capabilities"
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { Notice, Outcome } from "@hookline/schema/Outcome"
import type * as Verdict from "@hookline/schema/Verdict"
import * as data from "./replyData.ts"
import { HookResult } from "./HookResult.ts"
import { isJson } from "@hookline/schema/Json"
import { isWrapped } from "../format/wire/writeEvent.ts"
import * as encodeAnswer from "../format/reply/encodeAnswer.ts"

/** Returns the parts of an answer that a payload names in `ignores`, because its host does nothing with them. */
const ignoredIn = ({ host }: HookEvent): ReadonlySet<unknown> => {
  const ignored = isJson(host) && isWrapped(host) ? host["ignores"] : undefined
  return new Set(Array.isArray(ignored) ? ignored : [])
}

/**
 * Returns what an Amplifier host can be answered: an `Allow` only where a permission is asked for, no `Defer`, no halt but as
 * a denial, nothing that only another host can do, and nothing that its payload names as ignored.
 */
export const amplifierSupports = (event: HookEvent): Capabilities.Capabilities => {
  const carries = Capabilities.of(event)
  const ignored = ignoredIn(event)
  const allows = event._tag === "PermissionRequest"
  const verdicts = carries.verdicts.filter((tag) => tag === "Ask" || tag === "Deny" || (tag === "Allow" && allows))
  return {
    ...carries,
    verdicts: ignored.has("verdict") ? [] : verdicts,
    ...(ignored.has("change") && { changes: [] }),
    ...(ignored.has("context") && { context: false }),
    halts: false,
    effects: []
  }
}

const supports = (event: HookEvent, meant: Outcome): Capabilities.Capabilities => {
  const carries = amplifierSupports(event)
  return data.isLawful(event, meant) ? carries : { ...carries, changes: [] }
}

const levels = ["info", "warning", "error"] as const

const highest = (notices: ReadonlyArray<Notice>): Notice["level"] =>
  levels.findLast((level) => notices.some((notice) => notice.level === level)) ?? "info"

/** The one value that all have, or nothing. */
const common = <A>(values: ReadonlyArray<A>): A | undefined =>
  values.every((value) => value === values[0]) ? values[0] : undefined

/** The longest input that a question shows whole. */
const longestInput = 4096

/** Matches an answer that Amplifier's command caches by the question's text. */
const forAlways = /\balways\b/i

/**
 * Returns the question with its tool and input. Amplifier's command caches "Allow always" by the text of the question, so
 * that a hook's constant text would grant every tool and input. A question that can't show the input whole therefore does
 * not offer "Allow always".
 */
const withInput = (prompt: string | undefined, offered: ReadonlyArray<string> | null, event: HookEvent) => {
  if (!("toolInput" in event)) return { approvalPrompt: prompt ?? null, approvalOptions: offered }
  const input = JSON.stringify(event.toolInput)
  const isWhole = input.length <= longestInput
  const shown = isWhole ? input : `${input.slice(0, longestInput)} … (${input.length} characters)`
  return {
    approvalPrompt: [...(prompt === undefined ? [] : [prompt]), `${event.toolName} ${shown}`].join("\n\n"),
    approvalOptions: isWhole || offered === null ? offered : offered.filter((option) => !forAlways.test(option))
  }
}

/** One dialog for all questions: the first who would wait no longer ends it, and it allows by default if all would. */
const approval = (verdict: Verdict.Verdict, event: HookEvent): Partial<HookResult> => {
  // It has no action of its own: the host goes on, with a decision for the approval that it asks for.
  if (verdict._tag === "Allow") return { approvalDefault: "allow" }
  if (verdict._tag !== "Ask") return {}
  const { questions } = verdict
  const [first] = questions
  const limits = questions.flatMap(({ timeoutMillis = Number.NaN }) =>
    timeoutMillis >= 0 && timeoutMillis < Infinity ? [timeoutMillis / 1000] : []
  )
  return {
    ...withInput(
      encodeAnswer.joined(
        questions.map(({ prompt }) => prompt),
        "\n\n"
      ) ?? encodeAnswer.reasons(verdict),
      questions.length === 1 ? (first?.options ?? null) : null,
      event
    ),
    ...(limits.length === 0 ? {} : { approvalTimeout: Math.min(...limits) }),
    approvalDefault:
      questions.length > 0 && questions.every((question) => question.default === "allow") ? "allow" : "deny"
  }
}

const actionOf = ({ context, verdict }: Outcome, changed: unknown): HookResult["action"] => {
  if (verdict._tag === "Deny") return "deny"
  if (verdict._tag === "Ask") return "ask_user"
  if (context.length > 0) return "inject_context"
  return changed === null ? "continue" : "modify"
}

/** Parts of the result that the action hides from a host, which reads no others than the action's own. */
const hidden = (said: Outcome, action: HookResult["action"]): ReadonlyArray<Notice> => {
  const tell = (by: string, what: string): Notice => ({
    by,
    level: "warning",
    text: `${by} ${what}, which a host passes over where the action is ${action}`
  })
  const context = action === "deny" || action === "ask_user" ? said.context : []
  const changes = action === "ask_user" || action === "inject_context" ? said.changes : []
  return [
    ...(action === "ask_user" ? said.notices : []),
    ...context.map(({ by, text }) => tell(by, `has a text for the model (${text})`)),
    ...changes.map(({ by, target }) => tell(by, `changed the ${target}`))
  ]
}

/** A HookResult, and the parts that it can't express. */
export interface View {
  readonly result: HookResult
  readonly unsupported: ReadonlyArray<Notice>
}

/** An outcome as Amplifier sees it: by the strictest action, and with every field that there is something for. */
export const view = (outcome: Outcome, event: HookEvent): View => {
  const host = { title: "Amplifier", supports: (meant: Outcome) => supports(event, meant) }
  const { dropped, outcome: said } = encodeAnswer.divide(outcome, event, host)
  const changed = data.changedData(event, said)
  const action = actionOf(said, changed)
  const unsupported = [...dropped, ...said.effects.map(encodeAnswer.unsupportedEffect), ...hidden(said, action)]
  const notices = encodeAnswer.notices(said, unsupported)
  return {
    unsupported,
    result: HookResult.make({
      action,
      data: changed,
      reason: action === "deny" ? encodeAnswer.denial(said.verdict) : (encodeAnswer.reasons(said.verdict) ?? null),
      contextInjection: encodeAnswer.context(said) ?? null,
      contextInjectionRole: common(said.context.map(({ role }) => role)) ?? "system",
      // What one of them would have kept is kept.
      ephemeral: said.context.length > 0 && said.context.every(({ ephemeral }) => ephemeral),
      ...approval(said.verdict, event),
      suppressOutput: said.quiet.length > 0,
      userMessage: encodeAnswer.messages(said, unsupported) ?? null,
      userMessageLevel: highest(notices),
      userMessageSource: common(notices.map(({ by }) => by)) ?? null
    })
  }
}

/** An outcome as a HookResult. */
export const fromOutcome = (outcome: Outcome, event: HookEvent): HookResult => view(outcome, event).result
