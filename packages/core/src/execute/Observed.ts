/**
 * Observations about hooks that hold beyond a session: for commands that show a project's hooks without running them.
 *
 * @since 0.1.0
 */
import * as Capabilities from "@hookline/schema/Capabilities"
import type { Hook } from "@hookline/schema/Hook"
import * as SessionMark from "@hookline/schema/kit/SessionMark"
import * as Effect from "effect/Effect"
import { callPort, stateName } from "./port.ts"
import { inBackground } from "./Runner.ts"
import type { SessionKey, Storing } from "../session/SessionState.ts"

/** The session whose marks are observations. No host names its sessions so. */
const observations = (project: string): SessionKey => ({ project, session: "hookline observations" })

const movedMark = (hook: string): string => SessionMark.encode({ _tag: "MovedAway", hook })

/** Marks a hook that moved itself to the background on an event that can be denied. */
export const mark = (
  { projectDir, state }: { readonly projectDir: string; readonly state: Storing },
  { id }: Hook
): Effect.Effect<boolean> => state.mark(observations(projectDir), movedMark(id))

/**
 * Returns the hooks that have moved themselves to the background on an event that can be denied, as far as it was seen.
 *
 * @example
 * ```ts
 * import * as Observed from "@hookline/core/kit/execute/Observed"
 * import { SessionState } from "@hookline/core/SessionState"
 *
 * const none = SessionState.use((state) => Observed.moved(state, "/project", []))
 * ```
 *
 * @category getters
 * @since 0.1.0
 */
export const moved = (
  state: Storing,
  project: string,
  hooks: ReadonlyArray<Hook>
): Effect.Effect<ReadonlyArray<Hook>> =>
  Effect.filter(hooks, ({ id }) =>
    Effect.orElseSucceed(
      callPort(stateName, () => state.has(observations(project), movedMark(id))),
      () => false
    )
  )

/** The sentence about such a hook. */
export const sentence = ({ id }: Pick<Hook, "id">): string =>
  `${id} moved itself to the background by {"async": true}, and can't deny from there`

/** The sentence about such a hook whose later reply no event can report. */
export const droppedSentence = (hook: Pick<Hook, "id">, mayDeny: boolean): string =>
  mayDeny
    ? `${sentence(hook)}; what it replies there is not reported`
    : `${hook.id} moved itself to the background by {"async": true}, and what it replies there is not reported`

/** Returns the hooks that are configured for the background on an event that can be denied. */
export const inBackgroundOf = (hooks: ReadonlyArray<Hook>): ReadonlyArray<Hook> =>
  hooks.filter((hook) => inBackground(hook) && Capabilities.mayFailClosed(hook.event))

/** The sentence about such a hook. */
export const asyncSentence = ({ event, id, handler }: Pick<Hook, "event" | "handler" | "id">): string => {
  const field = handler._tag === "Command" && handler.asyncRewake === true ? "asyncRewake" : "async"
  return `${id} is \`${field}\` on ${event}, which can be denied: it can't deny from the background`
}
