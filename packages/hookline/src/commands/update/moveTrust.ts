/** Moves the trust in the hooks of a plugin with an update of it. */
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import * as Seals from "@hookline/core/kit/trust/seal"
import * as Dialects from "@hookline/dialects/Dialects"
import { files as sealFiles } from "@hookline/node/kit/node/SealFilesNode"
import * as Blobs from "@hookline/node/kit/node/trust/Blobs"
import * as TrustStore from "@hookline/node/kit/node/trust/TrustStore"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import path from "node:path"
import type * as InstallPlan from "../../manage/install/InstallPlan.ts"
import { hashOf } from "../../manage/install/PluginFiles.ts"
import type { UpdatePlan } from "../../manage/install/UpdatePlan.ts"
import { isAsShown, movedTrust } from "../../manage/trust/movedTrust.ts"
import * as Review from "../../manage/trust/Review.ts"
import { report, withPipeline } from "../context.ts"

/** Reviews the hooks of a plugin as they are now. `undefined` if one can't be sealed, which is reported. */
export const reviewIn = Effect.fnUntraced(function* (
  folders: Project,
  folder: string
): Effect.fn.Return<ReadonlyArray<Review.Reviewed> | undefined> {
  const catalog = yield* withPipeline(folders, Dialects.canonical, (pipeline) => pipeline.catalog())
  const hooks = catalog.hooks.filter(({ source }) => (source.pluginFolder ?? source.folder) === folder)
  if (!hooks.some(Review.isReviewed)) return []
  const { record } = TrustStore.read(folders.home, folders.project)
  return yield* Effect.matchEffect(Review.review(folders, { ...catalog, hooks }, record), {
    onSuccess: (review) => Effect.succeed(review.hooks),
    onFailure: ({ message }) => Effect.as(report(`no trust moves with the update: ${message}`), undefined)
  })
})

/** Keeps the contents of trusted files, so that a later change is shown. */
const keep = ({ home, project }: Project, hooks: ReadonlyArray<Review.Reviewed>): void =>
  Blobs.keep(
    home,
    hooks.flatMap(({ seal: { files } }) =>
      Object.entries(files).map(([file, { sha256 }]): readonly [string, string] => [
        path.resolve(project, file),
        sha256.replace(/^sha256:/, "")
      ])
    )
  )

/** Returns the folder of a plan as a seal names it. */
const innerOf = ({ project }: Project, { folder }: InstallPlan.Plan): string =>
  path.relative(project, folder).split(path.sep).join("/")

/** Checks for a hook whose files are those that were shown: another process may have written since. */
const isShown = (folders: Project, plan: InstallPlan.Plan) => {
  const shown = new Map(plan.fetched.files.map((file) => [file.path, hashOf(file.bytes)]))
  const inner = innerOf(folders, plan)
  return ({ seal }: Review.Reviewed): boolean => isAsShown(seal, inner, shown)
}

/** Leaves data that stayed in the folder out of a seal: it was in none before, and hooks go on writing it. */
const withoutData = (folders: Project, plan: InstallPlan.Plan) => {
  const inner = innerOf(folders, plan)
  const own = new Set(plan.fetched.files.map((file) => file.path))
  const kept = plan.kept.filter((at) => !own.has(at)).map((at) => `${inner}/${at}`)
  return (reviewed: Review.Reviewed): Review.Reviewed =>
    kept.length === 0 ? reviewed : { ...reviewed, seal: Seals.without(reviewed.seal, kept, sealFiles) }
}

/** Trusts after an update what was trusted before it. Returns how many hooks of the plugin stay untrusted. */
export const moveTrust = Effect.fnUntraced(function* (
  folders: Project,
  { files, plan }: UpdatePlan,
  before: ReadonlyArray<Review.Reviewed> | undefined
): Effect.fn.Return<number> {
  const after = ((yield* reviewIn(folders, plan.folder)) ?? []).map(withoutData(folders, plan))
  const untrusted = after.filter(({ state }) => state === "new" || state === "changed")
  if (before === undefined) return untrusted.length
  const at = new Date(yield* Clock.currentTimeMillis).toISOString()
  const isAllShown = files.length === plan.fetched.files.length && files.every((file) => file.before === undefined)
  const decided = movedTrust(before, after.filter(isShown(folders, plan)), { at, isAllShown })
  const ids = new Set(decided.map(([id]) => id))
  if (ids.size === 0) return untrusted.length
  return yield* Effect.matchEffect(TrustStore.update(folders.home, folders.project, Review.trusting(decided)), {
    onSuccess: () =>
      Effect.sync(() => {
        const trusted = untrusted.filter(({ hook }) => ids.has(hook.id))
        keep(folders, trusted)
        return untrusted.length - trusted.length
      }),
    onFailure: ({ message }) =>
      Effect.as(report(`what was written is not trusted yet, see \`hookline trust\`: ${message}`), untrusted.length)
  })
})
