/** Models opencode 1.18.33: what it does after a plugin has changed its objects, or has thrown an error. */
import { afterTool, beforeTool, onPrompt } from "@hookline/dialects/kit/opencode/plugin/effects"
import { type Reply, replyOf } from "@hookline/dialects/kit/opencode/plugin/reply"
import { type HookEvent, nameOf } from "@hookline/schema/HookEvent"
import { isJson, type Json } from "@hookline/schema/Json"
import type { HostReading, Printed } from "./HostReading.ts"

/** A plugin's hooks by their names. What they return counts for nothing. */
export type Plugin = Readonly<Record<string, (input: Json, output: Record<string, unknown>) => unknown>>

/** A turn in which the model calls a tool once, and answers. */
export interface Turn {
  /** The words that the tool wrote. */
  readonly ran: ReadonlyArray<string>
  /** The result of the call, as the model has it. */
  readonly told?: unknown
  /** The number of requests to the model. */
  readonly requests: number
  readonly exit: 0 | 1
  /** The texts of the prompt, if the model was asked. */
  readonly prompt: ReadonlyArray<unknown>
}

/** A call of the shell's tool, or of a tool of a server. */
export interface Called {
  readonly tool: string
  readonly args: Json
  /** True if the result is a list of parts. */
  readonly isServers?: true
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Calls the hooks of all plugins, one after the other. An error ends that, and what they are for. */
const trigger = async (
  plugins: ReadonlyArray<Plugin>,
  name: string,
  input: Json,
  output: Record<string, unknown>
): Promise<{ readonly error?: string }> => {
  try {
    for (const plugin of plugins) await plugin[name]?.(input, output)
    return {}
  } catch (error) {
    return { error: wordsOf(error) }
  }
}

/** Runs a tool, whose input is checked after the hooks. */
const runTool = (
  { isServers, tool }: Called,
  args: Json
): { ran: ReadonlyArray<string>; output?: Json; error?: string } => {
  if (isServers === true) return { ran: [], output: { content: [{ type: "text", text: "hi x" }] } }
  const { command } = args
  if (typeof command !== "string") return { ran: [], error: `The ${tool} tool was called with invalid arguments` }
  const ran = [...command.matchAll(/echo (\w+)/g)].map(([, word = ""]) => word)
  return { ran, output: { title: command, output: "(no output)", metadata: { exit: 0 } } }
}

const callTool = async (plugins: ReadonlyArray<Plugin>, called: Called) => {
  const input = { tool: called.tool, sessionID: "ses_1", callID: "call_1" }
  // The object that the tool gets is the first one, whatever takes its place beside it.
  const args = { ...called.args }
  const before = await trigger(plugins, "tool.execute.before", input, { args })
  if (before.error !== undefined) return { ran: [], told: before.error }
  const { error, output, ran } = runTool(called, args)
  // A tool that failed has no event.
  if (error !== undefined || output === undefined) return { ran, told: error }
  const result = { ...output }
  const after = await trigger(plugins, "tool.execute.after", { ...input, args }, result)
  if (after.error !== undefined) return { ran, told: after.error }
  return { ran, told: called.isServers === true ? result["content"] : result["output"] }
}

/** Plays a turn. */
export const play = async (plugins: ReadonlyArray<Plugin>, called?: Called): Promise<Turn> => {
  const parts: Array<unknown> = [{ id: "prt_100000000000", type: "text", text: "please go" }]
  const message = { id: "msg_1", sessionID: "ses_1", role: "user" }
  const { error } = await trigger(plugins, "chat.message", { sessionID: "ses_1" }, { message, parts })
  // The reason is not shown.
  if (error !== undefined) return { ran: [], requests: 0, exit: 1, prompt: [] }
  const prompt = parts.map((part) => (isJson(part) ? part["text"] : undefined))
  if (called === undefined) return { ran: [], requests: 1, exit: 0, prompt }
  return { ...(await callTool(plugins, called)), requests: 2, exit: 0, prompt }
}

/** Returns the error that a part of our plugin throws. */
const thrownBy = (action: () => void): HostReading | undefined => {
  try {
    action()
    return undefined
  } catch (error) {
    return { verdict: "Deny", reason: wordsOf(error) }
  }
}

const sent = "as it was"

const readResult = (reply: Reply): HostReading => {
  const output = { title: "", output: sent, metadata: {} }
  afterTool(output, reply)
  const end = reply.context === undefined ? "" : `\n\n${reply.context}`
  const hasContext = end !== "" && output.output.endsWith(end)
  const result = hasContext ? output.output.slice(0, -end.length) : output.output
  return {
    ...(hasContext && { context: reply.context ?? "" }),
    ...(result !== sent && { result })
  }
}

/** Reads an answer at a prompt. One that does not begin because its session stops is no denial of it. */
const readPrompt = (event: HookEvent, reply: Reply): HostReading => {
  const parts: Array<unknown> = [{ id: "prt_100000000000", type: "text", text: sent }]
  const denied = thrownBy(() => onPrompt({ message: { id: "msg_1", sessionID: "ses_1" }, parts }, reply))
  if (denied !== undefined) return event._tag === "SessionStart" ? {} : denied
  const added = parts.slice(1).map((part) => (isJson(part) ? part["text"] : undefined))
  const [context] = added
  return typeof context === "string" ? { context } : {}
}

const readCall = (toolInput: Json, reply: Reply): HostReading => {
  const args = Object.fromEntries(Object.entries(toolInput))
  return thrownBy(() => beforeTool(args, reply)) ?? (reply.input === undefined ? {} : { input: args })
}

const effectOf = (event: HookEvent, reply: Reply): HostReading => {
  switch (event._tag) {
    case "PreToolUse":
      return readCall(event.toolInput, reply)
    case "PermissionRequest":
      if (reply.deny !== undefined) return { verdict: "Deny", reason: reply.deny }
      return reply.allow === true ? { verdict: "Allow" } : {}
    case "UserPromptSubmit":
    case "SessionStart":
      return readPrompt(event, reply)
    case "PostToolUse":
      return readResult(reply)
    case "Stop":
      return reply.deny === undefined ? {} : { verdict: "Deny", reason: reply.deny }
    default:
      return {}
  }
}

/** The events on which the plugin stops the agent: by an error that ends the prompt, by the client, or by doing nothing. */
const halting: ReadonlySet<string> = new Set([
  "SessionStart",
  "UserPromptSubmit",
  "PreToolUse",
  "PostToolUse",
  "PostToolUseFailure",
  "Stop"
])

/** Returns the effect of an answer: our plugin's own parts apply it to objects like opencode's. */
export const reads = (printed: Printed, event: HookEvent): HostReading => {
  const reply = replyOf(printed, nameOf(event), "open")
  const stops = halting.has(event._tag) && reply.stop !== undefined ? { stops: reply.stop } : {}
  return { ...effectOf(event, reply), ...stops, ...(reply.message !== undefined && { message: reply.message }) }
}
