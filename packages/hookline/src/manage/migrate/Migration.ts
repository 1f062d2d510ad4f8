/**
 * Hooks of one dialect in the words of another: which can be said there, which can't, and what they mean otherwise.
 *
 * **Details**
 *
 * Every hook is in one of three lists: it is to be written, it stands there already, or it can't be said, with the reason.
 * What is to be written means the same: the same tools, the same limit, the same when it fails; where it does not, that is
 * told too.
 *
 * @since 0.1.0
 */
import * as SelfReference from "@hookline/core/kit/discover/SelfReference"
import * as Dialects from "@hookline/dialects/Dialects"
import type { Diagnostic } from "@hookline/schema/Diagnostic"
import { textOf } from "@hookline/schema/Handler"
import type { Hook } from "@hookline/schema/Hook"
import { notes } from "./notes.ts"
import { type Facts, type From, translate } from "./hook.ts"

export type {
  /**
   * What is known of where the hooks go, and of the files that their commands name.
   *
   * @category models
   * @since 0.1.0
   */
  Facts,
  /**
   * The side that hooks come from: a dialect, or what takes the place of one.
   *
   * @category models
   * @since 0.1.0
   */
  From
} from "./hook.ts"

/**
 * A sentence about a hook, or about what was meant as one.
 *
 * @category models
 * @since 0.1.0
 */
export interface Told {
  readonly event: string
  /** What it runs, where that could be read. */
  readonly hook?: string
  readonly file: string
  readonly line?: number
  readonly text: string
}

/**
 * What is known of hooks before they are migrated: what could not be made hooks at all, what of each means something else,
 * and what holds for all of them.
 *
 * @category models
 * @since 0.1.0
 */
export interface Beforehand {
  readonly unsupported: ReadonlyArray<Told>
  readonly changed: ReadonlyMap<Hook, ReadonlyArray<string>>
  readonly notes: ReadonlyArray<string>
}

/**
 * A hook that is to be written, and the one that it comes from.
 *
 * @category models
 * @since 0.1.0
 */
export interface Moved {
  readonly hook: Hook
  readonly from: Hook
}

/**
 * What a migration comes to.
 *
 * @category models
 * @since 0.1.0
 */
export interface Migration {
  readonly moved: ReadonlyArray<Moved>
  /** What stands in the target already. */
  readonly there: ReadonlyArray<Told>
  /** What can't be said there, and why. */
  readonly unsupported: ReadonlyArray<Told>
  /** What means something else there. */
  readonly changed: ReadonlyArray<Told>
  /** What holds for all of them. */
  readonly notes: ReadonlyArray<string>
}

const told = (hook: Hook, text: string): Told => ({
  event: hook.event,
  hook: hook.name ?? textOf(hook.handler),
  file: hook.source.file,
  ...(hook.source.line !== undefined && { line: hook.source.line }),
  text
})

/** What was meant as hooks and could not be read. */
const unread = ({ file, line, lost, text }: Diagnostic): ReadonlyArray<Told> =>
  lost === undefined || lost.entries === 0 || lost.inCatalog === true
    ? []
    : [
        {
          event: lost.events === "all" ? "all" : lost.events.join(", "),
          file,
          line,
          text: `${lost.entries === 1 ? "One entry is" : `${lost.entries} entries are`} not run where ${lost.entries === 1 ? "it stands" : "they stand"}, and not migrated: ${text}`
        }
      ]

const matcherOf = ({ matcher }: Hook): string => (matcher === undefined || matcher === "*" ? "" : matcher)

/** Returns the side by whose rules a hook runs: a plugin in the folders of one dialect may be of another. */
const sideOf = ({ source: { dialect, foundBy } }: Hook, from: From): From =>
  foundBy === undefined ? from : (Dialects.named(dialect) ?? from)

/** What makes two entries of one file the same. */
const keyOf = (hook: Hook): string =>
  JSON.stringify([hook.event, matcherOf(hook), hook.if ?? "", hook.handler._tag, textOf(hook.handler)])

const isSame = (one: Hook, other: Hook): boolean =>
  one.timeoutMillis === other.timeoutMillis && one.onFailure === other.onFailure && one.enabled === other.enabled

const groupOf = ({ from: { event, group, source } }: Moved): string => JSON.stringify([event, source.file, group.index])

/** A hook that is alone in its group runs with no other. */
const together = (moved: ReadonlyArray<Moved>): ReadonlyArray<Moved> => {
  const counts = Map.groupBy(moved, groupOf)
  return moved.map((one) =>
    counts.get(groupOf(one))?.length === 1
      ? { ...one, hook: { ...one.hook, group: { ...one.hook.group, parallel: false } } }
      : one
  )
}

/**
 * Plans a migration. `diagnostics` are those of the files that the hooks come from, `existing` the hooks that stand in the
 * target's file.
 *
 * @category migrating
 * @since 0.1.0
 */
export const plan = (
  hooks: ReadonlyArray<Hook>,
  facts: Facts & {
    readonly existing: ReadonlyArray<Hook>
    readonly diagnostics?: ReadonlyArray<Diagnostic>
    /** What was found out while the hooks were read. */
    readonly beforehand?: Beforehand
  }
): Migration => {
  const { beforehand, diagnostics = [], existing, from, to } = facts
  const known = new Map(existing.map((hook) => [keyOf(hook), hook]))
  const moved: Array<Moved> = []
  const there: Array<Told> = []
  const unsupported: Array<Told> = [...(beforehand?.unsupported ?? []), ...diagnostics.flatMap(unread)]
  const changed: Array<Told> = []
  for (const hook of hooks) {
    if (SelfReference.is(hook.handler)) {
      there.push(told(hook, "It is our own dispatch, which `hookline attach` registers."))
      continue
    }
    const said = translate(hook, { ...facts, from: sideOf(hook, from) })
    if ("why" in said) {
      unsupported.push(told(hook, said.why))
      continue
    }
    const key = keyOf(said.hook)
    const same = known.get(key)
    if (same !== undefined) {
      there.push(told(hook, "It stands there already."))
      if (!isSame(same, said.hook)) {
        changed.push(
          told(hook, "It stands there already, with another limit or another word for failures, which was kept.")
        )
      }
      continue
    }
    known.set(key, said.hook)
    moved.push({ hook: said.hook, from: hook })
    const before = beforehand?.changed.get(hook) ?? []
    changed.push(...[...before, ...said.changed].map((text) => told(hook, text)))
  }
  const own = moved.map(({ from: hook }) => hook)
  const general = moved.length === 0 ? [] : [...(beforehand?.notes ?? []), ...notes(from, to, own)]
  return { moved: together(moved), there, unsupported, changed, notes: general }
}
