// Reads Qwen Code's payloads: Claude Code's, with its own names of tools. Its event of a prompt comes again after each
// tool, with no prompt.
import type { EventWire } from "@hookline/core/Dialect"
import { isJson } from "@hookline/schema/Json"
import * as Result from "effect/Result"
import { firedEvents } from "../firedEvents.ts"
import { flat } from "../format/wire/flat.ts"
import { modelContent } from "../format/wire/modelContent.ts"
import { deferredCall } from "./deferredCall.ts"
import { qwenHost } from "./host.ts"

/** Checks for the event of a prompt after a tool. What users send, empty or not, has a field of its own. */
const isNoPrompt = (payload: unknown): boolean =>
  isJson(payload) &&
  payload["hook_event_name"] === "UserPromptSubmit" &&
  payload["prompt"] === "" &&
  payload["submitted_prompt"] === undefined

const wire = flat({
  dialect: "qwen",
  instead: (_event, payload) => {
    const call = deferredCall(payload)
    return call === undefined ? {} : { toolName: call.name, toolInput: call.input }
  }
})

export const qwenEvents: EventWire = {
  ...wire,
  encodeForHook: (event, tool) => ({ ...wire.encodeForHook(event, tool), ...modelContent(event) }),
  read: (payload) => (isNoPrompt(payload) ? Result.succeed({ events: [] }) : wire.read(payload)),
  write: (event) => {
    const payload = wire.write(event)
    return isNoPrompt(payload) ? { ...payload, submitted_prompt: "" } : payload
  },
  fires: firedEvents(qwenHost)
}
