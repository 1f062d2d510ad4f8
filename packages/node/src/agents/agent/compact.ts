/** The compaction of a conversation, which hooks may deny. */
import { cases } from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import type * as AiError from "effect/ai/AiError"
import type { LanguageModel } from "effect/ai/LanguageModel"
import * as Effect from "effect/Effect"
import type { AnyTools, Session } from "./Session.ts"
import { told } from "./told.ts"

/**
 * Compacts the conversation. Returns true if it was compacted. Afterwards the session starts anew, so that hooks may
 * add their context again.
 */
export const compact = Effect.fnUntraced(function* <Tools extends AnyTools>(
  session: Session<Tools>,
  trigger: "auto" | "manual"
): Effect.fn.Return<boolean, AiError.AiError, LanguageModel> {
  const { facts, history, hooks } = session
  const { compaction } = session.limits
  if (compaction === undefined) return false
  const { outcome } = yield* hooks.emit(cases.PreCompact.make({ ...facts, trigger }))
  if (!Outcome.proceeds(outcome)) return false
  history.replace(yield* compaction.compact(history.prompt()))
  yield* hooks.emit(cases.PostCompact.make({ ...facts, trigger }))
  const start = cases.SessionStart.make({ ...facts, source: "compact" })
  const again = yield* hooks.emit(start)
  yield* told(session, start, again.outcome)
  return true
})
