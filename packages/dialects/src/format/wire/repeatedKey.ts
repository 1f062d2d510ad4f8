// A key that an object of a payload has twice, also where a host sends a tool's input as a text of JSON. Guards judge its
// last value, and the host may run the first one.
import { isJson, type Json } from "@hookline/schema/Json"
import * as RepeatedKey from "@hookline/schema/kit/RepeatedKey"
import { callTable } from "./fields.ts"

/** The keys of inputs, and of the arguments of a tool that is called by way of another. */
const inputKeys: ReadonlyArray<string> = [
  ...callTable.fields.flatMap(({ field, names }) => (field === "toolInput" ? names : [])),
  "arguments"
]

/** Returns the values below a key of an input: of a payload, of the data in it, or of the input of another call. */
const inputsIn = (payload: Json): ReadonlyArray<unknown> =>
  [payload, payload["data"], payload["tool_input"]].flatMap((holder) =>
    isJson(holder) ? inputKeys.map((key) => holder[key]) : []
  )

const keyInText = (text: string): string | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return isJson(value) ? RepeatedKey.inText(text, value) : undefined
  } catch {
    // It is no input, or one that is refused when it is decoded.
    return undefined
  }
}

/** Returns the first key that an object of a payload has twice. `text` is the text of the payload. */
export const repeatedKey = (text: string, payload: Json): string | undefined => {
  const own = RepeatedKey.inText(text, payload)
  if (own !== undefined) return own
  for (const input of inputsIn(payload)) {
    const key = typeof input === "string" ? keyInText(input) : undefined
    if (key !== undefined) return key
  }
  return undefined
}
