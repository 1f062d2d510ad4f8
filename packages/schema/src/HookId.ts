/**
 * A hook's identity: what `disable`, approvals and reports call it by.
 *
 * @since 0.1.0
 */
import type { Handler } from "./Handler.ts"
import { textOf } from "./Handler.ts"
import type { File } from "./Source.ts"

/**
 * Everything that an identity is made of.
 *
 * @category models
 * @since 0.1.0
 */
export interface Parts {
  /** What all hooks of one event in one file have in common: see `originOf`. */
  readonly origin: string
  readonly matcher?: string | undefined
  readonly name?: string | undefined
  readonly if?: string | undefined
  readonly handler: Handler
}

/**
 * Where hooks come from: their skill, their plugin or their dialect, whether they are a person's own, and their event.
 *
 * @category constructors
 * @since 0.1.0
 */
export const originOf = (
  { carrier, dialect, plugin, scope, skill }: Pick<File, "carrier" | "dialect" | "plugin" | "scope" | "skill">,
  event: string
): string => {
  const origin = skill === undefined ? (plugin ?? dialect) : `${carrier ?? "skill"}:${skill}`
  return `${scope === "project" ? origin : `${scope}:${origin}`}/${event}`
}

/** The hexadecimal digit of four bits, as a character's code. */
const digit = (word: number, from: number): number => {
  const value = (word >>> from) & 0xf
  return value + (value < 10 ? 48 : 87)
}

/**
 * Forty-eight bits of what a hook is, mixed in two lanes, two characters at a time. It tells hooks apart, which is all
 * that an identity must do: it guards nothing, and a catalog may have thousands. So the texts are read where they
 * stand, and are not put together first.
 */
const digest = ({ handler, if: rule = "", matcher = "" }: Pick<Parts, "handler" | "if" | "matcher">): string => {
  let one = 0x811c9dc5
  let other = 0x2545f491
  for (const text of [handler._tag, matcher, rule, textOf(handler)]) {
    // The lengths keep apart what would otherwise run together.
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
  // At once, and not piece by piece: asking numbers to write themselves costs more than all the rest of an identity.
  return String.fromCharCode(
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
 * The identity of a hook: `origin/event/name`, or a short digest where it has no name.
 *
 * **Details**
 *
 * It is made of where the hook comes from, its event, its matcher and its own text, never of its position or of the
 * machine's paths. So an edit above it moves nothing, and the same hook has the same identity on every machine.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (parts: Parts): string => `${parts.origin}/${parts.name ?? digest(parts)}`

type Named = { readonly id: string } & Pick<Parts, "handler" | "if" | "matcher" | "name">

/** Hooks of one name have their digests behind it, so that none of them is told from another by its place. */
const byContent = <H extends Named>(hooks: ReadonlyArray<H>): ReadonlyArray<H> => {
  const counts = new Map<string, number>()
  for (const { id, name } of hooks) if (name !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1)
  return hooks.map((hook) => ((counts.get(hook.id) ?? 0) > 1 ? { ...hook, id: `${hook.id}:${digest(hook)}` } : hook))
}

/**
 * Tells apart hooks that have the same identity. Those that only share a name get their digests behind it. Those that
 * are the same in everything an identity is made of are counted: the second gets `~2`, and so on. `given` are the
 * identities that other files' hooks of the same origin have, and gets those that are given here.
 *
 * @category constructors
 * @since 0.1.0
 */
export const distinct = <H extends Named>(
  hooks: ReadonlyArray<H>,
  given: Set<string> = new Set()
): ReadonlyArray<H> => {
  const seen = new Set(given)
  for (const { id } of hooks) given.add(id)
  if (given.size === seen.size + hooks.length) return hooks
  const told = byContent(hooks)
  for (const { id } of told) given.add(id)
  const counts = new Map<string, number>()
  return told.map((hook) => {
    // A name may end like a copy by itself: it keeps its identity, and a copy gets the next that is free.
    let count = counts.get(hook.id) ?? 1
    let id = hook.id
    while (seen.has(id) || (id !== hook.id && given.has(id))) id = `${hook.id}~${++count}`
    counts.set(hook.id, count)
    seen.add(id)
    given.add(id)
    return id === hook.id ? hook : { ...hook, id }
  })
}
