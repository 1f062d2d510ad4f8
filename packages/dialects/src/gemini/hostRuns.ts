/** The hooks of its own files that Gemini CLI runs. */
import type { Kind } from "@hookline/schema/Handler"
import type { Hook } from "@hookline/schema/Hook"
import { isJson } from "@hookline/schema/Json"
import type { EntryType } from "@hookline/schema/kit/HookEntry"

export const geminiTypes: ReadonlyArray<EntryType> = ["command"]

export const geminiKinds: ReadonlyArray<Kind> = ["Command"]

/** It skips an entry without a type, and runs a program without its arguments, which is another hook. */
export const geminiRuns = ({ handler, written }: Hook): boolean =>
  handler._tag === "Command" && handler.args === undefined && isJson(written) && written["type"] === "command"
