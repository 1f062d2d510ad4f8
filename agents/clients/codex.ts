/** Codex. */
import { join } from "node:path"
import { responses } from "../models/openai.ts"
import type { Client } from "./Client.ts"

const platforms = new Map([
  ["x64", "x86_64"],
  ["arm64", "aarch64"]
])

export const codex: Client = {
  host: "codex",
  package: "@openai/codex",
  version: "0.169.0",
  protocol: responses,
  shell: (command) => ({ name: "exec_command", input: { cmd: command } }),
  files: ({ port, project }) => ({
    "~/.codex/config.toml": [
      `model = "scripted"`,
      `model_provider = "scripted"`,
      `[analytics]`,
      `enabled = false`,
      `[model_providers.scripted]`,
      `name = "scripted"`,
      `base_url = "http://127.0.0.1:${port}/v1"`,
      `wire_api = "responses"`,
      `[projects."${project}"]`,
      `trust_level = "trusted"`,
      ""
    ].join("\n"),
    // It looks for the root of a repository.
    ".git/HEAD": "ref: refs/heads/main\n"
  }),
  settings: ".codex/hooks.json",
  others: [".codex/config.toml"],
  attachWords: ["--yes"],
  faultArgs: ["--dangerously-bypass-hook-trust"],
  start: (installed, _places, prompt) => ({
    program: join(
      installed,
      `node_modules/@openai/codex-linux-${process.arch}/vendor/${platforms.get(process.arch) ?? ""}-unknown-linux-musl/bin/codex`
    ),
    args: ["exec", "--skip-git-repo-check", "--json", "--sandbox", "danger-full-access", prompt],
    env: { OPENAI_API_KEY: "none" }
  })
}
