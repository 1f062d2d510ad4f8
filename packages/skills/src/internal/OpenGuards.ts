/** The files whose hooks are in force while a program holds a skill open: since it was opened, and since they were read. */
import type { OpenSkill } from "@hookline/core/kit/session/OpenSkills"
import { keyOf, type Skill } from "../Skill.ts"
import type { Found } from "./files.ts"
import { readBefore } from "./read.ts"
import type { SkillCatalog } from "./SkillCatalog.ts"

/** A file whose hooks are in force. */
export type Guard = NonNullable<OpenSkill["guards"]>[number]

const none: ReadonlyArray<Guard> = []

/** Checks whether a skill has hooks that run, or would run if they were not broken. */
export const hasHooks = ({ diagnostics, hooks }: Skill): boolean =>
  hooks.some(({ off }) => off === undefined) || diagnostics.some(({ lost }) => lost !== undefined)

/** Returns the guard of a skill that was read. */
export const guardOf = ({ file: { dialect, file, scope } }: Skill): Guard => ({ dialect, file, scope })

/** Returns what was opened under a name: the skill that is found first, and the user's of that name. */
const meantBy = ({ carrier, name }: OpenSkill, { byKey, byUserKey }: SkillCatalog): ReadonlyArray<Found> => {
  const key = keyOf(carrier ?? "skill", name)
  return [byKey.get(key), byUserKey.get(key)].filter((found) => found !== undefined)
}

/** The guards of open skills, as one program knows them. */
export interface OpenGuards {
  /** Adds the guards of skills that were read while they are open. */
  readonly see: (open: ReadonlyArray<OpenSkill>, shelf: SkillCatalog) => void
  /** Returns the guards that a program has put in force by opening a skill. Of what a host has opened there are none. */
  readonly of: (skill: OpenSkill) => ReadonlyArray<Guard>
}

/** Returns the guards since a skill was opened. */
export const sinceOpened = ({ guards = none }: OpenSkill): ReadonlyArray<Guard> => guards

/** Creates the guards of a program that has read none yet. */
export const make = (): OpenGuards => {
  /** The guards that came while a skill was open, by its opener. They are few: mostly a skill has them from the start. */
  const gained = new Map<string, ReadonlyArray<Guard>>()
  const idOf = ({ by, carrier, name }: OpenSkill): string => JSON.stringify([by, carrier, name])
  const of = (skill: OpenSkill): ReadonlyArray<Guard> =>
    gained.size === 0 ? sinceOpened(skill) : [...sinceOpened(skill), ...(gained.get(idOf(skill)) ?? none)]
  const see: OpenGuards["see"] = (open, shelf) => {
    for (const one of open) {
      // A host opens what it has found itself, and has no opener.
      if (one.by === undefined) continue
      for (const found of meantBy(one, shelf)) {
        const skill = readBefore(found)
        if (skill === undefined || !hasHooks(skill)) continue
        const known = of(one)
        if (known.some(({ file }) => file === skill.file.file)) continue
        gained.set(idOf(one), [...(gained.get(idOf(one)) ?? none), guardOf(skill)])
      }
    }
  }
  return { see, of }
}
