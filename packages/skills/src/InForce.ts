/**
 * Which hooks are in force where these skills are open: a catalog, put together from what was read before.
 *
 * @since 0.1.0
 */
import type { OpenSkill } from "@hookline/core/OpenSkills"
import type { Catalog } from "@hookline/schema/Catalog"
import type { Diagnostic } from "@hookline/schema/Diagnostic"
import type { Hook } from "@hookline/schema/Hook"
import type { Shelf } from "./Shelf.ts"
import { closed, keyOf, type Skill } from "./Skill.ts"
import type { Found } from "./SkillFiles.ts"
import { folderOf } from "./SkillPlaces.ts"
import * as ToldHooks from "./ToldHooks.ts"

/**
 * What it comes to that skills are open: those on the shelf, those whose hooks a host told, and folders that nobody has
 * looked into yet.
 *
 * @category models
 * @since 0.1.0
 */
export interface Meant {
  readonly found: ReadonlySet<Found>
  readonly told: ReadonlyArray<OpenSkill>
  readonly folders: ReadonlyArray<{ readonly dialect: string | undefined; readonly folder: string }>
}

const nameOf = ({ carrier, name }: OpenSkill): string => keyOf(carrier ?? "skill", name)

/** Hooks run in one order, whatever was opened first. */
const inOrder = (found: ReadonlySet<Found>, order: Shelf["order"]): ReadonlySet<Found> => {
  const placeOf = (one: Found): number => order.get(one) ?? order.size
  return found.size < 2 ? found : new Set([...found].toSorted((one, other) => placeOf(one) - placeOf(other)))
}

/**
 * Finds what open skills mean on a shelf. Of several that a host told under one name the last counts. `isRead` says
 * whether a folder has been looked into.
 *
 * @category getters
 * @since 0.1.0
 */
export const meant = (
  open: ReadonlyArray<OpenSkill>,
  { byFolder, byKey, ground, order }: Shelf,
  isRead: (folder: string) => boolean
): Meant => {
  const found = new Set<Found>()
  const told = new Map<string, OpenSkill>()
  const folders: Array<Meant["folders"][number]> = []
  for (const one of open) {
    if (ToldHooks.are(one)) {
      told.set(nameOf(one), one)
      continue
    }
    const folder = one.folder === undefined ? undefined : folderOf(one.folder, ground.project)
    const there = folder === undefined ? undefined : byFolder.get(folder)
    const skill = there ?? byKey.get(nameOf(one))
    if (folder !== undefined && there === undefined && !isRead(folder)) folders.push({ dialect: one.dialect, folder })
    else if (skill !== undefined) found.add(skill)
  }
  return { found: inOrder(found, order), told: [...told.values()], folders }
}

/**
 * What is open, with its hooks, and what is closed, where somebody wants to know about it.
 *
 * @category models
 * @since 0.1.0
 */
export interface Opened {
  readonly open: ReadonlyArray<Skill>
  /** Skills as their host told them. */
  readonly told: ReadonlyArray<Skill>
  /** All skills, where those that are closed are to be in the catalog, too. */
  readonly all?: ReadonlyArray<Skill>
}

/**
 * The catalog with the hooks of skills behind its own, in the order in which the skills were found; those that a host
 * told come last. Hooks of skills that are not open say so, and run on nothing.
 *
 * @category combining
 * @since 0.1.0
 */
export const catalog = (base: Catalog, shelf: Shelf, { all = [], open, told }: Opened): Catalog => {
  const isEmpty = ({ diagnostics, hooks }: Skill): boolean => hooks.length === 0 && diagnostics.length === 0
  if (shelf.diagnostics.length === 0 && [...all, ...open, ...told].every(isEmpty)) return base
  const files = [...base.files]
  const hooks: Array<Hook> = [...base.hooks]
  const diagnostics: Array<Diagnostic> = [...base.diagnostics, ...shelf.diagnostics]
  const running = new Set<string>()
  const add = (skill: Skill): void => {
    if (skill.hooks.length > 0) files.push(skill.file)
    for (const hook of skill.hooks) hooks.push(hook)
    for (const diagnostic of skill.diagnostics) diagnostics.push(diagnostic)
  }
  // A skill that its host told besides is one skill: each of its hooks runs once.
  const addOpen = (skill: Skill): void => {
    const fresh = skill.hooks.filter(({ id }) => !running.has(id))
    for (const { id } of fresh) running.add(id)
    add(fresh.length === skill.hooks.length ? skill : { ...skill, hooks: fresh })
  }
  const rest = new Set(open)
  // A host that says itself what a skill is means no other of that name.
  const taken = new Set([...open, ...told].map(({ kind, name }) => keyOf(kind, name)))
  for (const skill of all) {
    if (rest.delete(skill)) addOpen(skill)
    else if (!taken.has(keyOf(skill.kind, skill.name))) add(closed(skill))
  }
  for (const skill of rest) addOpen(skill)
  for (const skill of told) addOpen(skill)
  return { ...base, files, hooks, diagnostics }
}
