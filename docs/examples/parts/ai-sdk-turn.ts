// A turn of the AI SDK that hooks of Stop may prolong.
import type { Hooks } from "hookline"
import * as AiSdk from "hookline/adapters/AiSdk"

interface Message {
  readonly role: "user" | "assistant"
  readonly content: string
}

declare const hooks: Hooks
declare const model: string
declare const messages: ReadonlyArray<Message>
// In your program: from "ai"
declare const generateText: (settings: object) => Promise<AiSdk.TurnResult<Message>>

// <turn>
const guard = AiSdk.guard(hooks)
const result = await guard.turn(messages, (all) => generateText(guard.settings({ model, messages: all })))
// </turn>

export const text = result.text
