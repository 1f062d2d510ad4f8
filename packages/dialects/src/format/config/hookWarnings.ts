/** Valid hooks that will hardly do what was intended. */
import * as PermissionRule from "@hookline/core/kit/match/PermissionRule"
import type { Hook } from "@hookline/schema/Hook"
import * as HookEvent from "@hookline/schema/HookEvent"
import * as Target from "@hookline/schema/kit/Target"
import { bashSyntax, unsetVariables } from "./bashSyntax.ts"
import { ifProblem } from "./ifWarnings.ts"
import { isJson } from "@hookline/schema/Json"
import { quote } from "./written.ts"
import type { Report } from "./Problem.ts"
import type { Rules } from "./rules.ts"

/**
 * Checks whether a number of seconds is rather one of milliseconds: milliseconds are written in steps of a quarter second,
 * and hours in seconds, such as 3600 or 345600, are not among them.
 */
const looksLikeMillis = (seconds: number): boolean => seconds >= 1000 && seconds % 250 === 0

/** Reports a number of milliseconds that is rather one of seconds. No program starts in less than a second for sure. */
const aboutMillis = (hook: Hook, millis: number, report: Report): void => {
  if (millis >= 1000) return
  report({
    code: "timeout-seconds",
    at: [...hook.source.at, "timeout"],
    text: `${millis} milliseconds are hardly enough for a program to start: these are hardly meant to be milliseconds.`,
    fix: `Write "timeout": ${millis * 1000}, if seconds were meant.`
  })
}

const aboutTimeout = (
  hook: Hook,
  { capMillis, largeAreMillis, perSecond, title, wholeTimeouts }: Rules,
  report: Report
): void => {
  const millis = hook.timeoutMillis
  if (millis === undefined) return
  if (wholeTimeouts === true && !Number.isInteger(millis / 1000)) {
    report({
      code: "file-refused",
      at: [...hook.source.at, "timeout"],
      text: `${title} refuses this file with all of its hooks, because the timeout is no whole number.`,
      fix: `Write "timeout": ${Math.ceil(millis / 1000)}.`
    })
  }
  if (perSecond === 1000) return aboutMillis(hook, millis, report)
  const seconds = millis / 1000
  const isMillis = largeAreMillis !== true && looksLikeMillis(seconds)
  if (!isMillis && (capMillis === undefined || millis <= capMillis)) return
  const cap = capMillis !== undefined && millis > capMillis ? ` It is cut to ${capMillis / 1000} seconds.` : ""
  if (isMillis) {
    report({
      code: "timeout-milliseconds",
      at: [...hook.source.at, "timeout"],
      text: `${seconds} seconds are ${Math.round(seconds / 60)} minutes: these are hardly meant to be seconds.${cap}`,
      fix: `Write "timeout": ${seconds / 1000}, if milliseconds were meant.`
    })
  } else {
    report({
      code: "timeout-capped",
      at: [...hook.source.at, "timeout"],
      text: `${seconds} seconds are more than a hook may take.${cap}`,
      fix: `Write "timeout": ${(capMillis ?? 0) / 1000}.`
    })
  }
}

/** Reports a command for which the host of the file refuses all of it. */
const aboutRefused = ({ handler, source }: Hook, { refusesCommand, title }: Rules, report: Report): void => {
  const why = handler._tag === "Command" ? refusesCommand?.(handler.command) : undefined
  if (why === undefined) return
  report({
    code: "file-refused",
    at: [...source.at, "command"],
    text: `${title} refuses this file with all of its hooks, because ${why}.`,
    fix: "Put the command into a script."
  })
}

/** Checks whether a command is for a shell that may support only the POSIX standard. */
const isPlainShell = (shell: string | undefined): boolean =>
  shell === undefined || /(?:^|\/)(?:sh|dash|ash)$/.test(shell)

