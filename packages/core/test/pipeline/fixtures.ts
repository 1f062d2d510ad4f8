// What the tests of the pipeline have in common: files with one group per list of commands, and events.
import { Pipeline } from "@hookline/core/Pipeline"
import * as HookEvent from "@hookline/schema/HookEvent"
import type { Report } from "@hookline/schema/Report"
import * as Effect from "effect/Effect"

export const hook = (command: string, more: Readonly<Record<string, unknown>> = {}) => ({
  type: "command",
  command,
  name: command,
  ...more
})

export const bash = HookEvent.cases.PreToolUse.make({ toolName: "Bash", toolInput: { command: "ls" }, sessionId: "s" })

export const stop = HookEvent.cases.Stop.make({ sessionId: "s" })

/** Claude Code's settings with these hooks on one event: all of them one parallel group. */
export const claude = (hooks: ReadonlyArray<object>, event = "PreToolUse") => ({
  ".claude/settings.json": { hooks: { [event]: hooks.map((one) => ({ hooks: [one] })) } }
})

/** Amplifier's hooks on one event, in one group. */
export const amplifier = (hooks: ReadonlyArray<object>, { event = "PreToolUse", parallel = false } = {}) => ({
  ".amplifier/hooks/hooks.json": { hooks: { [event]: [{ parallel, hooks }] } }
})

export const deny = (reason: string) => ({
  json: {
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: reason
    }
  }
})

export const allow = {
  json: { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "allow" } }
}

export const context = (text: string, hookEventName = "PreToolUse") => ({
  json: { hookSpecificOutput: { hookEventName, additionalContext: text } }
})

export const change = (updatedInput: unknown) => ({
  json: { hookSpecificOutput: { hookEventName: "PreToolUse", updatedInput } }
})

export const answer = (event: HookEvent.HookEvent = bash) =>
  Effect.flatMap(Pipeline, (pipeline) => pipeline.answer(event))

/** Hooks by their last names, which their files gave them. */
export const name = (id: string): string => id.slice(id.lastIndexOf("/") + 1)

export const statuses = ({ runs }: Report) => runs.map(({ id, status }) => `${name(id)} ${status}`)

export const reasons = ({ outcome: { verdict } }: Report) =>
  verdict._tag === "Pass" ? [] : verdict.reasons.map(({ text }) => text)
