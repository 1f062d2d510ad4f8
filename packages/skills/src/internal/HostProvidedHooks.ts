/**
 * Hooks that a host provides together with a skill. They are decoded like those of a file, and get the position of the
 * skill's file.
 *
 * @since 0.1.0
 */
import type { ConfigFiles } from "@hookline/core/ConfigFiles"
import type { Dialect } from "@hookline/core/Dialect"
import { HookDialects } from "@hookline/core/HookDialects"
import * as FileHooks from "@hookline/core/kit/discover/FileHooks"
import * as ReadingFailures from "@hookline/core/kit/discover/ReadingFailures"
import type { OpenSkill } from "@hookline/core/kit/session/OpenSkills"
import { isJson } from "@hookline/schema/Json"
import type { File } from "@hookline/schema/Source"
import * as Effect from "effect/Effect"
import type { Skill } from "../Skill.ts"
import type { SkillCatalog } from "./SkillCatalog.ts"
import * as paths from "./paths.ts"
import * as locations from "./locations.ts"

/**
 * Checks whether a host provides hooks. `undefined` or an empty object only means that the skill is open; its hooks are
 * in its file.
 *
 * @category guards
 * @since 0.1.0
 */
export const are = ({ hooks }: OpenSkill): boolean =>
  hooks !== undefined && hooks !== null && !(isJson(hooks) && Object.keys(hooks).length === 0)

const withoutFolder = (name: string): string => `skill:${name}`

/**
 * Checks whether a host provided a skill's hooks without the skill's folder.
 *
 * @category guards
 * @since 0.1.0
 */
export const isWithoutFolder = ({ file, name }: Skill): boolean => file.file === withoutFolder(name)

type Shelf = Pick<SkillCatalog, "folders" | "ground">

/**
 * Returns the file of a skill. A skill without a folder has an unknown origin, so it is trusted no more than a project.
 */
const fileOf = Effect.fnUntraced(function* (
  { folder: told, name }: OpenSkill,
  dialect: Dialect,
  { folders, ground: { known } }: Shelf
): Effect.fn.Return<File, never, ConfigFiles> {
  const folder = told === undefined ? folders.project : locations.folderOf(told, folders.project)
  return {
    dialect: dialect.name,
    scope: yield* locations.scopeOf(folder, folders, known.settings.trust?.owners),
    file: told === undefined ? withoutFolder(name) : `${folder}/SKILL.md`,
    folder,
    skill: name
  }
})

const jsonOf = (hooks: unknown): string => {
  try {
    return JSON.stringify({ hooks })
  } catch {
    // Only a host in this process can provide a value that is no JSON. It is decoded as empty text, which is reported.
    return ""
  }
}

/** Reads a skill with the hooks that its host provided. */
const read = Effect.fnUntraced(function* (
  shelf: Shelf,
  dialect: Dialect,
  open: OpenSkill
): Effect.fn.Return<Skill, never, ConfigFiles> {
  const file = yield* fileOf(open, dialect, shelf)
  // The provided hooks are data and decoded as JSON, but the file they are in is text with other content.
  const data = { ...file, file: `${file.file}.json` }
  const named = <A extends { readonly file: string }>(one: A): A => ({ ...one, file: file.file })
  const prepare = Effect.forEach(paths.resolve)
  const text = jsonOf(open.hooks)
  const { diagnostics, hooks } = yield* FileHooks.read(shelf.ground, dialect, { file: data, text }, { prepare })
  return {
    kind: "skill",
    name: open.name,
    file,
    hooks: hooks.map((hook) => ({ ...hook, source: named(hook.source) })),
    diagnostics: diagnostics.map(named)
  }
})

/**
 * Reads skills with the hooks that their host provided, in the host's dialect.
 *
 * @category discovering
 * @since 0.1.0
 */
export const readAll = Effect.fnUntraced(function* (
  shelf: Shelf,
  told: ReadonlyArray<OpenSkill>
): Effect.fn.Return<ReadonlyArray<Skill>, never, ConfigFiles | HookDialects> {
  const dialects = yield* HookDialects
  return yield* Effect.forEach(told, (one) => {
    const dialect = dialects.find(({ name }) => name === one.dialect) ?? dialects[0]
    return dialect === undefined
      ? Effect.die(`no dialect reads the hooks of ${one.name} that the host provided`)
      : ReadingFailures.record(read(shelf, dialect, one))
  })
})
