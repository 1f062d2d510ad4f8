// Damaged replies, read by two readers: the dialect's, and one that is slow and follows the contract's words one by one.
import type { Dialect } from "@hookline/core/Dialect"
import type { Hook } from "@hookline/schema/Hook"
import * as HookEvent from "@hookline/schema/HookEvent"
import { isField } from "@hookline/schema/HookReply"
import { isJson, type Json } from "@hookline/schema/Json"
import { isDeepStrictEqual } from "node:util"
import type { Chance } from "./mutate.ts"

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isReply = (value: unknown): boolean => isJson(value) && Object.keys(value).some(isField)

/** Above this length the slow reader would be too slow. */
const longest = 400

/** Looks at each text between two braces, for an object with a field of a reply. */
const hasReplyWithin = (text: string): boolean => {
  const opening = [...text.matchAll(/\{/g)].map(({ index }) => index)
  const ends = [...text.matchAll(/\}/g)].map(({ index }) => index + 1)
  return opening.some((from) => ends.some((to) => to > from && isReply(parsed(text.slice(from, to)))))
}

/**
 * Takes out whole objects that are no reply themselves, such as lines of a log. A reply inside of one is data of that line,
 * unless it denies, so that the contract leaves open what the text is.
 */
const withoutOthers = (text: string): string => {
  for (const { index: from } of text.matchAll(/\{/g)) {
    for (const { index } of text.slice(from).matchAll(/\}/g)) {
      const object = parsed(text.slice(from, from + index + 1))
      if (isJson(object)) {
        const rest = withoutOthers(text.slice(from + index + 1))
        return text.slice(0, from) + (isReply(object) ? text.slice(from, from + index + 1) : "") + rest
      }
    }
  }
  return text
}

/** Checks for a repeated key by a parse that sees all keys: `JSON.parse` shows each value to its reviver once. */
const hasRepeatedKey = (text: string, value: unknown): boolean => {
  const keysOf = (one: unknown): number =>
    Array.isArray(one)
      ? one.reduce((sum: number, item) => sum + keysOf(item), 0)
      : isJson(one)
        ? Object.values(one).reduce((sum: number, item) => sum + 1 + keysOf(item), 0)
        : 0
  const strings = text.match(/"(?:[^"\\]|\\.)*"\s*:?/gs) ?? []
  return strings.filter((string) => string.endsWith(":")).length > keysOf(value)
}

/** Checks whether the object that a text begins with has no end: no beginning of the text has as many braces of each kind. */
const isUnfinished = (text: string): boolean =>
  [...text.matchAll(/\}/g)].every(({ index }) => {
    const outside = text.slice(0, index + 1).replaceAll(/"(?:[^"\\]|\\.)*"/gs, "")
    return outside.includes('"') || outside.split("{").length !== outside.split("}").length
  })

/** Reads output by the contract: an object, a failure, or plain text. `unsure` leaves both of the latter open. */
const slowly = (text: string): { readonly tag: "object"; readonly object: Json } | "failure" | "text" | "unsure" => {
  const trimmed = text.trim()
  const whole = parsed(trimmed)
  // A function's value can't hold a number that JSON can write and not read.
  if (isJson(whole) && !isDeepStrictEqual(whole, parsed(JSON.stringify(whole)))) return "unsure"
  if (isJson(whole)) return hasRepeatedKey(trimmed, whole) ? "failure" : { tag: "object", object: whole }
  if (trimmed.startsWith("{") && trimmed.endsWith("}")) return "failure"
  if (trimmed.startsWith("{") && isUnfinished(trimmed)) return "failure"
  if (hasReplyWithin(trimmed)) return hasReplyWithin(withoutOthers(trimmed)) ? "failure" : "unsure"
  // A broken object with such a field may be either, and so may what is no ASCII text.
  const words = trimmed.match(/[A-Za-z]+/g) ?? []
  return words.some(isField) || /[^\t\n\r -~]|\\u/.test(trimmed) ? "unsure" : "text"
}

const event = HookEvent.cases.PreToolUse.make({ toolName: "Bash", toolInput: { command: "rm -rf /" } })

const show = (value: unknown): string => JSON.stringify(value)?.slice(0, 300) ?? "nothing"

