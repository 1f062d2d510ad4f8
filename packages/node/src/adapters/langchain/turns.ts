/** The hooks at the begin and the end of a turn, and the end by a halt. */
import { beginning, ended } from "../tools/turn.ts"
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

const isContinuing = (message: Message): boolean => {
  const { additional_kwargs: kwargs } = message as { readonly additional_kwargs?: { readonly hookline?: unknown } }
  return kwargs?.hookline === mark.hookline
}

/** Counts the messages with which hooks sent the agent on since the last result of a tool or prompt. */
const continuationsIn = (messages: ReadonlyArray<Message>): number => {
  let count = 0
  for (const message of messages.toReversed()) {
    if (message.type === "tool" || (message.type === "human" && !isContinuing(message))) break
    if (isContinuing(message)) count += 1
  }
  return count
}

type Steps<M> = Pick<Middleware<M>, "afterModel" | "beforeAgent" | "beforeModel">

/** Creates the functions around the model. */
export const turns = <Ai, Human>(
  { halts, hooks, options }: Pick<Around, "halts" | "hooks"> & { readonly options: Options },
  { AIMessage, HumanMessage }: MessageClasses<Ai, Human>
): Steps<Ai | Human> => {
  const begin = beginning(hooks, options)

  /** Replaces a message in the state, by its id. */
  const inPlaceOf = (id: string | undefined, content: string): Array<Human> =>
    id === undefined ? [] : [new HumanMessage({ content, id })]

  return {
    beforeAgent: {
      canJumpTo: ["end"],
      hook: async ({ messages }, runtime: Runtime) => {
        const last = messages.at(-1)
        if (last?.type !== "human" || isContinuing(last)) return undefined
        const prompted = await begin(textOf(last), sessionOf(options, runtime), { signal: runtime.signal })
        if (prompted.isBlocked) {
          const blocked = inPlaceOf(last.id, "(A hook blocked this prompt.)")
          return { jumpTo: "end", messages: [...blocked, new AIMessage({ content: prompted.reason })] }
        }
        const { context, isChanged, prompt } = prompted
        if (isChanged && last.id === undefined) throw new Error("A hook changed a prompt that has no id.")
        const added = [
          ...(isChanged ? inPlaceOf(last.id, prompt) : []),
          ...(context.length === 0 ? [] : [new HumanMessage({ content: context.join("\n\n") })])
        ]
        return added.length === 0 ? undefined : { messages: added }
      }
    },
    beforeModel: {
      canJumpTo: ["end"],
      hook: ({ messages }) => {
        const results = messages.slice(messages.findLastIndex(({ type }) => type !== "tool") + 1)
        const reasons = results
          .map((message) => halts.get(String(fieldsOf(message)["tool_call_id"])))
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
          { continuations: continuationsIn(messages), signal: runtime.signal, text: textOf(last) }
        )
        if (goesOnWith === undefined) return undefined
        return {
          jumpTo: "model",
          messages: [new HumanMessage({ content: goesOnWith, additional_kwargs: { ...mark } })]
        }
      }
    }
  }
}
