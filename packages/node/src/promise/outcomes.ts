/** The conversion of a handler's plain result to an outcome. */
import type { HandlerResult } from "@hookline/coordinator/HandlerResult"
import { isJson, isPlain } from "@hookline/schema/Json"
import type * as Change from "@hookline/schema/Change"
import type { Context, Notice } from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"
import { flag, type Kind, kind, kindOf, oneOf, text, wrongIn } from "../options/kinds.ts"
import { changedFields } from "@hookline/schema/kit/changedByJson"
import type { PlainMessage, PlainOutcome, PlainQuestion, PlainText } from "./PlainOutcome.ts"

const parts = ["verdict", "reason", "question", "input", "result", "prompt", "context", "notices", "halt"]
const words = ["pass", "allow", "ask", "defer", "deny"]
const strict = { allow: "Allow", defer: "Defer", deny: "Deny" } as const

/** Throws, which is a failure of the handler that the policy judges. */
const refuse = (why: string): never => {
  throw new TypeError(why)
}

const textIn = (what: string, value: unknown): string =>
  typeof value === "string" ? value : refuse(`it returned ${kindOf(value)} as ${what}, where a text belongs`)

type Kinds<Fields> = Readonly<Record<keyof Fields, Kind>>

/** Checks the keys of an object that a handler returned, and the kinds of their values. */
const only = (what: string, value: unknown, kinds: Readonly<Record<string, Kind>>): void => {
  if (!isJson(value)) return refuse(`it returned ${kindOf(value)} as ${what}, where an object belongs`)
  const wrong = wrongIn(value, kinds)
  return wrong === undefined ? undefined : refuse(`it returned what can't be understood as ${what}: ${wrong}`)
}

const ofQuestion: Kinds<PlainQuestion> = {
  text,
  options: kind("a list of texts", (value) => Array.isArray(value) && value.every((one) => typeof one === "string")),
  scope: kind("a text that is not empty", (value) => typeof value === "string" && value !== ""),
  timeout: kind("a number of more than 0 milliseconds", (value) => Number.isFinite(value) && Number(value) > 0),
  default: oneOf("allow", "deny")
}
const ofText: Kinds<PlainText> = { text, role: oneOf("system", "user", "assistant"), ephemeral: flag }
const ofMessage: Kinds<PlainMessage> = { text, level: oneOf("info", "warning", "error") }

/** The parts of an answer. Their kinds depend on each other, and are checked where they are converted. */
const ofAnswer = Object.fromEntries(parts.map((part): [string, Kind] => [part, () => undefined]))

const questionOf = (said: string | PlainQuestion): Verdict.Question => {
  if (typeof said === "string") return { by: "", prompt: said }
  only("its question", said, ofQuestion)
  const { default: fallback, options, scope, text, timeout } = said
  return {
    by: "",
    prompt: textIn("its question", text),
    ...(options !== undefined && { options }),
    ...(scope !== undefined && { scope }),
    ...(timeout !== undefined && { timeoutMillis: timeout }),
    ...(fallback !== undefined && { default: fallback })
  }
}

const verdictOf = ({ question, reason, verdict }: PlainOutcome, name: string): Verdict.Verdict | undefined => {
  if (verdict !== undefined && !words.includes(verdict)) {
    return refuse(`it returned "${verdict}" as its verdict: there are ${words.join(", ")}`)
  }
  if (question !== undefined && verdict !== "ask") return refuse(`it returned a question, and no verdict "ask"`)
  if (verdict === undefined || verdict === "pass") {
    return reason === undefined ? undefined : refuse("it returned a reason, and no verdict that it could be for")
  }
  const why = reason === undefined ? undefined : textIn("its reason", reason)
  if (verdict !== "ask") return Verdict.by(strict[verdict], { by: "", reason: why ?? `${name} returned ${verdict}` })
  const asked = questionOf(question ?? why ?? refuse(`it returned "ask", and neither a question nor a reason`))
  return Verdict.ask(asked, why ?? asked.prompt)
}

/** Converts texts, each a string or an object with options. */
const each = <One extends { readonly text: string }>(
  what: string,
  said: string | ReadonlyArray<string | One> | undefined,
  kinds: Kinds<One>
): ReadonlyArray<Partial<One> & { readonly text: string }> => {
  if (said === undefined) return []
  const all = typeof said === "string" ? [said] : said
  if (!Array.isArray(all)) return refuse(`it returned ${kindOf(said)} as its ${what}, where a text or a list belongs`)
  // The check above widens the list's type to that of any array.
  return (all as ReadonlyArray<string | One>).map((one) => {
    // A string has no options, so that all other fields are absent.
    if (typeof one === "string") return { text: one } as Partial<One> & { readonly text: string }
    only(`its ${what}`, one, kinds)
    textIn(`its ${what}`, one.text)
    return one
  })
}

const changesOf = ({ input, prompt, result }: PlainOutcome): ReadonlyArray<Change.Change> => {
  if (input !== undefined && !isJson(input)) {
    return refuse(`it returned ${kindOf(input)} as the input, where an object belongs`)
  }
  if (prompt !== undefined) textIn("the prompt", prompt)
  // Hooks behind it would check another value than the tool gets. A result is judged with the outcome, because the old one may
  // hold what this one leaves out.
  const why = changedFields("the input", input)
  if (why !== undefined) refuse(`it returned what can't be handed on: ${why}`)
  return Object.entries({ input, result, prompt }).flatMap(([target, value]) =>
    // The targets are the names of the three above.
    value === undefined ? [] : [{ by: "", target: target as Change.Target, mode: "replace" as const, value }]
  )
}

/** Checks for a foreign object, such as a returned error, a Map or a Response, which has no known key. */
const isOfOthers = (said: PlainOutcome): boolean =>
  !isPlain(said) && parts.every((part) => said[part as keyof PlainOutcome] === undefined)

/** Converts the returned value of a handler. Throws if it is invalid. */
export const saidBy = (name: string, returned: unknown): HandlerResult | undefined => {
  if (returned === undefined || returned === null) return undefined
  only("its answer", returned, ofAnswer)
  // Its keys are those of an outcome; their values are checked below.
  const said = returned as PlainOutcome
  if (isOfOthers(said)) return refuse("it returned an object of a class, without a key of an outcome")
  const verdict = verdictOf(said, name)
  const changes = changesOf(said)
  const context = each<PlainText>("context", said.context, ofText)
  const notices = each<PlainMessage>("notices", said.notices, ofMessage)
  return {
    ...(verdict !== undefined && { verdict }),
    ...(changes.length > 0 && { changes }),
    ...(context.length > 0 && {
      context: context.map(({ ephemeral = false, role = "system", text }): Context => ({
        by: "",
        text,
        role,
        ephemeral
      }))
    }),
    ...(notices.length > 0 && {
      notices: notices.map(({ level = "info", text }): Notice => ({ by: "", level, text }))
    }),
    ...(said.halt !== undefined && { halts: [{ by: "", reason: textIn("its halt", said.halt) }] })
  }
}
