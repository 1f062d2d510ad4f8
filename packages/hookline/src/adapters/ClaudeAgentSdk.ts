/**
 * The hooks of a project in the Claude Agent SDK, of `@hookline/node/adapters/ClaudeAgentSdk`.
 *
 * @apart
 * @since 0.1.0
 */
export * from "@hookline/node/adapters/ClaudeAgentSdk"
