/** The SDK's option `toolApproval`: hooks decide before the SDK executes a call. */
import { judge } from "../tools/judge.ts"
import { keyOf, rememberHalt } from "./calls.ts"
import type { Guarding } from "./execute.ts"
import type { ApprovalStatus, Message, SdkTool, ToolCall } from "./types.ts"
import { isFunction } from "./isFunction.ts"

type Status = Exclude<ApprovalStatus, string | undefined>

/** Options of the function. */
export interface ApprovalOptions {
  readonly toolCall: ToolCall
  readonly tools?: Readonly<Record<string, SdkTool>> | undefined
  readonly toolsContext?: Readonly<Record<string, unknown>> | undefined
  readonly runtimeContext?: unknown
  readonly messages: ReadonlyArray<Message>
}

const statusOf = (status: ApprovalStatus): Status =>
  status === undefined ? { type: "not-applicable" } : typeof status === "string" ? { type: status } : status

const ownOf = (values: unknown, key: string): unknown =>
  typeof values === "object" && values !== null && Object.hasOwn(values, key)
    ? (values as Readonly<Record<string, unknown>>)[key]
    : undefined

/**
 * Returns the program's own decision: of its option, or of the tool. The SDK asks no tool once the option is a function,
 * so that the approval a tool needs would be dropped here.
 */
const ownStatus = async (own: unknown, options: ApprovalOptions): Promise<Status> => {
  const { messages, runtimeContext, toolCall, tools, toolsContext } = options
  const { input, toolCallId, toolName } = toolCall
  if (isFunction(own)) return statusOf((await own(options)) as ApprovalStatus)
  const context = ownOf(toolsContext, toolName)
  const status = ownOf(own, toolName)
  if (status !== undefined && status !== null) {
    if (!isFunction(status)) return statusOf(status as ApprovalStatus)
    const decided: unknown = await status(input, { toolCallId, messages, toolContext: context, runtimeContext })
    return statusOf(decided as ApprovalStatus)
  }
  const needs = (ownOf(tools, toolName) as SdkTool | undefined)?.needsApproval
  const isNeeded = Boolean(isFunction(needs) ? await needs(input, { toolCallId, messages, context }) : needs)
  return isNeeded ? { type: "user-approval" } : { type: "not-applicable" }
}

/** Checks for a call that the SDK executes by the tool's function, which can be given another input. */
const isExecutedHere = ({ toolCall, tools }: ApprovalOptions): boolean =>
  toolCall.providerExecuted !== true && isFunction((ownOf(tools, toolCall.toolName) as SdkTool | undefined)?.execute)

/** Creates the function. Of the program's decision and that of the hooks the stricter one counts. */
export const approving =
  (guarding: Guarding, own: unknown, signal: AbortSignal | undefined) =>
  async (options: ApprovalOptions): Promise<Status> => {
    const { input, toolCallId: id, toolName: name } = options.toolCall
    const status = await ownStatus(own, options)
    if (status.type === "denied") return status
    const call = { name, input, id }
    const judged = await judge(guarding.hooks, guarding.seen(call), signal)
    guarding.judged.set(keyOf(call), judged)
    rememberHalt(guarding.halts, call, options.messages, judged.halt)
    if (judged.decision === "deny") return { type: "denied", reason: [judged.reason, ...judged.context].join("\n\n") }
    if (judged.isChanged && !isExecutedHere(options)) {
      return {
        type: "denied",
        reason: `${name} is not executed by this program, so that hooks can't change its input.`
      }
    }
    if (judged.decision === "ask") return { type: "user-approval", reason: judged.question }
    if (status.type !== "user-approval" || !judged.isChanged) return status
    // The user approves the input that runs, and no other.
    return { type: "user-approval", reason: judged.question }
  }
