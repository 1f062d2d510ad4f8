/** The hooks of the events that are likely to come next. */
import type { Hook } from "@hookline/schema/Hook"
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { Compiled } from "../match/Matcher.ts"
import { Memo } from "../match/internal/Memo.ts"
import { likelyNext } from "./likelyNext.ts"

/** The number of kinds of events that are cached for each catalog. */
const remembered = 256

/** The maximum length of a cached name, because names of tools may come from outside. */
const longestName = 1024

/** Returns the hooks of the event that runs most of them. Functions of the program need no preparation. */
export const hooksOf = ({ groups }: Compiled, events: ReadonlyArray<HookEvent>): ReadonlyArray<Hook> => {
  const wanted = events.map((event) =>
    groups(event).flatMap(({ hooks }) => hooks.filter(({ handler }) => handler._tag !== "Native"))
  )
  return wanted.reduce((most, one) => (one.length > most.length ? one : most), [])
}

/** Names the events that are likely to be followed by the same ones. */
const kindOf = (event: HookEvent): string =>
  "toolName" in event && event.toolName !== undefined ? `${event._tag} ${event.toolName}` : event._tag

/** Caches likely hooks by catalog, so that a matcher is not asked about them on each event. */
export class LikelyHooks {
  readonly #known = new WeakMap<Compiled, Memo<ReadonlyArray<Hook>>>()

  /** Returns the hooks that are likely to run after an event of this catalog. */
  after(compiled: Compiled, event: HookEvent): ReadonlyArray<Hook> {
    const known = this.#known.get(compiled) ?? new Memo(remembered)
    this.#known.set(compiled, known)
    const kind = kindOf(event)
    const found = known.get(kind)
    if (found !== undefined) return found
    const hooks = hooksOf(compiled, likelyNext(event))
    return kind.length > longestName ? hooks : known.set(kind, hooks)
  }
}
