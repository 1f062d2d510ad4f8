/**
 * A tool call in a hook's words, and what the hook changes in the host's.
 *
 * @since 0.1.0
 */
import type * as Change from "@hookline/schema/Change"
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { Dialect, HostTool } from "../Dialect.ts"
import * as ToolTable from "../match/ToolTable.ts"
import { isJson } from "@hookline/schema/Json"

/**
 * An event in the names of a hook.
 *
 * @category models
 * @since 0.1.0
 */
export interface LocalizedEvent {
  readonly event: HookEvent
  /** The host's own name of the tool, if it differs. */
  readonly hostTool?: HostTool
  /** A change that the hook made, in the host's words. */
  readonly toHost: (change: Change.Change) => Change.Change
}

const asIs = (change: Change.Change): Change.Change => change

/** The hook's own table the other way about, where its hooks know their vendor's names and not ours. */
const fromCanonical = ({ hooksUse, mcpSeparator, tools }: ToolTable.ToolTable, name: string): ToolTable.ToolTable => {
  const tool = hooksUse === "host" ? tools.find(({ canonical }) => canonical === name) : undefined
  if (tool === undefined) {
    const [, server, mcpTool] = hooksUse === "host" ? (/^mcp__(.+?)__(.+)$/.exec(name) ?? []) : []
    return mcpSeparator === undefined || server === undefined || mcpTool === undefined
      ? ToolTable.none
      : { tools: [{ host: name, canonical: ["mcp", server, mcpTool].join(mcpSeparator) }] }
  }
  const keys = Object.fromEntries(Object.entries(tool.keys ?? {}).map(([host, canonical]) => [canonical, host]))
  return { tools: [{ host: tool.canonical, canonical: tool.host, keys }] }
}

/**
 * Translates an event of one host for hooks of one dialect.
 *
 * @category mapping
 * @since 0.1.0
 */
export const localize = (host: Dialect, hook: Dialect, event: HookEvent): LocalizedEvent => {
  if (!("toolInput" in event) || (host === hook && hook.tools.hooksUse === "host")) return { event, toHost: asIs }
  const canonical = ToolTable.toCanonical(host.tools, event.toolName, event.toolInput)
  const own = ToolTable.toCanonical(fromCanonical(hook.tools, canonical.name), canonical.name, canonical.input)
  if (own.name === event.toolName && canonical.exchanged.length + own.exchanged.length === 0) {
    return { event, toHost: asIs }
  }
  const toHost = (change: Change.Change): Change.Change =>
    change.target === "input" && isJson(change.value)
      ? { ...change, value: ToolTable.toHost(canonical, ToolTable.toHost(own, change.value)) }
      : change
  return {
    event: { ...event, toolName: own.name, toolInput: own.input },
    hostTool: { name: event.toolName, input: event.toolInput },
    toHost
  }
}
