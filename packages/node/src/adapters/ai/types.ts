/** The parts of the AI SDK's types that the adapter uses. */

/** A part of a message. */
export interface Part {
  readonly type: string
}

/** A message of the conversation. */
export interface Message {
  readonly role: string
  readonly content: unknown
}

/** Options of a tool's function. */
export interface ExecuteOptions {
  readonly toolCallId: string
  readonly messages: ReadonlyArray<Message>
  readonly abortSignal?: AbortSignal | undefined
}

/** A tool of the SDK. Its own types are those of the program. */
export interface SdkTool {
  readonly execute?: unknown
  readonly toModelOutput?: unknown
  readonly needsApproval?: unknown
}

/** A call of a tool, before it is executed. */
export interface ToolCall {
  readonly toolCallId: string
  readonly toolName: string
  readonly input: unknown
  /** True if the model's provider executes it. */
  readonly providerExecuted?: boolean | undefined
}

/** A decision about a call. */
export type ApprovalStatus =
  | undefined
  | "not-applicable"
  | "approved"
  | "denied"
  | "user-approval"
  | { readonly type: "not-applicable" | "approved" | "denied" | "user-approval"; readonly reason?: string | undefined }

/** The step that is prepared. */
export interface StepOptions {
  readonly stepNumber: number
  readonly steps: ReadonlyArray<{ readonly toolCalls: ReadonlyArray<ToolCall> }>
  readonly messages: ReadonlyArray<Message>
  readonly responseMessages: ReadonlyArray<Message>
}

/** Settings of `generateText`, `streamText` and `ToolLoopAgent`, as far as the adapter uses them. */
export interface Settings {
  readonly model?: unknown
  readonly prompt?: unknown
  readonly messages?: unknown
  readonly tools?: Readonly<Record<string, SdkTool>> | undefined
  readonly toolApproval?: unknown
  readonly prepareStep?: unknown
  readonly stopWhen?: unknown
  readonly abortSignal?: AbortSignal | undefined
}

/** The result of a call of the model, of which a turn may take several. */
export interface TurnResult<Message> {
  readonly text: string | PromiseLike<string>
  readonly response:
    | { readonly messages: ReadonlyArray<Message> }
    | PromiseLike<{ readonly messages: ReadonlyArray<Message> }>
}
