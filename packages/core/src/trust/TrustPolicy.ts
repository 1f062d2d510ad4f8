/**
 * Decides how a hook runs by its trust: with full effect, confined, or not at all. Nothing else does.
 *
 * @since 0.1.0
 */
import * as Capabilities from "@hookline/schema/Capabilities"
import { type Hook, isOfProject } from "@hookline/schema/Hook"
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as Profile from "@hookline/schema/Profile"
import type { Settings } from "@hookline/schema/Settings"
import type { HookTrust } from "@hookline/schema/TrustState"
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import type { SandboxStatus } from "../execute/Sandbox.ts"
import { type Confinement, inBackground } from "../execute/Runner.ts"
import { type Sealed, seal } from "../policy/sealed.ts"
import { isUnattended } from "../policy/unattended.ts"
import type { ThisProject } from "../ThisProject.ts"
import { isConfinable } from "./confinable.ts"

/**
 * A hook that is about to run, and what is known of its surroundings.
 *
 * @category models
 * @since 0.1.0
 */
export interface Situation {
  readonly hook: Hook
  readonly trust: HookTrust
  readonly event: HookEvent
  readonly settings: Settings
  /** The state of the sandbox. */
  readonly sandbox: SandboxStatus
}

/**
 * The decision about a hook.
 *
 * **Details**
 *
 * - `Run`: in a confinement, if there is one. If `clamped`, only what tightens counts of its outcome.
 * - `Skip`: not at all, which is reported to a session once.
 * - `Unconfined`: not at all, because nothing here can confine it. An event that can be denied asks or is denied, in the
 *   place of a guard that may be this one.
 *
 * @category models
 * @since 0.1.0
 */
export type Decision =
  | { readonly _tag: "Run"; readonly confinement?: Confinement; readonly clamped: boolean }
  | { readonly _tag: "Skip"; readonly why: string }
  | { readonly _tag: "Unconfined"; readonly effect: "ask" | "deny" | "notice"; readonly why: string }

/**
 * The maximum time limit of an untrusted hook, in milliseconds.
 *
 * @category constants
 * @since 0.1.0
 */
export const untrustedLimitMillis = 10_000

const words: Readonly<Record<string, string>> = {
  Http: "it would send the event to its address",
  Module: "it would run in this process",
  McpTool: "it would call a tool of the host",
  Prompt: "it would call a model",
  Agent: "it would call a model with tools"
}

/** Returns what a hook does that no sandbox can hold. */
const effectOf = ({ handler }: Hook): string => words[handler._tag] ?? "it can't be confined"

/** Returns the effect of a hook that can't be confined, where settings do not decide otherwise. */
const unconfined = (
  { event, settings }: Pick<Situation, "event" | "settings">,
  why: string
): Extract<Decision, { readonly _tag: "Skip" | "Unconfined" }> => {
  if (settings.trust?.unconfined === "skip") return { _tag: "Skip", why }
  if (!Capabilities.of(event).failsClosed) return { _tag: "Unconfined", effect: "notice", why }
  const isDenied = settings.trust?.unconfined === "deny" || isUnattended(event)
  const canAsk = Capabilities.of(event).verdicts.includes("Ask")
  return { _tag: "Unconfined", effect: isDenied || !canAsk ? "deny" : "ask", why }
}

const sentenceOf = ({ state }: HookTrust): string =>
  state === "changed" ? "it has changed since it was trusted" : "it is not trusted"

/** Decides about an untrusted hook as it is now. */
const ofUntrusted = (situation: Situation): Decision => {
  const { hook, sandbox, settings, trust } = situation
  const since = sentenceOf(trust)
  if (inBackground(hook)) {
    return { _tag: "Skip", why: `${since}, and in the background it could deny nothing` }
  }
  if (!isConfinable(hook.handler)) return unconfined(situation, `${since}, and ${effectOf(hook)}`)
  if (sandbox._tag === "Missing") {
    return unconfined(situation, `${since}, and nothing here can confine it: ${sandbox.why}`)
  }
  const profile = Profile.narrower(hook.profile ?? "open", settings.sandbox?.untrusted ?? "guard")
  return { _tag: "Run", confinement: { profile, env: "untrusted" }, clamped: true }
}

