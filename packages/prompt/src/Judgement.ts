/**
 * The judgement of a model: a yes or a no, parsed from any answer. Only an explicit verdict counts.
 *
 * @since 0.1.0
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { type Found, objectsIn } from "./internal/objects.ts"
import { type Read, readObject } from "./internal/readObject.ts"
import { refusalIn } from "./internal/refusal.ts"

/**
 * Schema for a judgement, as a judge is asked to write it.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Judgement = Schema.Struct({
  ok: Schema.Boolean.annotate({ description: "Whether the event may go on" }),
  reason: Schema.optionalKey(Schema.String.annotate({ description: "The reason, which the agent reads" })),
  impossible: Schema.optionalKey(Schema.Boolean.annotate({ description: "Beside a no: that more is not possible" }))
}).annotate({ identifier: "Judgement" })

/** @since 0.1.0 */
export type Judgement = typeof Judgement.Type

/**
 * Formats a judgement as JSON.
 *
 * @category formatting
 * @since 0.1.0
 */
export const render = (judgement: Judgement): string => JSON.stringify(judgement)

/**
 * Checks whether a judgement lets pass what a plain no would stop.
 *
 * @category guards
 * @since 0.1.0
 */
export const grants = ({ impossible, ok }: Judgement): boolean => ok || impossible === true

/** The maximum length that is parsed, because parsing takes time. Real verdicts are shorter. */
const longest = 64 * 1024

const words: Readonly<Record<string, boolean>> = { yes: true, true: true, no: false, false: false }

/**
 * Removes the model's reasoning, which is not its answer. Returns `undefined` if it is closed twice, because one end
 * may be a quotation.
 */
const withoutThoughts = (text: string): string | undefined => {
  if (!text.startsWith("<think>")) return text
  const [, ...rest] = text.split("</think>")
  return rest.length === 1 ? rest[0]?.trim() : undefined
}

/** Returns the content of a fence that is the whole text. */
const unfenced = (text: string): string => {
  const [, fence, inside] = /^(`{3,}|~{3,})[^\n`]*\n([\s\S]*?)\n?\1$/.exec(text) ?? []
  return fence === undefined || inside === undefined || inside.includes(fence) ? text : inside.trim()
}

/** Parses a bare yes or no, with or without punctuation. */
const bare = (text: string): boolean | undefined => {
  if (text.length > 20) return undefined
  const word = text.replaceAll(/^[\s"'`*_]+|[\s"'`*_.!]+$/g, "").toLowerCase()
  return Object.hasOwn(words, word) ? words[word] : undefined
}

/** Matches the beginning of a verdict that is no valid JSON. */
const brokenVerdict = /\{[^{}]*?\b(?:ok|decision)\b["']?\s*:/i

/** Matches a verdict that is no valid JSON and no clear denial. */
const brokenGrant = /\{[^{}]*?\b(?:ok|decision)\b["']?\s*:(?!\s*["']?[fdb])/i

/** Removes white space, backslashes and quotes, in which a quotation may differ. */
const squeezed = (text: string): string => text.replaceAll(/[\s\\"'`]+/g, "")

const isQuoted = (found: Found, data: ReadonlyArray<string>): boolean => {
  const said = squeezed(found.text)
  return data.some((text) => squeezed(text).includes(said))
}

const agree = (one: Judgement, other: Judgement): boolean =>
  one.ok === other.ok && (one.impossible === true) === (other.impossible === true)

/** Checks whether a line beside an object is a no. */
const isRefusal = (line: string): boolean => bare(line) === false || refusalIn(line) !== undefined

const inObjects = (text: string, data: ReadonlyArray<string>): Read => {
  const objects = objectsIn(text)
  if (objects === undefined) return Result.fail("it has too many braces that open nothing")
  const reads = objects.found.flatMap((found) => {
    const read = readObject(found)
    return read === undefined ? [] : [{ found, read }]
  })
  const issue = reads.flatMap(({ read }) => (Result.isFailure(read) ? [read.failure] : []))[0]
  const verdicts = reads.flatMap(({ found, read }) => (Result.isSuccess(read) ? [{ found, said: read.success }] : []))
  const [first] = verdicts
  const refusal = refusalIn(text)
  if (first === undefined) {
    if (issue === undefined && refusal?.isSure === true && !brokenGrant.test(objects.rest)) {
      return Result.succeed({ ok: false, ...(refusal.reason !== "" && { reason: refusal.reason }) })
    }
    return Result.fail(issue ?? (refusal === undefined ? "it holds no verdict" : "its no could be read as a yes"))
  }
  if (!verdicts.every(({ said }) => agree(said, first.said))) return Result.fail("it holds verdicts that disagree")
  const { said } = verdicts.find(({ said }) => said.reason !== undefined) ?? first
  if (!grants(said)) return Result.succeed(said)
  // A no always counts. A yes must be beyond doubt.
  if (issue !== undefined) return Result.fail(issue)
  if (brokenVerdict.test(objects.rest)) return Result.fail("it holds a second verdict, which is no valid JSON")
  if (refusal !== undefined || objects.rest.split("\n").some(isRefusal)) {
    return Result.fail("it holds verdicts that disagree")
  }
  const isWhole = first.found.text === text
  if (!isWhole && verdicts.some(({ found }) => isQuoted(found, data))) {
    return Result.fail("its verdict is word for word in what it judges, and may be a quotation")
  }
  return Result.succeed(said)
}

/**
 * Parses a model's answer: `{ok, reason?, impossible?}` or `{decision, reason?}`, as the whole text, in a fence or
 * within prose; or a bare yes, no, true or false. A no, false, deny or block that is the first word, with a mark behind it,
 * denies too, with the rest as its reason. Any other answer fails with a reason. `data` is the judged text.
 *
 * **Details**
 *
 * A yes only counts if no other part of the text could be a verdict. Within prose, a yes does not count if `data`
 * contains the same words, because the model may have quoted them. A no in words does not count if the rest could be
 * read as a yes ("No, this is fine."), which is no verdict.
 *
 * @category parsing
 * @since 0.1.0
 */
export const parse = (answer: string, data: ReadonlyArray<string> = []): Result.Result<Judgement, string> => {
  if (answer.length > longest) return Result.fail("it is longer than any verdict")
  // `trim` treats a byte-order mark as white space.
  const text = withoutThoughts(answer.trim())
  if (text === undefined) return Result.fail("the end of its thoughts is not marked")
  const inside = unfenced(text)
  if (inside === "") return Result.fail("it is empty")
  const ok = bare(inside)
  return ok === undefined ? inObjects(inside, data) : Result.succeed({ ok })
}
