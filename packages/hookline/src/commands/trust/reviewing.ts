/** Reads what of a project's hooks is trusted, and writes decisions of its user. */
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import * as Dialects from "@hookline/dialects/Dialects"
import type { Profile } from "@hookline/schema/Profile"
import type { Decision, TrustRecord } from "@hookline/schema/kit/TrustRecord"
import * as Blobs from "@hookline/node/kit/node/trust/Blobs"
import { realFolders } from "@hookline/node/kit/node/trust/places"
import * as TrustStore from "@hookline/node/kit/node/trust/TrustStore"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import path from "node:path"
import * as Proposals from "../../manage/trust/Proposals.ts"
import * as Review from "../../manage/trust/Review.ts"
import * as Progress from "../../output/progress.ts"
import { placed, report, withPipeline } from "../context.ts"
import { asProblem, Problem } from "../Problem.ts"

/** Reads the store. Its problem is reported; until it is fixed nothing is trusted. */
export const recordOf = Effect.fnUntraced(function* (folders: Project): Effect.fn.Return<TrustRecord> {
  const { problem, record } = TrustStore.read(folders.home, folders.project)
  if (problem !== undefined) yield* report(problem.message)
  return record
})

/** Reviews the hooks of a project. `given` are paths that its user takes as state. */
export const reviewOf = Effect.fnUntraced(function* (folders: Project, given: ReadonlyArray<string>) {
  const record = yield* recordOf(folders)
  const catalog = yield* withPipeline(folders, Dialects.canonical, (pipeline) =>
    Effect.flatMap(pipeline.catalog(), placed)
  )
  const { project } = realFolders(folders)
  const state = given.map((one) => Proposals.nameIn(project, one))
  const review = yield* Progress.during(
    "Reading what the hooks run",
    Effect.mapError(Review.review(folders, catalog, record, state), asProblem)
  )
  for (const one of state) yield* checkState(review, one)
  return review
})

/** Fails for a path that is no state: no hook has it, or it could run, or a command names it. */
const checkState = ({ hooks }: Review.Review, one: string): Effect.Effect<void, Problem> => {
  const named = hooks.filter(({ seal }) => seal.state.includes(one))
  if (named.length === 0) {
    return Effect.fail(new Problem({ message: `nothing was written: no file of a hook here is called ${one}` }))
  }
  const left = named.flatMap(({ seal }) => Object.keys(seal.files).filter((name) => Proposals.covers(one, name)))
  return left[0] === undefined || one.endsWith("/")
    ? Effect.void
    : Effect.fail(
        new Problem({
          message: `nothing was written: ${left[0]} could run, or a command names it, so that it is no state`
        })
      )
}

/** Trusts hooks as they were reviewed, and keeps the contents of their files. Returns their ids. */
export const write = Effect.fnUntraced(function* (
  folders: Project,
  hooks: ReadonlyArray<Review.Reviewed>,
  { by, profile }: { readonly by: string; readonly profile: Option.Option<Profile> }
) {
  const at = new Date(yield* Clock.currentTimeMillis).toISOString()
  const decided = hooks.map((reviewed): readonly [string, Decision] => [
    reviewed.hook.id,
    Review.decisionOf(reviewed, { at, by, ...(Option.isSome(profile) && { profile: profile.value }) })
  ])
  yield* Effect.mapError(TrustStore.update(folders.home, folders.project, Review.trusting(decided)), asProblem)
  Blobs.keep(
    folders.home,
    hooks.flatMap(({ seal: { files } }) =>
      Object.entries(files).map(([file, { sha256 }]): readonly [string, string] => [
        path.resolve(folders.project, file),
        sha256.replace(/^sha256:/, "")
      ])
    )
  )
  return decided.map(([id]) => id)
})
