/** Diagnostics for the programs and scripts of command hooks that are there, and can't do their work all the same. */
import * as ScriptCheck from "@hookline/core/kit/discover/ScriptCheck"
import * as Dialects from "@hookline/dialects/Dialects"
import type { Catalog } from "@hookline/schema/Catalog"
import type { Diagnostic } from "@hookline/schema/Diagnostic"
import type { Hook } from "@hookline/schema/Hook"
import * as Effect from "effect/Effect"
import { closeSync, openSync, readSync, statSync } from "node:fs"
import { homedir } from "node:os"
import { placed } from "../context.ts"
import { fileVariables } from "./fileVariables.ts"
import { hiddenExit } from "./hiddenExit.ts"
import { isThere } from "./searched.ts"

interface Finding {
  readonly code:
    | "command-empty"
    | "exit-hidden"
    | "program-missing"
    | "interpreter-missing"
    | "script-empty"
    | "script-is-folder"
    | "script-line-ends"
    | "variable-unset"
  readonly text: string
  readonly fix: string
}

/** Words that shells run themselves. */
const builtins = new Set(
  ". : [ [[ ! ( { alias bg break builtin case cd command continue declare echo eval exec exit export false fc fg for function getopts hash if jobs kill let local printf pwd read readonly return select set shift shopt source test time times trap true type typeset ulimit umask unalias unset until wait while".split(
    " "
  )
)

/** Removes the comments of a shell's or Python's text, but for those that a quote may begin. */
const withoutComments = (text: string): string => text.replaceAll(/(^|[\s;])#[^\n]*/g, "$1").trim()

/** Matches statements that do nothing, and end like a guard that lets the action pass. */
const nothing = /^(?:(?:\/(?:usr\/)?bin\/)?true|:|exit(?:\s+0)?)$/

const ofCommand = ({ handler }: Hook): Finding | undefined => {
  if (handler._tag !== "Command" || handler.args !== undefined) return undefined
  const text = withoutComments(handler.command)
  const isNothing =
    text === "" || text.split(/&&|[\n;]/).every((part) => part.trim() === "" || nothing.test(part.trim()))
  return isNothing
    ? {
        code: "command-empty",
        text: `${text === "" ? "This command is only a comment" : `This command does nothing but \`${text}\``}, so that the hook lets everything pass.`,
        fix: "Write the command of the guard, or remove the entry."
      }
    : undefined
}

/** The events of guards: what they let pass happens. */
const guarded: ReadonlySet<string> = new Set(["PreToolUse", "PermissionRequest", "UserPromptSubmit"])

const ofEnd = ({ event, handler }: Hook): Finding | undefined => {
  if (handler._tag !== "Command" || handler.args !== undefined || !guarded.has(event)) return undefined
  const found = hiddenExit(handler.command)
  if (found === undefined) return undefined
  return {
    code: "exit-hidden",
    text: `\`${found.end}\` at the end of this command ${found.why}, so that exit code 2 before it denies nothing.`,
    fix: "Remove it if the script is a guard, or deny by JSON on its standard output."
  }
}

/** The number of bytes of a file that are read: its first line, and all of a script without statements. */
const most = 512

/** The beginning of a file, as much as its first line needs. */
const beginning = (file: string): string => {
  const descriptor = openSync(file, "r")
  try {
    const bytes = Buffer.alloc(most)
    return bytes.toString("latin1", 0, readSync(descriptor, bytes, 0, bytes.length, 0))
  } finally {
    closeSync(descriptor)
  }
}

/** Returns the interpreter that a first line names, and whether the line ends as on Windows. */
const firstLine = (text: string): { readonly interpreter: string; readonly isWindows: boolean } | undefined => {
  const line = /^#![ \t]*([^\n]*)/.exec(text.split("\n", 1)[0] ?? "")?.[1]
  if (line === undefined) return undefined
  const [program = "", ...args] = line.trim().split(/\s+/)
  const first = args.find((word) => !word.startsWith("-") && !/^\w+=/.test(word))
  return { interpreter: /(?:^|\/)env$/.test(program) ? (first ?? program) : program, isWindows: line.endsWith("\r") }
}

