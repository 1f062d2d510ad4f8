/**
 * A tool call in a hook's words, and what the hook changes in the host's.
 *
 * @since 0.1.0
 */
import type * as Change from "@hookline/schema/Change"
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { Dialect, HostTool } from "./Dialect.ts"
import * as ToolTable from "./ToolTable.ts"
import { isJson } from "@hookline/schema/Json"

/**
 * An event as a hook is told it.
 *
 * @category models
 * @since 0.1.0
 */
export interface Told {
  readonly event: HookEvent
  /** How the host calls the tool, where that is something else. */
  readonly hostTool?: HostTool
  /** A change that the hook made, in the host's words. */
  readonly back: (change: Change.Change) => Change.Change
}

const asIs = (change: Change.Change): Change.Change => change

/** The hook's own table the other way about, where its hooks know their vendor's names and not ours. */
const fromOurs = ({ hooksSay, mcpSeparator, tools }: ToolTable.ToolTable, name: string): ToolTable.ToolTable => {
  const tool = hooksSay === "theirs" ? tools.find(({ ours }) => ours === name) : undefined
  if (tool === undefined) {
    const [, server, mcpTool] = hooksSay === "theirs" ? (/^mcp__(.+?)__(.+)$/.exec(name) ?? []) : []
    return mcpSeparator === undefined || server === undefined || mcpTool === undefined
      ? ToolTable.none
      : { tools: [{ theirs: name, ours: ["mcp", server, mcpTool].join(mcpSeparator) }] }
  }
  const keys = Object.fromEntries(Object.entries(tool.keys ?? {}).map(([theirs, ours]) => [ours, theirs]))
  return { tools: [{ theirs: tool.ours, ours: tool.theirs, keys }] }
}

/**
 * Tells an event of one host to hooks of one dialect.
 *
 * @category mapping
 * @since 0.1.0
 */
export const tell = (host: Dialect, hook: Dialect, event: HookEvent): Told => {
  if (!("toolInput" in event) || (host === hook && hook.tools.hooksSay === "theirs")) return { event, back: asIs }
  const ours = ToolTable.see(host.tools, event.toolName, event.toolInput)
  const theirs = ToolTable.see(fromOurs(hook.tools, ours.name), ours.name, ours.input)
  if (theirs.name === event.toolName && ours.exchanged.length + theirs.exchanged.length === 0) {
    return { event, back: asIs }
  }
  const back = (change: Change.Change): Change.Change =>
    change.target === "input" && isJson(change.value)
      ? { ...change, value: ToolTable.back(ours, ToolTable.back(theirs, change.value)) }
      : change
  return {
    event: { ...event, toolName: theirs.name, toolInput: theirs.input },
    hostTool: { name: event.toolName, input: event.toolInput },
    back
  }
}
