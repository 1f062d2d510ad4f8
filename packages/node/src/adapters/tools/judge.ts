/** The hooks around a tool call of an SDK. */
import { changedFields } from "@hookline/schema/kit/changedByJson"
import { see } from "../../agents/toolkit/names.ts"
import type { Hooks } from "../../promise/Hooks.ts"
import type { PlainEvent } from "../../promise/PlainEvent.ts"
import type { PlainContext, PlainReport } from "../../promise/PlainReport.ts"
import { isDeepStrictEqual } from "node:util"
import type { Options } from "./Options.ts"

type Emit = Pick<Hooks, "emit">

/** A call of a tool, as the SDK has it. */
export interface Call {
  readonly name: string
  readonly input: unknown
  readonly id?: string | undefined
}

/** A call with the event for hooks, and the way back for an input. */
export interface Seen {
  readonly call: Call
  /** The event without its name. */
  readonly event: Omit<PlainEvent, "event">
  readonly back: (input: unknown) => unknown
}

/** Creates the function that shows calls to hooks, by their names. */
export const seeing = ({ cwd, session, ...names }: Options): ((call: Call, session?: string) => Seen) => {
  const look = see(names)
  return (call, own) => {
    const { back, event } = look(call.name, call.input, {}, call.id)
    const fields = { ...event.host, ...(call.id !== undefined && { tool_use_id: call.id }) }
    return {
      call,
      event: { tool: event.toolName, input: event.toolInput, session: own ?? session, cwd, fields },
      // A report's input is the event's, with the changes of hooks, which are objects.
      back: (input) => back(input as Parameters<typeof back>[0])
    }
  }
}

/** The decision about a call. */
export type Judged = {
  readonly context: ReadonlyArray<string>
  /** The reason to stop the agent. */
  readonly halt?: string
} & (
  | { readonly decision: "deny"; readonly reason: string }
  | {
      readonly decision: "pass" | "ask"
      /** The input that runs, with the tool's keys. */
      readonly input: unknown
      readonly isChanged: boolean
      /** The input that runs, with the hooks' keys. */
      readonly toolInput: unknown
      /** The text of the question. It names the input, if hooks changed it. */
      readonly question: string
    }
)

const textsOf = (context: ReadonlyArray<PlainContext>): ReadonlyArray<string> => context.map(({ text }) => text)

export const haltOf = ({ halt }: Pick<PlainReport, "halt">): string | undefined =>
  halt === null ? undefined : `${halt.by} stops the agent: ${halt.reason}`

const reasonsOf = ({ reasons }: PlainReport): string =>
  reasons
    .map(({ text }) => text)
    .filter((text) => text !== "")
    .join("\n")

/** Returns the reason of a denial for the model. */
export const reasonOf = (report: PlainReport): string => {
  const reasons = reasonsOf(report)
  const reason = reasons === "" ? "A hook refused this without a reason." : reasons
  return haltOf(report) ?? (report.verdict === "defer" ? `No approver decided: ${reason}` : reason)
}

const errorOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Returns the question to the SDK's user, which is the same for the same decision. */
const questionOf = (report: PlainReport, isChanged: boolean): string => {
  const reasons = reasonsOf(report)
  const why = reasons === "" ? "A hook asks." : reasons
  if (!isChanged) return report.verdict === "ask" ? why : "This needs approval."
  return `${report.verdict === "ask" ? `${why}\n` : ""}Hooks changed the input, it runs with: ${JSON.stringify(report.input)}`
}

/**
 * Runs the hooks before a call. A failure of Hookline itself denies the call, because no answer is no permission; an abort
 * rejects with the signal's reason.
 */
export const judge = async (
  { emit }: Emit,
  { back, call, event }: Seen,
  signal: AbortSignal | undefined
): Promise<Judged> => {
  let report: PlainReport
  try {
    // The event has a copy with the hooks' keys, which is an object like any other.
    const strange = changedFields("the input", call.input)
    if (strange !== undefined) throw new Error(strange)
    report = await emit({ ...event, event: "PreToolUse" }, { signal })
  } catch (error) {
    if (signal?.aborted === true) throw error
    return { decision: "deny", reason: `No hook could be run: ${errorOf(error)}`, context: [] }
  }
  const context = textsOf(report.context)
  const halt = haltOf(report)
  const halted = halt === undefined ? {} : { halt }
  const { verdict } = report
  if (halt !== undefined || verdict === "deny" || verdict === "defer") {
    return { decision: "deny", reason: reasonOf(report), context, ...halted }
  }
  const isChanged = !isDeepStrictEqual(report.input, event.input)
  return {
    decision: verdict === "ask" ? "ask" : "pass",
    input: isChanged ? back(report.input) : call.input,
    isChanged,
    toolInput: report.input,
    question: questionOf(report, isChanged),
    context
  }
}

/** The result of a call after its hooks. */
export interface After {
  readonly result: unknown
  readonly isChanged: boolean
  readonly context: ReadonlyArray<string>
  readonly halt?: string
}

/** Returns a value as JSON has it, which is what a model is given. */
const jsonOf = (value: unknown): unknown => {
  const text = JSON.stringify(value) as string | undefined
  return text === undefined ? null : (JSON.parse(text) as unknown)
}

/**
 * Runs the hooks after a call. A failure of Hookline itself rejects, because a result that no hook has seen may hold what
 * a hook would have removed.
 */
export const after = async (
  { emit }: Emit,
  { event }: Seen,
  toolInput: unknown,
  result: unknown,
  signal: AbortSignal | undefined
): Promise<After> => {
  const sent = jsonOf(result)
  const report = await emit(
    // Hooks before the call have made this object, or it is the event's own.
    { ...event, event: "PostToolUse", input: toolInput as PlainEvent["input"], result: sent },
    { signal }
  )
  const isChanged = !isDeepStrictEqual(report.result, sent)
  const halt = haltOf(report)
  return {
    result: isChanged ? report.result : result,
    isChanged,
    context: textsOf(report.context),
    ...(halt !== undefined && { halt })
  }
}

/** Runs the hooks after a failed call. */
export const failed = async (
  { emit }: Emit,
  { event }: Seen,
  toolInput: unknown,
  error: unknown,
  signal: AbortSignal | undefined
): Promise<Pick<After, "context" | "halt">> => {
  const report = await emit(
    { ...event, event: "PostToolUseFailure", input: toolInput as PlainEvent["input"], error: errorOf(error) },
    { signal }
  )
  const halt = haltOf(report)
  return { context: textsOf(report.context), ...(halt !== undefined && { halt }) }
}
