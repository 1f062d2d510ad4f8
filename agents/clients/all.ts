/** The clients that are driven, in the order of the table. */
import type { Client } from "./Client.ts"
import { codex } from "./codex.ts"
import { copilot } from "./copilot.ts"
import { gemini } from "./gemini.ts"
import { opencode } from "./opencode.ts"
import { qwen } from "./qwen.ts"

export const clients: ReadonlyArray<Client> = [codex, copilot, gemini, opencode, qwen]
