/**
 * What a judge said: a yes or a no, read from whatever a model answers. Only what is said outright counts.
 *
 * @since 0.1.0
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { type Found, objectsIn } from "./internal/objects.ts"
import { type Read, readObject } from "./internal/readObject.ts"

/**
 * Schema for a judgement, as a judge is asked to write it.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Judgement = Schema.Struct({
  ok: Schema.Boolean.annotate({ description: "Whether the event may go on" }),
  reason: Schema.optionalKey(Schema.String.annotate({ description: "Why, told to the agent" })),
  impossible: Schema.optionalKey(Schema.Boolean.annotate({ description: "Beside a no: that more is not possible" }))
}).annotate({ identifier: "Judgement" })

/** @since 0.1.0 */
export type Judgement = typeof Judgement.Type

/**
 * A judgement as text.
 *
 * @category formatting
 * @since 0.1.0
 */
export const render = (judgement: Judgement): string => JSON.stringify(judgement)

/**
 * Whether a judgement lets something through that another one would not.
 *
 * @category guards
 * @since 0.1.0
 */
export const grants = ({ impossible, ok }: Judgement): boolean => ok || impossible === true

/** No verdict needs more, and looking for one takes time. */
const longest = 64 * 1024

const words: Readonly<Record<string, boolean>> = { yes: true, true: true, no: false, false: false }

/** What a model thinks aloud is not its answer. One that closes its thoughts twice may have quoted somebody. */
const withoutThoughts = (text: string): string | undefined => {
  if (!text.startsWith("<think>")) return text
  const [, ...rest] = text.split("</think>")
  return rest.length === 1 ? rest[0]?.trim() : undefined
}

/** The inside of a fence, where that is the whole text. */
const unfenced = (text: string): string => {
  const [, fence, inside] = /^(`{3,}|~{3,})[^\n`]*\n([\s\S]*?)\n?\1$/.exec(text) ?? []
  return fence === undefined || inside === undefined || inside.includes(fence) ? text : inside.trim()
}

/** A yes or no that stands alone. Marks around it change nothing. */
const bare = (text: string): boolean | undefined => {
  if (text.length > 20) return undefined
  const word = text.replaceAll(/^[\s"'`*_]+|[\s"'`*_.!]+$/g, "").toLowerCase()
  return Object.hasOwn(words, word) ? words[word] : undefined
}

/** Something that sets out to be a verdict, and is no JSON. */
const brokenVerdict = /\{[^{}]*?\b(?:ok|decision)\b["']?\s*:/i

/** A text without what quoting changes about it. */
const squeezed = (text: string): string => text.replaceAll(/[\s\\"'`]+/g, "")

const isQuoted = (found: Found, data: ReadonlyArray<string>): boolean => {
  const said = squeezed(found.text)
  return data.some((text) => squeezed(text).includes(said))
}

const agree = (one: Judgement, other: Judgement): boolean =>
  one.ok === other.ok && (one.impossible === true) === (other.impossible === true)

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
  if (first === undefined) return Result.fail(issue ?? "it holds no verdict")
  if (!verdicts.every(({ said }) => agree(said, first.said))) return Result.fail("it holds verdicts that disagree")
  const { said } = verdicts.find(({ said }) => said.reason !== undefined) ?? first
  if (!grants(said)) return Result.succeed(said)
  // A no stands once it is said. What lets something through must be beyond doubt.
  if (issue !== undefined) return Result.fail(issue)
  if (brokenVerdict.test(objects.rest)) return Result.fail("it holds a second verdict, which is no valid JSON")
  if (objects.rest.split("\n").some((line) => bare(line) === false)) {
    return Result.fail("it holds verdicts that disagree")
  }
  const isWhole = first.found.text === text
  if (!isWhole && verdicts.some(({ found }) => isQuoted(found, data))) {
    return Result.fail("its verdict stands word for word in what it judges, and may be a quotation")
  }
  return Result.succeed(said)
}

/**
 * Reads a model's answer: `{ok, reason?, impossible?}` or `{decision, reason?}`, whole, in a fence or amid prose; or a
 * bare yes, no, true or false. All else is a failure that says why. `data` is what was judged.
 *
 * **Details**
 *
 * A yes counts only where nothing else in the text could be a verdict. Amid prose it does not count either where `data`
 * holds the very same words: the model may have quoted them.
 *
 * @category parsing
 * @since 0.1.0
 */
export const parse = (answer: string, data: ReadonlyArray<string> = []): Result.Result<Judgement, string> => {
  if (answer.length > longest) return Result.fail("it is longer than any verdict")
  // `trim` takes a byte-order mark for space.
  const text = withoutThoughts(answer.trim())
  if (text === undefined) return Result.fail("it can't be told where its thoughts end")
  const inside = unfenced(text)
  if (inside === "") return Result.fail("it is empty")
  const ok = bare(inside)
  return ok === undefined ? inObjects(inside, data) : Result.succeed({ ok })
}
