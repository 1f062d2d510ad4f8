/**
 * The exit code of a call of `dispatch` that was not answered.
 *
 * **Details**
 *
 * The words of the call are not parsed, because some may be misspelt, or be what the failure is about. All but a plain
 * `open` is strict. `bin/hookline.js` has a copy, since it must work where this bundle does not.
 *
 * @since 0.1.0
 */

/**
 * Events that no failure denies: those that can't be denied, and the ends of work, which a denial would prolong. They are
 * the events whose capabilities lack `failsClosed`, as a list of their own: it is loaded by each call.
 *
 * @category events
 * @since 0.1.0
 */
export const neverDenied: ReadonlySet<string> = new Set([
  "PermissionDenied",
  "PostToolUse",
  "PostToolUseFailure",
  "Stop",
  "SubagentStop",
  "SubagentStart",
  "StopFailure",
  "TeammateIdle",
  "TaskCompleted",
  "MessageDisplay",
  "Notification",
  "SessionStart",
  "SessionEnd",
  "Setup",
  "PostCompact",
  "PostModelSwitch",
  "InstructionsLoaded",
  "CwdChanged",
  "FileChanged",
  "DirectoryAdded"
])

const flag = /^-+[\w-]*(fail|event)[\w-]*(?:=([^]*))?$/i

/**
 * Returns the exit code for the words after `dispatch`: 2, which a host reads as a denial, or 1. `policy` is the variable of the
 * setting, which can only tighten.
 *
 * @category getters
 * @since 0.1.0
 */
export const unansweredExit = (
  words: ReadonlyArray<string>,
  policy = process.env["HOOKLINE_FAILURE_POLICY"] ?? ""
): 1 | 2 => {
  let isStrict = /^\s*(?:closed|ask)\s*$/i.test(policy)
  let event = ""
  for (const [index, word] of words.entries()) {
    const [found, name = "", given] = flag.exec(word) ?? []
    const value = found === undefined ? undefined : (given ?? words[index + 1])
    if (/^(?:closed|ask)$/i.test(word) || (/fail/i.test(name) && value !== "open")) isStrict = true
    if (/event/i.test(name) && value !== undefined) event = value
  }
  return isStrict && !neverDenied.has(event) ? 2 : 1
}
