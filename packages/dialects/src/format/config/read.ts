/** Decodes a file: its text to data, and its data to hooks and problems. */
import type { Position, Reading } from "@hookline/core/Dialect"
import type { Hook } from "@hookline/schema/Hook"
import * as HookEvent from "@hookline/schema/HookEvent"
import type { File, Path } from "@hookline/schema/Source"
import * as Effect from "effect/Effect"
import * as Toml from "effect/encoding/Toml"
import * as Result from "effect/Result"
import { frontMatterOf, hasHooks, parse as parseFrontMatter, whyNone } from "./frontMatter.ts"
import { isJson } from "@hookline/schema/Json"
import { type Problem, type Report, toDiagnostic } from "./Problem.ts"
import { isSwitch, mayRepeatKeys, repeatedProblem } from "./repeated.ts"
import { meantBy } from "./events.ts"
import type { Rules } from "./rules.ts"
import { kindOf } from "./written.ts"
import { blockBehind, headOf } from "./frontBlocks.ts"
import { type Front, type Unread, unreadHooks } from "./unreadHooks.ts"

/** Decodes a file's data. */
export type Walk = (root: unknown, file: File, report: Report) => ReadonlyArray<Hook>

// Loaded on demand, because the parsers of positions are large, and most files don't need them.
const json = Effect.promise(() => import("./locate/json.ts"))
const toml = Effect.promise(() => import("./locate/toml.ts"))
const yaml = Effect.promise(() => import("./locate/yaml.ts"))

const withoutMark = (text: string): string => (text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)

/** Returns a default if a text is nested too deeply for the parsers of positions. */
const foundOr = <A>(find: () => A, otherwise: A): A => {
  try {
    return find()
  } catch {
    // Only the position is unknown: the text was parsed before, and its problems are reported.
    return otherwise
  }
}

const beginning = (): Position => ({ line: 1, column: 1 })

const placed = (find: () => (at: Path) => Position): ((at: Path) => Position) => foundOr(find, beginning)

/** Creates the function that finds positions, by the kind of the file. */
export const locate = (file: File, text: string): Effect.Effect<(at: Path) => Position> => {
  if (file.file.endsWith(".toml")) return Effect.map(toml, ({ locate: find }) => placed(() => find(withoutMark(text))))
  if (file.file.endsWith(".md")) {
    const found = frontMatterOf(text)
    const parsed = found && parseFrontMatter(found)
    const part = parsed?._tag === "HooksOnly" ? parsed.block : found
    return Effect.map(yaml, ({ locate: find }) => placed(() => find(text, part?.yaml ?? "", part?.offset ?? 0)))
  }
  return Effect.map(json, ({ locate: find }) => placed(() => find(withoutMark(text))))
}

