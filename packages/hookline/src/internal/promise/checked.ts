/** What programs without types say: a key that nobody knows is refused, since what was meant by it would be lost. */
import { nearest } from "@hookline/core/Nearest"
import { isJson } from "@hookline/schema/Json"
import { HooklineError, type HooklineErrorCode } from "./HooklineError.ts"

/** A value as people call its kind. */
export const kindOf = (value: unknown): string => {
  if (value === null || value === undefined) return String(value)
  if (Array.isArray(value)) return "an array"
  return typeof value === "object" ? "an object" : `a ${typeof value}`
}

/** Whether no class has made it, here or in another realm. */
export const isPlain = (value: object): boolean => {
  const maker: unknown = Object.getPrototypeOf(value)
  return maker === null || Object.getPrototypeOf(maker) === null
}

/** The first key of an object that is not among these, in a sentence. */
export const strangeIn = (value: object, known: ReadonlyArray<string>): string | undefined => {
  const strange = Object.keys(value).find((key) => !known.includes(key))
  if (strange === undefined) return undefined
  const meant = nearest(strange, known)
  return `"${strange}" is not known${meant === undefined ? `: there are ${known.join(", ")}` : `; is ${meant} meant?`}`
}

/** Makes sure that it is an object of these keys, and of no others. `what` begins the sentence that says otherwise. */
export const keysOf = (what: string, value: unknown, known: ReadonlyArray<string>, code: HooklineErrorCode): void => {
  if (!isJson(value)) throw new HooklineError(code, `${what}: it is ${kindOf(value)}, where an object belongs`)
  const strange = strangeIn(value, known)
  if (strange !== undefined) throw new HooklineError(code, `${what}: ${strange}`)
}

type Kind = "string" | "number" | "function" | "object"

/** Makes sure that an option is of one of these kinds, where it is there. */
export const kindIs = (what: string, name: string, value: unknown, ...kinds: ReadonlyArray<Kind>): void => {
  const found = isJson(value) ? "object" : typeof value
  if (value === undefined || kinds.some((kind) => kind === found)) return
  const wanted = kinds.map((kind) => `${kind === "object" ? "an" : "a"} ${kind}`).join(" or ")
  throw new HooklineError("bad-option", `${what}: ${name} is ${kindOf(value)}, where ${wanted} belongs`)
}
