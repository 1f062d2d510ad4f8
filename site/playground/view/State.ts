/** The question as a part of the address, so that it can be shared. What is behind a `#` is never sent anywhere. */
import type { Question } from "../engine/Question.ts"

/** Addresses that are longer are cut by programs that pass them on. */
const maximum = 16_000

const through = async (bytes: Uint8Array<ArrayBuffer>, transform: GenericTransformStream): Promise<Uint8Array> =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(transform)).arrayBuffer())

/** Encodes a question. Returns `undefined` if it is too long for an address. */
export const encode = async (question: Question): Promise<string | undefined> => {
  if (question.text.length > 40 * maximum) return undefined
  const bytes = new TextEncoder().encode(JSON.stringify(question))
  const packed = await through(bytes, new CompressionStream("deflate-raw"))
  if (packed.length > maximum) return undefined
  const text = btoa(Array.from(packed, (byte) => String.fromCodePoint(byte)).join(""))
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")
}

const texts = ["path", "text", "host", "event", "tool", "input", "usual"] as const

const isQuestion = (value: unknown): value is Question =>
  typeof value === "object" &&
  value !== null &&
  // Each is compared with its type.
  texts.every((key) => typeof (value as Readonly<Record<string, unknown>>)[key] === "string") &&
  "replies" in value &&
  typeof value.replies === "object" &&
  value.replies !== null

/** Decodes a question. Returns `undefined` if the text is none. */
export const decode = async (text: string): Promise<Question | undefined> => {
  try {
    const packed = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.codePointAt(0) ?? 0)
    const value: unknown = JSON.parse(
      new TextDecoder().decode(await through(packed, new DecompressionStream("deflate-raw")))
    )
    return isQuestion(value) ? value : undefined
  } catch {
    // An address that was cut has no question, and the page begins with a sample.
    return undefined
  }
}
