/** opencode. */
import { join } from "node:path"
import { chat } from "../models/openai.ts"
import type { Client } from "./Client.ts"

const version = "1.18.33"

const configOf = (port: number) => ({
  autoupdate: false,
  share: "disabled",
  model: "scripted/scripted",
  small_model: "scripted/scripted",
  provider: {
    scripted: {
      npm: "@ai-sdk/openai-compatible",
      name: "Scripted",
      options: { baseURL: `http://127.0.0.1:${port}/v1`, apiKey: "none" },
      models: { scripted: { name: "Scripted", tool_call: true, limit: { context: 100_000, output: 4000 } } }
    }
  }
})

/** Variables without which it looks for what is new. */
const env = {
  CI: "1",
  OPENCODE_DISABLE_AUTOUPDATE: "1",
  OPENCODE_DISABLE_MODELS_FETCH: "1",
  OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
  OPENCODE_DISABLE_DEFAULT_PLUGINS: "1"
}

const programIn = (installed: string): string =>
  join(installed, `node_modules/opencode-linux-${process.arch}/bin/opencode`)

const dependencies = { "@opencode-ai/plugin": version }

/** It installs this package beside its plugins, and waits for it, unless these files are there. */
const installedIn = (folder: string): Readonly<Record<string, string>> => ({
  [`${folder}/package.json`]: JSON.stringify({ dependencies }),
  [`${folder}/package-lock.json`]: JSON.stringify({ lockfileVersion: 3, packages: { "": { dependencies } } }),
  [`${folder}/node_modules/.keep`]: ""
})

export const opencode: Client = {
  host: "opencode",
  package: "opencode-ai",
  version,
  protocol: chat,
  shell: (command) => ({ name: "bash", input: { command, description: "run it" } }),
  files: ({ port }) => ({
    "~/.config/opencode/opencode.json": JSON.stringify(configOf(port), undefined, 2),
    ...installedIn("~/.config/opencode"),
    ...installedIn("~/.opencode"),
    ...installedIn(".opencode")
  }),
  settings: ".config/opencode/plugins/hookline.js",
  start: (installed, _places, prompt) => ({
    program: programIn(installed),
    args: ["run", "--format", "json", prompt],
    env
  }),
  startLasting: (installed, _places, prompt) => ({
    program: process.execPath,
    args: [join(import.meta.dirname, "lastingOpencode.ts"), programIn(installed), prompt],
    env
  })
}
