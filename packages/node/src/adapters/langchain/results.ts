/** Results of tools: messages, and commands that have them. */
import type { MessageClasses } from "./types.ts"

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null

/** A result with the message that the model reads. */
export interface Found {
  readonly message: Fields | undefined
  /** Returns the result with another message. */
  readonly replaced: (message: object) => unknown
}

const isMessageOf =
  (id: string) =>
  (value: unknown): value is Fields =>
    isFields(value) && value["tool_call_id"] === id

/** Finds the message of a call in a result: the result itself, or one of a command's. */
export const found = (result: unknown, id: string): Found => {
  if (isMessageOf(id)(result)) return { message: result, replaced: (message) => message }
  const update = isFields(result) ? result["update"] : undefined
  const messages = isFields(update) && Array.isArray(update["messages"]) ? (update["messages"] as Array<unknown>) : []
  const message = messages.find(isMessageOf(id))
  return {
    message,
    replaced: (other) =>
      Object.assign(Object.create(Object.getPrototypeOf(result) as object) as object, result, {
        update: { ...(update as object), messages: messages.map((one) => (one === message ? other : one)) }
      })
  }
}

/** Creates the message of a call. */
export const messageOf = (
  { ToolMessage }: MessageClasses<unknown, unknown>,
  call: { readonly id: string; readonly name: string },
  content: unknown,
  fields: { readonly status?: "success" | "error"; readonly artifact?: unknown; readonly messageId?: string } = {}
): object => {
  const { messageId, ...rest } = fields
  return new ToolMessage({
    // A text, or blocks of content as the SDK or a hook made them.
    content: content as never,
    tool_call_id: call.id,
    name: call.name,
    ...(messageId !== undefined && { id: messageId }),
    ...rest
  })
}

const isBlock = (value: unknown): boolean => isFields(value) && typeof value["type"] === "string"

/** Returns a result that hooks have made as the content of a message. */
export const contentOf = (result: unknown): unknown =>
  typeof result === "string" || (Array.isArray(result) && result.length > 0 && result.every(isBlock))
    ? result
    : (JSON.stringify(result) ?? "")

/** Adds texts to the content of a message. */
export const beside = (content: unknown, texts: ReadonlyArray<string>): unknown => {
  if (texts.length === 0) return content
  const added = texts.join("\n\n")
  if (Array.isArray(content)) return [...(content as Array<unknown>), { type: "text", text: added }]
  return `${typeof content === "string" ? content : JSON.stringify(content)}\n\n${added}`
}
