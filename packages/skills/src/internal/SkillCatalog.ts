/**
 * All skills of a project and its user, found by name. A skill's hooks are read on demand.
 *
 * **Details**
 *
 * Most skills are never opened, and reading the hooks of one costs more than finding it.
 *
 * @since 0.1.0
 */
import type { ConfigFiles } from "@hookline/core/ConfigFiles"
import { HookDialects } from "@hookline/core/HookDialects"
import * as FileHooks from "@hookline/core/kit/discover/FileHooks"
import * as SettingsFiles from "@hookline/core/kit/discover/SettingsFiles"
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import type { Diagnostic } from "@hookline/schema/Diagnostic"
import { codes } from "@hookline/schema/DiagnosticCode"
import type { Scope } from "@hookline/schema/Source"
import * as Effect from "effect/Effect"
import { keyOf, type Kind } from "../Skill.ts"
import * as files from "./files.ts"
import * as locations from "./locations.ts"

/**
 * The skills in the order in which they were found.
 *
 * @category models
 * @since 0.1.0
 */
export interface SkillCatalog {
  readonly found: ReadonlyArray<files.Found>
  readonly order: ReadonlyMap<files.Found, number>
  /** The skills by `keyOf`. Of several with one name, the one that was found first. */
  readonly byKey: ReadonlyMap<string, files.Found>
  /** The user's skills by `keyOf`. They are opened by their name, whatever has that name in a project. */
  readonly byUserKey: ReadonlyMap<string, files.Found>
  /** The skills by their folders, including shadowed ones, because a host may report the folder. */
  readonly byFolder: ReadonlyMap<string, files.Found>
  /** Diagnostics of no single skill: a folder that can't be read, a skill that another one shadows or is beside. */
  readonly diagnostics: ReadonlyArray<Diagnostic>
  /** The diagnostics of folders and links behind which there may be more of a kind. */
  readonly incomplete: ReadonlyMap<Kind, ReadonlyArray<Diagnostic>>
  /** The settings under which the hooks are read. */
  readonly ground: FileHooks.ProjectContext
  /** The folders of the project and its user. */
  readonly folders: Project
}

/**
 * Returns the keys of what plugins have without the plugin's name, because a host may leave it out. Of two plugins the
 * first counts, and a skill of that very name before both.
 */
const shortNames = (found: ReadonlyArray<files.Found>): ReadonlyArray<readonly [string, files.Found]> =>
  found
    .flatMap((one) => {
      const { kind, name, prefix } = one
      return prefix === undefined ? [] : [[keyOf(kind, name.slice(prefix.length)), one] as const]
    })
    .toReversed()

/** Maps skills by `keyOf`. Of several with one name, the first counts. */
const keyed = (found: ReadonlyArray<files.Found>): ReadonlyMap<string, files.Found> =>
  new Map([...shortNames(found), ...found.map((one) => [keyOf(one.kind, one.name), one] as const).toReversed()])

/** Checks whether a skill is the user's. */
export const isUsers = ({ file }: files.Found): boolean => file.scope === "user"

/** Checks whether a skill mentions hooks. */
export const bringsHooks = ({ content }: files.Found): boolean => content._tag !== "Nothing"

/**
 * Returns the diagnostics of folders and links behind which there may be a skill or a command of a name. A link that leads
 * nowhere can only be what it is called.
 *
 * @category getters
 * @since 0.1.0
 */
export const hidingOf = (
  { incomplete }: Pick<SkillCatalog, "incomplete">,
  kind: Kind,
  name: string
): ReadonlyArray<Diagnostic> => {
  const last = name.slice(name.lastIndexOf(":") + 1)
  const isCalled = ({ file }: Diagnostic): boolean => file.replace(/(?:\/SKILL)?\.md$/, "").endsWith(`/${last}`)
  return (incomplete.get(kind) ?? []).filter((found) => found.code !== "file-missing" || isCalled(found))
}

/** Creates a diagnostic of a skill whose name another one has, too. */
const sameName = (
  code: "skill-beside" | "skill-shadowed",
  { dialect, file, line }: files.Found,
  text: string,
  fix: string
): Diagnostic => ({
  code,
  level: codes[code][0],
  dialect: dialect.name,
  file: file.file,
  line,
  column: 1,
  at: ["name"],
  text,
  fix
})

/** Creates the diagnostic of a project's skill that has the name of one of the user's. */
const beside = (found: files.Found, own: files.Found): Diagnostic =>
  sameName(
    "skill-beside",
    found,
    `The project's ${found.kind} ${JSON.stringify(found.name)} has the name of the user's in ${own.file.file}, so that the hooks of both run while it is open.`,
    "Give one of them another name."
  )

/** Creates the diagnostics of a project's skills that have the names of the user's. */
const besideIn = (
  byKey: ReadonlyMap<string, files.Found>,
  byUserKey: ReadonlyMap<string, files.Found>
): ReadonlyArray<Diagnostic> =>
  Array.from(byKey).flatMap(([key, one]) => {
    const own = byUserKey.get(key)
    return own === undefined || own === one ? [] : [beside(one, own)]
  })

