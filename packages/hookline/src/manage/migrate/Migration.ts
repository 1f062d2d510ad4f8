/**
 * Migrates hooks of one dialect to another: those that can be expressed there, those that can't, and changes of their meaning.
 *
 * **Details**
 *
 * Every hook is in one of three lists: it is to be written, it is there already, or it can't be expressed, with the reason.
 * What is to be written means the same: the same tools, the same limit, the same when it fails; where it does not, that is
 * reported too.
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
   * The facts about the target, and about the files that commands name.
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
  /** Its command, if that could be read. */
  readonly hook?: string
  readonly file: string
  readonly line?: number
  readonly text: string
}

/**
 * Notes about hooks before they are migrated: entries that could not be read as hooks, changes of each hook's meaning,
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
 * The result of a migration.
 *
 * @category models
 * @since 0.1.0
 */
export interface Migration {
  readonly moved: ReadonlyArray<Moved>
  /** Hooks that are in the target already. */
  readonly there: ReadonlyArray<Told>
  /** Entries of `hookline attach`, which are about their own agent. */
  readonly own: ReadonlyArray<Told>
  /** Hooks that can't be expressed there, with the reasons. */
  readonly unsupported: ReadonlyArray<Told>
  /** Changes of meaning there. */
  readonly changed: ReadonlyArray<Told>
  /** Notes about all of them. */
  readonly notes: ReadonlyArray<string>
}

const told = (hook: Hook, text: string): Told => ({
  event: hook.event,
  hook: hook.name ?? textOf(hook.handler),
  file: hook.source.file,
  ...(hook.source.line !== undefined && { line: hook.source.line }),
  text
})

/** Entries that were meant as hooks and could not be read. */
const unread = ({ file, line, lost, text }: Diagnostic): ReadonlyArray<Told> =>
  lost === undefined || lost.entries === 0 || lost.inCatalog === true
    ? []
    : [
        {
          event: lost.events === "all" ? "all" : lost.events.join(", "),
          file,
          line,
          text: `${lost.entries === 1 ? "One entry is" : `${lost.entries} entries are`} not run in the agent of ${lost.entries === 1 ? "its file" : "their file"}, and not migrated: ${text}`
        }
      ]

const matcherOf = ({ matcher }: Hook): string => (matcher === undefined || matcher === "*" ? "" : matcher)

/** Returns the side by whose rules a hook runs: a plugin in the folders of one dialect may be of another. */
const sideOf = ({ source: { dialect, foundBy } }: Hook, from: From): From =>
  foundBy === undefined ? from : (Dialects.named(dialect) ?? from)

/** Returns the key by which two entries of one file are the same. */
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
 * Plans a migration. `diagnostics` are those of the files that the hooks come from, `existing` the hooks of the
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
    /** Findings from reading the hooks. */
    readonly beforehand?: Beforehand
  }
): Migration => {
  const { beforehand, diagnostics = [], existing, from, to } = facts
  const known = new Map(existing.map((hook) => [keyOf(hook), hook]))
  const moved: Array<Moved> = []
  const there: Array<Told> = []
  const ours: Array<Told> = []
  const unsupported: Array<Told> = [...(beforehand?.unsupported ?? []), ...diagnostics.flatMap(unread)]
  const changed: Array<Told> = []
  for (const hook of hooks) {
    if (SelfReference.is(hook.handler)) {
      ours.push(told(hook, "It is our own dispatch, which `hookline attach` registers."))
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
      there.push(told(hook, "The file has it already."))
      if (!isSame(same, said.hook)) {
        changed.push(told(hook, "The file has it already, with another time limit or failure policy, which was kept."))
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
  return { moved: together(moved), there, own: ours, unsupported, changed, notes: general }
}
