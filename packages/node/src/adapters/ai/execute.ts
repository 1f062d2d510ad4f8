/** The functions of tools with their hooks. */
import type { Hooks } from "../../promise/Hooks.ts"
import { after, type Call, failed, judge, type Judged, type Seen } from "../tools/judge.ts"
import { approvalOf } from "./approvals.ts"
import { keyOf, rememberHalt } from "./calls.ts"
import type { Memory } from "../memory.ts"
import type { ExecuteOptions, SdkTool } from "./types.ts"
import { isFunction } from "./isFunction.ts"

/** The services of guarded tools. */
export interface Guarding {
  readonly hooks: Pick<Hooks, "emit">
  readonly seen: (call: Call) => Seen
  /** Decisions that were made before the SDK executes the call, by its id, name and input. */
  readonly judged: Memory<Judged>
  /** Calls at which a hook stopped the agent. */
  readonly halts: Memory<string>
  /** Texts for the model beside the results of calls, by the call and its result. */
  readonly texts: Memory<ReadonlyArray<string>>
  /** Texts with which hooks sent the agent on. */
  readonly continued: Memory<true>
}

type Execute = (input: unknown, options: ExecuteOptions) => unknown

const withTexts = (text: string, texts: ReadonlyArray<string>): string => [text, ...texts].join("\n\n")

/** Decides about a call, with the answer of the SDK's user. Throws if it is denied. */
const permitted = async (
  { halts, hooks, judged: before, seen }: Guarding,
  call: Call & { readonly id: string },
  { abortSignal, messages }: ExecuteOptions
) => {
  const judged = before.take(keyOf(call)) ?? (await judge(hooks, seen(call), abortSignal))
  // The hooks may have taken longer than the program waits.
  abortSignal?.throwIfAborted()
  rememberHalt(halts, call, messages, judged.halt)
  if (judged.decision === "deny") throw new Error(withTexts(judged.reason, judged.context))
  const answer = approvalOf(messages, call.id)
  const isAsked = judged.decision === "ask" || (answer !== undefined && judged.isChanged)
  // The user has approved what the question names, and nothing else.
  if (isAsked && (answer?.isGranted !== true || answer.question !== judged.question)) {
    throw new Error(withTexts(`No approver decided: ${judged.question}`, judged.context))
  }
  return judged
}

const isStream = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === "object" && value !== null && Symbol.asyncIterator in value

/** Returns the last value of a stream: the SDK takes it for the result. */
const lastOf = async (stream: AsyncIterable<unknown>): Promise<unknown> => {
  let last: unknown
  for await (const value of stream) last = value
  return last
}

/** Yields all values but the last at once, and the last one as hooks left it. */
async function* heldBack(stream: AsyncIterable<unknown>, finish: (last: unknown) => Promise<unknown>) {
  let held: { readonly value: unknown } | undefined
  for await (const value of stream) {
    if (held !== undefined) yield held.value
    held = { value }
  }
  yield await finish(held?.value)
}

/** Wraps the function of a tool. Without one, the tool is executed elsewhere. */
const wrapped = (guarding: Guarding, toolName: string, execute: Execute) => {
  const { halts, hooks, seen, texts } = guarding

  const begin = async (input: unknown, options: ExecuteOptions) => {
    const call = { name: toolName, input, id: options.toolCallId }
    const permit = await permitted(guarding, call, options)
    const shown = seen(call)
    return {
      input: permit.input,
      finish: async (result: unknown): Promise<unknown> => {
        const last = await after(hooks, shown, permit.toolInput, result, options.abortSignal)
        rememberHalt(halts, call, options.messages, last.halt)
        const all = [...permit.context, ...last.context]
        if (all.length > 0) texts.set(keyOf(call, last.result), all)
        return last.result
      },
      fail: async (error: unknown): Promise<never> => {
        if (options.abortSignal?.aborted === true) throw error
        const { context, halt } = await failed(hooks, shown, permit.toolInput, error, options.abortSignal)
        rememberHalt(halts, call, options.messages, halt)
        const all = [...permit.context, ...context]
        if (all.length === 0) throw error
        // The SDK gives the model an error's message, and nothing beside it.
        throw new Error(withTexts(error instanceof Error ? error.message : String(error), all), { cause: error })
      }
    }
  }

  const whole = async (input: unknown, options: ExecuteOptions): Promise<unknown> => {
    const { fail, finish, input: own } = await begin(input, options)
    let result: unknown
    try {
      result = await execute(own, options)
      if (isStream(result)) result = await lastOf(result)
    } catch (error) {
      return fail(error)
    }
    return finish(result)
  }

  async function* streamed(input: unknown, options: ExecuteOptions) {
    const { fail, finish, input: own } = await begin(input, options)
    let isFinished = false
    const done = async (last: unknown): Promise<unknown> => {
      isFinished = true
      return finish(last)
    }
    try {
      const result = execute(own, options)
      yield* heldBack(isStream(result) ? result : lastValue(result), done)
    } catch (error) {
      // A failure of the hooks after the call is none of the tool's.
      if (isFinished) throw error
      await fail(error)
    }
  }

  // Only a generator gives parts of its result, and a generator of ours would make a part of any other's result.
  return execute.constructor.name.endsWith("GeneratorFunction") ? streamed : whole
}

async function* lastValue(value: unknown) {
  yield await value
}

interface ModelOutput {
  readonly type: string
  readonly value?: unknown
}

interface OutputOptions {
  readonly toolCallId: string
  readonly input?: unknown
  readonly output: unknown
}

const textPart = (text: string) => ({ type: "text", text })

/** Adds texts to an output. */
const beside = (output: ModelOutput, texts: ReadonlyArray<string>): ModelOutput => {
  const { type, value } = output
  const before: ReadonlyArray<unknown> =
    type === "content" && Array.isArray(value)
      ? value
      : [textPart(typeof value === "string" ? value : (JSON.stringify(value) ?? ""))]
  return { type: "content", value: [...before, ...texts.map(textPart)] }
}

/** Wraps the function that makes a result's output for the model. */
const besideOutput =
  ({ texts }: Guarding, name: string, own: unknown) =>
  async (options: OutputOptions): Promise<ModelOutput> => {
    const { input, output, toolCallId: id } = options
    const made: ModelOutput = isFunction(own)
      ? ((await own(options)) as ModelOutput)
      : typeof output === "string"
        ? { type: "text", value: output }
        : {
            type: "json",
            value: output === undefined ? null : (JSON.parse(JSON.stringify(output) ?? "null") as unknown)
          }
    const all = texts.get(keyOf({ id, name, input }, output))
    return all === undefined ? made : beside(made, all)
  }

/** Guards a tool. One without a function of its own is judged before it runs elsewhere, where its approval is asked for. */
export const guardTool = <Tool extends SdkTool>(guarding: Guarding, name: string, tool: Tool): Tool => {
  const { execute, toModelOutput } = tool
  if (typeof execute !== "function") return tool
  return {
    ...tool,
    // The SDK calls it with the tool as `this`.
    execute: wrapped(guarding, name, (execute as Execute).bind(tool)),
    toModelOutput: besideOutput(guarding, name, toModelOutput)
  }
}
