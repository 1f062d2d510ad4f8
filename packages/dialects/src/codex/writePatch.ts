/** A call that changes a file, as hooks of Codex know it: a patch of `apply_patch`, and back. */
import { isJson, type Json } from "@hookline/schema/Json"
import { fileCalls } from "./fileCalls.ts"

/** The tools that change files, and what their hooks may call them in Codex. */
export const writingTools: ReadonlySet<string> = new Set(["Write", "Edit", "MultiEdit", "NotebookEdit", "Delete"])

const text = (value: unknown): string => (typeof value === "string" ? value : "")

const marked = (mark: string, lines: string): ReadonlyArray<string> =>
  lines === "" ? [] : lines.split("\n").map((line) => mark + line)

/** Returns the lines of a new file. The last one has an end, as all lines of a patch have. */
const added = (content: string): ReadonlyArray<string> => marked("+", content.replace(/\n$/, ""))

const chunk = (before: string, after: string): ReadonlyArray<string> => [
  "@@",
  ...marked("-", before),
  ...marked("+", after)
]

const chunksOf = ({ edits, new_source: source, new_string: after, old_string: before }: Json): ReadonlyArray<string> =>
  Array.isArray(edits)
    ? edits.flatMap((each: unknown) => (isJson(each) ? chunk(text(each["old_string"]), text(each["new_string"])) : []))
    : chunk(text(before), text(after ?? source))

const headed = (kind: string, file: string, lines: ReadonlyArray<string>): string =>
  ["*** Begin Patch", `*** ${kind} File: ${file}`, ...lines, "*** End Patch", ""].join("\n")

/** Returns the patch of a call, or `undefined` for a call without a file. */
export const patchOf = (toolName: string, input: Json): string | undefined => {
  const file = input["file_path"] ?? input["notebook_path"]
  if (!writingTools.has(toolName) || typeof file !== "string" || file.includes("\n")) return undefined
  if (toolName === "Delete") return headed("Delete", file, [])
  return toolName === "Write"
    ? headed("Add", file, added(text(input["content"])))
    : headed("Update", file, chunksOf(input))
}

/** Returns the input that a changed patch means for the same tool, or `undefined` if it means another call. */
export const inputOf = (
  patch: string,
  { toolInput, toolName }: ToolCall,
  cwd: string | undefined
): Json | undefined => {
  const [call, ...others] = fileCalls(patch, cwd)
  return call?.toolName === toolName && others.length === 0 ? { ...toolInput, ...call.toolInput } : undefined
}

interface ToolCall {
  readonly toolName: string
  readonly toolInput: Json
}
