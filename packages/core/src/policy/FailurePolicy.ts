/**
 * Decides the effect of a failing hook. Nothing else does.
 *
 * @since 0.1.0
 */
import * as Capabilities from "@hookline/schema/Capabilities"
import type { OnFailure } from "@hookline/schema/Hook"
import type { HookTrust } from "@hookline/schema/TrustState"
import * as HookEvent from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import type { ThisProject } from "../ThisProject.ts"
import { type Sealed, seal } from "./sealed.ts"
import { isUnattended } from "./unattended.ts"

/**
 * The policy for hooks without an `onFailure` of their own. `undefined` defers to the settings; if those do not set a
 * policy, the action is allowed with a notice.
 *
 * @example
 * ```ts
 * import { FailurePolicy } from "@hookline/core/FailurePolicy"
 * import * as Effect from "effect/Effect"
 *
 * // Reads the policy in force, in a layer of `provide`.
 * const policy = Effect.map(FailurePolicy, ({ onFailure }) => onFailure)
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class FailurePolicy extends Context.Service<FailurePolicy, Sealed<{ readonly onFailure?: OnFailure }>>()(
  "@hookline/core/FailurePolicy"
) {}

const layer = (onFailure: OnFailure): Layer.Layer<FailurePolicy, never, ThisProject> =>
  Layer.succeed(FailurePolicy)(seal({ onFailure }))

/**
 * Defers to the settings. This is the default.
 *
 * @example
 * ```ts
 * import * as FailurePolicy from "@hookline/core/FailurePolicy"
 *
 * const provide = [FailurePolicy.layerSettings]
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerSettings: Layer.Layer<FailurePolicy, never, ThisProject> = Layer.succeed(FailurePolicy)(seal({}))

/**
 * Allows the action, with a notice.
 *
 * @example
 * ```ts
 * import * as FailurePolicy from "@hookline/core/FailurePolicy"
 *
 * const provide = [FailurePolicy.layerOpen]
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerOpen: Layer.Layer<FailurePolicy, never, ThisProject> = layer("open")

/**
 * Denies the action.
 *
 * @example
 * ```ts
 * import * as FailurePolicy from "@hookline/core/FailurePolicy"
 *
 * const provide = [FailurePolicy.layerClosed]
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerClosed: Layer.Layer<FailurePolicy, never, ThisProject> = layer("closed")

/**
 * Asks the approver.
 *
 * @example
 * ```ts
 * import * as FailurePolicy from "@hookline/core/FailurePolicy"
 *
 * const provide = [FailurePolicy.layerAsk]
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerAsk: Layer.Layer<FailurePolicy, never, ThisProject> = layer("ask")

/**
 * The failure of a hook: its id, and the problem in a sentence.
 *
 * @category models
 * @since 0.1.0
 */
export interface Failure {
  readonly by: string
  readonly text: string
}

/** The states in which trust decides on the profile of a hook, and not its user, by the failure. */
const byTrust: Readonly<Record<string, ReadonlySet<string>>> = {
  SandboxMissing: new Set(["trusted", "new", "changed"]),
  // An untrusted hook that writes a log fails at each event: that is no reason to ask each time.
  SandboxRefused: new Set(["trusted"])
}

/**
 * Returns the policy for a failure of a hook. `open` does not hold where a sandbox is the cause, and the hook's trust has put
 * it there: the hook did not fail by itself, so the approver is asked. Where no user is asked the action is denied, also
 * under `ask`.
 *
 * @category policies
 * @since 0.1.0
 */
export const policyFor = (
  onFailure: OnFailure,
  reason: string,
  trust: HookTrust | undefined,
  event: Pick<HookEvent.HookEvent, "permissionMode">
): OnFailure => {
  if (onFailure === "closed" || trust === undefined || byTrust[reason]?.has(trust.state) !== true) return onFailure
  return isUnattended(event) ? "closed" : "ask"
}

const noticed = ({ by, text }: Failure, level: "warning" | "error"): Outcome.Outcome =>
  Outcome.make({ notices: [{ by, level, text }] })

/**
 * Returns the effect of a failure on an event.
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
