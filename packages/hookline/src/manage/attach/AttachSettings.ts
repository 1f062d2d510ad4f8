/**
 * The file of a host that holds the commands that it runs on its events.
 *
 * @since 0.1.0
 */
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import type { HostFacts, SettingsPlace, SettingsScope } from "@hookline/dialects/kit/HostFacts"
import * as Hosts from "@hookline/dialects/kit/Hosts"
import { folderOf } from "@hookline/dialects/kit/settingsPlace"
import * as Effect from "effect/Effect"
import * as path from "node:path"
import { Elsewhere, Inaccessible, NoSettings } from "./AttachProblem.ts"
import * as disk from "@hookline/node/kit/node/disk"

/**
 * A host, a scope, and the folders of the project and of the user.
 *
 * @category models
 * @since 0.1.0
 */
export interface Where {
  readonly host: string
  readonly scope: SettingsScope
  readonly folders: Project
}

/**
 * The file of a host in a scope.
 *
 * @category models
 * @since 0.1.0
 */
export interface Settings {
  readonly host: HostFacts
  readonly file: string
  /** The real path, links followed. */
  readonly real: string
}

/**
 * Returns the path of a settings file.
 *
 * @category getters
 * @since 0.1.0
 */
export const pathIn = (place: SettingsPlace, folders: Project): string =>
  path.join(folderOf(place, folders[place.base], process.env), path.basename(place.path))

const fileOf = ({ folders, host: name, scope }: Where): Effect.Effect<Omit<Settings, "real">, NoSettings> => {
  const host = Hosts.named(name)
  if (host === undefined) {
    const names = Hosts.offered.map((each) => each.name).join(", ")
    const why = `"${name}" is no host that we know.`
    return Effect.fail(new NoSettings({ host: name, why, byHand: `Name one of ${names}.` }))
  }
  const { files, withoutFile } = host.settings
  const file = files[scope]
  if (file !== undefined) return Effect.succeed({ host, file: pathIn(file, folders) })
  const { byHand, why } = withoutFile?.(scope) ?? {
    why: `${name} has no settings for the scope "${scope}".`,
    byHand: `Its scopes are ${Object.keys(files).join(", ")}.`
  }
  return Effect.fail(new NoSettings({ host: name, why, byHand }))
}

/**
 * Finds the file of a host in a scope.
 *
 * **Details**
 *
 * Links are followed, so that a file that lies among others in a repository of its own stays there. But a project's may
 * not lead out of the project: who names a project does not mean anybody's own settings. What a person's own links lead
 * to is that person's decision.
 *
 * @category constructors
 * @since 0.1.0
 */
export const find = (where: Where): Effect.Effect<Settings, NoSettings | Elsewhere | Inaccessible> =>
  Effect.gen(function* () {
    const { file, host } = yield* fileOf(where)
    const within = where.scope === "user" ? undefined : where.folders.project
    const { isInside, real } = yield* Effect.try({
      try: () => disk.placeOf(file, within),
      catch: (error) => new Inaccessible({ file, why: disk.whyOf(error) })
    })
    if (!isInside) return yield* new Elsewhere({ file, real })
    return { host, file, real }
  })
