/** The hooks around a call of a tool. */
import type { Hooks } from "../../promise/Hooks.ts"
import type { Memory } from "../memory.ts"
import { after, failed, judge, type Judged, seeing } from "../tools/judge.ts"
import { beside, contentOf, found, messageOf } from "./results.ts"
import { sessionOf } from "./session.ts"
import type { MessageClasses, Middleware, Options, Runtime } from "./types.ts"

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null

/** Checks for an interrupt of the graph, which is no failure of the tool. */
const isBubbleUp = (error: unknown): boolean => isFields(error) && error["is_bubble_up"] === true

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
  readonly questions: Memory<string>
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
  id: string,
  name: string,
  judged: Extract<Judged, { decision: "ask" | "pass" }>
): string | undefined => {
  if (interrupt === undefined) return `No approver decided: ${judged.question}`
  const question = JSON.stringify([judged.question, judged.input])
  const asked = questions.get(id)
  questions.set(id, question)
  let answer = interrupt(requestOf(name, judged))
  // Hooks run again when the graph resumes. Another question than the one that was answered is put anew.
  if (asked !== undefined && asked !== question) answer = interrupt(requestOf(name, judged))
  questions.take(id)
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
    const call = { id, name }
    // A message of a tool is what every handler may return.
    const answer = (content: unknown): Result => messageOf(classes, call, content, { status: "error" }) as Result

    const shown = seen({ name, input: args, id: toolCall.id }, sessionOf(options, runtime))
    const judged = await judge(hooks, shown, signal)
    signal?.throwIfAborted()
    if (judged.halt !== undefined) halts.set(id, judged.halt)
    if (judged.decision === "deny") return answer(beside(judged.reason, judged.context))
    if (judged.decision === "ask") {
      const why = refused(around, runtime, id, name, judged)
      if (why !== undefined) return answer(beside(why, judged.context))
    }

    const { context, input, isChanged, toolInput } = judged
    const keep = (halt: string | undefined): void => {
      if (halt !== undefined) halts.set(id, halt)
    }
    let result: Result
    try {
      result = await handler(
        // Hooks of an object's input make an object.
        isChanged ? { ...request, toolCall: { ...toolCall, args: input as typeof args } } : request
      )
    } catch (error) {
      if (isBubbleUp(error) || signal?.aborted === true) throw error
      const last = await failed(hooks, shown, toolInput, error, signal)
      keep(last.halt)
      if (options.errors === "throw") throw error
      return answer(beside(errorText(error), [...context, ...last.context]))
    }

    const { message, replaced } = found(result, id)
    const content = message?.["content"] ?? null
    const isFailure = message?.["status"] === "error"
    const last = isFailure
      ? { ...(await failed(hooks, shown, toolInput, contentOf(content), signal)), result: content, isChanged: false }
      : await after(hooks, shown, toolInput, content, signal)
    keep(last.halt)
    const texts = [...context, ...last.context]
    if (!last.isChanged && texts.length === 0) return result
    if (message === undefined) {
      process.emitWarning(
        `${name} has no message for the model, so that what hooks add to it is dropped.`,
        "HooklineWarning"
      )
      return result
    }
    const { artifact, id: messageId } = message
    const fields = {
      ...(isFailure && { status: "error" as const }),
      ...(artifact !== undefined && { artifact }),
      ...(typeof messageId === "string" && { messageId })
    }
    const made = last.isChanged ? contentOf(last.result) : content
    // The result is the handler's, with another message of the same call.
    return replaced(messageOf(classes, call, beside(made, texts), fields)) as Result
  }
}
