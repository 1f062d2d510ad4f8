// The names of Amplifier's events, as its core emits them.

export const amplifierNames = [
  "session:start",
  "session:end",
  "session:fork",
  "session:resume",
  "prompt:submit",
  "prompt:complete",
  "plan:start",
  "plan:end",
  "provider:request",
  "provider:response",
  "provider:retry",
  "provider:error",
  "provider:throttle",
  "provider:tool_sequence_repaired",
  "provider:resolve",
  "llm:request",
  "llm:response",
  "content_block:start",
  "content_block:delta",
  "content_block:end",
  "thinking:delta",
  "thinking:final",
  "tool:pre",
  "tool:post",
  "tool:error",
  "context:pre_compact",
  "context:post_compact",
  "context:compaction",
  "context:include",
  "orchestrator:complete",
  "execution:start",
  "execution:end",
  "user:notification",
  "artifact:write",
  "artifact:read",
  "policy:violation",
  "approval:required",
  "approval:granted",
  "approval:denied",
  "cancel:requested",
  "cancel:completed",
  "module:on_session_ready_failed"
] as const

/** Names that Amplifier's architecture document has, and its core emits no more: hosts and modules still may. */
export const documentedNames = [
  "decision:tool_resolution",
  "decision:agent_resolution",
  "decision:context_resolution",
  "error:tool",
  "error:provider",
  "error:orchestration"
] as const

/** One of Amplifier's own names. */
export type AmplifierName = (typeof amplifierNames)[number]
