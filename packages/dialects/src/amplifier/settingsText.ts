/**
 * Amplifier's settings with a bundle in their list `bundle.app`, and without it. All other bytes stay. What is written is
 * read again, and is not written where it does not mean the same with one bundle more, or one less.
 */
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  type Pair,
  parseDocument,
  type YAMLMap,
  type YAMLSeq
} from "yaml"
import { isDeepStrictEqual } from "node:util"
import { isJson, type Json } from "@hookline/schema/Json"

/** The reason why a text can't be edited, and its line. */
export interface Unedited {
  readonly issue: string
  readonly line: number
}

/** Checks whether a text is left as it is. */
export const isUnedited = (value: object): value is Unedited => "issue" in value

interface Edit {
  readonly from: number
  readonly to: number
  readonly text: string
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split(/\r\n|\r|\n/).length

/** YAML 1.1 is what Amplifier reads: `on` and `yes` mean no texts there. Its duplicate keys are no error there. */
const documentOf = (text: string): Document.Parsed =>
  parseDocument(text, { version: "1.1", merge: true, logLevel: "silent", prettyErrors: false })

const meaningOf = (text: string): unknown => {
  const document = documentOf(text)
  if (document.errors.length > 0) return undefined
  try {
    return document.toJS({ maxAliasCount: 100 }) as unknown
  } catch {
    // Aliases that grow without end mean nothing.
    return undefined
  }
}

/** Returns the first mistake of a text, for which Amplifier skips its settings. */
export const mistakeIn = (text: string): Unedited | undefined => {
  const [first] = documentOf(text).errors
  if (first !== undefined) return { issue: first.message, line: lineAt(text, first.pos[0]) }
  const value = meaningOf(text)
  return value === undefined || value === null || isJson(value) ? undefined : { issue: "this is no mapping", line: 1 }
}

/** Returns the list `bundle.app`, if a text has one. */
export const bundlesIn = (text: string): ReadonlyArray<unknown> | undefined => {
  const settings = meaningOf(text)
  const bundle = isJson(settings) ? settings["bundle"] : undefined
  const list = isJson(bundle) ? bundle["app"] : undefined
  return Array.isArray(list) ? list : undefined
}

/** Matches the path of a bundle that `attach` wrote, wherever its folder was then. */
const own = /(?:^|[\\/])\.amplifier[\\/]hookline(?:\.local)?[\\/]bundle\.yaml$/

export const isOwn = (value: unknown): value is string => typeof value === "string" && own.test(value)

const pairOf = (map: unknown, key: string): Pair | undefined =>
  isMap(map) ? map.items.find((pair) => isPair(pair) && isScalar(pair.key) && pair.key.value === key) : undefined

const startOf = (node: unknown): number => (isNode(node) ? (node.range?.[0] ?? -1) : -1)
const endOf = (node: unknown): number => (isNode(node) ? (node.range?.[1] ?? -1) : -1)

const lineStart = (text: string, offset: number): number =>
  Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1

/** Returns the offset behind the line of an offset, and whether that line ends. */
const lineEnd = (text: string, offset: number): number => {
  const [found] = /[^\r\n]*(?:\r\n|\r|\n)?/.exec(text.slice(offset)) ?? [""]
  return offset + found.length
}

const column = (text: string, offset: number): string => " ".repeat(offset - lineStart(text, offset))

const lineBreakOf = (text: string): string => /\r\n|\r|\n/.exec(text)?.[0] ?? "\n"

const apply = (text: string, { from, text: added, to }: Edit): string => text.slice(0, from) + added + text.slice(to)

/** Adds lines behind the line of an offset. */
const behind = (text: string, offset: number, added: ReadonlyArray<string>): Edit => {
  const at = lineEnd(text, offset)
  const br = lineBreakOf(text)
  const isOpen = at > 0 && !/[\r\n]$/.test(text.slice(0, at))
  return {
    from: at,
    to: at,
    text: (isOpen ? br : "") + added.map((line) => line + (isOpen ? "" : br)).join(isOpen ? br : "")
  }
}

/** True if a value begins on a later line than its key, so that lines fit in between. */
const isBelow = (text: string, key: unknown, value: unknown): boolean =>
  lineStart(text, startOf(key)) < lineStart(text, startOf(value))

/** True for a value that is left out. */
const isLeftOut = (value: unknown): boolean =>
  value === null || (isScalar(value) && value.value === null && (value.source ?? "") === "")

/** Returns the edit that adds a bundle, or `undefined` where the text is written in a way that it does not fit into. */
const additionTo = (text: string, root: unknown, uri: string): Edit | undefined => {
  const word = JSON.stringify(uri)
  if (root === null || isLeftOut(root)) {
    const isOpen = text !== "" && !/[\r\n]$/.test(text)
    const br = lineBreakOf(text)
    return {
      from: text.length,
      to: text.length,
      text: (isOpen ? br : "") + ["bundle:", "  app:", `    - ${word}`, ""].join(br)
    }
  }
  if (!isMap(root) || root.flow === true) return undefined
  const indent = column(text, startOf(root))
  const bundle = pairOf(root, "bundle")
  if (bundle === undefined) {
    const added = [`${indent}bundle:`, `${indent}  app:`, `${indent}    - ${word}`]
    return behind(text, text.length, added)
  }
  if (isLeftOut(bundle.value)) return behind(text, startOf(bundle.key), [`${indent}  app:`, `${indent}    - ${word}`])
  if (!isMap(bundle.value) || bundle.value.flow === true || !isBelow(text, bundle.key, bundle.value)) return undefined
  const map: YAMLMap = bundle.value
  const inner = column(text, startOf(map))
  const app = pairOf(map, "app")
  if (app === undefined) return behind(text, startOf(bundle.key), [`${inner}app:`, `${inner}  - ${word}`])
  if (isLeftOut(app.value)) return behind(text, startOf(app.key), [`${inner}  - ${word}`])
  if (!isSeq(app.value) || isAlias(app.value)) return undefined
  const list: YAMLSeq = app.value
  if (list.flow === true) {
    const at = startOf(list) + 1
    return { from: at, to: at, text: list.items.length === 0 ? word : `${word}, ` }
  }
  return isBelow(text, app.key, list)
    ? behind(text, startOf(app.key), [`${column(text, startOf(list))}- ${word}`])
    : undefined
}

const bundleOf = (settings: Json): Json => (isJson(settings["bundle"]) ? settings["bundle"] : {})

/** Returns settings with another list. */
const withList = (settings: unknown, list: ReadonlyArray<unknown>): Json => {
  const before = isJson(settings) ? settings : {}
  return { ...before, bundle: { ...bundleOf(before), app: list } }
}

const split = (text: string): readonly [mark: string, rest: string] =>
  text.startsWith("\uFEFF") ? ["\uFEFF", text.slice(1)] : ["", text]

const unsure = (text: string, offset: number): Unedited => ({
  issue: "this place is written in a way that could not be surely changed",
  line: lineAt(text, Math.max(0, offset))
})

/** Returns the text with a bundle first in `bundle.app`; one of ours that was there is another path of the same. */
export const withBundle = (before: string, uri: string): string | Unedited => {
  const [mark, text] = split(before)
  const mistake = mistakeIn(text)
  if (mistake !== undefined) return mistake
  const list = bundlesIn(text) ?? []
  if (list.filter(isOwn).length === 1 && list.includes(uri)) return before
  if (list.some(isOwn)) {
    const taken = withoutBundle(text)
    return typeof taken === "string" ? withMark(mark, withBundle(taken, uri)) : taken
  }
  const { contents } = documentOf(text)
  // Readers differ in what the last text of such a file is, and it would end with a line break.
  const endsInText = !/[\r\n]$/.test(text) && /[|>][-+\d]*[ \t]*(?:#[^\r\n]*)?$/m.test(text)
  const edit = endsInText ? undefined : additionTo(text, contents, uri)
  const place = startOf(pairOf(contents, "bundle")?.key)
  if (edit === undefined) return unsure(text, place)
  const after = apply(text, edit)
  const isMeant = isDeepStrictEqual(meaningOf(after), withList(meaningOf(text), [uri, ...list]))
  return isMeant ? mark + after : unsure(text, place)
}

const withMark = (mark: string, text: string | Unedited): string | Unedited =>
  typeof text === "string" ? mark + text : text

/** The edits that take one item out: its line, or what is around it in a list on one line. */
const removals = (text: string, list: YAMLSeq, at: number): ReadonlyArray<Edit> => {
  const item = list.items[at]
  const [from, to] = [startOf(item), endOf(item)]
  if (list.flow === true) {
    const [next] = /^\s*,[ \t]*/.exec(text.slice(to)) ?? []
    const [before] = /,\s*$/.exec(text.slice(0, from)) ?? []
    return [
      ...(next === undefined ? [] : [{ from, to: to + next.length, text: "" }]),
      ...(before === undefined ? [] : [{ from: from - before.length, to, text: "" }]),
      { from, to, text: "" }
    ]
  }
  return [{ from: lineStart(text, from), to: lineEnd(text, to), text: "" }]
}

/** Texts of settings without a bundle: with the empty list, without the list, and without `bundle`. */
const meanings = (settings: Json, list: ReadonlyArray<unknown>): ReadonlyArray<unknown> => {
  const { app: _app, ...bundle } = bundleOf(settings)
  const { bundle: _bundle, ...rest } = settings
  if (list.length > 0) return [withList(settings, list)]
  const without = [withList(settings, []), { ...settings, bundle: { ...bundle, app: null } }, { ...settings, bundle }]
  return Object.keys(bundle).length > 0
    ? without
    : [...without, { ...settings, bundle: null }, rest, ...(Object.keys(rest).length === 0 ? [null] : [])]
}

/** Returns the text without any bundle of ours. `before` is the text before `withBundle`, which decides what stays empty. */
export const withoutBundle = (now: string, before?: string): string | Unedited => {
  const [mark, text] = split(now)
  const mistake = mistakeIn(text)
  if (mistake !== undefined) return mistake
  const list = bundlesIn(text) ?? []
  const at = list.findIndex(isOwn)
  if (at < 0) return now
  if (before !== undefined) {
    const uri = list[at]
    const added = typeof uri === "string" ? withBundle(before, uri) : undefined
    if (added === now) return before
  }
  const { contents } = documentOf(text)
  const bundle = pairOf(contents, "bundle")
  const app = pairOf(bundle?.value, "app")
  const place = startOf(bundle?.key)
  if (bundle === undefined || app === undefined || !isSeq(app.value)) return unsure(text, place)
  const settings = meaningOf(text)
  if (!isJson(settings)) return unsure(text, place)
  const rest = list.filter((_, index) => index !== at)
  const lawful = meanings(settings, rest)
  const items = removals(text, app.value, at)
  const hadList = before !== undefined && bundlesIn(split(before)[1]) !== undefined
  const ends = items.map(({ to }) => to)
  const end = Math.max(
    lineEnd(text, startOf(app.key)),
    ...ends.map((offset) => (lineStart(text, offset) === offset ? offset : lineEnd(text, offset)))
  )
  // What held nothing else goes, too, unless it was there before.
  const wider =
    rest.length > 0 || hadList
      ? []
      : [
          { from: lineStart(text, startOf(bundle.key)), to: end, text: "" },
          { from: lineStart(text, startOf(app.key)), to: end, text: "" }
        ].filter(({ from }) => !text.slice(from, end).includes("#"))
  const found = [...wider, ...items]
    .map((edit) => apply(text, edit))
    .find((after) => {
      const meaning = meaningOf(after) ?? null
      return lawful.some((one) => isDeepStrictEqual(meaning, one))
    })
  if (found === undefined) return unsure(text, place)
  // There may be another.
  return withMark(mark, withoutBundle(found, before === undefined ? undefined : split(before)[1]))
}
