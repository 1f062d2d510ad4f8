/**
 * What it means that a hook could not do its work. This is the one place that decides it.
 *
 * @since 0.1.0
 */
import * as Capabilities from "@hookline/schema/Capabilities"
import type { OnFailure } from "@hookline/schema/Hook"
import * as HookEvent from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"

/**
 * The policy for hooks that have none of their own. Nothing leaves it to the settings, and where they say nothing the
 * action passes with a notice.
 *
 * @category services
 * @since 0.1.0
 */
export const FailurePolicy = Context.Reference<{ readonly onFailure?: OnFailure }>("@hookline/core/FailurePolicy", {
  defaultValue: () => ({})
})

const layer = (onFailure: OnFailure): Layer.Layer<never> => Layer.succeed(FailurePolicy)({ onFailure })

/**
 * The action passes, with a notice.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerOpen = layer("open")

/**
 * The action is denied.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerClosed = layer("closed")

/**
 * A person is asked.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerAsk = layer("ask")

/**
 * A failure: whose, and what happened, in a sentence.
 *
 * @category models
 * @since 0.1.0
 */
export interface Failure {
  readonly by: string
  readonly text: string
}

const noticed = ({ by, text }: Failure, level: "warning" | "error"): Outcome.Outcome =>
  Outcome.make({ notices: [{ by, level, text }] })

/**
 * What a failure means on an event.
 *
 * **Details**
 *
 * `closed` and `ask` act only where the event can be denied, and never at the end of some work, where a denial would
 * make it go on for ever. There, and under `open`, it is a notice.
 *
 * @category policies
 * @since 0.1.0
 */
export const decide = (onFailure: OnFailure, failure: Failure, event: HookEvent.HookEvent): Outcome.Outcome => {
  const carries = Capabilities.of(event)
  if (onFailure === "open") return noticed(failure, "warning")
  if (!carries.failsClosed) return noticed(failure, "error")
  const { by, text } = failure
  const verdict =
    onFailure === "ask" && carries.verdicts.includes("Ask")
      ? Verdict.ask({ by, prompt: `${text}. Go on with ${HookEvent.nameOf(event)} without it?` }, text)
      : Verdict.deny({ by, reason: text })
  return Outcome.make({ verdict, notices: [{ by, level: "error", text }] })
}
