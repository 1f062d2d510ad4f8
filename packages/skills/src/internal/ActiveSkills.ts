/**
 * The hooks in force for a set of open skills: a catalog, composed of what was read before.
 *
 * @since 0.1.0
 */
import type { OpenSkill } from "@hookline/core/kit/session/OpenSkills"
import type { Catalog } from "@hookline/schema/Catalog"
import type { Diagnostic } from "@hookline/schema/Diagnostic"
import type { Hook } from "@hookline/schema/Hook"
import type { SkillCatalog } from "./SkillCatalog.ts"
import { closed, keyOf, type Skill } from "../Skill.ts"
import type { Found } from "./files.ts"
import type { Running } from "./uses.ts"
import { folderOf } from "./locations.ts"
import * as HostProvidedHooks from "./HostProvidedHooks.ts"

/**
 * The resolution of open skills: skills of the catalog, skills whose hooks the host provided, and folders that were not
 * read yet.
 *
 * @category models
 * @since 0.1.0
 */
export interface Resolved {
  readonly found: ReadonlySet<Found>
  /** The found ones that are the main agent. */
  readonly main?: ReadonlyArray<Found>
  /** The losses where an agent is unknown, because it may be in a folder that can't be read. */
  readonly missed: ReadonlyArray<Diagnostic>
  readonly told: ReadonlyArray<OpenSkill>
  readonly folders: ReadonlyArray<{ readonly dialect: string | undefined; readonly folder: string }>
}

const nameOf = ({ carrier, name }: OpenSkill): string => keyOf(carrier ?? "skill", name)

/** Checks whether a skill's folder is outside of the project. One without a folder is of unknown origin. */
const isElsewhere = (folder: string | undefined, project: string): folder is string =>
  folder !== undefined && folder !== project && !folder.startsWith(`${project}/`)

/** Sorts skills by the catalog, because hooks run in one order, whichever skill was opened first. */
const inOrder = (found: ReadonlySet<Found>, order: SkillCatalog["order"]): ReadonlySet<Found> => {
  const placeOf = (one: Found): number => order.get(one) ?? order.size
  return found.size < 2 ? found : new Set([...found].toSorted((one, other) => placeOf(one) - placeOf(other)))
}

/**
 * Resolves open skills by a catalog, and the agent that runs. Of several that a host provided under one name, the last
 * one counts, but one of the project does not replace one of a folder elsewhere, which may be the user's. `isRead`
 * returns true for a folder that was read. The user's skill of the name is open too, unless another of the user's is
 * meant, because neither a project nor a folder of others switches it off.
 *
 * @category getters
 * @since 0.1.0
 */
export const resolve = (
  open: ReadonlyArray<OpenSkill>,
  { byFolder, byKey, byUserKey, ground, incomplete, order }: SkillCatalog,
  isRead: (folder: string) => boolean,
  agent?: Running | "unknown"
): Resolved => {
  const found = new Set<Found>()
  const told = new Map<string, OpenSkill>()
  const folders: Array<Resolved["folders"][number]> = []
  for (const one of open) {
    const key = nameOf(one)
    const folder = one.folder === undefined ? undefined : folderOf(one.folder, ground.project)
    const there = folder === undefined ? undefined : byFolder.get(folder)
    const own = byUserKey.get(key)
    if (own !== undefined && there?.file.scope !== "user") found.add(own)
    if (HostProvidedHooks.are(one)) {
      told.set(isElsewhere(folder, ground.project) ? `${key} ${folder}` : key, one)
      continue
    }
    const skill = there ?? byKey.get(key)
    if (folder !== undefined && there === undefined && !isRead(folder)) folders.push({ dialect: one.dialect, folder })
    else if (skill !== undefined) found.add(skill)
  }
  const running = agent === "unknown" ? undefined : agent
  for (const one of running?.found ?? []) found.add(one)
  const unread = agent === "unknown" ? (incomplete.get("agent") ?? []) : []
  return {
    found: inOrder(found, order),
    ...(running?.isMain === true && { main: running.found }),
    missed: unread.map((diagnostic) => ({ ...diagnostic, lost: { entries: 1, events: "all" } })),
    told: [...told.values()],
    folders
  }
}

/**
 * The open skills with their hooks, and the closed ones on demand.
 *
 * @category models
 * @since 0.1.0
 */
export interface Opened {
  readonly open: ReadonlyArray<Skill>
  /** Skills whose hooks their host provided. */
  readonly told: ReadonlyArray<Skill>
  readonly missed?: Resolved["missed"]
  /** All skills, if the catalog should contain the closed ones too. */
  readonly all?: ReadonlyArray<Skill>
}

/**
 * Returns the catalog with the hooks of skills after its own, in the order in which the skills were found; those that a
 * host provided come last. Hooks of closed skills are marked, and don't run.
 *
 * @category combining
 * @since 0.1.0
 */
export const catalog = (base: Catalog, shelf: SkillCatalog, { all = [], missed = [], open, told }: Opened): Catalog => {
  const isEmpty = ({ diagnostics, hooks }: Skill): boolean => hooks.length === 0 && diagnostics.length === 0
  if (shelf.diagnostics.length === 0 && [...all, ...open, ...told].every(isEmpty)) return base
  const files = [...base.files]
  const hooks: Array<Hook> = [...base.hooks]
  const diagnostics: Array<Diagnostic> = [...base.diagnostics, ...shelf.diagnostics, ...missed]
  const running = new Set<string>()
  const inForce = new Set<string>()
  const add = (skill: Skill): void => {
    if (skill.hooks.length > 0) files.push(skill.file)
    for (const hook of skill.hooks) hooks.push(hook)
    for (const diagnostic of skill.diagnostics) diagnostics.push(diagnostic)
  }
  // A skill that its host provides too is one skill, so each of its hooks runs once.
  const addOpen = (skill: Skill): void => {
    const isNew = ({ id }: Hook): boolean =>
      // The origin of hooks without a folder is unknown. Those of the user's skill of that name are the user's.
      !running.has(id) && !(HostProvidedHooks.isWithoutFolder(skill) && inForce.has(`user:${id}`))
    const fresh = skill.hooks.filter(isNew)
    for (const { id, off } of fresh) {
      running.add(id)
      if (off === undefined) inForce.add(id)
    }
    add(fresh.length === skill.hooks.length ? skill : { ...skill, hooks: fresh })
  }
  const rest = new Set(open)
  // If a host provides a skill, no other skill of that name is meant.
  const taken = new Set([...open, ...told].map(({ kind, name }) => keyOf(kind, name)))
  for (const skill of all) {
    if (rest.delete(skill)) addOpen(skill)
    else if (!taken.has(keyOf(skill.kind, skill.name))) add(closed(skill))
  }
  for (const skill of rest) addOpen(skill)
  for (const skill of told) addOpen(skill)
  return { ...base, files, hooks, diagnostics }
}
