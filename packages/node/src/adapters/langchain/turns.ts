/** The hooks at the begin and the end of a turn, and the end by a halt. */
import { beginning, ended } from "../tools/turn.ts"
import { promptsIn } from "../tools/prompts.ts"
import { type Memory, memory } from "../memory.ts"
import { callKey } from "./questions.ts"
import { sessionOf } from "./session.ts"
import type { Around } from "./toolCall.ts"
import type { Message, MessageClasses, Middleware, Options, Runtime } from "./types.ts"

type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (message: Message | undefined): Fields => ({ ...message })

interface Block {
  readonly type?: string
  readonly text?: string
}

/** Returns the text of a message. */
const textOf = ({ content }: Message): string =>
  typeof content === "string"
    ? content
    : Array.isArray(content)
      ? (content as ReadonlyArray<Block>).flatMap(({ text, type }) => (type === "text" ? [text ?? ""] : [])).join("\n")
      : ""

const hasCalls = (message: Message): boolean => {
  const { tool_calls: calls } = message as { readonly tool_calls?: unknown }
  return Array.isArray(calls) && calls.length > 0
}

/** The mark of a message with which hooks sent the agent on, which is no prompt. */
const mark = { hookline: "continues" }

/** Checks for a message with which hooks sent the agent on. The mark alone is none: a client may write it. */
const isContinuing = (continued: Memory<true>, message: Message): boolean => {
  const { additional_kwargs: kwargs } = message as { readonly additional_kwargs?: { readonly hookline?: unknown } }
  return kwargs?.hookline === mark.hookline && continued.get(textOf(message)) !== undefined
}

/** Counts the messages with which hooks sent the agent on since the last result of a tool or prompt. */
const continuationsIn = (continued: Memory<true>, messages: ReadonlyArray<Message>): number => {
  let count = 0
  for (const message of messages.toReversed()) {
    if (message.type === "tool" || (message.type === "human" && !isContinuing(continued, message))) break
    if (isContinuing(continued, message)) count += 1
  }
  return count
}

/** Returns the type of a message. One without a class of its own has the role that the program gave it. */
const typeOf = (message: Message): string => {
  const { role } = fieldsOf(message)
  return message.type === "generic" && role === "user" ? "human" : message.type
}

type Steps<M> = Pick<Middleware<M>, "afterModel" | "beforeAgent" | "beforeModel">

/** Creates the functions around the model. */
export const turns = <Ai, Human>(
  { halts, hooks, options }: Pick<Around, "halts" | "hooks"> & { readonly options: Options },
  { AIMessage, HumanMessage }: MessageClasses<Ai, Human>
): Steps<Ai | Human> => {
  const begin = beginning(hooks, options)
  const continued = memory<true>()

  /** Replaces a message in the state, by its id. */
  const inPlaceOf = (id: string | undefined, content: string): Array<Human> =>
    id === undefined ? [] : [new HumanMessage({ content, id })]

  return {
    beforeAgent: {
      canJumpTo: ["end"],
      hook: async ({ messages }, runtime: Runtime) => {
        const added: Array<Human> = []
        const all: Array<string> = []
        for (const at of promptsIn(messages, typeOf, "human", true)) {
          const message = messages[at]
          if (message === undefined || isContinuing(continued, message)) continue
          const prompted = await begin(textOf(message), sessionOf(options, runtime), { signal: runtime.signal })
          if (prompted.isBlocked) {
            const blocked = inPlaceOf(message.id, "(A hook blocked this prompt.)")
            return { jumpTo: "end", messages: [...blocked, new AIMessage({ content: prompted.reason })] }
          }
          const { context, isChanged, prompt } = prompted
          if (isChanged && message.id === undefined) throw new Error("A hook changed a prompt that has no id.")
          if (isChanged) added.push(...inPlaceOf(message.id, prompt))
          all.push(...context)
        }
        if (all.length > 0) added.push(new HumanMessage({ content: all.join("\n\n") }))
        return added.length === 0 ? undefined : { messages: added }
      }
    },
    beforeModel: {
      canJumpTo: ["end"],
      hook: ({ messages }, runtime: Runtime) => {
        const results = messages.slice(messages.findLastIndex(({ type }) => type !== "tool") + 1)
        const reasons = results
          .map((message) => {
            const { tool_call_id: id } = fieldsOf(message)
            const key = callKey(sessionOf(options, runtime), id)
            // Without an id, the next call would have the same key.
            return id === undefined || id === null ? halts.take(key) : halts.get(key)
          })
          .filter((reason) => reason !== undefined)
        // The last message is what the program reads.
        const content = [...new Set(reasons)].join("\n")
        return Promise.resolve(
          reasons.length === 0 ? undefined : { jumpTo: "end", messages: [new AIMessage({ content })] }
        )
      }
    },
    afterModel: {
      canJumpTo: ["model"],
      hook: async ({ messages }, runtime: Runtime) => {
        const last = messages.at(-1)
        if (last === undefined || hasCalls(last)) return undefined
        const { goesOnWith } = await ended(
          hooks,
          { ...options, session: sessionOf(options, runtime) },
          { continuations: continuationsIn(continued, messages), signal: runtime.signal, text: textOf(last) }
        )
        if (goesOnWith === undefined) return undefined
        continued.set(goesOnWith, true)
        return {
          jumpTo: "model",
          messages: [new HumanMessage({ content: goesOnWith, additional_kwargs: { ...mark } })]
        }
      }
    }
  }
}