const ofScript = ({ direct, file }: NonNullable<ScriptCheck.Started["script"]>): Finding | undefined => {
  const status = statSync(file, { throwIfNoEntry: false })
  // That it is not there is reported by what reads the hooks.
  if (status === undefined) return undefined
  if (status.isDirectory()) {
    return { code: "script-is-folder", text: `${file} is a folder.`, fix: "Write the path of the script in it." }
  }
  if (!status.isFile()) return undefined
  const text = beginning(file)
  const isComment = text.length < most && withoutComments(text) === ""
  if (isComment) {
    return {
      code: "script-empty",
      text: `${file} ${text.trim() === "" ? "is empty" : "has only comments"}, so that it lets everything pass.`,
      fix: "Restore the script."
    }
  }
  const first = firstLine(text)
  if (first === undefined) return undefined
  if (first.isWindows) {
    return {
      code: "script-line-ends",
      text: `The first line of ${file} ends with a carriage return, which counts as part of its interpreter's name.`,
      fix: `Convert it: \`sed -i 's/\\r$//' ${file}\`, and \`* text eol=lf\` in .gitattributes keeps it so.`
    }
  }
  return !direct || isThere(first.interpreter)
    ? undefined
    : {
        code: "interpreter-missing",
        text: `${first.interpreter}, which the first line of ${file} names, is not there.`,
        fix: "Install it, or name another interpreter in the first line."
      }
}

const ofProgram = (program: string): Finding | undefined =>
  builtins.has(program) || program.includes("/") || isThere(program)
    ? undefined
    : {
        code: "program-missing",
        text: `${program}, which this hook starts, is in no folder of PATH.`,
        fix: "Install it, or write its path. The PATH of the agent may be another one."
      }

const ofVariables = (names: ReadonlyArray<string>, title: string): Finding | undefined =>
  names.length === 0
    ? undefined
    : {
        code: "variable-unset",
        text: `This file sets ${names.map((name) => `$${name}`).join(", ")} for the hooks of ${title}; under other agents this hook does not have it.`,
        fix: "Set it in the command, as in NAME=value ./guard.sh, or in the environment in which you start agents."
      }

const findings = (
  hook: Hook,
  projectDir: string,
  variablesOf: ReturnType<typeof fileVariables>
): ReadonlyArray<Finding> => {
  const dialect = Dialects.named(hook.source.dialect)
  if (dialect === undefined) return []
  const { program, script } = ScriptCheck.started(hook, dialect, projectDir, homedir())
  return [
    ofCommand(hook),
    ofEnd(hook),
    ofVariables(variablesOf(hook, dialect, script?.file), dialect.title),
    program === undefined ? undefined : ofProgram(program),
    script === undefined ? undefined : ofScript(script)
  ].flatMap((found) => found ?? [])
}

/** Returns the diagnostics of the hooks of a catalog. A script that can't be read is reported when it is run. */
export const of = Effect.fnUntraced(function* (catalog: Catalog, projectDir: string) {
  const variablesOf = fileVariables()
  const found = yield* Effect.forEach(catalog.hooks, (hook) =>
    Effect.orElseSucceed(
      Effect.try({ try: () => findings(hook, projectDir, variablesOf), catch: () => "unreadable" as const }),
      () => []
    ).pipe(Effect.map((each) => each.map((finding) => ({ hook, finding }))))
  )
  const all = found.flat()
  if (all.length === 0) return []
  const { hooks } = yield* placed({ ...catalog, hooks: all.map(({ hook }) => hook) })
  return all.flatMap(({ finding }, at): ReadonlyArray<Diagnostic> => {
    const source = hooks[at]?.source
    if (source === undefined) return []
    const { at: place, column = 1, dialect, file, line = 1 } = source
    return [{ ...finding, level: "warning", dialect, file, line, column, at: [...place, "command"] }]
  })
})
