/** The hooks of its own files that Cursor runs, by its documents. */
import type { Kind } from "@hookline/schema/Handler"
import type { DiagnosticCode } from "@hookline/schema/DiagnosticCode"
import type { Hook } from "@hookline/schema/Hook"
import type { EntryType } from "@hookline/schema/kit/HookEntry"

export const cursorTypes: ReadonlyArray<EntryType> = ["command", "prompt"]

export const cursorKinds: ReadonlyArray<Kind> = ["Command", "Prompt"]

/** It knows no arguments beside a command, without which it is another hook. */
export const cursorRuns = ({ handler }: Hook): boolean =>
  cursorKinds.includes(handler._tag) && !(handler._tag === "Command" && handler.args !== undefined)

/** One of these costs all hooks of the file. */
export const cursorRefuses: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  "json-comments",
  "hooks-is-list",
  "hooks-not-object",
  "event-not-list",
  "file-refused"
])
