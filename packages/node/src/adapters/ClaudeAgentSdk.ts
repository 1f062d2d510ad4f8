/**
 * The hooks of a project in the Claude Agent SDK: `query({ prompt, options: { hooks: ClaudeAgentSdk.hooks(hooks) } })`.
 *
 * @apart
 * @since 0.1.0
 */
import { names } from "@hookline/schema/HookEvent"
import type { Hooks } from "../promise/Hooks.ts"
import { answering } from "./claude/answering.ts"
import { checkCallbackOptions } from "./claude/checkedOptions.ts"
import type { HookMatchers, Options } from "./claude/types.ts"

export type { HookCallback, HookMatcher, HookMatchers, HookOutput, HookSpecific, Options } from "./claude/types.ts"

/** A callback of this event takes the place of the SDK's own way to make a worktree, and fails unless it has made one. */
const onRequest: ReadonlySet<string> = new Set(["WorktreeCreate"])

/** Longer than any hook may take: each has a limit of its own, which fails by the policy. */
const timeoutSeconds = 3600

/**
 * Creates the SDK's option `hooks`: every event runs the hooks of the project.
 *
 * **Details**
 *
 * Payloads and answers have Claude Code's format, so that the SDK reads all that a hook answers. `approve: "host"`
 * leaves questions to the SDK's `canUseTool`; a function of the options asks in this process; without either, a question
 * denies. `excludeHostHooks: true` belongs to `Hookline.open` unless `settingSources` is `[]`, because the SDK then runs
 * the hooks of Claude Code's settings itself.
 *
 * **Gotchas**
 *
 * A failure of Hookline itself blocks the action, for which the SDK refuses to start a Claude Code that is too old for
 * `onFailure`. The SDK calls nothing back for SessionStart: its hooks run with the session's first prompt, and SessionEnd
 * does not run.
 *
 * @example
 * ```ts
 * import * as ClaudeAgentSdk from "@hookline/node/adapters/ClaudeAgentSdk"
 * import * as Promises from "@hookline/node/Promises"
 *
 * const program = async () => {
 *   await using hooks = await Promises.open({ project: ".", approve: "host", excludeHostHooks: true })
 *   // query({ prompt: "Publish it.", options })
 *   const options = { hooks: ClaudeAgentSdk.hooks(hooks) }
 *   return options
 * }
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const hooks = (hooks: Pick<Hooks, "answer">, options: Options = {}): HookMatchers => {
  checkCallbackOptions(options)
  const { events = names.filter((name) => !onRequest.has(name)), onFailure = "block", source = "startup" } = options
  const { timeout = timeoutSeconds } = options
  const callback = answering(hooks, source)
  return Object.fromEntries(events.map((event) => [event, [{ hooks: [callback], timeout, onFailure }]]))
}
