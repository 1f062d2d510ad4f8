import { Hookline } from "hookline"
import * as AiSdk from "hookline/adapters/AiSdk"

interface Message {
  readonly role: "user" | "assistant"
  readonly content: string
}

// In your program: import { generateText } from "ai"
declare const generateText: (settings: object) => Promise<AiSdk.TurnResult<Message>>

const messages: ReadonlyArray<Message> = [{ role: "user", content: "Publish it." }]

await using hooks = await Hookline.open({ project: "." })
const guard = AiSdk.guard(hooks)
const result = await guard.turn(messages, (all) => generateText(guard.settings({ model: "any/model", messages: all })))

export const text = result.text
