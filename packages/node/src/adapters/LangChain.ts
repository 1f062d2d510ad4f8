/**
 * The hooks of a project in LangChain's agents: `createAgent({ middleware: [LangChain.middleware(hooks, langchain)] })`.
 *
 * @apart
 * @since 0.1.0
 */
import type { Hooks } from "../promise/Hooks.ts"
import { checking } from "./langchain/modelCall.ts"
import { turns } from "./langchain/turns.ts"
import { wrapping } from "./langchain/toolCall.ts"
import type { MessageClasses, Middleware, Options } from "./langchain/types.ts"
import { oneOf } from "../options/kinds.ts"
import { memory } from "./memory.ts"
import { checkToolOptions } from "./tools/checkedOptions.ts"

export type { MessageClasses, Middleware, Options } from "./langchain/types.ts"

/**
 * Creates a middleware of the hooks. `classes` is the module `langchain`, or its three classes of messages.
 *
 * **Details**
 *
 * `wrapToolCall` runs PreToolUse before a call, and PostToolUse or PostToolUseFailure after it. With `approve: "host"`, a
 * question is an interrupt of the graph in the form of `humanInTheLoopMiddleware`, which a checkpointer must be there for.
 * SessionStart and UserPromptSubmit run before the agent, and Stop after its last answer, from where it may go on. A
 * session is a thread, unless the options name one.
 *
 * **Gotchas**
 *
 * Put it last: middleware after it could change a call that hooks have judged. A halt ends the agent before the model is
 * called again. A misspelt tool in `names` throws before the first call of the model, which is given the agent's tools; one
 * that another middleware has taken away is unknown then.
 *
 * @example
 * ```ts
 * import * as LangChain from "@hookline/node/adapters/LangChain"
 * import * as Promises from "@hookline/node/Promises"
 *
 * // import * as langchain from "langchain"
 * const program = async (langchain: LangChain.MessageClasses<object, object>) => {
 *   await using hooks = await Promises.open({ project: "." })
 *   // createAgent({ model, tools, middleware })
 *   const middleware = [LangChain.middleware(hooks, langchain, { names: { shell: "Bash" } })]
 *   return middleware
 * }
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const middleware = <Ai, Human>(
  hooks: Pick<Hooks, "emit">,
  classes: MessageClasses<Ai, Human>,
  options: Options = {}
): Middleware<Ai | Human> => {
  checkToolOptions("LangChain.middleware", options, { errors: oneOf("message", "throw") })
  const around = { hooks, classes, options, halts: memory<string>(), questions: memory<ReadonlyArray<string>>() }
  return { name: "Hookline", wrapToolCall: wrapping(around), ...turns(around, classes), ...checking(options) }
}
