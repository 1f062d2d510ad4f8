/** What a command hook starts: a shell with its text, or a program and its arguments. */
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
  /** What the text finds as its arguments. */
  readonly words?: ReadonlyArray<string>
}

export interface Plan {
  /** What is started for it. */
  readonly start: Program
  /** What is started where the program turns out not to be one: a shell says what is wrong as it always does. */
  readonly orElse?: Program
  /** Its shell, and the text for one that waits, where there may be one. */
  readonly warm?: Warm
  /** Whether the end of a program by a signal is told as a shell tells that of its child. */
  readonly asShell: boolean
}

/** Only its values are substituted, as they are: no shell ever reads them. */
const substituted = (text: string, variables: Variables): string =>
  text.replaceAll(/\$\{(\w+)\}/g, (all, name: string) =>
    Object.hasOwn(variables, name) ? (variables[name] ?? "") : all
  )

const powershells: Readonly<Record<string, string>> = { powershell: "powershell", pwsh: "pwsh" }

const powershell = (file: string, command: string): Program => ({
  file,
  args: ["-NoProfile", "-NonInteractive", "-Command", command]
})

/** A shell by its name, where the environment's search path finds it; `sh` is where every system has it. */
const shellOf = (name: string): { readonly file: string; readonly called: string } =>
  name === "sh" && process.platform !== "win32" ? { file: "/bin/sh", called: "sh" } : { file: name, called: name }

const wrapped = (wrap: ReadonlyArray<string>, { args, called, file, script }: Program): Program => {
  const [outer, ...before] = wrap
  if (outer === undefined)
    return { file, args, ...(called !== undefined && { called }), ...(script !== undefined && { script }) }
  return { file: outer, args: [...before, file, ...args], ...(script !== undefined && { script }) }
}

const functions = new WeakMap<Variables, boolean>()

/** Whether variables hold functions, as bash hands them on: with such any word may be one of them. */
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
  // What runs inside of something else is started there, each time: a shell that waits is outside.
  // So does what a shell that is started for it takes for its own options, or nobody can be given.
  if (wrap.length > 0 || command.includes("\0") || /^[-+]/.test(command)) return { start, asShell: false }
  if (words === undefined) return { start, warm: { ...shell, text: command }, asShell: false }
  const [file = "", ...args] = words
  return { start: { file, args }, orElse: start, warm: { ...shell, text: `exec ${command}` }, asShell: true }
}

/**
 * A program for a shell that waits: its words come beside the text, which is always the same. It must be there: of one that
 * is not, only its own start tells why.
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
 * What a command hook starts. Its own variables are for the words of what is started without a shell; `base` is what it
 * inherits.
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

/** The shell that may wait for a hook like this, as far as can be told before its event has come. */
export const shellFor = (
  { args, command, shell }: Command,
  settings: Settings,
  wrap: ReadonlyArray<string>
): { readonly file: string; readonly called: string } | undefined => {
  if (wrap.length > 0) return undefined
  // What is started by its path mostly lies in a folder that a variable names.
  if (args !== undefined) return /^(?:\/|\$\{)/.test(command) ? shellOf("sh") : undefined
  const name = shell ?? settings.shell ?? "sh"
  return powershells[name] === undefined ? shellOf(name) : undefined
}
