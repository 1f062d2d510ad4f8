/**
 * The id of a hook, by which `disable`, approvals and reports refer to it.
 *
 * @since 0.1.0
 */
import type { Handler } from "./Handler.ts"
import { textOf } from "./Handler.ts"
import type { File } from "./Source.ts"

/**
 * The parts of a hook that its id is made of.
 *
 * @category models
 * @since 0.1.0
 */
export interface Parts {
  /** The common part of the ids of one event in one file, see `originOf`. */
  readonly origin: string
  readonly matcher?: string | undefined
  readonly name?: string | undefined
  readonly if?: string | undefined
  readonly handler: Handler
}

/**
 * Creates the origin of hooks: their skill, plugin or dialect, their scope unless it is the project, and their event.
 *
 * @category constructors
 * @since 0.1.0
 */
export const originOf = (
  {
    carrier,
    dialect,
    managed,
    plugin,
    scope,
    skill
  }: Pick<File, "carrier" | "dialect" | "managed" | "plugin" | "scope" | "skill">,
  event: string
): string => {
  const origin = skill === undefined ? (plugin ?? dialect) : `${carrier ?? "skill"}:${skill}`
  if (managed !== undefined) return `managed:${origin}/${event}`
  return `${scope === "project" ? origin : `${scope}:${origin}`}/${event}`
}

/** Returns the character code of the hexadecimal digit of four bits. */
const digit = (word: number, from: number): number => {
  const value = (word >>> from) & 0xf
  return value + (value < 10 ? 48 : 87)
}

const slash = 0x2f
const colon = 0x3a

/**
 * Returns a separator and a 48-bit hash of a hook's content, mixed in two lanes, two characters at a time. The hash only has to
 * distinguish the hooks of one catalog, which may have thousands; nothing is protected by it. The texts are not
 * concatenated first, because of the cost.
 */
const digest = (separator: number, handler: Handler, matcher: string, rule: string): string => {
  let one = 0x811c9dc5
  let other = 0x2545f491
  const action = textOf(handler)
  // Chosen one after the other, because a list of them for each hook takes more memory than its id.
  for (let part = 0; part < 4; part++) {
    const text = part === 0 ? handler._tag : part === 1 ? matcher : part === 2 ? rule : action
    // The lengths separate texts whose concatenations are equal.
    one = Math.imul(one ^ text.length, 0x01000193)
    const last = text.length - 1
    for (let at = 0; at <= last; at += 2) {
      const word = text.charCodeAt(at) | (at < last ? text.charCodeAt(at + 1) << 16 : 0)
      one = Math.imul(one ^ word, 0x01000193)
      one ^= one >>> 15
      other = Math.imul(other + word, 0x9e3779b1)
      other ^= other >>> 13
    }
  }
  // One call with the separator, because `Number.prototype.toString` costs more than the rest of an id, and each string that
  // is joined to another is one more object.
  return String.fromCharCode(
    separator,
    digit(one, 28),
    digit(one, 24),
    digit(one, 20),
    digit(one, 16),
    digit(one, 12),
    digit(one, 8),
    digit(one, 4),
    digit(one, 0),
    digit(other, 12),
    digit(other, 8),
    digit(other, 4),
    digit(other, 0)
  )
}

/**
 * Creates the id of a hook: `origin/event/name`, with a short digest if the hook has no name.
 *
 * **Details**
 *
 * An id is made of the hook's origin, event, matcher and handler, not of its position or of absolute paths. So ids
 * survive edits of other entries, and are equal on every machine.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = ({ handler, if: rule = "", matcher = "", name, origin }: Parts): string =>
  name === undefined ? origin + digest(slash, handler, matcher, rule) : `${origin}/${name}`

type Named = { readonly id: string } & Pick<Parts, "handler" | "if" | "matcher" | "name">

/** A longer list is compared by a set. */
const mostCompared = 16

/** Compares a few ids with each other, which costs less than hashing them. */
const areDistinct = (hooks: ReadonlyArray<Pick<Named, "id">>): boolean => {
  if (hooks.length > mostCompared) return false
  let count = 0
  for (const { id } of hooks) {
    for (let other = 0; other < count; other++) if (hooks[other]?.id === id) return false
    count++
  }
  return true
}

/**
 * The ids that files of one origin have. Nearly all origins have one file with a few hooks, so that no id is hashed before
 * another file may have it, too.
 *
 * @category models
 * @since 0.1.0
 */
export class Given {
  #first: ReadonlyArray<Pick<Named, "id">> | undefined
  #ids: Set<string> | undefined

  /** Takes the hooks of the first file if their ids differ. Returns `false` for any other hooks. */
  takesFirst(hooks: ReadonlyArray<Pick<Named, "id">>): boolean {
    if (this.#first !== undefined || this.#ids !== undefined || !areDistinct(hooks)) return false
    this.#first = hooks
    return true
  }

  /** The ids, to which those of another file may be added. */
  get ids(): Set<string> {
    this.#ids ??= new Set((this.#first ?? []).map(({ id }) => id))
    return this.#ids
  }
}

/** Appends digests to the ids of hooks that share a name, so that no id depends on a position. */
const byContent = <H extends Named>(hooks: ReadonlyArray<H>): ReadonlyArray<H> => {
  const counts = new Map<string, number>()
  for (const { id, name } of hooks) if (name !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1)
  return hooks.map((hook) => {
    if ((counts.get(hook.id) ?? 0) <= 1) return hook
    return { ...hook, id: hook.id + digest(colon, hook.handler, hook.matcher ?? "", hook.if ?? "") }
  })
}

/**
 * Makes the ids of hooks unique. Hooks that only share a name get their digests appended. Hooks that are equal in every
 * part of an id are counted: the second gets `~2`. `origin` has the ids of other files with the same origin; the ids of
 * these hooks are added to it.
 *
 * @category constructors
 * @since 0.1.0
 */
export const distinct = <H extends Named>(hooks: ReadonlyArray<H>, origin: Given = new Given()): ReadonlyArray<H> => {
  if (origin.takesFirst(hooks)) return hooks
  const given = origin.ids
  const before = given.size
  for (const { id } of hooks) given.add(id)
  // Nearly always all ids differ, so that nothing is copied before.
  if (given.size === before + hooks.length) return hooks
  const seen = new Set([...given].slice(0, before))
  const told = byContent(hooks)
  for (const { id } of told) given.add(id)
  const counts = new Map<string, number>()
  return told.map((hook) => {
    // A name may itself end in `~2`: the hook keeps its id, and a duplicate gets the next free number.
    let count = counts.get(hook.id) ?? 1
    let id = hook.id
    while (seen.has(id) || (id !== hook.id && given.has(id))) id = `${hook.id}~${++count}`
    counts.set(hook.id, count)
    seen.add(id)
    given.add(id)
    return id === hook.id ? hook : { ...hook, id }
  })
}