/** Returns the variables that the user's settings name for hooks. A pattern names no secret. */
const namedIn = ({ env }: Settings): ReadonlyArray<string> => {
  if (env === undefined || env === "minimal") return []
  // Of a list the values are names, of an object the keys.
  const names: ReadonlyArray<string> = Array.isArray(env) ? Object.values(env) : Object.keys(env)
  return names.filter((name) => !name.includes("*"))
}

/** Decides about a hook that runs with full effect, in the profile that its user gave it. */
const ofTrusted = (situation: Situation, profile: Profile.Profile): Decision => {
  const { hook, sandbox, settings, trust } = situation
  if (profile === "open" && !isOfProject(hook)) return { _tag: "Run", clamped: false }
  const env = [...(trust.env ?? []), ...namedIn(settings)]
  if (profile === "open") return { _tag: "Run", confinement: { profile: "open", env }, clamped: false }
  if (!isConfinable(hook.handler)) {
    return unconfined(
      situation,
      `no sandbox can hold it in its profile ${profile}, as one can a command: ${effectOf(hook)}`
    )
  }
  if (sandbox._tag === "Missing") {
    return unconfined(situation, `it runs in the profile ${profile}, which nothing here can hold: ${sandbox.why}`)
  }
  if (sandbox.untested) {
    const why = `it runs in the profile ${profile}, and ${sandbox.backend} is not tested on this system`
    return unconfined(situation, why)
  }
  return { _tag: "Run", confinement: { profile, env }, clamped: false }
}

/**
 * Decides how a hook runs.
 *
 * @category policies
 * @since 0.1.0
 */
export const decide = (situation: Situation): Decision => {
  const { hook, settings, trust } = situation
  const named = settings.profiles?.[hook.id]
  const asked = hook.profile ?? "open"
  switch (trust.state) {
    case "refused":
      return { _tag: "Skip", why: "its user has refused it" }
    case "new":
    case "changed":
      return ofUntrusted(situation)
    case "trusted":
      return ofTrusted(
        situation,
        Profile.narrower(asked, named ?? trust.profile ?? settings.sandbox?.trusted ?? "open")
      )
    case "user":
    case "program":
      return ofTrusted(situation, Profile.narrower(asked, named ?? settings.sandbox?.user ?? "open"))
  }
}

/**
 * The policy for trust: how a hook runs.
 *
 * @example
 * ```ts
 * import { TrustPolicy } from "@hookline/core/TrustPolicy"
 * import * as Effect from "effect/Effect"
 *
 * // Reads the policy in force, in a layer of `provide`.
 * const policy = Effect.map(TrustPolicy, ({ decide }) => decide)
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class TrustPolicy extends Context.Service<
  TrustPolicy,
  Sealed<{ readonly decide: (situation: Situation) => Decision }>
>()("@hookline/core/TrustPolicy") {}

/**
 * Decides by a function.
 *
 * @example
 * ```ts
 * import * as TrustPolicy from "@hookline/core/TrustPolicy"
 *
 * // Leaves out what is not trusted.
 * const policy = TrustPolicy.layer((situation) =>
 *   situation.trust.state === "new" ? { _tag: "Skip", why: "it is not trusted" } : TrustPolicy.decide(situation)
 * )
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (decide: (situation: Situation) => Decision): Layer.Layer<TrustPolicy, never, ThisProject> =>
  Layer.succeed(TrustPolicy)(seal({ decide }))

/**
 * Runs what is not trusted confined, and counts only what tightens. This is the default.
 *
 * @example
 * ```ts
 * import * as TrustPolicy from "@hookline/core/TrustPolicy"
 *
 * const provide = [TrustPolicy.layerConfined]
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerConfined: Layer.Layer<TrustPolicy, never, ThisProject> = layer(decide)
