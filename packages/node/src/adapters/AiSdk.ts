/**
 * The hooks of a project in the AI SDK 7: `generateText(guard.settings({ model, tools, prompt }))`.
 *
 * @apart
 * @since 0.1.0
 */
import type { Hooks } from "../promise/Hooks.ts"
import { approving } from "./ai/approval.ts"
import { type Guarding, guardTool } from "./ai/execute.ts"
import { memory } from "./memory.ts"
import { continuing, preparing, stopping } from "./ai/step.ts"
import type { SdkTool, Settings, TurnResult } from "./ai/types.ts"
import { checkNames } from "../agents/toolkit/checkedNames.ts"
import { checkToolOptions } from "./tools/checkedOptions.ts"
import type { Options } from "./tools/Options.ts"
import { seeing } from "./tools/judge.ts"
import { beginning, ended } from "./tools/turn.ts"

export { HookHalt } from "./ai/HookHalt.ts"
export type { SdkTool, Settings, TurnResult } from "./ai/types.ts"
export type { Options } from "./tools/Options.ts"

/**
 * The hooks around the calls of a model.
 *
 * @category models
 * @since 0.1.0
 */
export interface Guard {
  /**
   * Guards the settings of `generateText`, `streamText` or `ToolLoopAgent`: prompts, calls of tools, results and halts.
   */
  readonly settings: <S extends Settings>(settings: S) => S
  /** Guards tools alone, for a loop that has no settings of this form. A question denies then. */
  readonly tools: <T extends Readonly<Record<string, SdkTool>>>(tools: T) => T
  /**
   * Runs a turn to its end: hooks of Stop may send the agent on, and then `call` is called again with all messages.
   */
  readonly turn: <M extends object, R extends TurnResult<M>>(
    messages: ReadonlyArray<M>,
    call: (messages: Array<M>) => R | PromiseLike<R>,
    options?: { readonly signal?: AbortSignal | undefined }
  ) => Promise<R>
}

const hasToolResult = (messages: ReadonlyArray<object>): boolean =>
  messages.some((message) => "role" in message && message.role === "tool")

/**
 * Creates the hooks around the calls of a model.
 *
 * **Details**
 *
 * Before a call of a tool, PreToolUse may deny it, ask, or change its input; with `approve: "host"`, a question is a
 * `tool-approval-request` of the SDK, which names the input that runs. After a call, PostToolUse may change the result or
 * add context beside it. A prompt passes SessionStart and UserPromptSubmit. An approval that the program or a tool asks for
 * stays in force.
 *
 * **Gotchas**
 *
 * A halt and a blocked prompt end the call with a `HookHalt`, and a stream with that error; after a halt the program's own
 * `stopWhen` ends it first. Calls that the model's provider executes are judged at best before they run: see the guide.
 *
 * @example
 * ```ts
 * import * as AiSdk from "@hookline/node/adapters/AiSdk"
 * import * as Promises from "@hookline/node/Promises"
 *
 * const program = async () => {
 *   await using hooks = await Promises.open({ project: ".", approve: "host" })
 *   const guard = AiSdk.guard(hooks, { names: { shell: "Bash" } })
 *   // generateText(settings)
 *   const settings = guard.settings({ prompt: "Publish it.", tools: { shell: { execute: () => "done" } } })
 *   return settings
 * }
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const guard = (hooks: Pick<Hooks, "emit">, options: Options = {}): Guard => {
  checkToolOptions("AiSdk.guard", options)
  const guarding: Guarding = {
    hooks,
    seen: seeing(options),
    judged: memory(),
    halts: memory(),
    texts: memory(),
    continued: memory()
  }
  const begin = beginning(hooks, options)

  const tools = <T extends Readonly<Record<string, SdkTool>>>(own: T): T => {
    checkNames(options, own)
    // Each tool is what it was, with functions of the same shape.
    return Object.fromEntries(Object.entries(own).map(([name, tool]) => [name, guardTool(guarding, name, tool)])) as T
  }

  return {
    tools,
    settings: (settings) => {
      const { abortSignal, prepareStep, stopWhen, toolApproval, tools: own } = settings
      return {
        ...settings,
        ...(own !== undefined && { tools: tools(own) }),
        toolApproval: approving(guarding, toolApproval, abortSignal),
        prepareStep: preparing(guarding, (prompt) => begin(prompt, undefined, { signal: abortSignal }), prepareStep),
        // Without a condition, the SDK has its own, which another would replace.
        ...(stopWhen !== undefined && { stopWhen: stopping(guarding, stopWhen) })
      }
    },
    turn: async (messages, call, { signal } = {}) => {
      const all = [...messages]
      for (let continuations = 0; ; continuations += 1) {
        const result = await call([...all])
        const { messages: added } = await result.response
        all.push(...added)
        if (hasToolResult(added)) continuations = 0
        const { goesOnWith } = await ended(hooks, options, { continuations, signal, text: await result.text })
        if (goesOnWith === undefined) return result
        // It has the form of the program's messages.
        guarding.continued.set(goesOnWith, true)
        all.push(continuing(goesOnWith) as unknown as (typeof all)[number])
      }
    }
  }
}
