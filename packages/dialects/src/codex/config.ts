/** Codex's `hooks.json` and the hooks of its `config.toml`: Claude Code's groups, of which its own reader takes much less. */
import type { ConfigFormat, Reading } from "@hookline/core/Dialect"
import { All, Broken, type MatchRule, Names, pattern } from "@hookline/core/MatchRule"
import { HooksFile } from "@hookline/schema/HookFile"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { groupsFormat } from "../format/config/format.ts"
import type { Rules } from "../format/config/rules.ts"
import { codexOwnEvents, codexSkips, codexTypes } from "./hostRuns.ts"

/** A text of letters, digits, `_` and bars is a list of names, anything else an expression that may match anywhere. */
export const codexMatcher = (text: string | undefined): MatchRule => {
  if (text === undefined || text === "" || text === "*") return All()
  return /^[A-Za-z0-9_|]*$/.test(text)
    ? Names({ names: text.split("|").filter((name) => name !== ""), ignoreCase: false })
    : pattern(text, { ignoreCase: false, orElse: (why) => Broken({ why }) })
}

const CodexFile = Schema.Struct({
  description: Schema.optionalKey(Schema.String),
  hooks: HooksFile.fields.hooks
}).annotate({ identifier: "CodexHooks", title: "Hooks of Codex" })

const ignored = (field: string, effect: string) => ({
  text: `Codex ignores \`${field}\`: ${effect}`,
  fix: `Leave "${field}" out, or move the hook to a file that only Hookline reads.`
})

const rules: Rules = {
  title: "Codex",
  example: `{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "…"}]}]}}`,
  types: codexTypes,
  skips: codexSkips,
  refusesOthers: true,
  topKeys: ["description", "hooks"],
  wholeTimeouts: true,
  matcher: codexMatcher,
  // Codex ignores hooks under any other event. Under an agent that has the event, they run.
  hostEvents: Object.fromEntries(codexOwnEvents.map((name) => [name, undefined])),
  foreignFields: {
    args: {
      text: "Codex ignores `args`, and runs the command without them.",
      fix: "Write the arguments into the command."
    },
    if: ignored("if", "it runs the hook on every call that matches."),
    shell: ignored("shell", "it runs the command in the user's shell."),
    commandWindows: {
      text: "Hookline does not read `commandWindows`: on Windows other agents run the command.",
      fix: "Write a command that runs everywhere."
    }
  }
}

const hooksJson = groupsFormat(rules, () => CodexFile)

const { topKeys: _topKeys, ...withoutTopKeys } = rules

/** `state` has what the user trusts, and the folders are those of an administrator's scripts: neither is an event. */
const configToml = groupsFormat({
  ...withoutTopKeys,
  tomlExample: `[[hooks.PreToolUse]] with matcher = "Bash" and hooks = [{ type = "command", command = "…" }]`,
  isSettings: true,
  off: { at: ["features", "hooks"], when: false },
  notEvents: ["state", "managed_dir", "windows_managed_dir"]
})

const isToml = (path: string): boolean => path.endsWith(".toml")

/**
 * Checks whether a configuration may have hooks, or switch them off. Most have neither, beside what the user trusts. A letter
 * of the key may be escaped, and UTF-16 that was decoded as UTF-8 has a NUL beside each.
 */
const mentionsHooks = (text: string): boolean =>
  /\bhooks\b|\\[uUx]/.test(text.replaceAll("\0", "").replaceAll(/^[ \t]*\[hooks\.state\b[^\n\r]*$/gm, ""))

const noHooks: Reading = { hooks: [], diagnostics: [], entries: 0 }

const { events, locate, write } = hooksJson

export const codexConfig: ConfigFormat = {
  get schema() {
    return CodexFile
  },
  ...(events !== undefined && { events }),
  locate,
  write,
  read: (file, text) => {
    if (!isToml(file.file)) return hooksJson.read(file, text)
    return mentionsHooks(text) ? configToml.read(file, text) : Effect.succeed(noHooks)
  }
}
