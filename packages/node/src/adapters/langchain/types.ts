/** The parts of LangChain's types that the adapter uses. */
import type { Options as ToolOptions } from "../tools/Options.ts"

/** A message of the conversation. */
export interface Message {
  readonly type: string
  readonly content: unknown
  readonly id?: string | undefined
}

interface Fields {
  readonly content: string
  readonly id?: string
  readonly additional_kwargs?: Record<string, unknown>
}

interface ToolFields {
  // The SDK's own type has blocks of content here, which come from it.
  readonly content: never
  readonly tool_call_id: string
  readonly name: string
  readonly status?: "success" | "error"
  readonly artifact?: unknown
  readonly id?: string
}

/** The classes of messages, which `langchain` exports: `import { AIMessage, HumanMessage, ToolMessage } from "langchain"`. */
export interface MessageClasses<Ai, Human> {
  readonly AIMessage: new (fields: Fields) => Ai
  readonly HumanMessage: new (fields: Fields) => Human
  readonly ToolMessage: new (fields: ToolFields) => object
}

/** The run of an agent. */
export interface Runtime {
  readonly configurable?: { readonly thread_id?: unknown } | undefined
  readonly signal?: AbortSignal | undefined
  readonly interrupt?: ((value: unknown) => unknown) | undefined
}

/** A call of a tool. */
export interface ToolCallRequest {
  readonly toolCall: { readonly name: string; readonly args: Record<string, unknown>; readonly id?: string | undefined }
  readonly runtime: object
}

/** A call of the model. */
export interface ModelRequest {
  /** The tools that the model is given: the agent's own, and those that its provider has. */
  readonly tools?: ReadonlyArray<unknown> | undefined
}

/** The state of an agent. */
export interface State {
  readonly messages: ReadonlyArray<Message>
}

/** A change of the state, and the place where the agent goes on. */
export interface Update<M> {
  readonly messages?: Array<M>
  readonly jumpTo?: "end" | "model"
}

/** A function of the middleware that may leave the agent's order. */
export interface Step<M> {
  readonly hook: (state: State, runtime: object) => Promise<Update<M> | undefined>
  readonly canJumpTo: Array<"end" | "model">
}

/** A middleware. */
export interface Middleware<M> {
  name: string
  wrapToolCall: <Request extends ToolCallRequest, Result>(
    request: Request,
    handler: (request: Request) => Result | Promise<Result>
  ) => Promise<Result>
  /** Absent without `names`. The handler's own type of requests has parts that are not known here. */
  wrapModelCall?: <Result>(
    request: ModelRequest,
    handler: (request: never) => Result | Promise<Result>
  ) => Result | Promise<Result>
  beforeAgent: Step<M>
  beforeModel: Step<M>
  afterModel: Step<M>
}

/** Options for the middleware. */
export interface Options extends ToolOptions {
  /**
   * The form of a failed tool. `"message"` (the default) gives the model the error, as the agent does without middleware.
   * `"throw"` leaves the error to middleware around this one, such as one that tries again.
   */
  readonly errors?: "message" | "throw" | undefined
}
