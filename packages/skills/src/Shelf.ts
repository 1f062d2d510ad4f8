/**
 * All skills of a project and its person: found, and called by their names, but read only when somebody asks for one.
 *
 * **Details**
 *
 * Most skills are never opened, and reading what hooks one brings costs more than finding it.
 *
 * @since 0.1.0
 */
import type { ConfigFiles } from "@hookline/core/ConfigFiles"
import { HookDialects } from "@hookline/core/HookDialects"
import * as HooksOfFile from "@hookline/core/HooksOfFile"
import * as SettingsFiles from "@hookline/core/SettingsFiles"
import type { Project } from "@hookline/core/SourceFiles"
import type { Diagnostic } from "@hookline/schema/Diagnostic"
import { codes } from "@hookline/schema/DiagnosticCode"
import type { Scope } from "@hookline/schema/Source"
import * as Effect from "effect/Effect"
import { keyOf, type Kind } from "./Skill.ts"
import * as SkillFiles from "./SkillFiles.ts"
import * as SkillPlaces from "./SkillPlaces.ts"

/**
 * The skills that were found, in that order.
 *
 * @category models
 * @since 0.1.0
 */
export interface Shelf {
  readonly found: ReadonlyArray<SkillFiles.Found>
  readonly order: ReadonlyMap<SkillFiles.Found, number>
  /** By `keyOf`. */
  readonly byKey: ReadonlyMap<string, SkillFiles.Found>
  /** By the folders that skills lie in, those that are shadowed among them: a host may say which one it means. */
  readonly byFolder: ReadonlyMap<string, SkillFiles.Found>
  /** What is wrong with no skill in particular: a folder that can't be read, a skill that another one shadows. */
  readonly diagnostics: ReadonlyArray<Diagnostic>
  /** The settings that their hooks are read under. */
  readonly ground: HooksOfFile.Ground
}

/**
 * A shelf with these skills. Of two with one name the first counts, which the caller tells.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (
  ground: HooksOfFile.Ground,
  found: ReadonlyArray<SkillFiles.Found>,
  shadowed: ReadonlyArray<SkillFiles.Found>,
  diagnostics: ReadonlyArray<Diagnostic>
): Shelf => ({
  found,
  order: new Map(found.map((one, place) => [one, place])),
  byKey: new Map(found.map((one) => [keyOf(one.kind, one.name), one])),
  byFolder: new Map(
    [...shadowed, ...found].filter(({ kind }) => kind === "skill").map((one) => [one.file.folder, one])
  ),
  diagnostics,
  ground
})

const shadowed = ({ dialect, file, kind, line, name }: SkillFiles.Found, by: SkillFiles.Found): Diagnostic => ({
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
 * What skills are read under: the project's settings, and the environment that may name folders.
 *
 * @category models
 * @since 0.1.0
 */
export interface Under {
  readonly project: Project
  readonly options: SettingsFiles.Options
  /** Folders of skills that nobody would look into, where hosts say that they lie there. */
  readonly told?: ReadonlyArray<{ readonly dialect: string | undefined; readonly folder: string }>
}

/** The skill in a folder that a host told of. One outside of the project is the person's, as their host says. */
const toldOf = Effect.fnUntraced(function* (
  project: string,
  { dialect: of, folder }: NonNullable<Under["told"]>[number]
) {
  const dialects = yield* HookDialects
  const dialect = dialects.find(({ name }) => name === of) ?? dialects[0]
  if (dialect === undefined) return undefined
  const place = { dialect, kind: "skill", path: folder, scope: SkillPlaces.scopeOf(folder, project) } as const
  return yield* SkillFiles.at(place, `${folder}/SKILL.md`)
})

/**
 * Finds everything, as the files have it now.
 *
 * @category discovering
 * @since 0.1.0
 */
export const find = Effect.fnUntraced(function* ({
  options,
  project,
  told = []
}: Under): Effect.fn.Return<Shelf, never, ConfigFiles | HookDialects> {
  const settings = yield* SettingsFiles.of(project, options)
  const { allowProjectHooks, allowUserHooks } = settings.settings
  const isAllowed = (scope: Scope): boolean => (scope === "user" ? allowUserHooks : allowProjectHooks) !== false
  const first = new Map<string, SkillFiles.Found>()
  const others: Array<SkillFiles.Found> = []
  const diagnostics: Array<Diagnostic> = []
  const seen = new Map<Kind, Set<string>>()
  for (const place of SkillPlaces.places(yield* HookDialects, project, options.env ?? {}, isAllowed)) {
    const { found, problems } = yield* SkillFiles.under(place, seen)
    for (const problem of problems) diagnostics.push(problem)
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
    const found = yield* toldOf(project.project, one)
    if (found !== undefined) others.push(found)
  }
  return make(HooksOfFile.ground(project.project, settings), [...first.values()], others, diagnostics)
})
