/** The entries of Cursor's hook files in the words of the shared schemas, and back. */
import type { Hook } from "@hookline/schema/Hook"
import { isJson, type Json } from "@hookline/schema/Json"
import * as Struct from "effect/Struct"
import type { Rules } from "../format/config/rules.ts"
import { surrounded } from "../format/config/surroundings.ts"
import { lookup } from "../format/lookup.ts"

/** An event about one tool: a matcher for it, and the tool that a matcher in the file may name. */
interface OneTool {
  readonly matcher: string
  /** Absent if matchers below the event are about something else. */
  readonly tool?: string
}

const oneTool: Readonly<Record<string, OneTool>> = {
  beforeShellExecution: { matcher: "^Shell$" },
  afterShellExecution: { matcher: "^Shell$" },
  beforeMCPExecution: { matcher: "^mcp__" },
  afterMCPExecution: { matcher: "^mcp__" },
  beforeReadFile: { matcher: "^Read$", tool: "Read" },
  afterFileEdit: { matcher: "^(?:Edit|MultiEdit|Write|NotebookEdit)$", tool: "Write" }
}

/** Returns the name of the event below which a hook of Cursor's files is written. */
export const cursorHookName = ({ source }: Pick<Hook, "source">): string | undefined => {
  const [top, name] = source.at
  return source.dialect === "cursor" && top === "hooks" && typeof name === "string" ? name : undefined
}

const isForAll = (matcher: unknown): boolean => matcher === undefined || matcher === "" || matcher === "*"

const isFor = (matcher: string, tool: string): boolean => {
  try {
    return new RegExp(matcher).test(tool)
  } catch {
    return false
  }
}

/** Returns the entry with its type, and with the shared name of a policy for failures, of two words the stricter one. */
const withPolicy = ({ failClosed, ...entry }: Json): Json => ({
  ...(typeof entry["command"] === "string" && { type: "command" }),
  ...entry,
  ...(failClosed === true && { onFailure: "closed" })
})

/** Converts an entry to the words of the shared schemas. Cursor runs hooks of the user in its own folder. */
export const cursorEntry: NonNullable<Rules["inOurWords"]> = (written, name, { folder, scope }) => {
  const entry = withPolicy(written)
  const { command, matcher } = entry
  const said =
    scope === "user" && typeof command === "string"
      ? { ...entry, command: surrounded(command, folder, undefined) ?? command }
      : entry
  const about = lookup(oneTool, name)
  if (about === undefined) return { entry: said }
  const isSaid = isForAll(matcher) || (about.tool !== undefined && isFor(String(matcher), about.tool))
  if (isSaid) return { entry: said, matcher: about.matcher }
  return {
    lost: {
      code: "field-foreign",
      text: `Below ${name} a matcher is not about the names of tools, and Hookline does not know it: the hook does not run in other agents.`,
      fix: "Leave the matcher out, and let the script decide."
    }
  }
}

/** Converts an encoded entry to Cursor's words. */
export const inCursorWords = (listed: Json, hook: Hook): Json => {
  const { matcher, onFailure, ...entry } = Struct.omit(listed, ["failClosed"])
  const { written } = hook
  const name = cursorHookName(hook)
  const isOwn = name !== undefined && isJson(written)
  const own = isOwn && lookup(oneTool, name) !== undefined ? written["matcher"] : matcher
  return {
    ...(own !== undefined && { matcher: own }),
    ...entry,
    // The folder in which Cursor runs it is no part of the file.
    ...(isOwn && written["command"] !== undefined && { command: written["command"] }),
    ...(onFailure === "closed" ? { failClosed: true } : onFailure !== undefined && { onFailure })
  }
}
