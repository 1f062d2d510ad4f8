/** The outcomes on which hosts act after an answer, by the models of those that do not read one like a hook's reply. */
import type { Dialect } from "@hookline/core/Dialect"
import { geminiName } from "@hookline/dialects/kit/gemini/events"
import { cursorName } from "@hookline/dialects/kit/cursor/host"
import * as HookEvent from "@hookline/schema/HookEvent"
import type { Heard } from "../internal/replyLaws.ts"
import { reads as codex } from "./codex.ts"
import { reads as copilot } from "./copilot.ts"
import { reads as cursor } from "./cursor.ts"
import { reads as gemini } from "./gemini.ts"
import { heardBy } from "./HostReading.ts"
import { reads as opencode } from "./opencode.ts"
import { reads as qwen } from "./qwen.ts"

const toolOf = (event: HookEvent.HookEvent): string | undefined => ("toolName" in event ? event.toolName : undefined)

const models: Readonly<Record<string, Heard>> = {
  codex: heardBy((printed, event) => codex(printed, HookEvent.nameOf(event), toolOf(event))),
  copilot: heardBy((printed, event) => copilot(printed, HookEvent.nameOf(event))),
  cursor: heardBy((printed, event) => cursor(printed, cursorName(HookEvent.nameOf(event)))),
  gemini: heardBy((printed, event) => gemini(printed, geminiName(HookEvent.nameOf(event)))),
  opencode: heardBy(opencode),
  qwen: heardBy((printed, event) => qwen(printed, HookEvent.nameOf(event)))
}

/** Returns the model of a host, if there is one. */
export const modelOf = ({ name }: Pick<Dialect, "name">): Heard | undefined => models[name]
