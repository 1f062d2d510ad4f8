/** Checks of values from untyped programs: an unknown key is an error, because its intent would be ignored. */
import { strangeIn } from "@hookline/core/kit/discover/Suggestions"
import { isJson } from "@hookline/schema/Json"
import { kindOf } from "../options/kinds.ts"
import { HooklineError, type HooklineErrorCode } from "./HooklineError.ts"

/** Throws unless the value is an object with only these keys. `what` begins the sentence of the error. */
export const keysOf = (what: string, value: unknown, known: ReadonlyArray<string>, code: HooklineErrorCode): void => {
  if (!isJson(value)) throw new HooklineError(code, `${what}: it is ${kindOf(value)}, where an object belongs`)
  const strange = strangeIn(value, known)
  if (strange !== undefined) throw new HooklineError(code, `${what}: ${strange}`)
}

type Kind = "string" | "number" | "function" | "object"

/** Throws unless an option is absent or of one of these kinds. */
export const kindIs = (what: string, name: string, value: unknown, ...kinds: ReadonlyArray<Kind>): void => {
  const found = isJson(value) ? "object" : typeof value
  if (value === undefined || kinds.some((kind) => kind === found)) return
  const wanted = kinds.map((kind) => `${kind === "object" ? "an" : "a"} ${kind}`).join(" or ")
  throw new HooklineError("bad-option", `${what}: ${name} is ${kindOf(value)}, where ${wanted} belongs`)
}
