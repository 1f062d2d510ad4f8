/** Stores the state of sessions in memory. */
import * as Effect from "effect/Effect"
import * as Claims from "./claims.ts"
import * as OpenSkills from "./OpenSkills.ts"
import type { SessionKey, Storing } from "./SessionState.ts"

/** Creates a state that lasts as long as the process. */
export const memory = (): Storing => {
  const sessions = new Map<string, Set<string>>()
  const skills = OpenSkills.memory()
  const idOf = ({ project, session = "" }: SessionKey): string => JSON.stringify([project, session])
  const marksOf = (key: SessionKey): Set<string> => {
    const marks = sessions.get(idOf(key)) ?? new Set()
    sessions.set(idOf(key), marks)
    return marks
  }
  const marks: Claims.Marks = {
    has: (key, mark) => Effect.sync(() => sessions.get(idOf(key))?.has(mark) === true),
    mark: (key, mark) =>
      Effect.sync(() => {
        const marks = marksOf(key)
        const isNew = !marks.has(mark)
        marks.add(mark)
        return isNew
      })
  }
  return {
    ...marks,
    claim: Claims.make(marks),
    unmark: (key, mark) => Effect.sync(() => sessions.get(idOf(key))?.delete(mark) === true),
    skills,
    end: (key) =>
      Effect.andThen(
        skills.end(key),
        Effect.sync(() => void sessions.delete(idOf(key)))
      )
  }
}
