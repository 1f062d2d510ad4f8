/**
 * Switches hooks off and on again, by a list of `disabled` in a settings file.
 *
 * @since 0.1.0
 */
import { Discoverer } from "@hookline/core/Discoverer"
import { ConfigFiles } from "@hookline/core/ConfigFiles"
import * as SettingsFiles from "@hookline/core/kit/discover/SettingsFiles"
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import type { Hook } from "@hookline/schema/Hook"
import * as Effect from "effect/Effect"
import * as path from "node:path"
import { type AttachProblem, Elsewhere } from "../attach/AttachProblem.ts"
import * as NodeDiscovery from "@hookline/node/NodeDiscovery"
import * as OwnGuard from "../../ownGuard/hook.ts"
import * as DisabledText from "./DisabledText.ts"
import * as disk from "@hookline/node/kit/node/disk"
import { again, orMalformed, textIn, trying, write } from "../json/textFile.ts"
import { meantBy } from "./SwitchTarget.ts"

/**
 * Whose settings: a person's on this project, the team's, or a person's on every project.
 *
 * @category models
 * @since 0.1.0
 */
export type Scope = "local" | "shared" | "user"

/**
 * An entry of a list, with its position.
 *
 * @category models
 * @since 0.1.0
 */
export interface Listed {
  readonly entry: string
  /** The owner of the settings; `outside` is the environment, which takes the place of all files. */
  readonly scope: Scope | "outside"
  readonly file: string
  readonly line: number
}

/**
 * All hooks of a project as they are now, and all entries that switch some off.
 *
 * @category models
 * @since 0.1.0
 */
export interface Now {
  readonly hooks: ReadonlyArray<Hook>
  readonly listed: ReadonlyArray<Listed>
}

/**
 * The settings file of a scope.
 *
 * @category getters
 * @since 0.1.0
 */
export const fileOf = ({ home, project }: Project, scope: Scope): string =>
  path.join(
    scope === "user" ? home : project,
    scope === "local" ? ".hookline/settings.local.json" : ".hookline/settings.json"
  )

/**
 * Reads what there is.
 *
 * @category constructors
 * @since 0.1.0
 */
export const now = (folders: Project, env: NodeJS.ProcessEnv = process.env): Effect.Effect<Now> =>
  Effect.gen(function* () {
    const files = yield* ConfigFiles
    const discoverer = yield* Discoverer
    const { hooks } = yield* discoverer.discover(folders, { env, natives: [OwnGuard.hook] })
    const { person, project } = yield* Effect.provideService(SettingsFiles.of(folders, { env }), ConfigFiles, files)
    const scopeOf = (file: string): Listed["scope"] =>
      (["user", "shared", "local"] as const).find((scope) => fileOf(folders, scope) === file) ?? "outside"
    const listed = [...person, ...project].flatMap(({ settings: { disabled = [] }, where }) =>
      disabled.map((entry, index): Listed => {
        const { file, line } = where("disabled", index)
        return { entry, scope: scopeOf(file), file, line }
      })
    )
    return { hooks, listed }
  }).pipe(Effect.provide(NodeDiscovery.layer))

/**
 * Those of the hooks that an entry can't switch off from there: a project's files reach its own hooks alone.
 *
 * @category getters
 * @since 0.1.0
 */
export const outOfReach = (hooks: ReadonlyArray<Hook>, scope: Scope): ReadonlyArray<Hook> =>
  scope === "user" ? [] : hooks.filter(({ source }) => source.scope === "user")

/**
 * The entries that mean some of the hooks, of which each that means others, too, is marked as wider.
 *
 * @category getters
 * @since 0.1.0
 */
export const meaning = (
  { hooks: all, listed }: Now,
  entry: string,
  hooks: ReadonlyArray<Hook>
): ReadonlyArray<Listed & { readonly isWider: boolean }> => {
  const ids = new Set(hooks.map(({ id }) => id))
  return listed.flatMap((each) => {
    const meant = meantBy(each.entry, all)
    const isWider = meant.some(({ id }) => !ids.has(id))
    const covered = new Set(
      meant.filter(({ source }) => source.scope !== "user" || isPersons(each)).map(({ id }) => id)
    )
    const isAll = each.entry === entry || (ids.size > 0 && [...ids].every((id) => covered.has(id)))
    return isAll ? [{ ...each, isWider }] : []
  })
}

const isPersons = ({ scope }: Listed): boolean => scope === "user" || scope === "outside"

/**
 * The change of a settings file. `loose` is the first place in it that is no JSON, a comment or a comma: we read on
 * there, and others may not.
 *
 * @category models
 * @since 0.1.0
 */
export interface Done {
  readonly file: string
  readonly as: "untouched" | "created" | "written" | "removed"
  readonly line?: number
  readonly loose?: { readonly line: number; readonly column: number }
}

const edit = (
  folders: Project,
  scope: Scope,
  entry: string,
  change: (text: string | undefined) => DisabledText.Edited | DisabledText.Obstacle
): Effect.Effect<Done, AttachProblem> => {
  const file = fileOf(folders, scope)
  const once = Effect.gen(function* () {
    const within = scope === "user" ? undefined : folders.project
    const { isInside, real } = yield* trying(file, () => disk.placeOf(file, within))
    if (!isInside) return yield* new Elsewhere({ file, real })
    const found = yield* trying(file, () => disk.read(real))
    const before = yield* textIn(file, found.bytes)
    const { loose, text } = yield* orMalformed(file, change(before))
    const line = text === undefined ? undefined : DisabledText.lineOf(text, entry)
    const rest = { file, ...(line !== undefined && { line }), ...(loose !== undefined && { loose }) }
    if (text === before) return { as: "untouched", ...rest } as const
    yield* write(file, found, text)
    return { as: text === undefined ? "removed" : before === undefined ? "created" : "written", ...rest } as const
  })
  return again(once, file)
}

/**
 * Puts an entry into the list of a settings file. A second time changes nothing.
 *
 * @category editing
 * @since 0.1.0
 */
export const disable = (folders: Project, scope: Scope, entry: string): Effect.Effect<Done, AttachProblem> =>
  edit(folders, scope, entry, (text) => DisabledText.withEntry(text, entry))

/**
 * Takes an entry out of the list of a settings file.
 *
 * @category editing
 * @since 0.1.0
 */
export const enable = (folders: Project, scope: Scope, entry: string): Effect.Effect<Done, AttachProblem> =>
  edit(folders, scope, entry, (text) =>
    text === undefined ? { text: undefined } : DisabledText.withoutEntry(text, entry)
  )
