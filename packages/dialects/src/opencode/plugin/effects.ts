/** Applies answers to opencode's own objects, which count only if they are changed in place. */
import { fieldsOf, isFields } from "./Settings.ts"
import type { Reply } from "./reply.ts"

/** Sets an own key, `__proto__` included. */
const set = (object: object, key: string, value: unknown): void => {
  Object.defineProperty(object, key, { value, configurable: true, enumerable: true, writable: true })
}

/** Denies a call by an error, or changes its input. What can't be changed is an error too, and so a denial. */
export const beforeTool = (args: unknown, { input, stop, deny = stop }: Reply): void => {
  if (deny !== undefined) throw new Error(deny)
  if (input === undefined) return
  if (!isFields(args)) throw new Error("A hook changed the input, which is no object.")
  for (const key of Object.keys(args)) if (!Object.hasOwn(input, key)) Reflect.deleteProperty(args, key)
  for (const [key, value] of Object.entries(input)) set(args, key, value)
}

const asText = (value: unknown): string => {
  if (typeof value === "string") return value
  const { output } = fieldsOf(value)
  return typeof output === "string" ? output : (JSON.stringify(value) ?? "")
}

const asContent = (value: unknown): ReadonlyArray<unknown> => {
  const { content } = fieldsOf(value)
  return Array.isArray(content) ? content : [{ type: "text", text: asText(value) }]
}

/** Changes a result, and puts the context behind it. A tool of a server has a list of parts. */
export const afterTool = (output: object, reply: Reply): void => {
  const { context } = reply
  const { content, output: text } = fieldsOf(output)
  if (Array.isArray(content)) {
    const parts: ReadonlyArray<unknown> = "result" in reply ? asContent(reply.result) : content
    set(output, "content", context === undefined ? parts : [...parts, { type: "text", text: context }])
    return
  }
  const result = "result" in reply ? asText(reply.result) : typeof text === "string" ? text : ""
  if ("result" in reply || context !== undefined) {
    set(output, "output", context === undefined ? result : `${result}\n\n${context}`)
  }
}

/** Denies a prompt by an error, which also ends the turn, or adds a part with the context to it. */
export const onPrompt = (output: object, { context, stop, deny = stop }: Reply): void => {
  if (deny !== undefined) throw new Error(deny)
  if (context === undefined) return
  const { message, parts } = fieldsOf(output)
  if (!Array.isArray(parts)) throw new Error("A hook's context has no place in this prompt.")
  const list: Array<unknown> = parts
  const { id: messageID, sessionID } = fieldsOf(message)
  const last = fieldsOf(list.findLast((part) => typeof fieldsOf(part)["id"] === "string"))
  const id = typeof last["id"] === "string" ? last["id"] : `prt_${String(messageID).slice(4)}`
  // Parts are in the order of their ids.
  const next = `${id.slice(0, -4)}zz${String(list.length).padStart(2, "0")}`
  list.push({ sessionID, messageID, id: next, type: "text", text: context, synthetic: true })
}
