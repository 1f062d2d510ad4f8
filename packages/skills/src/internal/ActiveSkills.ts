/**
 * The hooks in force for a set of open skills: a catalog, composed of what was read before.
 *
 * @since 0.1.0
 */
import * as ConfigLocations from "@hookline/core/kit/discover/ConfigLocations"
import type { OpenSkill } from "@hookline/core/kit/session/OpenSkills"
import type { Catalog } from "@hookline/schema/Catalog"
import { type Diagnostic, ofFile } from "@hookline/schema/Diagnostic"
import { codes } from "@hookline/schema/DiagnosticCode"
import type { Hook } from "@hookline/schema/Hook"
import { bringsHooks, hidingOf, isUsers, type SkillCatalog } from "./SkillCatalog.ts"
import { closed, keyOf, type Skill } from "../Skill.ts"
import type { Found } from "./files.ts"
import type { Running, Unknown } from "./uses.ts"
import { folderOf } from "./locations.ts"
import * as HostProvidedHooks from "./HostProvidedHooks.ts"
import { type Guard, type OpenGuards, sinceOpened } from "./OpenGuards.ts"

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
  /**
   * The losses where an agent or a skill is unknown, because it may be in a folder that can't be read, or is not found any
   * more, and the doubts about agents of nearly its name.
   */
  readonly missed: ReadonlyArray<Diagnostic>
  readonly told: ReadonlyArray<OpenSkill>
  readonly folders: ReadonlyArray<{ readonly dialect: string | undefined; readonly folder: string }>
}

const none: ReadonlyArray<Diagnostic> = []

const nameOf = ({ carrier, name }: OpenSkill): string => keyOf(carrier ?? "skill", name)

/** Checks whether a skill's folder is outside of the project. One without a folder is of unknown origin. */
const isElsewhere = (folder: string | undefined, project: string): folder is string =>
  folder !== undefined && folder !== project && !folder.startsWith(`${project}/`)

/** Sorts skills by the catalog, because hooks run in one order, whichever skill was opened first. */
const inOrder = (found: ReadonlySet<Found>, order: SkillCatalog["order"]): ReadonlySet<Found> => {
  const placeOf = (one: Found): number => order.get(one) ?? order.size
  return found.size < 2 ? found : new Set([...found].toSorted((one, other) => placeOf(one) - placeOf(other)))
}

/** Creates the diagnostic of an agent with hooks, whose name is nearly that of one that runs and is not found. */
const otherAgent = ({ dialect, file, line, name: own }: Found, name: string): Diagnostic => ({
  code: "agent-unknown",
  level: codes["agent-unknown"][0],
  dialect: dialect.name,
  file: file.file,
  line,
  column: 1,
  at: ["name"],
  text: `The agent ${JSON.stringify(name)} is not found, and ${JSON.stringify(own)} is another one, whose hooks do not run in it.`,
  fix: "Give it the name by which the host calls it."
})

/**
 * Checks whether hooks are in force in place of those of a file: its own, or others of the project's or of the user's. Its own
 * file may have had its hooks taken out, but an empty one is no skill any more.
 */
const isIn = ({ file, scope }: Guard, found: ReadonlyArray<Found>): boolean =>
  found.some(
    (one) =>
      (one.file.file === file && one.isBlank !== true) || (bringsHooks(one) && isUsers(one) === (scope === "user"))
  )

/** Checks whether the settings disable the hooks of a file, which then are no loss. */
const isDisallowed = ({ scope }: Guard, { ground: { known } }: SkillCatalog): boolean =>
  (scope === "user" ? known.settings.allowUserHooks : known.settings.allowProjectHooks) === false

/** Creates the diagnostics of the files whose hooks a program has put in force, and that are not found any more. */
const missing = (
  { carrier, name }: OpenSkill,
  guards: ReadonlyArray<Guard>,
  found: ReadonlyArray<Found>,
  shelf: SkillCatalog
): ReadonlyArray<Diagnostic> =>
  guards
    .filter((guard) => !isIn(guard, found) && !isDisallowed(guard, shelf))
    .map(({ dialect, file }) =>
      ofFile("skill-missing", file, {
        dialect,
        text: `The open ${carrier ?? "skill"} ${JSON.stringify(name)} is ${
          found.some((one) => one.file.file === file) ? "empty now" : "not found any more"
        }, so that its hooks don't run.`,
        fix: "Put it back under its name, or close it."
      })
    )

/**
 * Resolves open skills by a catalog, and the agent that runs. Of several that a host provided under one name, the last
 * one counts, but one of the project does not replace one of a folder elsewhere, which may be the user's. `isRead`
 * returns true for a folder that was read, and `guardsOf` the files whose hooks have been in force. The user's skill of the name is open too, unless another of the user's is
 * meant, because neither a project nor a folder of others switches it off.
 *
 * @category getters
 * @since 0.1.0
 */
export const resolve = (
  open: ReadonlyArray<OpenSkill>,
  shelf: SkillCatalog,
  isRead: (folder: string) => boolean,
  agent?: Running | Unknown,
  guardsOf: OpenGuards["of"] = sinceOpened
): Resolved => {
  const { byFolder, byKey, byUserKey, ground, incomplete, order } = shelf
  const found = new Set<Found>()
  const hiding = new Set<Diagnostic>()
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
    const hidden = skill === undefined && own === undefined ? hidingOf(shelf, one.carrier ?? "skill", one.name) : none
    for (const diagnostic of hidden) hiding.add(diagnostic)
    const guards = guardsOf(one)
    if (guards.length === 0 || hidden.length > 0) continue
    const meant = [skill, own].filter((each) => each !== undefined)
    for (const diagnostic of missing(one, guards, meant, shelf)) hiding.add(diagnostic)
  }
  const unknown = agent !== undefined && "near" in agent ? agent : undefined
  const running = agent !== undefined && "found" in agent ? agent : undefined
  for (const one of running?.found ?? []) found.add(one)
  for (const diagnostic of unknown !== undefined ? (incomplete.get("agent") ?? []) : []) hiding.add(diagnostic)
  return {
    found: inOrder(found, order),
    ...(running?.isMain === true && { main: running.found }),
    missed: [
      ...[...hiding].map((diagnostic): Diagnostic => ({ ...diagnostic, lost: { entries: 1, events: "all" } })),
      ...(unknown?.near ?? []).map((one) => otherAgent(one, unknown?.name ?? ""))
    ],
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
  if (shelf.diagnostics.length + missed.length === 0 && [...all, ...open, ...told].every(isEmpty)) return base
  const files = [...base.files]
  const hooks: Array<Hook> = [...base.hooks]
  const diagnostics: Array<Diagnostic> = [
    ...ConfigLocations.withoutRepeated([...base.diagnostics, ...shelf.diagnostics]),
    ...missed
  ]
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