const aboutCommand = (hook: Hook, report: Report): void => {
  const { handler } = hook
  if (handler._tag !== "Command" || handler.args !== undefined) return
  const construct = isPlainShell(handler.shell) ? bashSyntax(handler.command) : undefined
  if (construct !== undefined) {
    report({
      code: "bash-syntax",
      at: [...hook.source.at, "command"],
      text: `This command is for bash, and \`sh\` runs it: it has ${construct}.`,
      fix: `Write "shell": "bash" beside the command.`
    })
  }
  const unset = unsetVariables(handler.command)
  if (unset.length > 0) {
    report({
      code: "variable-unset",
      at: [...hook.source.at, "command"],
      text: `No hook is given ${unset.map((name) => `$${name}`).join(", ")}: the event comes on standard input.`,
      fix: "Read it from there, as with `jq -r .tool_input.file_path`; a file's path is also in $FILE_PATH."
    })
  }
}

/** Returns the word for a handler's kind in files. */
const typeOf = (hook: Hook): string => {
  const type = isJson(hook.written) ? hook.written["type"] : undefined
  return typeof type === "string" ? type : "command"
}

/** Reports a type that the host of the file does not know: the host does not run the hook, so that Hookline does. */
const aboutType = (
  hook: Hook,
  { refusesOthers, skips = [], title, types }: Rules,
  entries: () => number,
  report: Report
): void => {
  const { plugin, skill } = hook.source
  const type = typeOf(hook)
  if (types === undefined || plugin !== undefined || skill !== undefined || types.some((known) => known === type))
    return
  if (skips.some((known) => known === type)) {
    report({
      code: "field-foreign",
      at: [...hook.source.at, "type"],
      text: `${title} itself skips ${quote(type)} handlers; under it, Hookline runs this one.`,
      fix: `Move it to a file that only Hookline reads, such as .amplifier/hooks/NAME/hooks.json.`
    })
    return
  }
  const count = refusesOthers === true ? entries() : 1
  const cost = count > 1 ? `refuses this file with all of its ${count} hooks` : "ignores this one"
  report({
    code: "type-foreign",
    at: [...hook.source.at, "type"],
    text: `${title} itself knows no ${quote(type)} handlers, and ${cost}; under it, Hookline runs ${count > 1 ? "them" : "it"}.`,
    fix: `Move it to a file that only Hookline reads, such as .amplifier/hooks/NAME/hooks.json.`
  })
}

/** Reports fields that only the host of the file or only Hookline knows. */
const aboutFields = ({ source, written }: Hook, { foreignFields = {} }: Rules, report: Report): void => {
  if (source.plugin !== undefined || source.skill !== undefined || !isJson(written)) return
  for (const field in foreignFields) {
    const problem = foreignFields[field]
    if (problem !== undefined && written[field] !== undefined) {
      report({ code: "field-foreign", at: [...source.at, field], ...problem })
    }
  }
}

/** Reports warnings about a hook. `entries` counts those of its file. */
export const hookWarnings = (hook: Hook, rules: Rules, entries: () => number, report: Report): void => {
  aboutTimeout(hook, rules, report)
  aboutFields(hook, rules, report)
  aboutType(hook, rules, entries, report)
  aboutCommand(hook, report)
  aboutRefused(hook, rules, report)
  if (hook.if !== undefined && HookEvent.isName(hook.event) && !Target.isTool(hook.event)) {
    report({
      code: "if-never",
      at: [...hook.source.at, "if"],
      text: `${hook.event} is about no tool, so that this hook never runs.`,
      fix: `Leave "if" out, or move the hook to an event of a tool.`
    })
  } else if (hook.if !== undefined && PermissionRule.parse(hook.if)._tag === "Unclear") {
    report({
      code: "if-unclear",
      at: [...hook.source.at, "if"],
      text: `${quote(hook.if)} is no permission rule; the hook runs as if it were not there.`,
      fix: `Write "if": "Bash(git *)", or whatever tool and input are meant.`
    })
  } else if (hook.if !== undefined && Target.isTool(hook.event)) {
    const problem = ifProblem(hook, rules)
    if (problem !== undefined) report(problem)
  }
  if (!hook.once && isJson(hook.written) && hook.written["once"] === true) {
    report({
      code: "once-ignored",
      at: [...hook.source.at, "once"],
      text: "`once` means something in a skill's hooks only; this hook runs every time.",
      fix: `Leave "once" out.`
    })
  }
}
