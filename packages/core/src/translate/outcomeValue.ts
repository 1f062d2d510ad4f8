/** An `Outcome` that a function returned as it is: no dialect reads it, since it has no words of any. */
import * as Capabilities from "@hookline/schema/Capabilities"
import type { Hook } from "@hookline/schema/Hook"
import * as HookEvent from "@hookline/schema/HookEvent"
import type { HookReply } from "@hookline/schema/HookReply"
import { isJson } from "@hookline/schema/Json"
import * as Outcome from "@hookline/schema/Outcome"
import * as Schema from "effect/Schema"
import * as fit from "./fit.ts"
import type { Interpretation } from "../Dialect.ts"
import { InvalidReply } from "../PipelineError.ts"

const isOutcome = Schema.is(Outcome.Outcome)

/** What it says, within what the event can carry; nothing where the reply is none, so that the dialect reads it. */
export const read = (hook: Hook, event: HookEvent.HookEvent, reply: HookReply): Interpretation | undefined => {
  if (hook.handler._tag !== "Module" || reply._tag !== "Value" || !isJson(reply.value)) return undefined
  // No dialect has this field: whoever writes it means an outcome, and must not be lost as one who says nothing.
  if (!Object.hasOwn(reply.value, "verdict")) return undefined
  const outcome: unknown = { ...Outcome.empty, ...reply.value }
  if (!isOutcome(outcome)) {
    const issue = "it returned a verdict that is no part of an Outcome: make one with Outcome.make"
    return { outcome: Outcome.empty, failure: new InvalidReply({ hook: hook.id, issue }) }
  }
  // It hides its own output, and nobody else's.
  const quiet = outcome.quiet.filter((id) => id === hook.id)
  return { outcome: fit.toEvent(Capabilities.of(event), HookEvent.nameOf(event), { ...outcome, quiet }) }
}
