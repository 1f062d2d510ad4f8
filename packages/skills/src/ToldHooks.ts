/**
 * Hooks that a host tells together with a skill: they are read as those of a file are, and stand where the skill's file
 * does.
 *
 * @since 0.1.0
 */
import type { ConfigFiles } from "@hookline/core/ConfigFiles"
import type { Dialect } from "@hookline/core/Dialect"
import { HookDialects } from "@hookline/core/HookDialects"
import * as HooksOfFile from "@hookline/core/HooksOfFile"
import type { OpenSkill } from "@hookline/core/OpenSkills"
import { isJson } from "@hookline/schema/Json"
import type { File } from "@hookline/schema/Source"
import * as Effect from "effect/Effect"
import type { Skill } from "./Skill.ts"
import * as SkillPaths from "./SkillPaths.ts"
import * as SkillPlaces from "./SkillPlaces.ts"

/**
 * Whether a host tells hooks. Nothing, or an object with nothing in it, says only that the skill is open: then its file
 * tells.
 *
 * @category guards
 * @since 0.1.0
 */
export const are = ({ hooks }: OpenSkill): boolean =>
  hooks !== undefined && hooks !== null && !(isJson(hooks) && Object.keys(hooks).length === 0)

/** A skill without a folder has come from nowhere that anybody knows, and is trusted no more than a project. */
const fileOf = ({ folder: told, name }: OpenSkill, dialect: Dialect, project: string): File => {
  const folder = told === undefined ? project : SkillPlaces.folderOf(told, project)
  return {
    dialect: dialect.name,
    scope: SkillPlaces.scopeOf(folder, project),
    file: told === undefined ? `skill:${name}` : `${folder}/SKILL.md`,
    folder,
    skill: name
  }
}

const jsonOf = (hooks: unknown): string => {
  try {
    return JSON.stringify({ hooks })
  } catch {
    // Only a host in this process can tell what is no data; it is read as a text that nobody can read, which is told.
    return ""
  }
}

/** The skill with the hooks that its host told. */
const read = (
  ground: HooksOfFile.Ground,
  dialect: Dialect,
  open: OpenSkill
): Effect.Effect<Skill, never, ConfigFiles> => {
  const file = fileOf(open, dialect, ground.project)
  // What was told is data, and is read as such; the file that holds it is a text with much else.
  const data = { ...file, file: `${file.file}.json` }
  const named = <A extends { readonly file: string }>(one: A): A => ({ ...one, file: file.file })
  const prepare = Effect.forEach(SkillPaths.resolve)
  return Effect.map(
    HooksOfFile.read(ground, dialect, { file: data, text: jsonOf(open.hooks) }, { prepare }),
    ({ diagnostics, hooks }): Skill => ({
      kind: "skill",
      name: open.name,
      file,
      hooks: hooks.map((hook) => ({ ...hook, source: named(hook.source) })),
      diagnostics: diagnostics.map(named)
    })
  )
}

/**
 * Skills with the hooks that their host told, in its own words.
 *
 * @category discovering
 * @since 0.1.0
 */
export const readAll = Effect.fnUntraced(function* (
  ground: HooksOfFile.Ground,
  told: ReadonlyArray<OpenSkill>
): Effect.fn.Return<ReadonlyArray<Skill>, never, ConfigFiles | HookDialects> {
  const dialects = yield* HookDialects
  return yield* Effect.forEach(told, (one) => {
    const dialect = dialects.find(({ name }) => name === one.dialect) ?? dialects[0]
    return dialect === undefined
      ? Effect.die(`nobody knows the words in which the hooks of ${one.name} were told`)
      : read(ground, dialect, one)
  })
})
