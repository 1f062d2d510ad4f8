/** Copilot CLI's hook files: handlers below events, whose names in PascalCase mean Claude Code's words, and in camelCase its own. */
import { All, Broken, type MatchRule, Pattern, whyInvalid } from "@hookline/core/MatchRule"
import { entries } from "@hookline/schema/kit/HookEntry"
import type { Hook } from "@hookline/schema/Hook"
import { isJson } from "@hookline/schema/Json"
import * as Target from "@hookline/schema/kit/Target"
import * as Schema from "effect/Schema"
import { groupsFormat } from "../format/config/format.ts"
import type { Rules } from "../format/config/rules.ts"
import { lookup } from "../format/lookup.ts"
import { copilotEntry, inCopilotWords } from "./hookEntry.ts"
import { copilotHookName, copilotTypes, firesInCopilot } from "./hostRuns.ts"
import { sharedEvents } from "./sharedEvents.ts"

/** The events that only Copilot has. */
export const copilotOwnEvents = ["userPromptTransformed", "ErrorOccurred"] as const

const inCamelCase: Readonly<Partial<Record<string, string>>> = {
  UserPromptSubmit: "userPromptSubmitted",
  Stop: "agentStop"
}

const camelCased = (event: string): string => inCamelCase[event] ?? event.charAt(0).toLowerCase() + event.slice(1)

/** The events of its files. The first name of an event is the one under which hooks are written. */
const eventNames: Readonly<Record<string, string>> = {
  ...Object.fromEntries(sharedEvents.map((name) => [name, name])),
  ...Object.fromEntries(sharedEvents.map((name) => [camelCased(name), name])),
  userPromptTransformed: "userPromptTransformed",
  ErrorOccurred: "ErrorOccurred",
  errorOccurred: "ErrorOccurred"
}

/** An expression is for the whole name. */
export const copilotMatcher = (text: string | undefined): MatchRule => {
  if (text === undefined || text === "" || text === "*" || text === "**") return All()
  const why = whyInvalid(text)
  return why === undefined ? Pattern({ source: `^(?:${text})$`, ignoreCase: false }) : Broken({ why })
}

const matcher = Schema.optionalKey(Schema.String)
const timeoutSec = entries.command.fields.timeout
const variables = Schema.Record(Schema.String.check(Schema.isPattern(/^[A-Za-z_]\w*$/)), Schema.String)

const {
  args: _args,
  async: _async,
  asyncRewake: _rewake,
  command,
  shell: _shell,
  timeout: _timeout,
  ...command_
} = entries.command.fields

const common = {
  ...command_,
  matcher,
  timeoutSec,
  cwd: Schema.optionalKey(Schema.String),
  env: Schema.optionalKey(variables)
}

const { timeout: _httpTimeout, ...http } = entries.http.fields

const CopilotEntry = Schema.Union([
  Schema.Struct({ ...common, bash: command }),
  Schema.Struct({ ...common, command }),
  Schema.Struct({ ...common, exec: command, args: entries.command.fields.args }),
  Schema.Struct({ ...http, matcher, timeoutSec })
])

const CopilotFile = Schema.Struct({
  version: Schema.optionalKey(Schema.Literal(1)),
  disableAllHooks: Schema.optionalKey(Schema.Boolean),
  hooks: Schema.Struct(
    Object.fromEntries(Object.keys(eventNames).map((name) => [name, Schema.optionalKey(Schema.Array(CopilotEntry))]))
  )
}).annotate({ identifier: "CopilotHooks", title: "Hooks of Copilot CLI" })

/** Returns the name below which a hook is written, where its own file is Copilot's. */
const writtenName = (hook: Hook): string | undefined => {
  const name = copilotHookName(hook)
  return name !== undefined && lookup(eventNames, name) === hook.event ? name : undefined
}

/** Reports arguments that Copilot ignores, and a matcher for which it never runs the hook, though Hookline does. */
const hookProblem: Rules["hookProblem"] = (hook, name) => {
  const { event, handler, matcher: text, written } = hook
  if (handler._tag === "Command" && handler.args !== undefined && !(isJson(written) && "exec" in written)) {
    return {
      code: "field-foreign",
      field: "args",
      text: "Copilot CLI reads `args` beside `exec` only, and runs the command without them.",
      fix: `Write "exec" in the place of "command", or the arguments into the command.`
    }
  }
  // A matcher that is no expression anywhere is reported as such.
  const isBroken = copilotMatcher(text)._tag === "Broken"
  if (text === undefined || isBroken || firesInCopilot({ event, matcher: text, name })) return undefined
  return {
    code: "field-foreign",
    field: "matcher",
    text: `Under ${name} Copilot CLI itself compares ${JSON.stringify(text)} with its own names${Target.isTool(event) ? " of tools" : ""}, as an expression for the whole name, and never runs this hook; Hookline does.`,
    fix: Target.isTool(event)
      ? `Write the names that Copilot CLI has, such as "matcher": "bash|edit", or leave the matcher out.`
      : "Leave the matcher out, or write the names that Copilot CLI has."
  }
}

const withoutField = (field: string) => `Leave "${field}" out, or move the hook to a file that only Hookline reads.`

export const copilotConfig = groupsFormat(
  {
    title: "Copilot CLI",
    example: `{"version": 1, "hooks": {"PreToolUse": [{"type": "command", "matcher": "Bash", "bash": "…"}]}}`,
    isSettingsFile: (path) => /[/\\]settings(?:\.local)?\.json$/.test(path),
    off: { at: ["disableAllHooks"], when: true },
    // In the user's settings it was seen to disable nothing, and in a file of hooks it is about that file.
    isOffRead: (path) => /[/\\]\.github[/\\]copilot[/\\][^/\\]+$/.test(path),
    fileOff: "disableAllHooks",
    refusesSettings: true,
    version: 1,
    types: copilotTypes,
    flat: "also",
    inOurWords: copilotEntry,
    inHostWords: inCopilotWords,
    writtenName,
    hookProblem,
    fieldNames: { timeout: "timeoutSec" },
    matcher: copilotMatcher,
    eventNames,
    foreignFields: {
      if: { text: "Copilot CLI ignores `if`, and runs the hook on every call that matches.", fix: withoutField("if") },
      async: { text: "Copilot CLI ignores `async`, and waits for the hook.", fix: withoutField("async") },
      shell: { text: "Copilot CLI ignores `shell`, and runs the command in bash.", fix: withoutField("shell") },
      windows: {
        text: "Copilot CLI ignores `windows`.",
        fix: `Write "powershell": "…", which other agents do not run.`
      }
    }
  },
  () => CopilotFile
)
