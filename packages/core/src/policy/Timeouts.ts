/**
 * The time limits of hooks.
 *
 * @since 0.1.0
 */
import type { Hook } from "@hookline/schema/Hook"
import type { Settings } from "@hookline/schema/Settings"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Dialect } from "../Dialect.ts"
import type { ThisProject } from "../ThisProject.ts"
import { limit as limitIn, millisOf } from "./amounts.ts"
import { type Sealed, seal } from "./sealed.ts"

/**
 * Returns a hook's limit by its own dialect and the settings: what the hook asks for, else a default, and never more than
 * a cap.
 *
 * @category policies
 * @since 0.1.0
 */
export const ofDialect = (hook: Hook, { defaults }: Dialect, settings: Settings): number => {
  const { defaultTimeoutMillis, maxTimeoutMillis = Infinity } = settings
  const kind = hook.handler._tag
  // The setting is meant for hooks that people configure: a program limits its own handlers itself.
  const usual = kind === "Native" ? undefined : defaultTimeoutMillis
  const wanted = hook.timeoutMillis ?? usual ?? defaults.timeoutMillis(kind, hook.event)
  return Math.min(wanted, defaults.capMillis ?? Infinity, maxTimeoutMillis)
}

/** Returns the limit of a hook in milliseconds. */
type Limit = (hook: Hook, dialect: Dialect, settings: Settings) => number

/**
 * The policy for timeouts: the limit of a hook in milliseconds. By default, the limit of the hook's dialect.
 *
 * @example
 * ```ts
 * import { Timeouts } from "@hookline/core/Timeouts"
 * import * as Effect from "effect/Effect"
 *
 * // Reads the policy in force, in a layer of `provide`.
 * const policy = Effect.map(Timeouts, ({ limitMillis }) => limitMillis)
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class Timeouts extends Context.Service<Timeouts, Sealed<{ readonly limitMillis: Limit }>>()(
  "@hookline/core/Timeouts"
) {}

/** Returns the milliseconds that a function has returned. A throw is a failure of the hook, whose policy decides. */
const returnedMillis = (returned: unknown): number => {
  const millis = millisOf(returned)
  if (millis === undefined) throw new Error(`its Timeouts layer returned ${String(returned)}, which is no duration`)
  // A deadline may be past.
  return Math.max(millis, 0)
}

/**
 * Limits each hook by a function. A number is one of milliseconds. A hook fails at once if its limit is negative, and if
 * the function throws or returns no duration.
 *
 * @example
 * ```ts
 * import * as Timeouts from "@hookline/core/Timeouts"
 *
 * // Hooks that ask a model get two minutes.
 * const timeouts = Timeouts.layer((hook, dialect, settings) =>
 *   hook.handler._tag === "Prompt" ? "2 minutes" : Timeouts.ofDialect(hook, dialect, settings)
 * )
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (
  limit: (...hook: Parameters<Limit>) => Duration.Input
): Layer.Layer<Timeouts, never, ThisProject> =>
  Layer.succeed(Timeouts)(
    seal({
      limitMillis: (hook, dialect, settings) => {
        const found = limit(hook, dialect, settings)
        // Every event asks, and most limits are numbers.
        return typeof found === "number" && found >= 0 ? found : returnedMillis(found)
      }
    })
  )

/**
 * Limits each hook as its dialect and the settings do. This is the default.
 *
 * @example
 * ```ts
 * import * as Timeouts from "@hookline/core/Timeouts"
 *
 * const provide = [Timeouts.layerDialect]
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerDialect: Layer.Layer<Timeouts, never, ThisProject> = Layer.succeed(Timeouts)(
  seal({ limitMillis: ofDialect })
)

/** Limits each hook by a function of a duration, which is checked while the hooks are built. */
const layerOf = (
  checked: Effect.Effect<number>,
  limitOf: (millis: number) => Limit
): Layer.Layer<Timeouts, never, ThisProject> =>
  Layer.effect(
    Timeouts,
    Effect.map(checked, (millis) => seal({ limitMillis: limitOf(millis) }))
  )

/**
 * Limits all hooks to the same time, whatever they ask for. Anything but a duration of more than 0 ms, or `Infinity`, is a
 * defect while the hooks are built.
 *
 * @example
 * ```ts
 * import * as Timeouts from "@hookline/core/Timeouts"
 *
 * const provide = [Timeouts.layerFixed("5 seconds")]
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerFixed = (limit: Duration.Input): Layer.Layer<Timeouts, never, ThisProject> =>
  layerOf(limitIn("Timeouts.layerFixed", limit), (millis) => () => millis)

/**
 * Limits each hook as its dialect does, but never to more than this time. Anything but a duration of more than 0 ms, or
 * `Infinity`, is a defect while the hooks are built.
 *
 * @example
 * ```ts
 * import * as Timeouts from "@hookline/core/Timeouts"
 *
 * const provide = [Timeouts.layerCap("1 minute")]
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerCap = (cap: Duration.Input): Layer.Layer<Timeouts, never, ThisProject> =>
  layerOf(
    limitIn("Timeouts.layerCap", cap),
    (millis) => (hook, dialect, settings) => Math.min(ofDialect(hook, dialect, settings), millis)
  )
