/** The messages of a model: the conversation so far, and the context from hooks. */
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
  /** Adds context from hooks, each text in its role. */
  readonly tell: (context: ReadonlyArray<Outcome.Context>) => void
  readonly prompt: () => Prompt.Prompt
  /** Marks all messages as seen by the model, and removes those for one call. */
  readonly seen: () => void
  readonly replace: (prompt: Prompt.Prompt) => void
}

const user = (text: string): Prompt.Message => Prompt.userMessage({ content: [Prompt.textPart({ text })] })

const messageOf = ({ role, text }: Outcome.Context): Prompt.Message => {
  if (role === "system") return Prompt.systemMessage({ content: text })
  return role === "user" ? user(text) : Prompt.assistantMessage({ content: [Prompt.textPart({ text })] })
}

const kept = (message: Prompt.Message): Entry => ({ message, ephemeral: false })

export const make = (start: ReadonlyArray<Prompt.Message>): History => {
  let entries: ReadonlyArray<Entry> = start.map(kept)
  const add = (messages: ReadonlyArray<Prompt.Message>) => void (entries = [...entries, ...messages.map(kept)])
  return {
    add,
    say: (text) => add([user(text)]),
    tell: (context) => {
      entries = [...entries, ...context.map((one) => ({ message: messageOf(one), ephemeral: one.ephemeral }))]
    },
    prompt: () => Prompt.fromMessages(entries.map(({ message }) => message)),
    seen: () => void (entries = entries.filter(({ ephemeral }) => !ephemeral)),
    replace: (prompt) => void (entries = prompt.content.map(kept))
  }
}
