/** Copilot CLI. */
import { join } from "node:path"
import { chat } from "../models/openai.ts"
import type { Client } from "./Client.ts"

export const copilot: Client = {
  host: "copilot",
  package: "@github/copilot",
  version: "1.0.102",
  protocol: chat,
  shell: (command) => ({ name: "bash", input: { command, description: "run it" } }),
  files: () => ({ ".git/HEAD": "ref: refs/heads/main\n" }),
  hooks: "~/.claude/settings.json",
  foreignDenial: { decision: "deny", reason: "not on my watch" },
  settings: ".copilot/hooks/hookline.json",
  start: (installed, { port }, prompt) => ({
    program: join(installed, `node_modules/@github/copilot-linux-${process.arch}/copilot`),
    args: ["-p", prompt, "--output-format", "json", "--no-auto-update", "--trust-folder", "--allow-all-tools"],
    env: {
      COPILOT_OFFLINE: "true",
      COPILOT_PROVIDER_BASE_URL: `http://127.0.0.1:${port}/v1`,
      COPILOT_PROVIDER_API_KEY: "none",
      COPILOT_MODEL: "gpt-5-mini",
      COPILOT_PROVIDER_WIRE_API: "completions",
      COPILOT_AUTO_UPDATE: "false"
    }
  })
}
