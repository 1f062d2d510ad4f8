/**
 * The time limits of hooks.
 *
 * @since 0.1.0
 */
import type { Hook } from "@hookline/schema/Hook"
import type { Settings } from "@hookline/schema/Settings"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Layer from "effect/Layer"
import type { Dialect } from "../Dialect.ts"
import type { ThisProject } from "../ThisProject.ts"
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

/**
 * Limits each hook by a function. A number is one of milliseconds.
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
        return typeof found === "number" ? found : Duration.toMillis(found)
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

/**
 * Limits all hooks to the same time, whatever they ask for.
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
export const layerFixed = (limit: Duration.Input): Layer.Layer<Timeouts, never, ThisProject> => {
  const millis = Duration.toMillis(limit)
  return layer(() => millis)
}

/**
 * Limits each hook as its dialect does, but never to more than this time.
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
export const layerCap = (cap: Duration.Input): Layer.Layer<Timeouts, never, ThisProject> => {
  const millis = Duration.toMillis(cap)
  return layer((hook, dialect, settings) => Math.min(ofDialect(hook, dialect, settings), millis))
}
