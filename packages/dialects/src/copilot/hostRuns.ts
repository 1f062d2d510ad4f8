/**
 * The hooks of Claude Code's settings that Copilot itself runs to the same effect, so that they need no second run: those of
 * the project, and not of the user.
 */
import type { Hook } from "@hookline/schema/Hook"
import type { DiagnosticCode } from "@hookline/schema/DiagnosticCode"

/**
 * Events on which it reads no answer. On others its own run of such a hook would lose what the hook answers: it ignores Claude
 * Code's words for a context and most denials, gives the model no reason of an exit code, and a guard of files other
 * keys than it looks for. A hook that runs twice is better than a guard that is lost.
 */
const unanswered: ReadonlySet<string> = new Set(["SubagentStart", "PreCompact", "Notification", "SessionEnd"])

/** Checks for a matcher that selects the same there: everything, or names. */
const isReadAlike = ({ matcher = "*" }: Hook): boolean =>
  matcher === "" || matcher === "*" || /^[\w-]+(?:\|[\w-]+)*$/.test(matcher)

const isOfSettings = ({ carrier, plugin, scope, skill }: Hook["source"]): boolean =>
  scope !== "user" && plugin === undefined && skill === undefined && carrier === undefined

export const copilotRuns = (hook: Hook): boolean =>
  isOfSettings(hook.source) &&
  hook.handler._tag === "Command" &&
  hook.handler.args === undefined &&
  unanswered.has(hook.event) &&
  isReadAlike(hook)

/** It ignores a file with comments, without a word. */
export const copilotRefuses: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>(["json-comments"])
