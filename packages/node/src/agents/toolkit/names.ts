/** The toolkit's and the hooks' names for tools. */
import type { SessionFields } from "./SessionFields.ts"
import * as ToolTable from "@hookline/core/ToolTable"
import type { Options, ToolName } from "./Options.ts"
import { present } from "@hookline/schema/kit/present"
import { isJson, type Json } from "@hookline/schema/Json"

/** A call as the model made it and as hooks see it, with the way back for a changed input. */
export interface Called {
  readonly params: unknown
  readonly event: {
    readonly toolName: string
    readonly toolInput: Json
    readonly toolUseId?: string
    readonly host?: Json
  } & SessionFields
  readonly back: (input: Json) => unknown
}

const nameOf = (name: string | ToolName): ToolName => (typeof name === "string" ? { name } : name)

/** The key of an input that is no object, for hooks. */
const whole = "input"

export type See = (name: string, params: unknown, facts: SessionFields, id: string | undefined) => Called

export const see = (options: Options): See => {
  const { names = {}, server } = present(options)
  const table: ToolTable.ToolTable = {
    tools: Object.entries(names).map(([host, said]) => {
      const { keys = {}, name: canonical } = nameOf(said)
      return { host, canonical, keys }
    })
  }
  return (name, params, facts, id) => {
    const isObject = isJson(params)
    const input = isObject ? params : { [whole]: params }
    const seen = ToolTable.toCanonical(table, name, input)
    const toolName = seen.name === name && server !== undefined ? `mcp__${server}__${name}` : seen.name
    // Fields of a host's event that have no schema reach hooks unchanged.
    const host = toolName === name ? {} : { host: { host_tool_name: name, host_tool_input: input } }
    return {
      params,
      event: { ...facts, ...host, toolName, toolInput: seen.input, ...(id !== undefined && { toolUseId: id }) },
      back: (changed) => {
        const own = ToolTable.toHost(seen, changed)
        return isObject ? own : own[whole]
      }
    }
  }
}
