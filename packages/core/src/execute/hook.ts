/** Runs one hook on one event. */
import type { Hook } from "@hookline/schema/Hook"
import type { HookEvent } from "@hookline/schema/HookEvent"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Dialect } from "../Dialect.ts"
import { runOn } from "./backgroundRun.ts"
import type { EventContext } from "./EventContext.ts"
import { run, start } from "./handler.ts"
import type { HookInput } from "./HookInput.ts"
import { failed, type HookResult } from "./HookResult.ts"
import { runOnce, runOnOnce } from "./onceRun.ts"
import { inBackground } from "./Runner.ts"
import { asTrusted, limited } from "./trusted.ts"

/** Checks whether a condition does not hold. A matcher of a program may return anything: only `false` keeps a hook from running. */
const isRefused = (holds: unknown): boolean => holds === false

const runOrSkip = (
  services: Context.Context<never>,
  context: EventContext,
  dialect: Dialect,
  hook: Hook,
  event: HookEvent,
  inputFor: (dialect: Dialect, hook: Hook) => HookInput
): Effect.Effect<HookResult | undefined> => {
  const { compiled } = context
  // Judged on the event as it came, and again as the hook would get it: either lets it run.
  if (isRefused(compiled.conditionHolds(hook, context.event)) && isRefused(compiled.conditionHolds(hook, event)))
    return Effect.succeed(undefined)
  return asTrusted(context, hook, event, (limits) => {
    const input = limited(inputFor(dialect, hook), limits)
    // At a second look, what runs once in a session ran on another input than the one that is left.
    const isOnce = hook.once && context.look?.ran.has(hook) !== true
    if (!inBackground(hook))
      return isOnce ? runOnce(context, dialect, hook, input) : start(services, context, dialect, hook, input)
    if (isOnce) return runOnOnce(context, dialect, hook, input)
    return runOn(context, hook, input.event, (begin) => run(context, dialect, hook, input, begin))
  })
}

/**
 * Runs a hook, unless it has run once; returns `undefined` if its condition does not hold. A defect is a failure of this
 * hook, and of no other.
 */
export const runHook = (
  context: EventContext,
  dialect: Dialect,
  hook: Hook,
  event: HookEvent,
  inputFor: (dialect: Dialect, hook: Hook) => HookInput
): Effect.Effect<HookResult | undefined> =>
  Effect.catchDefect(
    Effect.withFiber((fiber) => runOrSkip(fiber.context, context, dialect, hook, event, inputFor)),
    (defect) => Effect.sync(() => failed(context, hook, { started: context.now(), queuedMillis: 0 }, event, defect))
  )
