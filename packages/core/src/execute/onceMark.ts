/** The marks under which sessions know the hooks that have run once. */
import type { Hook } from "@hookline/schema/Hook"
import * as SessionMark from "@hookline/schema/kit/SessionMark"

/**
 * Returns the mark of a hook that has run once. A native handler's name is unique for its event alone, and may be the id of a
 * configured hook.
 */
export const markOf = ({ event, handler, id }: Hook): string =>
  SessionMark.encode({ _tag: "Once", hook: handler._tag === "Native" ? `native ${JSON.stringify([event, id])}` : id })
