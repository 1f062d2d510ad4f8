/** The program that a command hook starts: a shell with its text, or a program with its arguments. */
import type { Handler } from "@hookline/schema/Handler"
import type { Settings } from "@hookline/schema/Settings"
import type { Variables } from "../../HookEnv.ts"
import { accessSync, constants } from "node:fs"
import { type Start, shellStart } from "./ColdProcess.ts"
import { simpleCommand } from "./simpleCommand.ts"

type Command = Extract<Handler, { readonly _tag: "Command" }>

export type Program = Pick<Start, "file" | "args" | "called" | "script">

export interface Warm {
  readonly file: string
  readonly called: string
  readonly text: string
  /** The positional parameters of the text. */
  readonly words?: ReadonlyArray<string>
}

export interface Plan {
  /** The program to spawn. */
  readonly start: Program
  /** The fallback if the file is no program: a shell, which reports the problem as usual. */
  readonly orElse?: Program
  /** The shell, and the text for a warm one, if it may be used. */
  readonly warm?: Warm
  /** True if an exit by a signal is reported like a shell reports that of its child. */
  readonly asShell: boolean
}

/** Substitutes variables in a text as they are, because no shell reads it. */
const substituted = (text: string, variables: Variables): string =>
  text.replaceAll(/\$\{(\w+)\}/g, (all, name: string) =>
    Object.hasOwn(variables, name) ? (variables[name] ?? "") : all
  )

const powershells: Readonly<Record<string, string>> = { powershell: "powershell", pwsh: "pwsh" }

const powershell = (file: string, command: string): Program => ({
  file,
  args: ["-NoProfile", "-NonInteractive", "-Command", command]
})

/** Finds a shell by its name in the search path. `sh` has a fixed path. */
const shellOf = (name: string): { readonly file: string; readonly called: string } =>
  name === "sh" && process.platform !== "win32" ? { file: "/bin/sh", called: "sh" } : { file: name, called: name }

const wrapped = (wrap: ReadonlyArray<string>, { args, called, file, script }: Program): Program => {
  const [outer, ...before] = wrap
  if (outer === undefined)
    return { file, args, ...(called !== undefined && { called }), ...(script !== undefined && { script }) }
  return { file: outer, args: [...before, file, ...args], ...(script !== undefined && { script }) }
}

const functions = new WeakMap<Variables, boolean>()

/** Checks whether variables contain functions that bash exports, because any word may then be a function. */
const holdFunctions = (base: Variables): boolean => {
  const known = functions.get(base) ?? Object.keys(base).some((name) => name.startsWith("BASH_FUNC_"))
  functions.set(base, known)
  return known
}

const withShell = (command: string, name: string, base: Variables, wrap: ReadonlyArray<string>): Plan => {
  const shell = shellOf(name)
  const text = shellStart(shell, command)
  const start = wrapped(wrap, text)
  const words = name === "sh" && !holdFunctions(base) ? simpleCommand(command) : undefined
  // A wrapped command is spawned inside its wrapper each time, because warm shells are outside. The same goes for a
  // command that a shell would take for options, or that can't be an argument.
  if (wrap.length > 0 || command.includes("\0") || /^[-+]/.test(command)) return { start, asShell: false }
  if (words === undefined) return { start, warm: { ...shell, text: command }, asShell: false }
  const [file = "", ...args] = words
  return { start: { file, args }, orElse: start, warm: { ...shell, text: `exec ${command}` }, asShell: true }
}

/**
 * Runs a program from a warm shell: its words are passed beside a constant text. The program must exist, because only
 * its own start explains why a missing one fails.
 */
const direct = (file: string, args: ReadonlyArray<string>): Warm | undefined => {
  if ([file, ...args].some((word) => word.includes("\0"))) return undefined
  try {
    accessSync(file, constants.X_OK)
    return { ...shellOf("sh"), text: `exec "$@"`, words: [file, ...args] }
  } catch {
    return undefined
  }
}

/**
 * Returns the program that a command hook starts. `own` variables are substituted in the words of a start without a
 * shell; `base` are the inherited ones.
 */
export const commandOf = (
  { args, command, shell }: Command,
  settings: Settings,
  variables: Variables,
  base: Variables,
  wrap: ReadonlyArray<string>
): Plan => {
  if (args !== undefined) {
    const [file = "", ...rest] = [command, ...args].map((word) => substituted(word, variables))
    const start = wrapped(wrap, { file, args: rest })
    const warm = wrap.length === 0 && file.startsWith("/") ? direct(file, rest) : undefined
    return { start, asShell: false, ...(warm !== undefined && { warm }) }
  }
  const name = shell ?? settings.shell ?? "sh"
  const power = powershells[name]
  if (power !== undefined) return { start: wrapped(wrap, powershell(power, command)), asShell: false }
  return withShell(command, name, base, wrap)
}

/**
 * Returns the shell of a hook with a command that proves it to be one. `sh` needs no proof, because its path is fixed, and
 * neither does a command that no shell reads.
 */
export const shellToProve = ({ args, shell }: Command, settings: Settings, command: string): Program | undefined => {
  const name = shell ?? settings.shell ?? "sh"
  if (args !== undefined || name === "sh") return undefined
  const power = powershells[name]
  return power === undefined ? { ...shellOf(name), args: ["-c", command] } : powershell(power, command)
}

/** Returns the shell that may be warmed for a hook, as far as that is known before its event. */
export const shellFor = (
  { args, command, shell }: Command,
  settings: Settings,
  wrap: ReadonlyArray<string>
): { readonly file: string; readonly called: string } | undefined => {
  if (wrap.length > 0) return undefined
  // A program that is started by its path is mostly in a folder that a variable names.
  if (args !== undefined) return /^(?:\/|\$\{)/.test(command) ? shellOf("sh") : undefined
  const name = shell ?? settings.shell ?? "sh"
  return powershells[name] === undefined ? shellOf(name) : undefined
}