/**
 * Creates a catalog of skills. Of two with one name, the first counts; the caller reports the other. The first of a
 * project and the first of the user both count, because a project does not switch off what is the user's.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (
  ground: FileHooks.ProjectContext,
  folders: Project,
  found: ReadonlyArray<files.Found>,
  shadowed: ReadonlyArray<files.Found>,
  diagnostics: ReadonlyArray<Diagnostic>,
  incomplete: SkillCatalog["incomplete"] = new Map()
): SkillCatalog => {
  const byKey = keyed(found)
  const byUserKey = keyed(found.filter(isUsers))
  return {
    found,
    order: new Map(found.map((one, place) => [one, place])),
    byKey,
    byUserKey,
    byFolder: new Map(
      [...shadowed, ...found].filter(({ kind }) => kind === "skill").map((one) => [one.file.folder, one])
    ),
    diagnostics: [...diagnostics, ...besideIn(byKey, byUserKey)],
    incomplete,
    ground,
    folders
  }
}

const shadowed = (found: files.Found, by: files.Found): Diagnostic =>
  sameName(
    "skill-shadowed",
    found,
    `Another ${found.kind} is called ${JSON.stringify(found.name)}, too, and is found first, so that no hooks come with this one: ${by.file.file}.`,
    "Give one of them another name, or take one away."
  )

/**
 * The project's settings, and the environment that may name folders.
 *
 * @category models
 * @since 0.1.0
 */
export interface Under {
  readonly project: Project
  readonly options: SettingsFiles.Options
  /** Folders of skills that hosts reported, outside of the usual ones. */
  readonly told?: ReadonlyArray<{ readonly dialect: string | undefined; readonly folder: string }>
}

/** Reads the skill in a folder that a host reported. */
const toldOf = Effect.fnUntraced(function* (
  project: Project,
  { dialect: of, folder }: NonNullable<Under["told"]>[number],
  owners: ReadonlyArray<number> | undefined
) {
  const dialects = yield* HookDialects
  const dialect = dialects.find(({ name }) => name === of) ?? dialects[0]
  if (dialect === undefined) return undefined
  const scope = yield* locations.scopeOf(folder, project, owners)
  const place = { dialect, kind: "skill", path: folder, scope } as const
  return yield* files.at(place, `${folder}/SKILL.md`)
})

/** Removes skills of a project whose places lead by links to a file that is one of the user's skills, too. */
const withoutLinked = (found: ReadonlyArray<files.Found>): ReadonlyArray<files.Found> => {
  const keyOfFile = ({ kind, real }: files.Found): string => `${kind} ${real}`
  const own = new Set(found.filter(isUsers).map(keyOfFile))
  return own.size === 0 ? found : found.filter((one) => isUsers(one) || !own.has(keyOfFile(one)))
}

/**
 * Finds all skills in their files.
 *
 * @category discovering
 * @since 0.1.0
 */
export const find = Effect.fnUntraced(function* ({
  options,
  project,
  told = []
}: Under): Effect.fn.Return<SkillCatalog, never, ConfigFiles | HookDialects> {
  const settings = yield* SettingsFiles.of(project, options)
  const { allowProjectHooks, allowUserHooks } = settings.settings
  const isAllowed = (scope: Scope): boolean => (scope === "user" ? allowUserHooks : allowProjectHooks) !== false
  const { env = {} } = options
  const { owners } = settings.settings.trust ?? {}
  const named = { env, ...(owners !== undefined && { owners }) }
  const first = new Map<string, files.Found>()
  const firstOfUser = new Map<string, files.Found>()
  const all: Array<files.Found> = []
  const kept: Array<files.Found> = []
  const others: Array<files.Found> = []
  const diagnostics: Array<Diagnostic> = []
  const incomplete = new Map<Kind, ReadonlyArray<Diagnostic>>()
  const visits = files.visited({
    home: yield* locations.realOf(project.home),
    project: yield* locations.realOf(project.project)
  })
  for (const place of yield* locations.all(yield* HookDialects, project, named, isAllowed)) {
    const { found, problems } = yield* files.under(place, visits[place.scope === "user" ? "user" : "project"])
    for (const problem of problems) diagnostics.push(problem)
    if (problems.length > 0) incomplete.set(place.kind, [...(incomplete.get(place.kind) ?? []), ...problems])
    for (const one of found) all.push(one)
  }
  for (const one of withoutLinked(all)) {
    const key = keyOf(one.kind, one.name)
    const before = first.get(key)
    const isFirstOfUser = isUsers(one) && !firstOfUser.has(key)
    if (isFirstOfUser) firstOfUser.set(key, one)
    if (before === undefined) first.set(key, one)
    if (before === undefined || isFirstOfUser) kept.push(one)
    else {
      others.push(one)
      diagnostics.push(shadowed(one, before))
    }
  }
  for (const one of told) {
    const found = yield* toldOf(project, one, owners)
    if (found !== undefined) others.push(found)
  }
  const ground = FileHooks.projectContext(project, settings)
  return make(ground, project, kept, others, diagnostics, incomplete)
})
