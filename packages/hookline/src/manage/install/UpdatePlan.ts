/**
 * Plans the update of a plugin: the changes of its commands, its needs, and its files. Nothing is written for it.
 *
 * @since 0.1.0
 */
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import { realFolders } from "@hookline/node/kit/node/trust/places"
import { makeSealer, makeSealerOf, type Sealer } from "@hookline/node/kit/node/trust/sealing"
import type { Hook } from "@hookline/schema/Hook"
import { type Profile, within } from "@hookline/schema/Profile"
import { onOneLine } from "@hookline/schema/kit/shown/visible"
import * as Effect from "effect/Effect"
import * as fs from "node:fs"
import { isReviewed } from "../trust/Review.ts"
import { type HookChanges, hookChanges } from "./hookChanges.ts"
import { InstallProblem } from "./InstallProblem.ts"
import type { InstalledPlugin } from "./Installed.ts"
import * as InstallPlan from "./InstallPlan.ts"
import { plannedSealFiles } from "./plannedSealFiles.ts"
import * as PluginFetch from "./PluginFetch.ts"
import * as PluginFiles from "./PluginFiles.ts"

/**
 * A profile that a hook needs, and did not need before.
 *
 * @category models
 * @since 0.1.0
 */
export interface AskedProfile {
  readonly hook: string
  readonly before?: Profile
  readonly after: Profile
}

/**
 * A file before and after. One that is new has no `before`, one that goes no `after`.
 *
 * @category models
 * @since 0.1.0
 */
export interface FileChange {
  readonly path: string
  readonly before?: PluginFiles.PluginFile
  readonly after?: PluginFiles.PluginFile
}

/**
 * A planned update.
 *
 * @category models
 * @since 0.1.0
 */
export interface UpdatePlan {
  readonly plan: InstallPlan.Plan
  readonly entry: InstalledPlugin
  readonly commands: HookChanges
  readonly profiles: ReadonlyArray<AskedProfile>
  readonly secrets: ReadonlyArray<string>
  readonly files: ReadonlyArray<FileChange>
}

/** The needs of hooks, by their ids. */
interface Needed {
  readonly profiles: ReadonlyMap<string, Profile>
  readonly secrets: ReadonlySet<string>
}

const neededBy = Effect.fnUntraced(function* (
  hooks: ReadonlyArray<Hook>,
  folders: Project,
  sealed: Sealer
): Effect.fn.Return<Needed> {
  const places = realFolders(folders)
  const all = yield* Effect.forEach(hooks.filter(isReviewed), (hook) => {
    const named = hook.handler._tag === "Http" ? (hook.handler.allowedEnvVars ?? []) : []
    return Effect.match(sealed(hook, places), {
      onSuccess: ({ seal: { needs, profile } }) => ({ id: hook.id, profile, secrets: [...needs.secrets, ...named] }),
      // Nothing is known of files that can't be sealed.
      onFailure: () => ({ id: hook.id, profile: "open" as const, secrets: named })
    })
  })
  return {
    profiles: new Map(all.map(({ id, profile }) => [id, profile])),
    secrets: new Set(all.flatMap(({ secrets }) => secrets))
  }
})

const newProfiles = (before: Needed, after: Needed, { changed }: HookChanges): ReadonlyArray<AskedProfile> => {
  const formerId = new Map(changed.map((change) => [change.after.id, change.before.id]))
  return [...after.profiles].flatMap(([hook, profile]): ReadonlyArray<AskedProfile> => {
    const old = before.profiles.get(formerId.get(hook) ?? hook)
    // The narrowest profile is nothing that a hook asks for.
    if (within(profile, old ?? "guard")) return []
    return [{ hook, after: profile, ...(old !== undefined && { before: old }) }]
  })
}

const byPath = <F extends { readonly path: string }>(files: ReadonlyArray<F>): ReadonlyMap<string, F> =>
  new Map(files.map((file) => [file.path, file]))

const isEqual = (one: PluginFiles.PluginFile | undefined, other: PluginFiles.PluginFile | undefined): boolean =>
  one !== undefined && other !== undefined && one.runs === other.runs && Buffer.from(one.bytes).equals(other.bytes)

const fileChanges = (
  before: ReadonlyArray<PluginFiles.PluginFile>,
  after: ReadonlyArray<PluginFiles.PluginFile>
): ReadonlyArray<FileChange> => {
  const [old, now] = [byPath(before), byPath(after)]
  return [...new Set([...old.keys(), ...now.keys()])].toSorted().flatMap((at): ReadonlyArray<FileChange> => {
    const [one, other] = [old.get(at), now.get(at)]
    if (isEqual(one, other)) return []
    return [{ path: at, ...(one !== undefined && { before: one }), ...(other !== undefined && { after: other }) }]
  })
}

/**
 * Plans the update of an installed plugin to what its source has now, or has at another ref.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(function* (
  folders: Project,
  entry: InstalledPlugin,
  { force, to }: { readonly force: boolean; readonly to?: string }
): Effect.fn.Return<UpdatePlan, InstallProblem> {
  if (to !== undefined && entry.source.git === undefined) {
    const text = `${onOneLine(entry.name)} comes from a folder, which has no refs: leave --to out.`
    return yield* new InstallProblem({ why: "source", text })
  }
  const source = to === undefined ? entry.source : { ...entry.source, ref: to }
  const fetched = yield* Effect.scoped(PluginFetch.again(source, folders.project))
  const plan = yield* InstallPlan.plan(folders, fetched, { name: entry.name, force })
  const standing = fs.existsSync(plan.folder) ? yield* PluginFiles.read(plan.folder) : []
  const commands = hookChanges(plan.before, plan.hooks)
  const planned = plannedSealFiles(plan.folder, fetched.files)
  const before = yield* neededBy(plan.before, folders, yield* makeSealer)
  const after = yield* neededBy(plan.hooks, folders, yield* makeSealerOf(planned))
  return {
    plan,
    entry,
    commands,
    profiles: newProfiles(before, after, commands),
    secrets: [...after.secrets].filter((name) => !before.secrets.has(name)).toSorted(),
    files: fileChanges(standing, fetched.files)
  }
})