/** Returns the difference between the two readers, if there is one. */
export const difference = (dialect: Dialect, hook: Hook, text: string): string | undefined => {
  if (text.length > longest) return undefined
  const slow = slowly(text)
  if (slow === "unsure") return undefined
  const fast = dialect.reply.read({ _tag: "Exit", code: 0, stdout: text, stderr: "" }, hook, event)
  if (slow === "failure") return fast.failure === undefined ? `it is no failure: ${show(fast.outcome)}` : undefined
  if (slow === "text") {
    return fast.failure === undefined && fast.outcome.verdict._tag === "Pass"
      ? undefined
      : `plain text is ${fast.outcome.verdict._tag}, ${show(fast.failure)}`
  }
  // A function that returns this object said the same.
  const returned = dialect.reply.read({ _tag: "Value", value: slow.object }, hook, event)
  return isDeepStrictEqual(fast.outcome, returned.outcome) && fast.failure?.message === returned.failure?.message
    ? undefined
    : `an object is ${show(fast)}, and its value ${show(returned)}`
}

const denials: ReadonlyArray<Json> = [
  { decision: "block", reason: "no" },
  { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: "no" } },
  { block: true, message: "no" },
  { permissionDecision: "deny" }
]

const escape = (text: string, { below }: Chance): string =>
  text.replaceAll(/(?<=[{,]\s*")[a-z]/g, (letter) =>
    below(2) === 0 ? `\\u00${letter.charCodeAt(0).toString(16)}` : letter
  )

/** Colors each token, as `jq -C` does. */
const colored = (text: string): string => text.replaceAll(/[{}:,]|"[^"]*"/g, (token) => `\u001B[1;39m${token}\u001B[0m`)

const inUtf16 = (text: string, isBig: boolean): string => {
  const bytes = Buffer.from(text, "utf16le")
  return (isBig ? bytes.swap16() : bytes).toString()
}

/** What is around a denial that is no part of it. None of these ends inside of a string. */
const before = ["checking\n", "\0", "\u001B[31m", "[12:00] ", "{x} ", "}", ",", "[", '{"level": "info"}\n', "\u0007 "]
const after = ["\ndone", "\0", "\u001B[0m", "}", ",", "]", "\n{}", '\n{"level": "info"}', "\u0007", " {"]

/** Ways in which a denial is damaged so that its words are still there: none of them may pass as if nothing was said. */
const damages: ReadonlyArray<(text: string, chance: Chance) => string> = [
  (text, { of }) => of(before) + text,
  (text, { of }) => text + of(after),
  (text, { of }) => of(before) + text + of(after),
  (text, chance) => `log ${escape(text, chance)}`,
  (text) => colored(text),
  (text, { below }) => inUtf16(`${below(2) === 0 ? "\uFEFF" : ""}${text}`, below(2) === 0),
  (text) => `${text.slice(0, -1)}, "decision": "approve"}`.replace("{", '{"decision": "block", '),
  (text) => `\uFEFF \n${text}`,
  (text) => `[${text}]`,
  (text) => JSON.stringify(text),
  (text) => JSON.stringify(JSON.stringify(text)),
  // As Python and Node print an object that nobody encoded.
  (text, { of }) => `${of(before)}${text.replaceAll('"', "'")}${of(after)}`,
  (text, { of }) => `${of(before)}${text.replaceAll(/"([A-Za-z]+)":/g, "$1: ")}`,
  (text) => text.slice(0, -1),
  (text, { below, of }) => `${of(before)}${text.slice(0, text.indexOf(":") + 1 + below(text.length))}`
]

/** Creates a damaged denial. */
export const damaged = (chance: Chance): string => {
  const text = JSON.stringify(chance.of(denials), undefined, chance.of([0, 2]))
  return chance.of(damages)(text, chance)
}

/** Returns a sentence if a damaged denial passes without a failure. */
export const lost = (dialect: Dialect, hook: Hook, text: string): string | undefined => {
  const { failure, outcome } = dialect.reply.read({ _tag: "Exit", code: 0, stdout: text, stderr: "" }, hook, event)
  return failure === undefined && outcome.verdict._tag !== "Deny"
    ? `a denial passes as ${outcome.verdict._tag}`
    : undefined
}
