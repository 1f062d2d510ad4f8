/** The switches of plugins in a file of Claude Code's settings, and what only looks like one. */
import { ConfigFiles } from "@hookline/core/ConfigFiles"
import { lettersOf } from "@hookline/core/kit/discover/EventNames"
import { distance } from "@hookline/core/kit/discover/Suggestions"
import { isJson, type Json } from "@hookline/schema/Json"
import type { Path, Scope } from "@hookline/schema/Source"
import * as Effect from "effect/Effect"
import type { Problem } from "../format/config/Problem.ts"
import { mayRepeatKeys } from "../format/config/repeated.ts"
import { quote } from "../format/config/written.ts"
import { type Data, dataOf } from "./dataFile.ts"

/** The key of settings that enables and disables plugins. */
export const key = "enabledPlugins"

/** A switch that does not count, with its problem. */
export interface Unclear {
  readonly problem: Problem
  /** The plugins that it names; empty if it names none. */
  readonly ids: ReadonlyArray<string>
  /** True if it is meant to enable them. */
  readonly isMeant: boolean
}

/** The values of a scope's settings for plugins: true, false, or absent. */
export interface Switches {
  readonly data: Data
  readonly values: ReadonlyMap<string, boolean>
  readonly unclear: ReadonlyArray<Unclear>
}

/** Returns the value of an entry. A list names the versions that may be used. */
const valueOf = (value: unknown): boolean | undefined =>
  typeof value === "boolean" ? value : Array.isArray(value) ? true : undefined

/** Checks whether a value that is no switch is meant to enable a plugin. */
const isOn = (value: unknown): boolean =>
  isJson(value)
    ? value["enabled"] !== false && value["disabled"] !== true
    : Boolean(value) && !/^\s*(?:false|no|off|disabled|0)\s*$/i.test(String(value))

/** Returns the plugins that a value enables or means to enable. */
const idsIn = (value: unknown): ReadonlyArray<string> => {
  if (Array.isArray(value)) return value.filter((id: unknown) => typeof id === "string")
  if (typeof value === "string") return [value]
  return isJson(value) ? Object.keys(value).filter((id) => isOn(value[id])) : []
}

const invalid = (at: Path, text: string, fix: string): Problem => ({ code: "setting-invalid", at, text, fix })

/** Returns the entries whose values are neither true, false nor a list of versions. */
const invalidEntries = (entries: Json): ReadonlyArray<Unclear> =>
  Object.entries(entries).flatMap(([id, value]) => {
    if (valueOf(value) !== undefined || value === null) return []
    const isMeant = isOn(value)
    const text = `The plugin ${quote(id)} is neither enabled nor disabled by ${quote(value)}, so that none of its hooks run by it.`
    return [{ ids: [id], isMeant, problem: invalid([key, id], text, `Write ${quote(id)}: ${isMeant}.`) }]
  })

/** Returns the problem of a value of another type than an object. */
const invalidWhole = (value: unknown): ReadonlyArray<Unclear> => {
  const ids = idsIn(value)
  if (ids.length === 0 && value !== true) return []
  const text = `"${key}" must be an object with a value for each plugin, so that this enables none.`
  const fix = `Write "${key}": {${quote(ids[0] ?? "NAME@MARKETPLACE")}: true}.`
  return [{ ids, isMeant: true, problem: invalid([key], text, fix) }]
}

/** The maximum length of a key whose letters are compared. */
const longest = 64

/** Checks whether a key is nearly the one of switches. A mark before it shows that it was kept aside. */
const isNear = (name: string): boolean =>
  name !== key && name.length <= longest && distance(lettersOf(name), lettersOf(key)) < 2

/** Returns the switches under a key that is not read: one that is nearly the right one, or the right one at another place. */
const elsewhere = (root: Json): ReadonlyArray<Unclear> =>
  Object.entries(root).flatMap(([name, value]) => {
    const inner = name !== key && isJson(value) ? value[key] : undefined
    const ids = idsIn(isNear(name) ? value : inner)
    if (ids.length === 0) return []
    const at = isNear(name) ? [name] : [name, key]
    const text = `The plugins ${ids.join(", ")} are under ${at.map(quote).join(" in ")}, which is not read, so that it enables none.`
    const fix = `Write "${key}" at the top of the file.`
    return [{ ids, isMeant: !/^[_/#]/.test(name), problem: { code: "setting-unknown", at, text, fix } }]
  })

/**
 * Returns the switches that are overwritten by a later one of the same plugin. A repeated key at the top is reported where the
 * file's hooks are read.
 */
const repeated = Effect.fnUntraced(function* ({ root, text }: Data): Effect.fn.Return<ReadonlyArray<Unclear>> {
  if (!mayRepeatKeys(text, root)) return []
  const { repeatedKeys } = yield* Effect.promise(() => import("../format/config/locate/json.ts"))
  return repeatedKeys(text).flatMap(({ at, kept, key: id, lost, position }) => {
    if (at[0] !== key || at.length !== 2 || JSON.stringify(kept) === JSON.stringify(lost)) return []
    const problem: Problem = {
      code: "duplicate-key",
      at,
      position,
      text: `"${id}" is repeated in one object; only the last one counts, and the value here is ignored.`,
      fix: "Keep the one that is meant."
    }
    return [{ ids: [id], isMeant: isOn(lost), problem }]
  })
})

/** Matches a text that may have the key, or nearly: an edit and look-alike digits leave one of these. */
const mayHaveKey = /[l1i|]ugin|enab[l1i|]e|[^ -~\s]|\\u/i

/**
 * Reads the switches of one file of settings. A file that can't be read is reported where its hooks are read. Most files
 * have no switches and are not parsed.
 */
export const switchesOf = Effect.fnUntraced(function* (
  path: string,
  scope: Scope
): Effect.fn.Return<Switches | undefined, never, ConfigFiles> {
  const files = yield* ConfigFiles
  const text = yield* Effect.orElseSucceed(files.read(path), () => undefined)
  if (text === undefined || !mayHaveKey.test(text)) return undefined
  const data = yield* dataOf(path, scope)
  if (data?.root === undefined) return undefined
  const entries = data.root[key]
  const values = Object.entries(isJson(entries) ? entries : {}).flatMap(([id, value]) => {
    const switched = valueOf(value)
    return switched === undefined ? [] : [[id, switched] as const]
  })
  const unclear = [
    ...(isJson(entries) ? invalidEntries(entries) : invalidWhole(entries)),
    ...elsewhere(data.root),
    ...(yield* repeated(data))
  ]
  return values.length === 0 && unclear.length === 0 ? undefined : { data, values: new Map(values), unclear }
})
