/** Gemini CLI. */
import { join } from "node:path"
import { gemini as protocol } from "../models/gemini.ts"
import type { Client } from "./Client.ts"

const settings = {
  security: { auth: { selectedType: "gemini-api-key" } },
  general: { enableAutoUpdate: false },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false }
}

export const gemini: Client = {
  host: "gemini",
  package: "@google/gemini-cli",
  version: "0.61.0",
  protocol,
  shell: (command) => ({ name: "run_shell_command", input: { command, description: "run it" } }),
  files: () => ({ "~/.gemini/settings.json": `${JSON.stringify(settings, undefined, 2)}\n` }),
  settings: ".gemini/settings.json",
  start: (installed, { port }, prompt) => ({
    program: process.execPath,
    args: [
      join(installed, "node_modules/@google/gemini-cli/bundle/gemini.js"),
      "-p",
      prompt,
      "-m",
      "gemini-2.5-flash",
      "-o",
      "json",
      "--approval-mode",
      "yolo"
    ],
    env: {
      GEMINI_API_KEY: "none",
      GOOGLE_GEMINI_BASE_URL: `http://127.0.0.1:${port}`,
      GEMINI_CLI_TRUST_WORKSPACE: "true",
      NO_BROWSER: "1",
      CI: "1"
    }
  })
}
