/**
 * What is remembered of a session: which hooks have run `once`, what was told, and which skills are open.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as OpenSkills from "./OpenSkills.ts"

/**
 * Which session: of which project, and its id. Without an id the state lasts for the process.
 *
 * @category models
 * @since 0.1.0
 */
export interface SessionKey {
  readonly project: string
  readonly session: string | undefined
}

/**
 * The state of sessions. An event that nothing matches does not touch it.
 *
 * @category services
 * @since 0.1.0
 */
export class SessionState extends Context.Service<
  SessionState,
  {
    /** Whether this was marked in the session before. */
    has(key: SessionKey, mark: string): Effect.Effect<boolean>
    /** Marks it, and tells whether that is new. */
    mark(key: SessionKey, mark: string): Effect.Effect<boolean>
    /** Takes a mark away, and tells whether it was there. */
    unmark(key: SessionKey, mark: string): Effect.Effect<boolean>
    /** The skills that are open in sessions. */
    readonly skills: OpenSkills.OpenSkills
    /** Forgets the session, and closes its skills. */
    end(key: SessionKey): Effect.Effect<void>
    /**
     * What went wrong since this was asked last, where the state lies somewhere that things can go wrong: every event
     * tells it, also one that runs nothing.
     */
    readonly problems?: () => ReadonlyArray<string>
  }
>()("@hookline/core/SessionState") {
  /** For hosts that live as long as their sessions. */
  static readonly layerMemory: Layer.Layer<SessionState> = Layer.sync(SessionState)(() => {
    const sessions = new Map<string, Set<string>>()
    const skills = OpenSkills.memory()
    const idOf = ({ project, session = "" }: SessionKey): string => JSON.stringify([project, session])
    const marksOf = (key: SessionKey): Set<string> => {
      const marks = sessions.get(idOf(key)) ?? new Set()
      sessions.set(idOf(key), marks)
      return marks
    }
    return SessionState.of({
      has: (key, mark) => Effect.sync(() => sessions.get(idOf(key))?.has(mark) === true),
      mark: (key, mark) =>
        Effect.sync(() => {
          const marks = marksOf(key)
          const isNew = !marks.has(mark)
          marks.add(mark)
          return isNew
        }),
      unmark: (key, mark) => Effect.sync(() => sessions.get(idOf(key))?.delete(mark) === true),
      skills,
      end: (key) =>
        Effect.andThen(
          skills.end(key),
          Effect.sync(() => void sessions.delete(idOf(key)))
        )
    })
  })
}
