// Matchers of Claude Code's files at random, compared with a slow reader of Claude Code's documented rules: many matchers
// in one file, so that the index of names takes part.
import * as Matcher from "@hookline/core/Matcher"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import * as Catalog from "@hookline/schema/Catalog"
import * as HookEvent from "@hookline/schema/HookEvent"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Chance } from "./mutate.ts"

const names = [
  "Bash", "BashOutput", "Edit", "MultiEdit", "NotebookEdit", "Write", "Read", "Task", "Agent", "KillShell", "TaskStop",
  "mcp__memory", "mcp__memory__read", "mcp__a-b__c", "my-plugin:reviewer", "code-reviewer", "senior-code-reviewer", "bash",
  "Ünïcode", "a b", "constructor", "__proto__", "toString", "startup", "resume", "clear", ".env", ".envrc", "rate_limit"
] // prettier-ignore

const scraps = [
  "|", "|", ",", " ", "  ", "\t", "-", "_", ".", ".*", "*", "+", "?", "^", "$", "(", ")", "[", "]", "[A-Z]", "{2}", "\\", "\\b",
  "\\w+", "(?:", "(?i)", "(?!Bash)", "é", "\u0000", "\uFEFF", ""
] // prettier-ignore

/** The former names of tools, which matchers and agents use for the same tool. */
const renamed: ReadonlyArray<ReadonlyArray<string>> = [
  ["Task", "Agent"],
  ["KillShell", "KillBash", "TaskStop"]
]

/** Events with a matcher, and how one with a target is made. */
const events: Readonly<Record<string, (target: string) => HookEvent.HookEvent>> = {
  PreToolUse: (toolName) => HookEvent.cases.PreToolUse.make({ toolName, toolInput: {} }),
  PostToolUse: (toolName) => HookEvent.cases.PostToolUse.make({ toolName, toolInput: {}, toolResponse: "" }),
  PermissionRequest: (toolName) => HookEvent.cases.PermissionRequest.make({ toolName, toolInput: {} }),
  Notification: (notificationType) => HookEvent.cases.Notification.make({ message: "", notificationType }),
  SubagentStop: (agentType) => HookEvent.cases.SubagentStop.make({ agentType }),
  // It has no target, so that its matchers are ignored.
  Stop: () => HookEvent.cases.Stop.make({})
}

const oneMatcher = (chance: Chance): string => {
  if (chance.below(6) === 0) return chance.of(["", "*", " ", "|", ",", "**", ".*"])
  const parts = Array.from({ length: 1 + chance.below(5) }, () => chance.of(chance.below(2) === 0 ? names : scraps))
  return parts.join(chance.of(["", "", "|", ",", ", ", " | "]))
}

/** Makes an event, a target and the matchers of a file, as JSON. */
export const made = (chance: Chance): string =>
  JSON.stringify({
    event: chance.of(Object.keys(events)),
    target: chance.of(names),
    matchers: Array.from({ length: 1 + chance.below(8) }, () => oneMatcher(chance))
  })

const compiles = (source: string): boolean => {
  try {
    new RegExp(source)
    return true
  } catch {
    return false
  }
}

/** Checks by the documented words whether a matcher lets its hooks run. */
const fires = (matcher: string, event: string, target: string): boolean => {
  if (event === "Stop" || matcher === "" || matcher === "*") return true
  const isTool = event !== "Notification" && event !== "SubagentStop"
  const targets = isTool ? (renamed.find((group) => group.includes(target)) ?? [target]) : [target]
  if (/^[A-Za-z0-9_\- ,|]*$/.test(matcher)) {
    const items = matcher.replaceAll(",", "|").split("|")
    return items.some((item) => item.trim() !== "" && targets.includes(item.trim()))
  }
  return compiles(matcher) && targets.some((name) => new RegExp(matcher).test(name))
}

const Question = Schema.fromJsonString(
  Schema.Struct({ event: Schema.String, target: Schema.NonEmptyString, matchers: Schema.Array(Schema.String) })
)

const question = Schema.decodeUnknownOption(Question)

const compile = Matcher.compile([ClaudeCode], ClaudeCode)

/** Returns the first difference between the pipeline's matcher and the documented words. */
export const difference = async (text: string): Promise<string | undefined> => {
  const asked = question(text)
  // Another target's damage makes this text no question.
  if (Option.isNone(asked)) return undefined
  const { event, matchers, target } = asked.value
  const make = events[event]
  if (make === undefined) return undefined
  const groups = matchers.map((matcher, at) => ({ matcher, hooks: [{ type: "command", command: `echo ${at}` }] }))
  const file = { dialect: "claude", scope: "project", file: "/p/settings.json", folder: "/p" } as const
  const reading = await Effect.runPromise(ClaudeCode.config.read(file, JSON.stringify({ hooks: { [event]: groups } })))
  if (reading.hooks.length !== matchers.length) return `${reading.hooks.length} of ${matchers.length} hooks are read`
  const compiled = compile({ ...Catalog.empty, hooks: reading.hooks })
  const running = new Set(compiled.groups(make(target)).flatMap(({ hooks }) => hooks))
  for (const [at, hook] of reading.hooks.entries()) {
    const matcher = matchers[at] ?? ""
    if (running.has(hook) !== fires(matcher, event, target)) {
      return `${JSON.stringify(matcher)} ${running.has(hook) ? "runs" : "does not run"} its hook on ${target}`
    }
  }
  return undefined
}
