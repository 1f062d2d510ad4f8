/** The messages of a model: the conversation so far, and the context from hooks. */
import type { Injection } from "@hookline/coordinator/ContextBudget"
import { batch, type Message } from "@hookline/coordinator/ContextSink"
import * as Prompt from "effect/ai/Prompt"
import { optionsOf } from "../toolkit/origin.ts"

interface Entry {
  readonly message: Prompt.Message
  /** True if the message is for the next call of the model only. */
  readonly ephemeral: boolean
}

export interface History {
  readonly add: (messages: ReadonlyArray<Prompt.Message>) => void
  readonly say: (text: string) => void
  /**
   * Adds context that hooks gave. Texts of one role, of all events since the message before, are one message, each under
   * its hook's name and size; the message's options have the hook, the event, the size and the time of each.
   */
  readonly tell: (context: ReadonlyArray<Injection>) => void
  readonly prompt: () => Prompt.Prompt
  /** Marks all messages as seen by the model, and removes those for one call. */
  readonly seen: () => void
  readonly replace: (prompt: Prompt.Prompt) => void
}

const user = (text: string): Prompt.Message => Prompt.userMessage({ content: [Prompt.textPart({ text })] })

const messageOf = ({ content: text, from, role }: Message): Prompt.Message => {
  const options = optionsOf(from)
  if (role === "system") return Prompt.systemMessage({ content: text, options })
  const content = [Prompt.textPart({ text })]
  return role === "user" ? Prompt.userMessage({ content, options }) : Prompt.assistantMessage({ content, options })
}

const kept = (message: Prompt.Message): Entry => ({ message, ephemeral: false })

export const make = (start: ReadonlyArray<Prompt.Message>): History => {
  let entries: ReadonlyArray<Entry> = start.map(kept)
  /** Texts of hooks that become messages together. */
  let waiting: ReadonlyArray<Injection> = []
  const all = (): ReadonlyArray<Entry> => {
    if (waiting.length === 0) return entries
    const told = batch(waiting).map((one) => ({ message: messageOf(one), ephemeral: one.ephemeral }))
    waiting = []
    entries = [...entries, ...told]
    return entries
  }
  const add = (messages: ReadonlyArray<Prompt.Message>) => void (entries = [...all(), ...messages.map(kept)])
  return {
    add,
    say: (text) => add([user(text)]),
    tell: (context) => void (waiting = [...waiting, ...context]),
    prompt: () => Prompt.fromMessages(all().map(({ message }) => message)),
    seen: () => void (entries = all().filter(({ ephemeral }) => !ephemeral)),
    replace: (prompt) => {
      waiting = []
      entries = prompt.content.map(kept)
    }
  }
}
