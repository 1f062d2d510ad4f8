/** Records the variables of a session for its host as they were before hooks exported new ones. */
import { seal } from "@hookline/core/kit/policy/sealed"
import { type Exports, SessionEnv } from "@hookline/core/SessionEnv"
import type { SessionKey } from "@hookline/core/SessionState"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** The session of a payload, with the variables for its host before any hook ran. */
export interface Recorded {
  readonly session: SessionKey
  readonly before: Exports
}

/** Decorates `SessionEnv`. `onRefresh` is called before exports are read, which is the only moment at which they change. */
export const layer = <R>(
  sessionEnv: Layer.Layer<SessionEnv, never, R>,
  onRefresh: (recorded: Recorded) => void
): Layer.Layer<SessionEnv, never, R> =>
  Layer.effect(
    SessionEnv,
    Effect.map(SessionEnv, (inner) =>
      seal({
        ...inner,
        refresh: (session, rule) =>
          Effect.suspend(() => {
            onRefresh({ session, before: inner.exports(session, "host", rule) })
            return inner.refresh(session, rule)
          })
      })
    )
  ).pipe(Layer.provide(sessionEnv))
