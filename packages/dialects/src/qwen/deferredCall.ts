/**
 * The tool through which Qwen Code's model calls tools whose declarations it was not given: `tool_call`, with the tool's
 * name and its arguments. Guards must see the tool itself.
 */
import * as ExactJson from "@hookline/schema/kit/ExactJson"
import { isJson, type Json } from "@hookline/schema/Json"
import * as Result from "effect/Result"

/** A call of a tool by way of another. */
export interface DeferredCall {
  readonly name: string
  readonly input: Json
  /** Returns the whole input with a changed one in place of the tool's. */
  readonly around: (input: unknown) => unknown
}

const objectIn = (text: string): Json | undefined => {
  const value = Result.getOrUndefined(Result.try((): unknown => ExactJson.parse(text)))
  return isJson(value) ? value : undefined
}

/** Returns the call within a payload's call, or `undefined` if it has none. */
export const deferredCall = (payload: unknown): DeferredCall | undefined => {
  if (!isJson(payload)) return undefined
  const { tool_input: whole, tool_name: tool } = payload
  if (tool !== "tool_call" || !isJson(whole)) return undefined
  const { arguments: given, name } = whole
  if (typeof name !== "string" || name === "") return undefined
  if (typeof given === "string") {
    const input = objectIn(given)
    // Arguments that can't be read are shown as they are: the name alone must start the tool's guards.
    return input === undefined
      ? { name, input: whole, around: (changed) => changed }
      : { name, input, around: (changed) => ({ ...whole, arguments: JSON.stringify(changed) }) }
  }
  return { name, input: isJson(given) ? given : {}, around: (changed) => ({ ...whole, arguments: changed }) }
}
