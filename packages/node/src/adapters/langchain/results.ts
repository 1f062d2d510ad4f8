/** Results of tools: messages, and commands that have them. */
import type { MessageClasses } from "./types.ts"

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null

/** The messages that the model reads as the result of a call. */
export interface Found {
  readonly messages: ReadonlyArray<Fields>
  /** Returns the result with other messages. */
  readonly replaced: (other: (message: Fields) => object) => unknown
}

/** Checks for a message of a tool. Its id may be absent, or that of another call: the model reads it all the same. */
const isToolMessage = (value: unknown): value is Fields =>
  isFields(value) && ("tool_call_id" in value || value["type"] === "tool")

/** Finds the messages of a call in a result: the result itself, or those of a command's update. */
export const found = (result: unknown): Found => {
  if (isToolMessage(result)) return { messages: [result], replaced: (other) => other(result) }
  const update = isFields(result) ? result["update"] : undefined
  // An update is an object, or a list of keys with their values.
  const entries: ReadonlyArray<unknown> = Array.isArray(update)
    ? (update as ReadonlyArray<unknown>)
    : Object.entries(isFields(update) ? update : {})
  const lists = entries.flatMap((entry) => (isMessages(entry) ? [entry[1]] : []))
  const messages = lists.flat().filter(isToolMessage)
  return {
    messages,
    replaced: (other) => {
      const changed = (value: unknown): unknown => (isToolMessage(value) ? other(value) : value)
      const made = entries.map((entry) =>
        isMessages(entry) ? [entry[0], Array.isArray(entry[1]) ? entry[1].map(changed) : changed(entry[1])] : entry
      )
      return Object.assign(Object.create(Object.getPrototypeOf(result) as object) as object, result, {
        // The entries are those of an object, unless the update is a list.
        update: Array.isArray(update) ? made : Object.fromEntries(made as Array<[string, unknown]>)
      })
    }
  }
}

const isMessages = (entry: unknown): entry is readonly ["messages", unknown] =>
  Array.isArray(entry) && entry[0] === "messages"

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