/** Estimates the number of entries in an invalid text, by its keys. */
const entriesWritten = (text: string): number =>
  Math.max(1, text.match(/["']?\b(?:command|prompt|url|script|function)["']?\s*[:=]/g)?.length ?? 0)

const broken = (text: string, problem: Pick<Problem, "code" | "text" | "fix" | "position">): Problem => ({
  ...problem,
  at: [],
  lost: { entries: entriesWritten(text), events: "all" }
})

/** Returns the number of entries of a loss that are not among the hooks. */
const entriesLost = (lost: Problem["lost"]): number =>
  lost === undefined || lost.inCatalog === true ? 0 : lost.entries

/** The result of parsing a text, before its hooks are decoded. */
interface Parsed {
  readonly root?: unknown
  readonly problems: ReadonlyArray<Problem>
  readonly front?: Front
}

const notFound = (text: string): ReadonlyArray<Problem> => {
  const none = whyNone(text)
  if (none === undefined) return []
  const problem = `The front matter ${none.why}, so that none of its hooks run.`
  return [
    broken(text, { code: "front-matter-invalid", position: { line: 1, column: 1 }, text: problem, fix: none.fix })
  ]
}

const readFrontMatter = Effect.fnUntraced(function* (text: string): Effect.fn.Return<Parsed> {
  const found = frontMatterOf(text)
  if (found === undefined) return { problems: notFound(text), front: { text: headOf(text) } }
  const parsed = parseFrontMatter(found)
  const behind = blockBehind(found.rest)
  if (parsed._tag === "Whole" && (isJson(parsed.root) || hasHooks(found.yaml))) {
    return { root: parsed.root, problems: [], front: { text: found.yaml, root: { value: parsed.root }, behind } }
  }
  const front: Front = { text: found.yaml, behind }
  // Most skills, agents and commands have no hooks, and their other problems are not Hookline's.
  if (parsed._tag === "Whole" || !hasHooks(found.yaml)) return { problems: [], front }
  const { position, what = parsed.why } = (yield* yaml).mistake(text, found.yaml, found.offset)
  const fix = "Indent by blanks, and put values with special characters in double quotes."
  if (parsed._tag === "Broken") {
    const problem = `The front matter is no valid YAML, so that none of its hooks run: ${what}.`
    return { problems: [broken(found.yaml, { code: "front-matter-invalid", position, text: problem, fix })], front }
  }
  const problem = `The front matter is no valid YAML; its hooks could be read all the same: ${what}.`
  return {
    root: parsed.root,
    problems: [{ code: "front-matter-repaired", at: [], position, text: problem, fix }],
    front
  }
})

const readToml = (text: string): Parsed => {
  const parsed = Toml.parse(text)
  if (Result.isSuccess(parsed)) return { root: parsed.success, problems: [] }
  const { message } = parsed.failure
  const [, line, column] = /at line (\d+), column (\d+)/.exec(message) ?? []
  return {
    problems: [
      broken(text, {
        code: "toml-invalid",
        position: { line: Number(line ?? 1), column: Number(column ?? 1) },
        text: `This file is no valid TOML, so that none of its hooks run: ${message}.`,
        fix: "Fix that line."
      })
    ]
  }
}

const tooDeep = {
  _tag: "Broken",
  what: "it is nested too deeply",
  fix: "Take apart what is nested.",
  position: { line: 1, column: 1 }
} as const

const readJson = Effect.fnUntraced(function* (text: string, off: Rules["off"]): Effect.fn.Return<Parsed> {
  const { salvage } = yield* json
  const saved = yield* Effect.orElseSucceed(
    Effect.try({ try: () => salvage(text), catch: () => "the text is nested deeper than calls can be" }),
    () => tooDeep
  )
  if (saved._tag === "Broken") {
    const { fix, position, what } = saved
    const problem = `This file is no valid JSON, so that none of its hooks run: ${what}.`
    return { problems: [broken(text, { code: "json-invalid", position, text: problem, fix })] }
  }
  const comments: Problem = {
    code: "json-comments",
    at: [],
    position: saved.position,
    text: "JSON knows neither comments nor commas before a closing bracket; other readers may refuse this file.",
    fix: `Take them away, or write comments as a "description".`
  }
  return { root: saved.root, problems: [comments, ...(yield* repeated(text, saved.root, off))] }
})

/** Returns repeated keys that decide which hooks there are: those under `hooks`, `hooks` itself, and the one that disables all. */
const repeated = (text: string, root: unknown, off: Rules["off"]): Effect.Effect<ReadonlyArray<Problem>> =>
  Effect.map(json, ({ repeatedKeys }) =>
    foundOr(() => repeatedKeys(text), [])
      .filter((found) => found.at[0] === "hooks" || found.at.length === 1 || isSwitch(found, off))
      .map((found) => repeatedProblem(found, root, off))
  )

/** Adds positions to problems, and returns the reading with its diagnostics. */
const told = Effect.fnUntraced(function* (
  file: File,
  text: string,
  hooks: ReadonlyArray<Hook>,
  problems: ReadonlyArray<Problem>,
  rules: Pick<Rules, "hostEvents">
): Effect.fn.Return<Reading> {
  const position = problems.every((problem) => problem.position !== undefined)
    ? () => ({ line: 1, column: 1 })
    : yield* locate(file, text)
  const meant = (name: string): ReadonlyArray<string> => (HookEvent.isName(name) ? [] : meantBy(name, rules))
  const diagnostics = problems.map((problem) =>
    toDiagnostic(problem, file, problem.position ?? position(problem.at), meant)
  )
  const entries = diagnostics.reduce((sum, { lost }) => sum + entriesLost(lost), hooks.length)
  return { hooks, diagnostics, entries }
})

const unreadProblem = (
  { entries, events }: Unread,
  { fix, why }: { readonly why: string; readonly fix: string }
): Problem => ({
  code: "front-matter-invalid",
  at: [],
  position: { line: 1, column: 1 },
  text: `The file begins with hooks on ${events.join(", ")} that do not run, ${why}.`,
  fix,
  lost: { entries, events }
})

/** Returns problems if a front matter has hooks that are neither read nor a loss by another problem. */
const unreadIn = (
  front: Front,
  hooks: ReadonlyArray<Hook>,
  problems: ReadonlyArray<Problem>
): ReadonlyArray<Problem> => {
  const isAllLost = problems.some(({ lost }) => lost?.events === "all")
  const lost = problems.reduce((sum, problem) => sum + entriesLost(problem.lost), 0)
  const unread = isAllLost ? undefined : unreadHooks(front, hooks.length + lost)
  const behind = front.behind === undefined ? undefined : unreadHooks({ text: front.behind }, 0)
  return [
    ...(unread === undefined
      ? []
      : [
          unreadProblem(unread, {
            why: "because its front matter is not read as it was meant",
            fix: "Begin the file with a line `---`, write `hooks:` at the beginning of a line below it, and indent by blanks."
          })
        ]),
    ...(behind === undefined
      ? []
      : [
          unreadProblem(behind, {
            why: "because they are in a second front matter, which no agent reads",
            fix: "Move them to the first one, between the two lines `---` at the beginning of the file."
          })
        ])
  ]
}

/** Returns the key that disables all hooks, if it counts in this file. */
const switchIn = ({ file }: File, { isOffRead, off }: Pick<Rules, "isOffRead" | "off">): Rules["off"] =>
  isOffRead?.(file) === false ? undefined : off

/** Returns the problem of a switch that is neither on nor off. */
const noSwitch = (at: ReadonlyArray<string>, value: unknown): Problem => ({
  code: "field-type",
  at,
  text: `"${at.at(-1) ?? ""}" must be true or false, and is ${kindOf(value)}: it disables no hooks.`,
  fix: `Write true or false there, or leave "${at.at(-1) ?? ""}" out.`
})

/** Decodes a file's text. A problem disables as few entries as possible, and is reported with its line. */
export const read = (
  file: File,
  text: string,
  walk: Walk,
  rules: Pick<Rules, "hostEvents" | "isOffRead" | "matcher" | "off">
): Effect.Effect<Reading> =>
  // At once for a text without problems, because there may be thousands of files.
  Effect.flatMapEager(parse(file, withoutMark(text), switchIn(file, rules)), ({ front, problems: before, root }) => {
    const problems = [...before]
    const { at = [], when } = switchIn(file, rules) ?? {}
    const off =
      at.length === 0 ? undefined : at.reduce((value: unknown, key) => (isJson(value) ? value[key] : undefined), root)
    if (off !== undefined && off !== null && typeof off !== "boolean") problems.push(noSwitch(at, off))
    const hooks = root === undefined ? [] : walk(root, file, (problem) => problems.push(problem))
    if (front !== undefined) problems.push(...unreadIn(front, hooks, problems))
    const reading =
      problems.length === 0
        ? Effect.succeed({ hooks, diagnostics: [], entries: hooks.length })
        : told(file, text, hooks, problems, rules)
    // A value of another type disables nothing: the hooks run.
    return typeof off !== "boolean"
      ? reading
      : Effect.mapEager(reading, (all): Reading => ({ ...all, allOff: { off: off === when, at } }))
  })

const parse = (file: File, text: string, off: Rules["off"]): Effect.Effect<Parsed> => {
  if (file.file.endsWith(".md")) return readFrontMatter(text)
  if (file.file.endsWith(".toml")) return Effect.succeed(readToml(text))
  let root: unknown
  try {
    root = JSON.parse(text)
  } catch {
    // Another parser finds the position of the mistake.
    return readJson(text, off)
  }
  return mayRepeatKeys(text, root)
    ? Effect.map(repeated(text, root, off), (problems) => ({ root, problems }))
    : Effect.succeed({ root, problems: [] })
}
