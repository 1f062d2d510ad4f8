/** Cursor's `hooks.json`: handlers below events, of which some are about one tool. From its documents; no version was run. */
import { All, Broken, type MatchRule, pattern } from "@hookline/core/MatchRule"
import type { Hook } from "@hookline/schema/Hook"
import { entries } from "@hookline/schema/kit/HookEntry"
import * as Schema from "effect/Schema"
import { groupsFormat } from "../format/config/format.ts"
import type { Rules } from "../format/config/rules.ts"
import { lookup } from "../format/lookup.ts"
import { cursorEntry, cursorHookName, inCursorWords } from "./hookEntry.ts"
import { cursorHostNames } from "./host.ts"
import { cursorTypes } from "./hostRuns.ts"

/** The events that only Cursor has. */
export const cursorOwnEvents = [
  "afterAgentResponse",
  "afterAgentThought",
  "beforeTabFileRead",
  "afterTabFileEdit",
  "workspaceOpen"
] as const

/** The events of its files. The first name of an event is the one under which hooks are written. */
export const cursorEventNames: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(cursorHostNames).map(([event, name]) => [name, event])),
  beforeShellExecution: "PreToolUse",
  beforeMCPExecution: "PreToolUse",
  beforeReadFile: "PreToolUse",
  afterShellExecution: "PostToolUse",
  afterMCPExecution: "PostToolUse",
  afterFileEdit: "PostToolUse",
  ...Object.fromEntries(cursorOwnEvents.map((name) => [name, name]))
}

/** An expression may match anywhere in the agent's name of the tool. */
export const cursorMatcher = (text: string | undefined): MatchRule =>
  text === undefined || text === "" || text === "*"
    ? All()
    : pattern(text, { ignoreCase: false, orElse: (why) => Broken({ why }) })

const more = {
  matcher: Schema.optionalKey(Schema.String),
  failClosed: Schema.optionalKey(Schema.Boolean),
  loop_limit: Schema.optionalKey(Schema.NullOr(Schema.Int))
}

const { args: _args, async: _async, asyncRewake: _rewake, shell: _shell, ...command } = entries.command.fields

const CursorEntry = Schema.Union([
  Schema.Struct({ ...command, ...more }),
  Schema.Struct({ ...entries.prompt.fields, ...more })
])

/** Below events about one tool no matcher is drawn: most of them are not about the names of tools. */
const WithoutMatcher = Schema.Union([
  Schema.Struct({ ...command, failClosed: more.failClosed, loop_limit: more.loop_limit }),
  Schema.Struct({ ...entries.prompt.fields, failClosed: more.failClosed })
])

const isAboutOne = (name: string): boolean => /^(?:before|after)(?:Shell|MCP|ReadFile|FileEdit)/.test(name)

const CursorFile = Schema.Struct({
  version: Schema.optionalKey(Schema.Literal(1)),
  hooks: Schema.Struct(
    Object.fromEntries(
      Object.keys(cursorEventNames).map((name) => [
        name,
        Schema.optionalKey(Schema.Array(isAboutOne(name) ? WithoutMatcher : CursorEntry))
      ])
    )
  )
}).annotate({ identifier: "CursorHooks", title: "Hooks of Cursor" })

const writtenName = (hook: Hook): string | undefined => {
  const name = cursorHookName(hook)
  return name !== undefined && lookup(cursorEventNames, name) === hook.event ? name : undefined
}

/** Reports a hook whose script is given less by other agents. */
const hookProblem: Rules["hookProblem"] = (_hook, name) =>
  name === "beforeReadFile"
    ? {
        code: "field-foreign",
        field: "command",
        text: "Under other agents a script below beforeReadFile is given the path of the file, and not its `content`.",
        fix: "Let the script read the file itself where it is given no content."
      }
    : undefined

const withoutField = (field: string) => `Leave "${field}" out, or move the hook to a file that only Hookline reads.`

export const cursorConfig = groupsFormat(
  {
    title: "Cursor",
    example: `{"version": 1, "hooks": {"preToolUse": [{"command": "…", "matcher": "Shell"}]}}`,
    types: cursorTypes,
    flat: "only",
    inOurWords: cursorEntry,
    failureField: "failClosed",
    inHostWords: inCursorWords,
    writtenName,
    hookProblem,
    refusesCommand: (command) => (command.includes("://") ? "it reads no file with `://` in a command" : undefined),
    matcher: cursorMatcher,
    eventNames: cursorEventNames,
    foreignFields: {
      args: { text: "Cursor ignores `args`.", fix: "Write the arguments into the command." },
      if: { text: "Cursor ignores `if`, and runs the hook on every call that matches.", fix: withoutField("if") },
      async: { text: "Cursor ignores `async`, and waits for the hook.", fix: withoutField("async") },
      shell: { text: "Cursor ignores `shell`.", fix: withoutField("shell") },
      loop_limit: {
        text: "Hookline does not read `loop_limit`: hooks make an agent go on eight times at most.",
        fix: "Let the script count, by the `loop_count` that it is given."
      }
    }
  },
  () => CursorFile
)
