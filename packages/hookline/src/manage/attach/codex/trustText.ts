/**
 * The text of Codex's `config.toml` with entries of trust, and without them. All other bytes stay.
 *
 * **Details**
 *
 * A key that is written twice keeps Codex from starting, so that each result is read again and compared with what is meant.
 *
 * @since 0.1.0
 */
import { isJson, type Json } from "@hookline/schema/Json"
import * as Toml from "effect/encoding/Toml"
import * as Result from "effect/Result"
import { isDeepStrictEqual } from "node:util"
import type { TrustEntry } from "./trustEntries.ts"

/**
 * The reason for which a text can't be edited.
 *
 * @category models
 * @since 0.1.0
 */
export interface Unedited {
  readonly why: string
}

/** The comment above entries, by which a reader knows whose they are. */
const comment = "# Hookline: trust in its own hooks. `hookline detach codex` removes it."

const quoted = (text: string): string => JSON.stringify(text)

const headerOf = (key: string): string => `[hooks.state.${quoted(key)}]`

const parsed = (text: string): Json | undefined => {
  const result = Toml.parse(text)
  return Result.isSuccess(result) && isJson(result.success) ? result.success : undefined
}

const objectIn = (root: Json, name: string): Json => (isJson(root[name]) ? root[name] : {})

/** Returns the entries of trust in a configuration. */
const stateOf = (root: Json): Json => objectIn(objectIn(root, "hooks"), "state")

/** Returns the data with other entries of trust. Tables that become empty are left out. */
const withState = (root: Json, state: Json): Json => {
  const { hooks: _hooks, ...rest } = root
  const { state: _state, ...others } = objectIn(root, "hooks")
  const hooks = { ...others, ...(Object.keys(state).length > 0 && { state }) }
  return { ...rest, ...(Object.keys(hooks).length > 0 && { hooks }) }
}

/** Returns the data as it is, but for empty tables of trust, which mean nothing. */
const plain = (root: Json): Json => withState(root, stateOf(root))

/** Checks whether two values mean the same, whatever prototypes a parser gives to objects. */
const isSame = (one: Json, other: Json): boolean => isDeepStrictEqual(structuredClone(one), structuredClone(other))

/** Matches a line after a table: a header, a comment, or nothing. What follows may belong to the next table. */
const after = /^\s*(?:\[|#|$)/

/** Returns the range of lines of a table: its header and its values. */
const tableAt = (lines: ReadonlyArray<string>, key: string): readonly [from: number, to: number] | undefined => {
  const from = lines.findIndex((line) => line.trim() === headerOf(key))
  if (from < 0) return undefined
  const next = lines.findIndex((line, index) => index > from && after.test(line))
  return [from, next < 0 ? lines.length : next]
}

const isHash = (line: string): boolean => /^\s*trusted_hash\s*=/.test(line)

const replaced = (text: string, { hash, key }: TrustEntry): string => {
  const lines = text.split("\n")
  const [from, to] = tableAt(lines, key) ?? [0, 0]
  return lines
    .map((line, index) => (index > from && index < to && isHash(line) ? `trusted_hash = ${quoted(hash)}` : line))
    .join("\n")
}

const appended = (text: string, entries: ReadonlyArray<TrustEntry>): string => {
  if (entries.length === 0) return text
  const blocks = entries.map(({ hash, key }) => `${headerOf(key)}\ntrusted_hash = ${quoted(hash)}\n`)
  const end = text === "" || text.endsWith("\n") ? "" : "\n"
  return `${text}${end}${text.includes(comment) ? "" : `${comment}\n`}${blocks.join("")}`
}

const unreadable: Unedited = { why: "it is no valid TOML" }

/** Returns a result that means what it should, and otherwise why it does not. */
const checked = (text: string, meant: Json): string | Unedited => {
  const found = parsed(text)
  return found !== undefined && isSame(plain(found), plain(meant))
    ? text
    : { why: "its tables of trust are written in a way in which they can't be edited" }
}

/**
 * Returns the text with these entries.
 *
 * @category editing
 * @since 0.1.0
 */
export const withTrust = (text: string, entries: ReadonlyArray<TrustEntry>): string | Unedited => {
  const root = parsed(text)
  if (root === undefined) return unreadable
  const state = stateOf(root)
  const hashOf = (key: string): unknown => objectIn(state, key)["trusted_hash"]
  const wanted = entries.filter(({ hash, key }) => hashOf(key) !== hash)
  if (wanted.length === 0) return text
  const isThere = ({ key }: TrustEntry): boolean => Object.hasOwn(state, key)
  const updated = wanted.filter(isThere).reduce(replaced, text)
  const next = appended(
    updated,
    wanted.filter((entry) => !isThere(entry))
  )
  const meant = wanted.map(({ hash, key }) => [key, { ...objectIn(state, key), trusted_hash: hash }])
  return checked(next, withState(root, { ...state, ...(Object.fromEntries(meant) as Json) }))
}

/**
 * Returns the text without the entries of these keys. `before` is the text before `withTrust`: if nothing else has changed
 * since, that is the result.
 *
 * @category editing
 * @since 0.1.0
 */
export const withoutTrust = (text: string, keys: ReadonlyArray<string>, before?: string): string | Unedited => {
  const root = parsed(text)
  if (root === undefined) return unreadable
  const gone = new Set(keys)
  const state = Object.fromEntries(Object.entries(stateOf(root)).filter(([key]) => !gone.has(key)))
  if (Object.keys(state).length === Object.keys(stateOf(root)).length) return text
  const lines = keys.reduce<ReadonlyArray<string>>((rest, key) => {
    const [from, to] = tableAt(rest, key) ?? [0, 0]
    return rest.filter((_, index) => index < from || index >= to)
  }, text.split("\n"))
  const cut = lines.filter((line) => line !== comment).join("\n")
  const meant = withState(root, state)
  const old = before === undefined ? undefined : parsed(before)
  // Codex itself may have written an empty table meanwhile.
  const isAsBefore = before !== undefined && old !== undefined && isSame(plain(old), plain(meant))
  if (isAsBefore && !hasMore(cut, before)) return before
  return checked(cut, meant)
}

/** Checks whether a text has lines that another has not, such as comments, beside empty tables of trust. */
const hasMore = (text: string, before: string): boolean => {
  const known = new Set(before.split("\n").map((line) => line.trim()))
  return text
    .split("\n")
    .map((line) => line.trim())
    .some((line) => line !== "" && line !== "[hooks.state]" && line !== "[hooks]" && !known.has(line))
}
