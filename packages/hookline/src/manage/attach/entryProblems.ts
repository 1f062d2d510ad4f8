/** The problems of Hookline's own entries in hosts' files: what they start is gone, or their words do not fit the policy. */
import * as SelfReference from "@hookline/core/kit/discover/SelfReference"
import * as Hosts from "@hookline/dialects/kit/Hosts"
import type { Catalog } from "@hookline/schema/Catalog"
import * as Diagnostic from "@hookline/schema/Diagnostic"
import type { Handler } from "@hookline/schema/Handler"
import type { Hook } from "@hookline/schema/Hook"
import * as fs from "node:fs"
import * as path from "node:path"
import { neverDenied } from "../../dispatch/unansweredExit.ts"
import { wordsOf } from "../shellWords.ts"
import { commandOf } from "./entriesFor.ts"
import { temporaryPath } from "./temporaryPath.ts"
import { counted } from "@hookline/node/kit/output/units"

type Code = "own-entry-missing" | "own-entry-temporary" | "own-entry-outdated"

interface Found {
  readonly code: Code
  readonly text: string
}

const isThere = (file: string, mode: number): boolean => {
  try {
    fs.accessSync(file, mode)
    return fs.statSync(file).isFile()
  } catch {
    return false
  }
}

/** Returns the words of a command, and how many of them are in front of `dispatch`. Its folder is none of them. */
const split = ({
  args,
  command
}: Extract<Handler, { readonly _tag: "Command" }>): { readonly words: ReadonlyArray<string>; readonly at: number } => {
  const words = args === undefined ? wordsOf(SelfReference.commandInFolder(command)) : [command, ...args]
  return { words, at: words.indexOf("dispatch") }
}

/** Finds what an entry starts that is not there. Names without a folder are left to the search path of the host. */
const missing = (program: ReadonlyArray<string>): Found | undefined => {
  const gone = program.find(
    (word, index) => path.isAbsolute(word) && !isThere(word, index === 0 ? fs.constants.X_OK : fs.constants.R_OK)
  )
  return gone === undefined ? undefined : { code: "own-entry-missing", text: `${gone} is not there, or can't be run` }
}

/** Returns what a program with its arguments needs that is not there, as a sentence. */
export const missingOf = (program: ReadonlyArray<string>): string | undefined => missing(program)?.text

/** Returns what a command of ours starts that is not there, as a sentence. */
export const missingIn = (command: string): string | undefined => {
  const { at, words } = split({ _tag: "Command", command })
  return at < 0 ? undefined : missing(words.slice(0, at))?.text
}

const policyOf = ({ settings, userFailurePolicy }: Catalog, { source }: Hook): "open" | "ask" | "closed" =>
  (source.scope === "user" ? userFailurePolicy : undefined) ?? settings.failurePolicy ?? "open"

/** Finds an entry that passes an event in Hookline's absence, although the policy denies it. */
const outdated = (catalog: Catalog, hook: Hook, words: ReadonlyArray<string>): Found | undefined => {
  const policy = policyOf(catalog, hook)
  const { handler } = hook
  const host = Hosts.named(words[words.indexOf("--host") + 1] ?? "")
  if (policy === "open" || neverDenied.has(hook.event) || host === undefined || handler._tag !== "Command") return
  const wanted = commandOf(
    { host, command: ["/x", "/hookline.js"], onFailure: policy, limitMillis: () => 0 },
    hook.event
  )
  const text = wanted?.["command"]
  const [, end = ""] = / --on-failure \w+(.*)$/.exec(typeof text === "string" ? text : "") ?? []
  const isStrict = /^(?:closed|ask)$/.test(words[words.indexOf("--on-failure") + 1] ?? "")
  const isNamed = words[words.indexOf("--event") + 1] === hook.event
  // A program with its arguments has no place for a fallback.
  if (
    isStrict &&
    isNamed &&
    (handler.args !== undefined || SelfReference.commandInFolder(handler.command).endsWith(end))
  )
    return
  return {
    code: "own-entry-outdated",
    text: `where Hookline can't run, it lets pass what the failure policy "${policy}" denies`
  }
}

const fixes: Readonly<Record<Code, string>> = {
  "own-entry-missing": "Install Hookline where it stays, and run `hookline attach` again, or `hookline detach`.",
  "own-entry-temporary":
    "Install Hookline where it stays (`npm install -g hookline`), and run `hookline attach` again.",
  "own-entry-outdated": "Run `hookline attach` again."
}

const entryProblem = (catalog: Catalog, hook: Hook): Found | undefined => {
  if (hook.handler._tag !== "Command") return undefined
  const { at, words } = split(hook.handler)
  if (at < 0) return undefined
  const program = words.slice(0, at)
  const gone = missing(program)
  if (gone !== undefined) return gone
  // An outdated entry lets pass today what a temporary one would let pass once its folder is gone.
  const old = outdated(catalog, hook, words)
  if (old !== undefined) return old
  const script = program.findLast((word) => path.isAbsolute(word))
  const temporary = script === undefined ? undefined : temporaryPath(script, hook.source.scope)
  return temporary === undefined ? undefined : { code: "own-entry-temporary", text: temporary.text }
}

/** Returns the problems of all entries of Hookline. One problem of many events of a file is one diagnostic. */
export const entryProblems = (catalog: Catalog): ReadonlyArray<Diagnostic.Diagnostic> => {
  const found = catalog.hooks
    .filter(({ handler }) => SelfReference.is(handler))
    .flatMap((hook) => {
      const problem = entryProblem(catalog, hook)
      return problem === undefined ? [] : [{ hook, problem }]
    })
  const groups = Map.groupBy(found, ({ hook, problem }) => `${hook.source.file}\0${problem.code}\0${problem.text}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const { hook, problem } = first
    const { column, file, line } = hook.source
    const events = new Set(group.map((each) => each.hook.event))
    const on = events.size === 1 ? hook.event : counted(events.size, "event")
    const cost =
      problem.code === "own-entry-missing" ? "; the hooks that Hookline runs on them do not run in this agent" : ""
    const diagnostic = Diagnostic.ofFile(problem.code, file, {
      dialect: hook.source.dialect,
      text: `Hookline's own entry on ${on}: ${problem.text}${cost}.`,
      fix: fixes[problem.code]
    })
    return [
      {
        ...diagnostic,
        at: hook.source.at,
        ...(line !== undefined && { line }),
        ...(column !== undefined && { column })
      }
    ]
  })
}
