/** The hooks of its own files that Qwen Code runs. */
import type { Kind } from "@hookline/schema/Handler"
import type { Hook } from "@hookline/schema/Hook"
import { isJson } from "@hookline/schema/Json"
import type { EntryType } from "@hookline/schema/kit/HookEntry"

export const qwenTypes: ReadonlyArray<EntryType> = ["command", "http", "prompt"]

export const qwenKinds: ReadonlyArray<Kind> = ["Command", "Http", "Prompt"]

/** It runs a program without its arguments, which is another hook. */
export const qwenRuns = ({ handler, written }: Hook): boolean =>
  qwenKinds.includes(handler._tag) &&
  !(handler._tag === "Command" && handler.args !== undefined) &&
  isJson(written) &&
  typeof written["type"] === "string"
