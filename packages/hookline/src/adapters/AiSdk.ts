/**
 * The hooks of a project in the AI SDK 7, of `@hookline/node/adapters/AiSdk`.
 *
 * @apart
 * @since 0.1.0
 */
export * from "@hookline/node/adapters/AiSdk"
