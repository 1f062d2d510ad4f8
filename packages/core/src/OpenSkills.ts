/**
 * Which skills are open, and in which sessions: their hooks are in force there, and nowhere else.
 *
 * @since 0.1.0
 */
import type { Carrier } from "@hookline/schema/Source"
import * as Effect from "effect/Effect"
import type { SessionKey } from "./SessionState.ts"

/**
 * A skill that is open, as whoever opened it told of it.
 *
 * @category models
 * @since 0.1.0
 */
export interface OpenSkill {
  readonly name: string
  /** What it is, where it is no skill. */
  readonly carrier?: Carrier
  /** Who opened it, so that it is not closed in another's name. A host has none: it closes what hosts opened. */
  readonly by?: string
  /** Where the host says that it lies. */
  readonly folder?: string
  /** The hooks that the host says it brings, in the words of this dialect. */
  readonly hooks?: unknown
  readonly dialect?: string
}

/**
 * The open skills of sessions. What is opened without a session's id is open in every session, until it is closed, or
 * until a session without an id ends.
 *
 * **Details**
 *
 * What is opened twice has to be closed twice. Answers are there at once, since every event asks.
 *
 * @category models
 * @since 0.1.0
 */
export interface OpenSkills {
  /** Those of this session alone, in the order in which they were opened; the same list until there is a change. */
  readonly of: (key: SessionKey) => ReadonlyArray<OpenSkill>
  /** Another number after each change, anywhere. */
  readonly changes: () => number
  /**
   * Whether anything may be open: at all, or in this project's session and in all of its sessions. Every event asks, so
   * that its names are given without a key.
   */
  readonly any: (project?: string, session?: string) => boolean
  readonly open: (key: SessionKey, skill: OpenSkill) => Effect.Effect<void>
  /** Closes what the same opened last under this name. What is not open stays so. */
  readonly close: (key: SessionKey, skill: Pick<OpenSkill, "by" | "carrier" | "name">) => Effect.Effect<void>
  /** Closes all of the session. */
  readonly end: (key: SessionKey) => Effect.Effect<void>
}

const nothing: ReadonlyArray<OpenSkill> = []

const idOf = ({ project, session = "" }: SessionKey): string => JSON.stringify([project, session])

/**
 * Remembers for as long as the process lives.
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
