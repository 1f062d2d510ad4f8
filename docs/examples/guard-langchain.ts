// The hooks of a project in an agent of LangChain.
import { Hookline } from "hookline"
import * as LangChain from "hookline/adapters/LangChain"
// In your program: from "langchain"
import * as langchain from "./sdks/langchain.ts"

await using hooks = await Hookline.open({ project: "examples/guarded-project", trust: "all" })

const shell = ({ command }: { readonly command: string }) => `(the output of ${command})`

const agent = langchain.createAgent({
  model: "any:model",
  tools: [shell],
  // This is the line. It is the last one of the list, because what comes after it could change a call once more.
  middleware: [LangChain.middleware(hooks, langchain, { names: { shell: "Bash" } })]
})

export const { messages } = await agent.invoke()

console.log(messages.at(-1)?.content) // Force pushes are for people: push without --force, or ask.
