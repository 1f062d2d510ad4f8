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
  readonly source: Pick<File, "dialect" | "scope" | "plugin" | "skill">
  readonly event: string
  readonly matcher?: string | undefined
  readonly name?: string | undefined
  readonly handler: Handler
}

const originOf = ({ dialect, plugin, scope, skill }: Parts["source"]): string => {
  const origin = skill === undefined ? (plugin ?? dialect) : `skill:${skill}`
  return scope === "user" ? `user:${origin}` : origin
}

/** Every byte as it is written: asking a number to write itself costs more than all the rest of an identity. */
const bytes = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"))

const hex = (word: number, from: number): string => bytes[(word >>> from) & 0xff] ?? ""

/**
 * Forty-eight bits of what a hook is, mixed in two lanes, two characters at a time. It tells hooks apart, which is all
 * that an identity must do: it guards nothing, and a catalog may have thousands. So the texts are read where they
 * stand, and are not put together first.
 */
const digest = ({ handler, matcher = "" }: Parts): string => {
  let one = 0x811c9dc5
  let other = 0x2545f491
  for (const text of [handler._tag, matcher, textOf(handler)]) {
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
  return hex(one, 0) + hex(one, 8) + hex(one, 16) + hex(one, 24) + hex(other, 0) + hex(other, 8)
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
export const make = (parts: Parts): string => `${originOf(parts.source)}/${parts.event}/${parts.name ?? digest(parts)}`

/**
 * Tells apart hooks that are the same in everything an identity is made of: the second gets `~2`, and so on.
 *
 * @category constructors
 * @since 0.1.0
 */
export const distinct = <H extends { readonly id: string }>(hooks: ReadonlyArray<H>): ReadonlyArray<H> => {
  const own = new Set(hooks.map(({ id }) => id))
  if (own.size === hooks.length) return hooks
  const given = new Set<string>()
  return hooks.map((hook) => {
    let id = hook.id
    // A name may end like this by itself: it keeps its identity, and the copy gets the next that is free.
    for (let count = 2; given.has(id) || (id !== hook.id && own.has(id)); count++) id = `${hook.id}~${count}`
    given.add(id)
    return id === hook.id ? hook : { ...hook, id }
  })
}
