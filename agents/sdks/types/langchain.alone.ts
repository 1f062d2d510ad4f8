// The adapter without its SDK: nothing of it is missing.
import { Hookline } from "hookline"
import * as LangChain from "hookline/adapters/LangChain"

class Message {
  readonly content: string
  constructor({ content }: { readonly content: string }) {
    this.content = content
  }
}

await using hooks = await Hookline.open({ project: ".", approve: "host" })
const classes = { AIMessage: Message, HumanMessage: Message, ToolMessage: Message }
export const middleware: LangChain.Middleware<Message> = LangChain.middleware(hooks, classes, {
  names: { shell: "Bash" },
  errors: "throw"
})
