/** Confines hooks that their user has not trusted while cases run them: a clone may bring cases, and what they run. */
import * as Trust from "@hookline/core/Trust"
import * as TrustPolicy from "@hookline/core/TrustPolicy"
import * as Dialects from "@hookline/dialects/Dialects"
import * as TrustStore from "@hookline/node/kit/node/trust/TrustStore"
import { isOfProject } from "@hookline/schema/Hook"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Review from "../../manage/trust/Review.ts"
import { foldersOf, placed, withPipeline } from "../context.ts"
import { asProblem } from "../Problem.ts"

/** Returns the hooks of a project that its user has trusted. */
export const trustedIn = Effect.fnUntraced(function* (project: string) {
  const folders = yield* foldersOf(Option.some(project))
  const { record } = TrustStore.read(folders.home, folders.project)
  const catalog = yield* withPipeline(folders, Dialects.canonical, (pipeline) =>
    Effect.flatMap(pipeline.catalog(), placed)
  )
  const { hooks } = yield* Effect.mapError(Review.review(folders, catalog, record), asProblem)
  return new Set(hooks.filter(({ state }) => state === "trusted").map(({ hook }) => hook.id))
})

/** Counts what ran confined, and what could not be. */
export interface Confined {
  readonly confined: Set<string>
  readonly unconfined: Set<string>
}

/** Judges by what was trusted in the project itself, because cases run in a copy. */
export const layerTrust = (trusted: ReadonlySet<string>) =>
  Trust.layer((hook) =>
    Effect.succeed(
      isOfProject(hook) && !trusted.has(hook.id) ? { state: "new" } : { state: "trusted", profile: "open" }
    )
  )

/**
 * Runs hooks without trust in the profile `work`, with full effect: what comes of a case reaches no agent. Without a sandbox
 * they run as the author's own programs do.
 */
export const layerWork = (trusted: ReadonlySet<string>, { confined, unconfined }: Confined) =>
  TrustPolicy.layer((situation) => {
    const { hook, sandbox } = situation
    if (!isOfProject(hook) || trusted.has(hook.id)) return TrustPolicy.decide(situation)
    const isProcess = hook.handler._tag === "Command" || hook.handler._tag === "Python"
    if (!isProcess || sandbox._tag === "Missing") {
      confined.delete(hook.id)
      unconfined.add(hook.id)
      return { _tag: "Run", clamped: false }
    }
    unconfined.delete(hook.id)
    confined.add(hook.id)
    return { _tag: "Run", confinement: { profile: "work", env: "untrusted" }, clamped: false }
  })
