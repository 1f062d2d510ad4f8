/**
 * The state of a session as its agent left it, for commands that try hooks: marks and open skills are read, and what is
 * done to them stays in this process. A hook that runs once in the session is still to run for the agent.
 */
import * as Claims from "@hookline/core/kit/session/claims"
import { memory } from "@hookline/core/kit/session/memory"
import type { OpenSkills } from "@hookline/core/kit/session/OpenSkills"
import { type SessionKey, SessionState, type Storing } from "@hookline/core/SessionState"
import * as SessionStateFile from "@hookline/node/SessionStateFile"
import { ThisProject } from "@hookline/core/ThisProject"
import * as Effect from "effect/Effect"
import * as SessionStates from "../dispatch/sessionState.ts"

const idOf = ({ project, session = "" }: SessionKey, mark = ""): string => JSON.stringify([project, session, mark])

/** Copies the open skills of a session on the first access, and changes the copy alone. */
const skillsOf = (file: OpenSkills, own: OpenSkills): OpenSkills => {
  const copied = new Set<string>()
  const copy = (key: SessionKey): void => {
    if (copied.has(idOf(key))) return
    copied.add(idOf(key))
    for (const skill of file.of(key)) Effect.runSync(own.open(key, skill))
  }
  const before = <A>(key: SessionKey, effect: Effect.Effect<A>): Effect.Effect<A> =>
    Effect.andThen(
      Effect.sync(() => copy(key)),
      effect
    )
  return {
    of: (key) => {
      copy(key)
      return own.of(key)
    },
    changes: own.changes,
    any: (project, session) => {
      if (project !== undefined) copy({ project, session })
      return own.any(project, session)
    },
    open: (key, skill) => before(key, own.open(key, skill)),
    close: (key, skill) => before(key, own.close(key, skill)),
    end: (key) => before(key, own.end(key))
  }
}

/** Copies the open skills that the copy does not have yet. */
const copyLate = (file: OpenSkills, own: OpenSkills, key: SessionKey): Effect.Effect<void> =>
  Effect.suspend(() => {
    const known = new Set(own.of(key).map((skill) => JSON.stringify(skill)))
    const late = file.of(key).filter((skill) => !known.has(JSON.stringify(skill)))
    return Effect.forEach(late, (skill) => own.open(key, skill), { discard: true })
  })

/** Creates a view of a state. */
export const of = (file: Storing): Storing => {
  const own = memory()
  const removed = new Set<string>()
  const { ready } = file
  const has = (key: SessionKey, mark: string): Effect.Effect<boolean> =>
    Effect.flatMap(own.has(key, mark), (isOwn) =>
      isOwn || removed.has(idOf(key, mark)) ? Effect.succeed(isOwn) : file.has(key, mark)
    )
  const marks: Claims.Marks = {
    has,
    mark: (key, mark) =>
      Effect.flatMap(has(key, mark), (isThere) => (isThere ? Effect.succeed(false) : own.mark(key, mark)))
  }
  return {
    ...marks,
    claim: Claims.make(marks),
    unmark: (key, mark) =>
      Effect.flatMap(has(key, mark), (isThere) => {
        removed.add(idOf(key, mark))
        return Effect.as(own.unmark(key, mark), isThere)
      }),
    skills: skillsOf(file.skills, own.skills),
    end: own.end,
    ...(ready !== undefined && {
      // Skills that were opened elsewhere are known only then, and some may have been opened here before.
      ready: (key: SessionKey) => Effect.andThen(ready(key), copyLate(file.skills, own.skills, key))
    }),
    ...(file.problems !== undefined && { problems: file.problems })
  }
}

/**
 * Provides a view of the sessions of this user's agents. In a fleet, a session is read from there into this process: its
 * files stay as they are, so that the agent reads it again.
 */
export const layer = SessionState.layerEffect(
  Effect.flatMap(ThisProject, ({ project }) => Effect.map(SessionStates.of(project, of(SessionStateFile.make())), of))
)
