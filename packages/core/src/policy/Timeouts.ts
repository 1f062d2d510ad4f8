/**
 * How long a hook may take.
 *
 * @since 0.1.0
 */
import type { Hook } from "@hookline/schema/Hook"
import type { Settings } from "@hookline/schema/Settings"
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import type { Dialect } from "../Dialect.ts"

/**
 * The limit of a hook as its own dialect and the settings have it: what the hook asks for, else a default, and never
 * more than a cap.
 *
 * @category policies
 * @since 0.1.0
 */
export const ofDialect = (hook: Hook, { defaults }: Dialect, settings: Settings): number => {
  const { defaultTimeoutMillis, maxTimeoutMillis = Infinity } = settings
  const wanted = hook.timeoutMillis ?? defaultTimeoutMillis ?? defaults.timeoutMillis(hook.handler._tag, hook.event)
  return Math.min(wanted, defaults.capMillis ?? Infinity, maxTimeoutMillis)
}

/**
 * The policy of timeouts: a hook's limit in milliseconds. Unless a layer is given it is that of the hook's dialect.
 *
 * @category services
 * @since 0.1.0
 */
export const Timeouts = Context.Reference<{
  readonly limitMillis: (hook: Hook, dialect: Dialect, settings: Settings) => number
}>("@hookline/core/Timeouts", { defaultValue: () => ({ limitMillis: ofDialect }) })

/**
 * One limit for all hooks, whatever they ask for.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerFixed = (millis: number): Layer.Layer<never> => Layer.succeed(Timeouts)({ limitMillis: () => millis })

/**
 * The dialect's limits, but none above this cap.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerCap = (millis: number): Layer.Layer<never> =>
  Layer.succeed(Timeouts)({
    limitMillis: (hook, dialect, settings) => Math.min(ofDialect(hook, dialect, settings), millis)
  })
