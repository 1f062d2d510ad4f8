/** A file's text with our entries, and without them. */
import { add, inTheWay } from "./add.ts"
import type { Layout } from "./layout.ts"
import { mannerOf } from "../json/print.ts"
import { nothing, ownEntries, type Stays, staysOf, takeOut } from "./ownEntries.ts"
import {
  apply,
  dataOf,
  type Edit,
  isObstacle,
  type Obstacle,
  parse,
  type Place,
  placeOf,
  propertyOf,
  type Tree,
  valueOf
} from "@hookline/node/kit/json/tree"
import { update, usable } from "./update.ts"
import type { Wanted } from "./entriesFor.ts"

/** A change of one of our entries. */
export interface Change {
  readonly what: "added" | "updated" | "removed"
  readonly event: string
}

/** A text with what was changed in it, and what a person should know. */
export interface Edited {
  readonly text: string
  readonly changes: ReadonlyArray<Change>
  readonly warnings: ReadonlyArray<Place & { readonly text: string }>
}

/** Reasons why hooks do not run although the entries are there. */
const warnings = (tree: Tree): Edited["warnings"] => {
  const off = valueOf(propertyOf(tree.root, "disableAllHooks"))
  return [
    ...(tree.loose === undefined
      ? []
      : [
          { ...tree.loose, text: "Hosts that know no comments and loose commas in JSON read no hooks from this file." }
        ]),
    ...(off === undefined || dataOf(off) !== true
      ? []
      : [{ ...placeOf(tree.text, off.offset), text: `"disableAllHooks" is set: the host runs none of these hooks.` }])
  ]
}

/** Returns the text of a file without values so far. Its blanks and comments stay in front. */
export const whole = (before: string): string => before + (/[^\r\n\ufeff]$/.test(before) ? "\n" : "") + "{}\n"

/** The text with these entries of ours, and no others. */
export const withEntries = (before: string, layout: Layout, all: ReadonlyArray<Wanted>): Edited | Obstacle => {
  const first = parse(before)
  if (isObstacle(first)) return first
  if (first.root === undefined) return withEntries(whole(before), layout, all)
  const wrong = inTheWay(first, layout, all)
  if (wrong !== undefined) return wrong

  const manner = mannerOf(first)
  const found = ownEntries(first, layout)
  const free = new Set(found)
  const changes: Array<Change> = []
  const edits: Array<Edit> = []
  const missing: Array<Wanted> = []
  for (const wanted of all) {
    const site = [...free].find((each) => each.event === wanted.event && usable(each))
    if (site === undefined) {
      missing.push(wanted)
      changes.push({ what: "added", event: wanted.event })
      continue
    }
    free.delete(site)
    const updates = update(first, site, wanted, manner, layout.listName !== undefined)
    if (updates.length > 0) changes.push({ what: "updated", event: wanted.event })
    edits.push(...updates)
  }
  for (const { event } of free) changes.push({ what: "removed", event })
  const stale = new Set([...free].map(({ handler }) => handler))
  const between = apply(first.text, [...edits, ...takeOut(first, layout, stale, nothing)])
  const second = parse(between)
  if (isObstacle(second)) return second
  const text = first.mark + apply(second.text, add(second, layout, missing, manner))
  return { text, changes, warnings: warnings(first) }
}

const without = (text: string, layout: Layout, stays: Stays): Edited | Obstacle => {
  const tree = parse(text)
  if (isObstacle(tree)) return tree
  const ours = ownEntries(tree, layout)
  const edits = takeOut(tree, layout, new Set(ours.map(({ handler }) => handler)), stays)
  const changes = ours.map(({ event }) => ({ what: "removed", event }) as const)
  return { text: tree.mark + apply(tree.text, edits), changes, warnings: [] }
}

/** Returns any entry, because the place and the format of an entry do not depend on its command. */
const any = (event: string): Wanted => ({
  event,
  matcher: "*",
  handler: { type: "command", command: "hookline dispatch", timeout: 1 }
})

/**
 * The text without our entries. `before` is the text as it was without them: where nothing but our entries changed since,
 * that is the result, to the byte.
 */
export const withoutEntries = (text: string, layout: Layout, before?: string): Edited | Obstacle => {
  const base = before === undefined ? undefined : without(before, layout, nothing)
  // A backup that can't be read is no help, and no hindrance.
  if (base === undefined || isObstacle(base)) return without(text, layout, nothing)
  const tree = parse(base.text)
  const stays = isObstacle(tree) ? nothing : staysOf(tree)
  const result = without(text, layout, stays)
  if (isObstacle(result)) return result
  const entries = [...new Set(result.changes.map(({ event }) => event))].map(any)
  const isOnlyOurs = [base.text, before ?? base.text].some((start) => {
    const again = withEntries(start, layout, entries)
    const plain = isObstacle(again) ? again : without(again.text, layout, stays)
    return !isObstacle(plain) && plain.text === result.text
  })
  return isOnlyOurs ? { ...result, text: base.text } : result
}

/** Checks a text for entries of ours. */
export const hasEntries = (text: string, layout: Layout): boolean => {
  const tree = parse(text)
  return !isObstacle(tree) && ownEntries(tree, layout).length > 0
}
