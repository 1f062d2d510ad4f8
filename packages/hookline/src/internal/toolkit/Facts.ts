/** What is true of all events of a session, so that nobody hands it from tool to tool. */
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as Context from "effect/Context"

/**
 * What every event of a session says beside what happened.
 *
 * @category models
 * @since 0.1.0
 */
export type Facts = Pick<
  Extract<HookEvent, { readonly _tag: "PreToolUse" }>,
  "sessionId" | "transcriptPath" | "cwd" | "permissionMode" | "promptId" | "agentId" | "agentType"
>

/**
 * The facts that tool calls are told with. Unless they are provided there are none; `HookedAgent` provides its own.
 *
 * @category services
 * @since 0.1.0
 */
export const Facts = Context.Reference<Facts>("hookline/HookedToolkit/Facts", { defaultValue: () => ({}) })
