/**
 * The skills that are open, by session. Their hooks are in force only there.
 *
 * @since 0.1.0
 */
import type { OpenSkill } from "@hookline/schema/kit/OpenSkill"
import * as Effect from "effect/Effect"
import type { SessionKey } from "./SessionState.ts"

export type { OpenSkill }

/**
 * The open skills of sessions. A skill that is opened without a session's id is open in every session, until it is
 * closed, or until a session without an id ends.
 *
 * **Details**
 *
 * A skill that is opened twice has to be closed twice. Methods for events are synchronous, because every event calls
 * them.
 *
 * @category models
 * @since 0.1.0
 */
export interface OpenSkills {
  /**
   * Returns the open skills of this session alone, in the order in which they were opened. The list stays the same
   * until a change.
   */
  readonly of: (key: SessionKey) => ReadonlyArray<OpenSkill>
  /** Returns a number that changes with every change of any session. */
  readonly changes: () => number
  /**
   * Checks whether any skill may be open: at all, or in this session and in all sessions of the project. The parameters
   * are strings, because every event calls this.
   */
  readonly any: (project?: string, session?: string) => boolean
  readonly open: (key: SessionKey, skill: OpenSkill) => Effect.Effect<void>
  /** Closes the skill of this name that the same opener opened last. Without such a skill nothing changes. */
  readonly close: (key: SessionKey, skill: Pick<OpenSkill, "by" | "carrier" | "name">) => Effect.Effect<void>
  /** Closes all skills of the session. */
  readonly end: (key: SessionKey) => Effect.Effect<void>
}

const nothing: ReadonlyArray<OpenSkill> = []

const idOf = ({ project, session = "" }: SessionKey): string => JSON.stringify([project, session])

/**
 * Creates a store in memory.
 *
 * @category constructors
 * @since 0.1.0
 */
export const memory = (): OpenSkills => {
  const sessions = new Map<string, ReadonlyArray<OpenSkill>>()
  let changes = 0
  const set = (key: SessionKey, skills: ReadonlyArray<OpenSkill>): void => {
    changes += 1
    if (skills.length === 0) sessions.delete(idOf(key))
    else sessions.set(idOf(key), skills)
  }
  const of = (key: SessionKey): ReadonlyArray<OpenSkill> =>
    sessions.size === 0 ? nothing : (sessions.get(idOf(key)) ?? nothing)
  return {
    of,
    changes: () => changes,
    any: () => sessions.size > 0,
    open: (key, skill) => Effect.sync(() => set(key, [...of(key), skill])),
    close: (key, { by, carrier, name }) =>
      Effect.sync(() => {
        const open = of(key)
        const last = open.findLastIndex((skill) => skill.name === name && skill.carrier === carrier && skill.by === by)
        if (last >= 0) set(key, open.toSpliced(last, 1))
      }),
    end: (key) =>
      Effect.sync(() => {
        if (of(key).length > 0) set(key, nothing)
      })
  }
}
