/** Qwen Code. */
import { join } from "node:path"
import { chat } from "../models/openai.ts"
import type { Client } from "./Client.ts"

const settings = {
  security: { auth: { selectedType: "openai" } },
  general: { enableAutoUpdate: false },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false }
}

export const qwen: Client = {
  host: "qwen",
  package: "@qwen-code/qwen-code",
  version: "0.24.4",
  protocol: chat,
  shell: (command) => ({
    name: "run_shell_command",
    input: { command, description: "run it", is_background: false }
  }),
  files: () => ({ "~/.qwen/settings.json": `${JSON.stringify(settings, undefined, 2)}\n` }),
  foreignDenial: { permission: "deny", agent_message: "not on my watch" },
  settings: ".qwen/settings.json",
  start: (installed, { port }, prompt) => ({
    program: process.execPath,
    args: [
      join(installed, "node_modules/@qwen-code/qwen-code/cli-entry.js"),
      "-p",
      prompt,
      "-o",
      "json",
      "--approval-mode",
      "yolo"
    ],
    env: {
      OPENAI_API_KEY: "none",
      OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`,
      OPENAI_MODEL: "scripted",
      NO_BROWSER: "1",
      CI: "1"
    }
  })
}
