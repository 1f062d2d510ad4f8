/** The AI SDK. */
import { chatWithAnyTools } from "../models/openai.ts"
import type { Sdk } from "./Sdk.ts"

export const ai: Sdk = {
  name: "ai",
  title: "AI SDK",
  package: "ai",
  packages: { ai: "7.0.173", "@ai-sdk/openai-compatible": "3.0.92", zod: "4.6.7" },
  protocol: chatWithAnyTools,
  shell: (command) => ({ name: "shell", input: { command } }),
  program: "ai.ts"
}
