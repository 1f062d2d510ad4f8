// The hooks of a project around the calls of a model by the AI SDK.
import { Hookline } from "hookline"
import * as AiSdk from "hookline/adapters/AiSdk"
// In your program: from "ai"
import { generateText } from "./sdks/ai.ts"

await using hooks = await Hookline.open({ project: "examples/guarded-project", trust: "all", approve: "host" })
const guard = AiSdk.guard(hooks, { names: { shell: "Bash" } })

const tools = {
  shell: { execute: ({ command }: { readonly command: string }) => Promise.resolve(`(the output of ${command})`) }
}

// This is the line. `streamText` and `ToolLoopAgent` take the same settings.
export const { text } = await generateText(guard.settings({ model: "any/model", tools, prompt: "Publish it." }))

console.log(text) // Force pushes are for people: push without --force, or ask.
