/** The Claude Agent SDK. */
import { messages } from "../models/anthropic.ts"
import type { Sdk } from "./Sdk.ts"

export const claude: Sdk = {
  name: "claude-agent-sdk",
  title: "Claude Agent SDK",
  package: "@anthropic-ai/claude-agent-sdk",
  packages: { "@anthropic-ai/claude-agent-sdk": "0.3.328" },
  protocol: messages,
  shell: (command) => ({ name: "Bash", input: { command, description: "run it" } }),
  program: "claude.ts"
}
