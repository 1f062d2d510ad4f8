/** The messages of a model: the conversation so far, and the context from hooks. */
import { batch, type Message } from "@hookline/coordinator/ContextSink"
import type * as Outcome from "@hookline/schema/Outcome"
import * as Prompt from "effect/ai/Prompt"

interface Entry {
  readonly message: Prompt.Message
  /** True if the message is for the next call of the model only. */
  readonly ephemeral: boolean
}

export interface History {
  readonly add: (messages: ReadonlyArray<Prompt.Message>) => void
  readonly say: (text: string) => void
  /**
   * Adds context that hooks gave on an event. Adjacent texts of one role are one message, each under its hook's name and
   * size; the message's options have its hooks, the event and the time.
   */
  readonly tell: (context: ReadonlyArray<Outcome.Context>, event: string) => void
  readonly prompt: () => Prompt.Prompt
  /** Marks all messages as seen by the model, and removes those for one call. */
  readonly seen: () => void
  readonly replace: (prompt: Prompt.Prompt) => void
}

const user = (text: string): Prompt.Message => Prompt.userMessage({ content: [Prompt.textPart({ text })] })

const messageOf = ({ content: text, from, role }: Message, time: string): Prompt.Message => {
  const options = { hookline: { from: from.map((one) => ({ ...one })), time } }
  if (role === "system") return Prompt.systemMessage({ content: text, options })
  const content = [Prompt.textPart({ text })]
  return role === "user" ? Prompt.userMessage({ content, options }) : Prompt.assistantMessage({ content, options })
}

/** Converts the texts of an event to messages. */
const messagesOf = (context: ReadonlyArray<Outcome.Context>, event: string): ReadonlyArray<Message> =>
  batch(
    context.map((one) => ({
      ...one,
      bytes: Buffer.byteLength(one.text),
      tokens: Math.ceil(one.text.length / 4),
      event,
      session: undefined
    }))
  )

const kept = (message: Prompt.Message): Entry => ({ message, ephemeral: false })

export const make = (start: ReadonlyArray<Prompt.Message>): History => {
  let entries: ReadonlyArray<Entry> = start.map(kept)
  const add = (messages: ReadonlyArray<Prompt.Message>) => void (entries = [...entries, ...messages.map(kept)])
  return {
    add,
    say: (text) => add([user(text)]),
    tell: (context, event) => {
      const time = new Date().toISOString()
      const told = messagesOf(context, event)
      entries = [...entries, ...told.map((one) => ({ message: messageOf(one, time), ephemeral: one.ephemeral }))]
    },
    prompt: () => Prompt.fromMessages(entries.map(({ message }) => message)),
    seen: () => void (entries = entries.filter(({ ephemeral }) => !ephemeral)),
    replace: (prompt) => void (entries = prompt.content.map(kept))
  }
}
