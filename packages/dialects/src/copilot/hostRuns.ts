/**
 * The hooks that Copilot itself runs to the same effect, so that they need no second run: those of its own files, and of
 * Claude Code's settings those of the project, and not of the user.
 */
import { matches, Pattern, whyInvalid } from "@hookline/core/MatchRule"
import type { Kind } from "@hookline/schema/Handler"
import type { Hook } from "@hookline/schema/Hook"
import type { DiagnosticCode } from "@hookline/schema/DiagnosticCode"
import { isJson } from "@hookline/schema/Json"
import type { EntryType } from "@hookline/schema/kit/HookEntry"
import * as Target from "@hookline/schema/kit/Target"
import { finderOf } from "@hookline/schema/Source"
import { claudeNames, runtimeNames } from "./tools.ts"

export const copilotTypes: ReadonlyArray<EntryType> = ["command", "http"]

export const copilotKinds: ReadonlyArray<Kind> = ["Command", "Http"]

/** The events on which every exit code but 0 denies. */
export const copilotFailuresDeny: ReadonlyArray<string> = ["PreToolUse", "PermissionRequest"]

/** Returns the name of the event below which a hook of Copilot's files is written. */
export const copilotHookName = ({ source }: Pick<Hook, "source">): string | undefined => {
  const [top, name] = source.at
  return source.dialect === "copilot" && top === "hooks" && typeof name === "string" ? name : undefined
}

/** Checks for a name of an event in camelCase, which means Copilot's own words. */
export const isCamelCase = (name: string): boolean => /^[a-z]/.test(name)

/** Events whose matchers it ignores: it runs each of their hooks. */
const withoutMatchers: ReadonlySet<string> = new Set([
  "SessionStart",
  "UserPromptSubmit",
  "PostToolUseFailure",
  "SubagentStop",
  "Stop",
  "SessionEnd"
])

/** Events whose matchers are read as Claude Code's if their names are in PascalCase. */
const readAsClaudes: ReadonlySet<string> = new Set(["PreToolUse", "PermissionRequest", "PostToolUse"])

/**
 * Checks whether Copilot runs a hook with this matcher at all: an empty one is for no name, `*` is no expression, and Claude
 * Code's names of tools are none of its own.
 */
export const firesInCopilot = ({
  event,
  matcher,
  name
}: {
  readonly event: string
  readonly matcher: string
  readonly name: string
}): boolean => {
  if (withoutMatchers.has(event)) return true
  const isClaudes = readAsClaudes.has(name)
  if (matcher === "") return false
  if (matcher === "*" || matcher === "**") return isClaudes
  if (whyInvalid(matcher) !== undefined) return false
  if (!Target.isTool(event)) return true
  const isList = /^[\w-]+(?:\|[\w-]+)*$/.test(matcher)
  const rule = Pattern({ source: `^(?:${matcher})$`, ignoreCase: false })
  const meets = (names: ReadonlyArray<string>): boolean => names.some((each) => matches(rule, each))
  if (isClaudes && isList) return true
  // A name that neither side has may be one of a server's tool.
  return isClaudes ? meets(claudeNames) || !meets(runtimeNames) : meets(runtimeNames) || !meets(claudeNames)
}

/** Events on which it takes no answer of a request that is not encrypted. */
const needEncryption: ReadonlySet<string> = new Set(["PreToolUse", "PermissionRequest"])

/** Checks whether Copilot runs a hook of its own files. It drops an entry that it can't read, with no word. */
const runsOwn = (hook: Hook): boolean => {
  const { event, handler, matcher, written } = hook
  const name = copilotHookName(hook)
  if (name === undefined || (matcher !== undefined && !firesInCopilot({ event, matcher, name }))) return false
  switch (handler._tag) {
    case "Command":
      // Arguments beside a command are ignored, which is another hook.
      return handler.args === undefined || (isJson(written) && typeof written["exec"] === "string")
    case "Http":
      return /^https:/i.test(handler.url) || (!needEncryption.has(event) && /^http:/i.test(handler.url))
    default:
      return false
  }
}

/**
 * Events on which it reads no answer. On others its own run of a hook of Claude Code's settings would lose what the hook
 * answers: it ignores Claude Code's words for a context and most denials, gives the model no reason of an exit code, and a guard
 * of files other keys than it looks for. A hook that runs twice is better than a guard that is lost.
 */
const unanswered: ReadonlySet<string> = new Set(["SubagentStart", "PreCompact", "Notification", "SessionEnd"])

/** Checks for a matcher for which it misses no event: none, one that it ignores, or names. */
const isReadAlike = ({ event, matcher }: Hook): boolean =>
  matcher === undefined || withoutMatchers.has(event) || /^[\w-]+(?:\|[\w-]+)*$/.test(matcher)

const isOfSettings = ({ carrier, plugin, scope, skill }: Hook["source"]): boolean =>
  scope !== "user" && plugin === undefined && skill === undefined && carrier === undefined

const runsClaudes = (hook: Hook): boolean =>
  isOfSettings(hook.source) &&
  hook.handler._tag === "Command" &&
  hook.handler.args === undefined &&
  unanswered.has(hook.event) &&
  isReadAlike(hook)

export const copilotRuns = (hook: Hook): boolean =>
  finderOf(hook.source) === "copilot" ? runsOwn(hook) : runsClaudes(hook)

/** It ignores a file with one of these, without a word. */
export const copilotRefuses: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  "json-comments",
  "hooks-is-list",
  "hooks-not-object",
  "event-not-list",
  "file-refused"
])
