/**
 * Judges the hooks of a project by what its user has decided: by the folders that settings trust, and by the store.
 *
 * @since 0.1.0
 */
import { ThisProject } from "@hookline/core/ThisProject"
import { judging, Trust } from "@hookline/core/Trust"
import type { Hook } from "@hookline/schema/Hook"
import type { Settings } from "@hookline/schema/Settings"
import type { HookTrust } from "@hookline/schema/TrustState"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as fs from "node:fs"
import { fileOf, realFolders } from "./places.ts"
import type { RecordJudge } from "./recordJudge.ts"
import { isTrustedPath } from "./trustedPaths.ts"

const fresh: HookTrust = { state: "new" }
const byPath: HookTrust = { state: "trusted", profile: "open" }

/** Returns a mark that differs after every change of a file, or `undefined` if there is no file. */
const markOf = (file: string): string | undefined => {
  try {
    const found = fs.lstatSync(file, { bigint: true, throwIfNoEntry: false })
    return found && [found.ino, found.size, found.mode, found.uid, found.mtimeNs, found.ctimeNs].join(":")
  } catch (error) {
    // It may be there: reading it finds out what keeps it from counting.
    return String(error)
  }
}

const make = Effect.gen(function* () {
  const { project } = yield* ThisProject
  const folders = realFolders(project)
  const file = fileOf(project.home, project.project)
  const paths = new WeakMap<object, boolean>()
  let judge: RecordJudge | undefined

  const load = Effect.map(
    Effect.promise(() => import("./recordJudge.ts")),
    ({ makeRecordJudge }) => (judge ??= makeRecordJudge(folders))
  )

  const isByPath = ({ trust }: Settings): boolean => {
    const patterns = trust?.paths
    if (patterns === undefined) return false
    const known = paths.get(patterns) ?? isTrustedPath(patterns, folders.project, project.home)
    paths.set(patterns, known)
    return known
  }

  const userChanges: Trust["Service"]["userChanges"] = (hooks) =>
    Effect.flatMap(
      Effect.promise(() => import("./userChanges.ts")),
      (loaded) => loaded.userChanges(hooks, folders)
    )

  const judged = (hook: Hook, settings: Settings): Effect.Effect<HookTrust> =>
    Effect.suspend(() => {
      const trusted = isByPath(settings) ? byPath : undefined
      const mark = markOf(file)
      if (mark === undefined) return Effect.succeed(trusted ?? fresh)
      return judge === undefined
        ? Effect.flatMap(load, (loaded) => loaded(hook, mark, trusted))
        : judge(hook, mark, trusted)
    })

  return judging(judged, userChanges)
})

/**
 * Judges by the user's settings and store.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer: Layer.Layer<Trust, never, ThisProject> = Layer.effect(Trust, make)
