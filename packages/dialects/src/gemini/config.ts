/** Gemini CLI's settings: Claude Code's groups under other names, milliseconds, and expressions that match anywhere. */
import { All, type MatchRule, Names, pattern } from "@hookline/core/MatchRule"
import { Group } from "@hookline/schema/HookFile"
import { isJson, type Json } from "@hookline/schema/Json"
import * as Target from "@hookline/schema/kit/Target"
import * as Schema from "effect/Schema"
import { groupsFormat } from "../format/config/format.ts"
import { geminiTypes } from "./hostRuns.ts"

/** The events that only Gemini CLI has. */
export const geminiOwnEvents = ["BeforeModel", "AfterModel", "BeforeToolSelection"] as const

/** The events of its files. A tool that failed has the same event as another. */
const eventNames: Readonly<Record<string, string>> = {
  BeforeTool: "PreToolUse",
  AfterTool: "PostToolUse",
  BeforeAgent: "UserPromptSubmit",
  AfterAgent: "Stop",
  PreCompress: "PreCompact",
  SessionStart: "SessionStart",
  SessionEnd: "SessionEnd",
  Notification: "Notification",
  ...Object.fromEntries(geminiOwnEvents.map((name) => [name, name]))
}

/** An expression may match anywhere in a tool's name. Any other target is compared whole. */
export const geminiMatcher = (written: string | undefined, eventName: string): MatchRule => {
  const text = written?.trim()
  if (text === undefined || text === "" || text === "*") return All()
  const exact = Names({ names: [text], ignoreCase: false })
  return Target.isTool(eventName) ? pattern(text, { ignoreCase: false, orElse: () => exact }) : exact
}

const GeminiFile = Schema.Struct({
  hooksConfig: Schema.optionalKey(
    Schema.Struct({
      enabled: Schema.optionalKey(Schema.Boolean),
      disabled: Schema.optionalKey(Schema.Array(Schema.String))
    })
  ),
  hooks: Schema.optionalKey(
    Schema.Struct(
      Object.fromEntries(Object.keys(eventNames).map((name) => [name, Schema.optionalKey(Schema.Array(Group))]))
    )
  )
}).annotate({ identifier: "GeminiSettings", title: "Settings of Gemini CLI with hooks" })

const disabled = ({ hooksConfig }: Json): ReadonlySet<string> => {
  const names = isJson(hooksConfig) ? hooksConfig["disabled"] : undefined
  return new Set(Array.isArray(names) ? names.filter((name) => typeof name === "string") : [])
}

const withoutField = (field: string) => `Leave "${field}" out, or move the hook to a file that only Hookline reads.`

export const geminiConfig = groupsFormat(
  {
    title: "Gemini CLI",
    example: `{"hooks": {"BeforeTool": [{"matcher": "run_shell_command", "hooks": [{"type": "command", "command": "…"}]}]}}`,
    isSettings: true,
    off: { at: ["hooksConfig", "enabled"], when: false },
    disabled,
    types: geminiTypes,
    matcher: geminiMatcher,
    perSecond: 1000,
    eventNames,
    formerKeys: {
      enabled: `Write "hooksConfig": {"enabled": false} to switch all hooks off.`,
      disabled: `Write "hooksConfig": {"disabled": ["…"]} to switch hooks off by name or command.`,
      notifications: `Write "hooksConfig": {"notifications": false}.`
    },
    foreignFields: {
      args: {
        text: "Gemini CLI ignores `args`: it runs the program alone with the event as its input, which a shell executes.",
        fix: "Write the arguments into the command."
      },
      if: { text: "Gemini CLI ignores `if`, and runs the hook on every call that matches.", fix: withoutField("if") },
      async: { text: "Gemini CLI ignores `async`, and waits for the hook.", fix: withoutField("async") },
      shell: { text: "Gemini CLI ignores `shell`, and runs the command in bash.", fix: withoutField("shell") },
      env: {
        text: "Hookline does not set the variables of `env`: under other agents the command runs without them.",
        fix: "Set them in the command, as in NAME=value ./guard.sh."
      }
    }
  },
  () => GeminiFile
)
