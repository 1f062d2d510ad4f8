/** The hooks around a call of a tool. */
import type { Hooks } from "../../promise/Hooks.ts"
import type { Memory } from "../memory.ts"
import { after, failed, judge, type Judged, seeing } from "../tools/judge.ts"
import { answerTo, callKey, isBubbleUp } from "./questions.ts"
import { beside, contentOf, found, messageOf } from "./results.ts"
import { sessionOf } from "./session.ts"
import type { MessageClasses, Middleware, Options, Runtime } from "./types.ts"

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null

/** Returns the text of an error for the model, as the agent has it without middleware. */
const errorText = (error: unknown): string =>
  error instanceof Error && "~brand" in error && error["~brand"] === "ToolInvocationError"
    ? error.message
    : `${String(error)}\n Please fix your mistakes.`

/** The services of the middleware. */
export interface Around {
  readonly hooks: Pick<Hooks, "emit">
  readonly classes: MessageClasses<unknown, unknown>
  readonly options: Options
  /** Calls at which a hook stopped the agent. */
  readonly halts: Memory<string>
  /** Questions that were put to the user, by the ids of calls. */
  readonly questions: Memory<ReadonlyArray<string>>
}

/** The request of an interrupt, in the form of LangChain's own `humanInTheLoopMiddleware`. */
const requestOf = (name: string, { input, question }: Extract<Judged, { decision: "ask" | "pass" }>) => ({
  actionRequests: [{ name, args: input, description: question }],
  reviewConfigs: [{ actionName: name, allowedDecisions: ["approve", "reject"] }]
})

const decisionIn = (answer: unknown): Fields => {
  const decisions = isFields(answer) ? answer["decisions"] : undefined
  const decision: unknown = Array.isArray(decisions) ? decisions[0] : undefined
  return isFields(decision) ? decision : {}
}

/** Asks the user by an interrupt. Returns the reason of a refusal. */
const refused = (
  { questions }: Around,
  { interrupt }: Runtime,
  key: string,
  name: string,
  judged: Extract<Judged, { decision: "ask" | "pass" }>
): string | undefined => {
  if (interrupt === undefined) return `No approver decided: ${judged.question}`
  const question = JSON.stringify([judged.question, judged.input])
  const answer = answerTo(questions, key, question, () => interrupt(requestOf(name, judged)))
  const { message, type } = decisionIn(answer)
  if (type === "approve") return undefined
  return typeof message === "string" && message !== "" ? message : "The user refused this."
}

/** Numbers calls without an id. */
let unnamed = 0

/** Creates the function that runs hooks around each call. */
export const wrapping = (around: Around): Middleware<unknown>["wrapToolCall"] => {
  const { classes, halts, hooks, options } = around
  const seen = seeing(options)

  return async <Request extends Parameters<Middleware<unknown>["wrapToolCall"]>[0], Result>(
    request: Request,
    handler: (request: Request) => Result | Promise<Result>
  ): Promise<Result> => {
    const { toolCall } = request
    const { args, id = `unnamed_${(unnamed += 1)}`, name } = toolCall
    const runtime: Runtime = request.runtime
    const { signal } = runtime
    const session = sessionOf(options, runtime)
    const call = { id, name }
    const halt = (reason: string | undefined, key: unknown = id): void => {
      if (reason !== undefined) halts.set(callKey(session, key), reason)
    }
    // A message of a tool is what every handler may return.
    const answer = (content: unknown): Result => messageOf(classes, call, content, { status: "error" }) as Result

    const shown = seen({ name, input: args, id: toolCall.id }, session)
    const judged = await judge(hooks, shown, signal)
    signal?.throwIfAborted()
    halt(judged.halt)
    if (judged.decision === "deny") return answer(beside(judged.reason, judged.context))
    if (judged.decision === "ask") {
      const why = refused(around, runtime, callKey(session, id), name, judged)
      if (why !== undefined) return answer(beside(why, judged.context))
    }

    const { context, input, isChanged, toolInput } = judged
    let result: Result
    try {
      result = await handler(
        // Hooks of an object's input make an object.
        isChanged ? { ...request, toolCall: { ...toolCall, args: input as typeof args } } : request
      )
    } catch (error) {
      if (isBubbleUp(error) || signal?.aborted === true) throw error
      const last = await failed(hooks, shown, toolInput, error, signal)
      halt(last.halt)
      if (options.errors === "throw") throw error
      return answer(beside(errorText(error), [...context, ...last.context]))
    }

    const { messages, replaced } = found(result)
    const made = new Map<Fields, object>()
    for (const message of messages.length === 0 ? [undefined] : messages) {
      const content = message?.["content"] ?? null
      const isFailure = message?.["status"] === "error"
      const last = isFailure
        ? { ...(await failed(hooks, shown, toolInput, contentOf(content), signal)), result: content, isChanged: false }
        : await after(hooks, shown, toolInput, content, signal)
      const messageCall = message?.["tool_call_id"] ?? id
      halt(last.halt, messageCall)
      // A message that stays as it is may lack an id.
      halt(last.halt, message?.["tool_call_id"])
      const texts = [...(message === messages[0] ? context : []), ...last.context]
      if (!last.isChanged && texts.length === 0) continue
      if (message === undefined) {
        // The result may be what a hook has removed, and has no place for another one.
        if (last.isChanged)
          return answer(`${name} has no message for the model, so that hooks can't change its result.`)
        process.emitWarning(
          `${name} has no message for the model, so that what hooks add to it is dropped.`,
          "HooklineWarning"
        )
        continue
      }
      const { artifact, id: messageId } = message
      const fields = {
        ...(isFailure && { status: "error" as const }),
        ...(artifact !== undefined && { artifact }),
        ...(typeof messageId === "string" && { messageId })
      }
      const own = last.isChanged ? contentOf(last.result) : content
      made.set(
        message,
        messageOf(classes, { id: typeof messageCall === "string" ? messageCall : id, name }, beside(own, texts), fields)
      )
    }
    // The result is the handler's, with other messages of the same call.
    return made.size === 0 ? result : (replaced((message) => made.get(message) ?? message) as Result)
  }
}
