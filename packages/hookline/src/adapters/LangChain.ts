/**
 * The hooks of a project in LangChain's agents, of `@hookline/node/adapters/LangChain`.
 *
 * @apart
 * @since 0.1.0
 */
export * from "@hookline/node/adapters/LangChain"
