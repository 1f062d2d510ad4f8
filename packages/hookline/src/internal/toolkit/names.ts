/** A toolkit's names for tools, and those that hooks know. */
import type { Facts } from "./Facts.ts"
import * as ToolTable from "@hookline/core/ToolTable"
import type { Options, ToolName } from "./Options.ts"
import { isJson, type Json } from "@hookline/schema/Json"

/** A call as the model made it and as hooks are told it, and the way back of an input that they change. */
export interface Called {
  readonly params: unknown
  readonly event: {
    readonly toolName: string
    readonly toolInput: Json
    readonly toolUseId?: string
    readonly host?: Json
  } & Facts
  readonly back: (input: Json) => unknown
}

const nameOf = (name: string | ToolName): ToolName => (typeof name === "string" ? { name } : name)

/** Where a tool's input is no object, this is the key under which hooks see it. */
const whole = "input"

export type See = (name: string, params: unknown, facts: Facts, id: string | undefined) => Called

export const see = ({ names = {}, server }: Options): See => {
  const table: ToolTable.ToolTable = {
    tools: Object.entries(names).map(([theirs, said]) => {
      const { keys = {}, name: ours } = nameOf(said)
      return { theirs, ours, keys }
    })
  }
  return (name, params, facts, id) => {
    const isObject = isJson(params)
    const input = isObject ? params : { [whole]: params }
    const seen = ToolTable.see(table, name, input)
    const toolName = seen.name === name && server !== undefined ? `mcp__${server}__${name}` : seen.name
    // What is not modelled of a host's event reaches hooks as it is.
    const host = toolName === name ? {} : { host: { host_tool_name: name, host_tool_input: input } }
    return {
      params,
      event: { ...facts, ...host, toolName, toolInput: seen.input, ...(id !== undefined && { toolUseId: id }) },
      back: (changed) => {
        const theirs = ToolTable.back(seen, changed)
        return isObject ? theirs : theirs[whole]
      }
    }
  }
}
