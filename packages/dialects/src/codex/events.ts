// Reads Codex's payloads: flat and in snake_case. A patch is one call there, and one event for each of its files here,
// because hooks guard files by Write and Edit.
import type { EventWire } from "@hookline/core/Dialect"
import type { HookEvent } from "@hookline/schema/HookEvent"
import { isJson, type Json } from "@hookline/schema/Json"
import * as Result from "effect/Result"
import { firedEvents } from "../firedEvents.ts"
import { flat } from "../format/wire/flat.ts"
import { fileCalls } from "./fileCalls.ts"
import { codexHost } from "./host.ts"
import { codexOwnEvents } from "./hostRuns.ts"
import { patchOf, writingTools } from "./writePatch.ts"
import { patchesIn } from "./shellPatches.ts"

/** Codex's tool for files. */
export const patchTool = "apply_patch"

const wire = flat({ dialect: "codex" })

/** Returns one event for each file of a patch. Each has the patch as the host's own input. */
const partsOf = (
  event: Extract<HookEvent, { readonly toolInput: Json }>,
  patch: string,
  cwd = event.cwd
): ReadonlyArray<HookEvent> => {
  const { host, toolInput, toolName } = event
  const told = { ...(isJson(host) ? host : {}), host_tool_name: toolName, host_tool_input: toolInput }
  return fileCalls(patch, cwd).map((call) => ({ ...event, ...call, host: told }))
}

/** Checks whether an event is a part of a call, with the host's own tool beside it. */
export const isPart = ({ host }: HookEvent): boolean => isJson(host) && typeof host["host_tool_name"] === "string"

const textOf = ({ command, input, patch }: Json): string =>
  [command, input, patch].find((value) => typeof value === "string") ?? ""

/** Returns the events of a call: those of a patch's files, or the call itself and the files that its command patches. */
const eventsOf = (event: HookEvent): ReadonlyArray<HookEvent> => {
  const { _tag: tag } = event
  if (tag !== "PreToolUse" && tag !== "PermissionRequest" && tag !== "PostToolUse") return [event]
  const text = textOf(event.toolInput)
  if (event.toolName === patchTool) {
    const parts = partsOf(event, text)
    return parts.length === 0 ? [event] : parts
  }
  // After a command, nothing shows whether it patched.
  if (event.toolName !== "Bash" || tag === "PostToolUse") return [event]
  const patches = patchesIn(text, event.cwd)
  return [event, ...patches.flatMap(({ folders, patch }) => folders.flatMap((cwd) => partsOf(event, patch, cwd)))]
}

/** Returns the fields that hooks of Codex know in another form: a patch for a file, and a text for a command's result. */
const ownFields = (event: HookEvent): Json => {
  if (!("toolInput" in event)) return {}
  const { toolInput, toolName } = event
  const patch = patchOf(toolName, toolInput)
  const response = event._tag === "PostToolUse" ? event.toolResponse : undefined
  const output = toolName === "Bash" && isJson(response) ? response["stdout"] : undefined
  return {
    ...(patch !== undefined && {
      ...(!isPart(event) && { host_tool_name: toolName, host_tool_input: toolInput }),
      tool_name: patchTool,
      tool_input: { command: patch }
    }),
    ...(typeof output === "string" && { tool_response: output })
  }
}

export const codexEvents: EventWire = {
  ...wire,
  encodeForHook: (event, tool) => ({ ...wire.encodeForHook(event, tool), ...ownFields(event) }),
  read: (payload) =>
    Result.map(wire.read(payload), (decoded) => ({ ...decoded, events: decoded.events.flatMap(eventsOf) })),
  ownEvents: codexOwnEvents,
  fires: firedEvents(codexHost),
  endless: true
}

/**
 * Returns further names of an event's tool. Codex itself runs hooks on Write and on Edit for every patch, so that guards of
 * these see a deletion, and a patch that names no file.
 */
export const codexAlsoNamed = (event: HookEvent): ReadonlyArray<string> => {
  if (!("toolName" in event)) return []
  if (event.toolName === patchTool) return ["Write", "Edit", "MultiEdit"]
  if (!isPart(event)) return []
  if (event.toolName === "Delete") return [patchTool, "Write", "Edit", "MultiEdit"]
  return event.toolName === "Edit" ? [patchTool, "MultiEdit"] : [patchTool]
}

/** Returns the names by which matchers of Codex's own files refer to a tool that changes files. */
export const codexAlsoMatches = (event: HookEvent): ReadonlyArray<string> =>
  "toolName" in event && writingTools.has(event.toolName) ? [patchTool, "Write", "Edit"] : []
