/** The fields that all events of a session share, so that tools need not pass them. */
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as Context from "effect/Context"

/**
 * The fields of every event of a session.
 *
 * @category models
 * @since 0.1.0
 */
export type SessionFields = Pick<
  Extract<HookEvent, { readonly _tag: "PreToolUse" }>,
  "sessionId" | "transcriptPath" | "cwd" | "permissionMode" | "promptId" | "agentId" | "agentType"
>

/**
 * The session fields of tool calls. By default there are none; `HookedAgent` provides its own.
 *
 * @category services
 * @since 0.1.0
 */
export const SessionFields = Context.Reference<SessionFields>("hookline/HookedToolkit/Facts", {
  defaultValue: () => ({})
})
