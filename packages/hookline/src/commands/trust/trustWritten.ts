/** Trusts the hooks that a command of the user has just written: what a user does is trust. */
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import * as Dialects from "@hookline/dialects/Dialects"
import * as TrustStore from "@hookline/node/kit/node/trust/TrustStore"
import type { Hook } from "@hookline/schema/Hook"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Review from "../../manage/trust/Review.ts"
import { agentAround, ancestors } from "../../ownGuard/agents.ts"
import { report, withPipeline } from "../context.ts"

/**
 * Trusts hooks of a project as they are written now, with all rights: the user has seen what they run. Below an agent it
 * trusts nothing, so that they run confined until the user decides. A store that can't be written is reported.
 */
export const trustWritten = Effect.fnUntraced(function* (
  folders: Project,
  by: string,
  isWritten: (hook: Hook) => boolean
): Effect.fn.Return<void> {
  if (agentAround(process.env, ancestors()) !== undefined) return
  const catalog = yield* withPipeline(folders, Dialects.canonical, (pipeline) => pipeline.catalog())
  const written = { ...catalog, hooks: catalog.hooks.filter(isWritten) }
  if (!written.hooks.some(Review.isReviewed)) return
  const { record } = TrustStore.read(folders.home, folders.project)
  const at = new Date(yield* Clock.currentTimeMillis).toISOString()
  yield* Effect.matchEffect(
    Effect.flatMap(Review.review(folders, written, record), ({ hooks }) =>
      TrustStore.update(
        folders.home,
        folders.project,
        Review.trusting(
          hooks.map((reviewed) => [reviewed.hook.id, Review.decisionOf(reviewed, { at, by, profile: "open" })])
        )
      )
    ),
    {
      onSuccess: () => Effect.void,
      onFailure: ({ message }) => report(`what was written is not trusted yet, see \`hookline trust\`: ${message}`)
    }
  )
})
