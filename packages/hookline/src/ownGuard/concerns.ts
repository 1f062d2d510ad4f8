/**
 * A first test of a call, for `dispatch` before anything else is loaded: false means that the guard has nothing against it.
 */
import * as path from "node:path"
import { type Guarded, real, realPathsOf, relationOf } from "./Guarded.ts"
import { isOurs, namesHookline, pathOf, wordsOf } from "./words.ts"

/** Keys of a tool's input whose texts are no part of what a call does to files: contents, and words for people. */
const inert = new Set([
  "content",
  "contents",
  "file_text",
  "new_string",
  "old_string",
  "new_str",
  "old_str",
  "new_source",
  "newText",
  "oldText",
  "replacement",
  "description",
  "prompt",
  "query",
  "todos",
  "reason",
  "message"
])

/** A text of a tool's input, with its key. */
export interface Text {
  readonly key: string
  readonly text: string
}

/** Returns the texts of an input that decide what a call does. A model chooses how deep they are. */
export const textsOf = (input: unknown): ReadonlyArray<Text> => {
  const texts: Array<Text> = []
  const waiting: Array<{ readonly key: string; readonly value: unknown }> = [{ key: "", value: input }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { key, value } = next
    if (typeof value === "string") texts.push({ key, text: value })
    if (typeof value !== "object" || value === null) continue
    const inner = Array.isArray(value)
      ? value.map((one: unknown) => ({ key, value: one }))
      : Object.entries(value).flatMap(([name, one]: readonly [string, unknown]) =>
          inert.has(name) ? [] : [{ key: name, value: one }]
        )
    // One by one: a call takes only so many arguments.
    for (const one of inner.toReversed()) waiting.push(one)
  }
  return texts
}

/** Longer texts are read as a whole by the guard itself. */
const longest = 8192

const isTrue = (): boolean => true

/**
 * Checks a path for a guarded name. Folders with a dot count wherever they are; other names, such as `hooks`, are also those
 * of folders in which people keep projects, and count at the end.
 */
const isNamedPath = (names: ReadonlyArray<string>, file: string): boolean => {
  const steps = file.toLowerCase().split("/")
  return steps.some((step, at) => names.includes(step) && (step.startsWith(".") || at >= steps.length - 2))
}

const tokenConcerns = (guarded: Guarded, names: ReadonlyArray<string>, token: string): boolean => {
  if (token === "" || /^-+\w*$/.test(token)) return false
  const text = token.toLowerCase()
  // A name with a dot is hardly a part of another word.
  const isNamed = names.some((name) => name.includes(".") && text.includes(name))
  if (isNamed || isNamedPath(names, token) || isOurs(token)) return true
  const file = pathOf(token, guarded)
  // The project may be unknown here: its settings are known by their names, behind links, too.
  return (
    file !== undefined &&
    (relationOf(guarded, file, isTrue) !== undefined || isNamedPath(names, real(file, realPathsOf(guarded))))
  )
}

/** Checks whether a text may concern guarded files or commands. */
export const textConcerns = (guarded: Guarded, text: string): boolean => {
  if (text.length > longest || namesHookline(text)) return true
  const names = guarded.settings
    .flatMap(({ path: file }) => [path.basename(path.dirname(file)), path.basename(file)])
    .map((name) => name.toLowerCase())
  return [...wordsOf(text)].some((token) => tokenConcerns(guarded, names, token))
}

/** Checks whether a tool call may concern guarded files or commands. */
export const concerns = (guarded: Guarded, input: unknown): boolean =>
  textsOf(input).some(({ text }) => textConcerns(guarded, text))
