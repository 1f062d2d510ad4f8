/** The state of a module of ours: whether a host's settings name its bundle, and what keeps it from being mounted. */
import { SettingsText } from "@hookline/dialects/kit/mountedModule"
import type { OnFailure } from "@hookline/schema/Hook"
import * as fs from "node:fs"
import { missingOf } from "../attach/entryProblems.ts"
import * as ModuleFiles from "../attach/module/ModuleFiles.ts"
import * as ModuleText from "../attach/module/ModuleText.ts"
import type { AgentProblem } from "./AgentState.ts"

interface Found {
  readonly events: number
  readonly problems: ReadonlyArray<AgentProblem>
}

const read = (file: string): string | undefined => {
  try {
    return fs.readFileSync(file, "utf8")
  } catch {
    // A host can't read it either.
    return undefined
  }
}

const realOf = (file: string): string => {
  try {
    return fs.realpathSync(file)
  } catch {
    return file
  }
}

const again = "run `hookline attach` again"

const lineOf = (text: string, word: string): number => {
  const at = text.indexOf(word)
  return at < 0 ? 1 : text.slice(0, at).split("\n").length
}

/** Finds the problems of a file that is Hookline's as a whole. */
const problemsOf = (file: string, isCurrent: (text: string) => boolean): ReadonlyArray<AgentProblem> => {
  const text = read(file)
  const problem = (issue: string) => [{ file, line: 1, text: issue }]
  if (text === undefined) return problem(`it is not there, or can't be read, so that no hook runs: ${again}`)
  if (!ModuleText.isOurs(text)) return problem("it is not as `hookline attach` wrote it: it may run no hook")
  return isCurrent(text) ? [] : problem(`it was written by another version of Hookline: ${again}`)
}

/**
 * Finds our bundle in a host's settings, and what keeps it from running. `weaker` returns the problem of a policy that is not
 * the one in force.
 */
export const find = (file: string, text: string, weaker: (policy: OnFailure) => string | undefined): Found => {
  const mistake = SettingsText.mistakeIn(text)
  const paths = ModuleFiles.beside(realOf(file))
  const module = read(paths.module)
  if (mistake !== undefined) {
    return { events: 0, problems: [{ file, line: mistake.line, text: `it could not be read (${mistake.issue})` }] }
  }
  const ours = (SettingsText.bundlesIn(text) ?? []).filter(SettingsText.isOwn)
  const [uri] = ours
  if (uri === undefined) {
    const left = `bundle.app does not name ${paths.bundle}, so that its module is not mounted: ${again}, or \`hookline detach\``
    return { events: 0, problems: module === undefined ? [] : [{ file, line: 1, text: left }] }
  }
  const elsewhere =
    uri === paths.bundle && ours.length === 1
      ? []
      : [
          {
            file,
            line: lineOf(text, uri),
            text: `bundle.app names ${uri}, and the bundle is ${paths.bundle}: ${again}`
          }
        ]
  const constants = module === undefined ? undefined : ModuleText.constantsIn(module)
  const own = constants === undefined ? [] : [missingOf(constants.command), weaker(constants.policy)]
  return {
    events: constants?.events.length ?? 0,
    problems: [
      ...elsewhere,
      ...problemsOf(paths.bundle, (bundle) => bundle.includes(JSON.stringify(paths.folder))),
      ...problemsOf(paths.module, ModuleText.isCurrent),
      ...own.flatMap((issue) => (issue === undefined ? [] : [{ file: paths.module, line: 1, text: issue }]))
    ]
  }
}

interface Settings {
  readonly file: string
  readonly text: string
}

const listsIn = (settings: ReadonlyArray<Settings>) =>
  settings.flatMap(({ file, text }) => {
    const list = SettingsText.bundlesIn(text)
    return list === undefined ? [] : [{ file, text, list }]
  })

/** Returns the bundles of settings above a file that are not mounted while that has a list with ours. */
export const displaced = (files: ReadonlyArray<string>, file: string): ReadonlyArray<string> => {
  const lists = listsIn(
    files.flatMap((each) => (read(each) === undefined ? [] : [{ file: each, text: read(each) ?? "" }]))
  )
  const at = lists.findIndex((each) => each.file === file)
  const own = lists[at]?.list ?? []
  return lists.slice(0, Math.max(0, at)).flatMap((above) => {
    const gone = above.list.filter((uri) => !own.includes(uri) && !SettingsText.isOwn(uri)).map(String)
    return gone.length === 0
      ? []
      : [
          `bundle.app of ${file} takes the place of that in ${above.file}: ${gone.join(", ")} is not mounted here. Add it.`
        ]
  })
}

/** Finds lists of bundles that take the place of one with ours. The settings are in order, from the user's to the nearest. */
export const hidden = (settings: ReadonlyArray<Settings>): ReadonlyArray<AgentProblem> => {
  const lists = listsIn(settings)
  const nearest = lists.at(-1)
  const last = lists.findLast(({ list }) => list.some(SettingsText.isOwn))
  if (nearest === undefined || last === undefined || nearest === last) return []
  const issue = `bundle.app takes the place of that in ${last.file}, so that Hookline is not mounted in this project: attach it here, too`
  return [{ file: nearest.file, line: lineOf(nearest.text, "bundle"), text: issue }]
}
