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
  /** The skills by `keyOf`. */
  readonly byKey: ReadonlyMap<string, files.Found>
  /** The skills by their folders, including shadowed ones, because a host may report the folder. */
  readonly byFolder: ReadonlyMap<string, files.Found>
  /** Diagnostics of no single skill: a folder that can't be read, a skill that another one shadows. */
  readonly diagnostics: ReadonlyArray<Diagnostic>
  /** The kinds of which some may be missing. */
  readonly incomplete: ReadonlySet<Kind>
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

/**
 * Creates a catalog of skills. Of two with one name, the first counts; the caller reports the other.
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
  incomplete: ReadonlySet<Kind> = new Set()
): SkillCatalog => ({
  found,
  order: new Map(found.map((one, place) => [one, place])),
  byKey: new Map([...shortNames(found), ...found.map((one) => [keyOf(one.kind, one.name), one] as const)]),
  byFolder: new Map(
    [...shadowed, ...found].filter(({ kind }) => kind === "skill").map((one) => [one.file.folder, one])
  ),
  diagnostics,
  incomplete,
  ground,
  folders
})

const shadowed = ({ dialect, file, kind, line, name }: files.Found, by: files.Found): Diagnostic => ({
  code: "skill-shadowed",
  level: codes["skill-shadowed"][0],
  dialect: dialect.name,
  file: file.file,
  line,
  column: 1,
  at: ["name"],
  text: `Another ${kind} is called ${JSON.stringify(name)}, too, and is found first, so that no hooks come with this one: ${by.file.file}.`,
  fix: "Give one of them another name, or take one away."
})

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
  const others: Array<files.Found> = []
  const diagnostics: Array<Diagnostic> = []
  const incomplete = new Set<Kind>()
  const seen = new Map<Kind, Set<string>>()
  for (const place of yield* locations.all(yield* HookDialects, project, named, isAllowed)) {
    const { found, problems } = yield* files.under(place, seen)
    for (const problem of problems) diagnostics.push(problem)
    if (problems.some(({ lost }) => lost !== undefined)) incomplete.add(place.kind)
    for (const one of found) {
      const key = keyOf(one.kind, one.name)
      const before = first.get(key)
      if (before === undefined) first.set(key, one)
      else {
        others.push(one)
        diagnostics.push(shadowed(one, before))
      }
    }
  }
  for (const one of told) {
    const found = yield* toldOf(project, one, owners)
    if (found !== undefined) others.push(found)
  }
  const ground = FileHooks.projectContext(project, settings)
  return make(ground, project, [...first.values()], others, diagnostics, incomplete)
})
