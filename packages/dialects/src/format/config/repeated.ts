/** Repeated keys: a cheap check whether a file may have any, and what each of them costs. */
import { isJson } from "@hookline/schema/Json"
import type { Loss } from "@hookline/schema/Diagnostic"
import type { Path } from "@hookline/schema/Source"
import { allTools } from "../../toolNames.ts"
import type { Repeated } from "./locate/json.ts"
import type { Problem } from "./Problem.ts"
import type { Rules } from "./rules.ts"
import { countEntries } from "./written.ts"

/** Counts the keys of data of any depth, without recursion, because a file may be nested deeper than the call stack. */
const keysInAny = (root: unknown): number => {
  let count = 0
  const waiting: Array<unknown> = [root]
  const wait = (item: unknown): void => {
    if (typeof item === "object" && item !== null) waiting.push(item)
  }
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (Array.isArray(value)) for (const item of value) wait(item)
    else if (isJson(value)) {
      for (const key in value) {
        count++
        wait(value[key])
      }
    }
  }
  return count
}

/** Nearly all files are nested less deeply. */
const fewLevels = 64

/** Counts the keys of data. With recursion as far as a few levels, because a list of what is waiting costs twice as much. */
const keysIn = (root: unknown, levels = fewLevels): number => {
  if (typeof root !== "object" || root === null) return 0
  if (levels === 0) return keysInAny(root)
  let count = 0
  if (Array.isArray(root)) {
    for (const item of root) if (typeof item === "object" && item !== null) count += keysIn(item, levels - 1)
  } else if (isJson(root)) {
    for (const key in root) {
      count++
      const value = root[key]
      if (typeof value === "object" && value !== null) count += keysIn(value, levels - 1)
    }
  }
  return count
}

/** Matches the end of a key: a quote without a backslash before it, and a colon. */
const key = /[^\\]"\s*:/g

/** Checks whether a text has more colons than this number. */
const hasMoreColons = (text: string, number: number): boolean => {
  let count = 0
  for (let at = text.indexOf(":"); at >= 0; at = text.indexOf(":", at + 1)) if (++count > number) return true
  return false
}

/** Checks whether a text has more keys than its data, so that some were overwritten. */
export const mayRepeatKeys = (text: string, root: unknown): boolean => {
  const keys = keysIn(root)
  // Each key has a colon, and finding colons is several times as fast.
  if (!hasMoreColons(text, keys)) return false
  let count = 0
  key.lastIndex = 0
  while (key.test(text)) count++
  return count > keys
}

/** Returns the value at a path of a file's data. */
const valueAt = (root: unknown, at: Path): unknown =>
  at.reduce<unknown>(
    (value, step) => (Array.isArray(value) ? value[Number(step)] : isJson(value) ? value[step] : undefined),
    root
  )

const known = new Set(allTools.map((name) => name.toLowerCase()))

/** The last matcher, because thousands of hooks of a group may have the same long one. */
let last: { readonly matcher: string; readonly tools: ReadonlyArray<string> | undefined } = {
  matcher: "",
  tools: undefined
}

/** Returns the tools of a matcher with nothing but names of tools. */
export const toolsOfNames = (matcher: unknown): ReadonlyArray<string> | undefined => {
  if (typeof matcher !== "string") return undefined
  if (matcher !== last.matcher) {
    const names = matcher.split(/[|,]/).map((name) => name.trim())
    last = { matcher, tools: names.every((name) => known.has(name.toLowerCase())) ? names : undefined }
  }
  return last.tools
}

/** Returns the path of the entry that a path is inside of, if there is one. */
const entryAt = (at: Path): Path | undefined => {
  const from = at[2] === "handlers" ? 3 : at[3] === "hooks" ? 4 : at.length
  return at[0] === "hooks" && typeof at[from] === "number" && at.length > from + 1 ? at.slice(0, from + 1) : undefined
}

/** Fields for the user, without an effect. */
const decorative: ReadonlySet<string | number | undefined> = new Set(["name", "description", "statusMessage"])

const eventsAt = (at: Path): Loss["events"] => (typeof at[1] === "string" ? [at[1]] : "all")

/** Returns the loss of a field of an entry or a group: the entry runs, and not as one of its two values intends. */
const fieldLoss = ({ at, kept, lost }: Repeated, root: unknown): Loss | undefined => {
  if (decorative.has(at.at(-1)) || JSON.stringify(lost) === JSON.stringify(kept)) return undefined
  const entry = entryAt(at)
  const holder = at.slice(0, -1)
  const group = entry === undefined ? holder : entry.slice(0, -2)
  const own = entry === undefined ? undefined : valueAt(root, [...entry, "matcher"])
  const tools = toolsOfNames(at.at(-1) === "matcher" ? lost : (own ?? valueAt(root, [...group, "matcher"])))
  const entries = entry === undefined ? countEntries(valueAt(root, holder)) : 1
  return entries === 0
    ? undefined
    : { entries, events: eventsAt(at), ...(tools !== undefined && { tools }), inCatalog: true }
}

/** Checks whether a repeated key is the one that disables all hooks. */
export const isSwitch = ({ at }: Pick<Repeated, "at">, off: Rules["off"]): boolean =>
  off !== undefined && at.length === off.at.length && off.at.every((step, index) => at[index] === step)

/** Returns the loss of a repeated key. */
const lossOf = (found: Repeated, root: unknown, off: Rules["off"]): Loss | undefined => {
  const { at, kept, key, lost } = found
  // Its hooks are in the catalog, and one of its values enables them.
  if (isSwitch(found, off)) return kept === off?.when && lost !== kept ? { entries: 0, events: "all" } : undefined
  const isInGroup = at.length === 4 && at[0] === "hooks" && key !== "hooks" && typeof at[2] === "number"
  if (isInGroup || entryAt(at) !== undefined) return fieldLoss(found, root)
  if (typeof lost !== "object") return undefined
  return { entries: at.length > 1 || key === "hooks" ? countEntries(lost) : 0, events: eventsAt(at) }
}

/** Converts a repeated key to a problem. */
export const repeatedProblem = (found: Repeated, root: unknown, off?: Rules["off"]): Problem => {
  const { at, key, lost: value, position } = found
  const lost = lossOf(found, root, off)
  return {
    code: "duplicate-key",
    at,
    position,
    text: `"${key}" is repeated in one object; only the last one counts, and the value here is ignored.`,
    fix: typeof value === "object" ? "Put both together under one key." : "Keep the one that is meant.",
    ...(lost !== undefined && { lost })
  }
}
