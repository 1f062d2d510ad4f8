/** The parts of an answer that Codex 0.169.0 acts on, by event. An answer with anything else is no answer there. */
import * as Capabilities from "@hookline/schema/Capabilities"
import type { HookEvent } from "@hookline/schema/HookEvent"
import { isJson } from "@hookline/schema/Json"
import type { Outcome } from "@hookline/schema/Outcome"
import * as encodeAnswer from "../format/reply/encodeAnswer.ts"
import { isPart, patchTool } from "./events.ts"
import { hostCapabilities } from "../format/reply/hostCapabilities.ts"

/** Returns the capabilities of Codex. */
export const codexSupports = hostCapabilities({
  SessionStart: { context: true, halts: true },
  UserPromptSubmit: { verdicts: ["Deny"], context: true, halts: true },
  PreToolUse: { verdicts: ["Deny"], changes: "input", context: true },
  PermissionRequest: { verdicts: ["Allow", "Deny"] },
  PostToolUse: { changes: "result", context: true },
  SubagentStart: { context: true },
  PreCompact: { verdicts: ["Deny"] },
  Stop: { verdicts: ["Deny"], halts: true },
  SubagentStop: { verdicts: ["Deny"], halts: true }
})

/** The depth to which an input may be nested: Codex reads no JSON that is deeper than 127. */
const deepest = 100

/** Checks whether Codex can read a value. It refuses an answer that is nested deeply, or has halves of characters. */
const isReadable = (value: unknown, depth = deepest): boolean => {
  if (typeof value === "string") return value.isWellFormed()
  if (typeof value !== "object" || value === null) return true
  return depth > 0 && Object.entries(value).every(([key, one]) => key.isWellFormed() && isReadable(one, depth - 1))
}

/** Tools of which Codex takes over nothing but a text. */
const commands: ReadonlySet<string> = new Set(["Bash", patchTool])

/** Checks whether Codex takes over an input: the whole one, and of a command or a patch its text. */
const isInput = ({ toolName }: { readonly toolName: string }, value: unknown): boolean =>
  isJson(value) && isReadable(value) && (!commands.has(toolName) || typeof value["command"] === "string")

const hasInput = ({ changes }: Outcome): boolean => changes.some(({ target }) => target === "input")

/** Returns the capabilities of Codex for an outcome. An input of one file can't be put back into the patch. */
export const codexSupportsOf = (event: HookEvent, meant: Outcome): Capabilities.Capabilities => {
  const carries = codexSupports(event)
  if (event._tag === "PermissionRequest") {
    // It would allow the input that the agent sent.
    return hasInput(meant) ? { ...carries, verdicts: ["Deny"] } : carries
  }
  if (event._tag !== "PreToolUse") return carries
  const input = encodeAnswer.changed(meant, "input", event.toolInput)
  const isMade = !isPart(event) && (input === undefined || isInput(event, input.value))
  return isMade ? carries : encodeAnswer.without(carries, "input")
}
