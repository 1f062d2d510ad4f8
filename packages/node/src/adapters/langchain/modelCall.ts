/** The check of names before a call of the model, which is the first to know the agent's tools. */
import { checkNames } from "../../agents/toolkit/checkedNames.ts"
import type { Middleware, Options } from "./types.ts"

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null

/** Returns the name of a tool: its own, or that of a function's definition. Tools of a provider may have none. */
const nameOf = (tool: unknown): ReadonlyArray<string> => {
  if (!isFields(tool)) return []
  const definition = tool["function"]
  const name = tool["name"] ?? (isFields(definition) ? definition["name"] : undefined)
  return typeof name === "string" ? [name] : []
}

/** Creates the function that throws before a call of the model if a name is nearly that of one of its tools. */
export const checking = (options: Options): Pick<Middleware<unknown>, "wrapModelCall"> => {
  if (options.names === undefined) return {}
  let checked: unknown
  return {
    wrapModelCall: (request, handler) => {
      const { tools = [] } = request
      if (tools !== checked) checkNames(options, Object.fromEntries(tools.flatMap(nameOf).map((name) => [name, true])))
      checked = tools
      // The handler is given the request that came for it.
      return handler(request as never)
    }
  }
}
