/** LangChain. */
import { chatWithAnyTools } from "../models/openai.ts"
import type { Sdk } from "./Sdk.ts"

export const langchain: Sdk = {
  name: "langchain",
  title: "LangChain",
  package: "langchain",
  packages: {
    langchain: "1.5.14",
    "@langchain/core": "1.2.13",
    "@langchain/langgraph": "1.4.18",
    "@langchain/openai": "1.6.0"
  },
  // Later versions of what it depends on need a core that is not published.
  words: ["--before=2026-09-28"],
  protocol: chatWithAnyTools,
  shell: (command) => ({ name: "shell", input: { command } }),
  program: "langchain.ts"
}
