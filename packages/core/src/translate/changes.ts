/**
 * An event as the hooks before have changed it.
 *
 * @since 0.1.0
 */
import * as Change from "@hookline/schema/Change"
import type { HookEvent } from "@hookline/schema/HookEvent"
import { isJson } from "@hookline/schema/Json"
import { equals } from "effect/Equal"

/**
 * The values that changes of an event apply to, by their targets.
 *
 * @category getters
 * @since 0.1.0
 */
export const targetsOf = (event: HookEvent): Readonly<Record<Change.Target, unknown>> => ({
  input: "toolInput" in event ? event.toolInput : undefined,
  result: "toolResponse" in event ? event.toolResponse : undefined,
  prompt: "prompt" in event ? event.prompt : undefined
})

/**
 * The event with the changes made to it. One that would make it another kind of thing is not made.
 *
 * @category combining
 * @since 0.1.0
 */
export const applyTo = (event: HookEvent, changes: ReadonlyArray<Change.Change>): HookEvent => {
  if (changes.length === 0) return event
  const before = targetsOf(event)
  const input = Change.apply(before.input, "input", changes)
  const prompt = Change.apply(before.prompt, "prompt", changes)
  const result = Change.apply(before.result, "result", changes)
  let after = event
  if ("toolInput" in after && isJson(input) && input !== before.input) after = { ...after, toolInput: input }
  if ("prompt" in after && typeof prompt === "string" && prompt !== before.prompt) after = { ...after, prompt }
  if (after._tag === "PostToolUse" && result !== before.result) after = { ...after, toolResponse: result }
  return after
}

/**
 * Checks whether two values are equal. One that nests too deeply to be compared equals no other.
 *
 * @category guards
 * @since 0.1.0
 */
export const isSame = (one: unknown, other: unknown): boolean => {
  try {
    return one === other || equals(one, other)
  } catch {
    return false
  }
}

/**
 * Checks whether two events act on the same: the input of a tool, or a prompt.
 *
 * @category guards
 * @since 0.1.0
 */
export const actsOnSame = (one: HookEvent, other: HookEvent): boolean => {
  if (one === other) return true
  const [first, second] = [targetsOf(one), targetsOf(other)]
  return isSame(first.input, second.input) && isSame(first.prompt, second.prompt)
}
