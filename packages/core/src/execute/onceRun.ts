/** Runs hooks that run once in a session. */
import type { Hook } from "@hookline/schema/Hook"
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import * as Effect from "effect/Effect"
import type { Dialect } from "../Dialect.ts"
import type { PipelineError } from "../PipelineError.ts"
import { runOn } from "./backgroundRun.ts"
import type { EventContext } from "./EventContext.ts"
import { run } from "./handler.ts"
import { HeldClaims, holding, isHeld } from "./heldClaims.ts"
import type { HookInput } from "./HookInput.ts"
import { done, failed, type HookResult, portFailure, skipped, withFailure } from "./HookResult.ts"
import { claimInTurn, claimNow, endedWell, type Granted, settle } from "./once.ts"
import type { PortFailed } from "./port.ts"
import { settingsFor } from "./settingsFor.ts"

/** Checks whether a result is a success: a hook that failed, or denied, has not done what it runs once for. */
const isDone = ({ outcome, run }: HookResult): boolean =>
  run.status === "ran" && endedWell(run.reply) && outcome.verdict._tag !== "Deny"

/** Skips a hook that has run. The session knows a native handler by its name, whichever function had it. */
const hasRunOnce = ({ session: { session = "" } }: EventContext, hook: Hook): HookResult => {
  const what = hook.handler._tag === "Native" ? "a handler of its name" : "it"
  return skipped(hook, `${what} has run once ${session === "" ? "on an event without a session" : "in this session"}`)
}

const isRunning = (hook: Hook): HookResult =>
  skipped(hook, "it runs once in this session, and this event happened in that run")

/** Runs a hook whose claim is granted, and settles the claim however the run ends. */
const settled = (
  context: EventContext,
  hook: Hook,
  event: HookEvent,
  claim: Granted,
  work: Effect.Effect<HookResult>
): Effect.Effect<HookResult> =>
  Effect.flatMap(Effect.exit(holding(context, hook, work)), (exit) =>
    Effect.matchEffect(settle(claim, exit._tag === "Success" && isDone(exit.value)), {
      onSuccess: () => exit,
      onFailure: (error) =>
        exit._tag === "Success" ? Effect.succeed(withFailure(context, hook, exit.value, event, error)) : exit
    })
  )

/** Returns the failure of a hook that could not be claimed. */
const unclaimed = (
  context: EventContext,
  hook: Hook,
  event: HookEvent,
  error: PipelineError | PortFailed
): HookResult => {
  const times = { started: context.now(), queuedMillis: 0 }
  return error._tag === "PortFailed"
    ? done(context, hook, times, event, { outcome: Outcome.empty }, portFailure(hook, error))
    : failed(context, hook, times, event, error)
}

/** Claims a hook and passes its claim on, unless the hook has run in this session, or this event happens in its run. */
const claimed = <Claim extends { readonly _tag: string }>(
  context: EventContext,
  dialect: Dialect,
  hook: Hook,
  event: HookEvent,
  claim: (
    context: EventContext,
    hook: Hook,
    limitMillis: number
  ) => Effect.Effect<Claim | { readonly _tag: "Done" }, PipelineError | PortFailed>,
  onClaim: (
    claim: Exclude<Claim, { readonly _tag: "Done" }>,
    restore: <A>(effect: Effect.Effect<A>) => Effect.Effect<A>
  ) => Effect.Effect<HookResult>
): Effect.Effect<HookResult> =>
  Effect.withFiber((fiber) =>
    isHeld(fiber.getRef(HeldClaims), context, hook)
      ? Effect.succeed(isRunning(hook))
      : Effect.uninterruptibleMask((restore) => {
          const limitMillis = context.timeouts.limitMillis(hook, dialect, settingsFor(context.compiled.catalog, hook))
          return Effect.matchEffect(restore(claim(context, hook, limitMillis)), {
            onSuccess: (found) =>
              found._tag === "Done"
                ? Effect.succeed(hasRunOnce(context, hook))
                : // The tag was compared above; the compiler does not narrow a type parameter by it.
                  onClaim(found as Exclude<Claim, { readonly _tag: "Done" }>, restore),
            onFailure: (error) => Effect.succeed(unclaimed(context, hook, event, error))
          })
        })
  )

/** Runs a hook, unless it has run in this session. */
export const runOnce = (
  context: EventContext,
  dialect: Dialect,
  hook: Hook,
  input: HookInput
): Effect.Effect<HookResult> =>
  claimed(context, dialect, hook, input.event, claimInTurn, (claim, restore) =>
    settled(context, hook, input.event, claim, restore(run(context, dialect, hook, input)))
  )

/** Runs a hook in the background, unless it has run in this session. The event does not wait for the run of another. */
export const runOnOnce = (
  context: EventContext,
  dialect: Dialect,
  hook: Hook,
  input: HookInput
): Effect.Effect<HookResult> =>
  claimed(context, dialect, hook, input.event, claimNow, (claim, restore) => {
    const start = (begin: () => void): Effect.Effect<HookResult> =>
      claim._tag === "Taken"
        ? Effect.andThen(Effect.sync(begin), runOnce(context, dialect, hook, input))
        : Effect.uninterruptibleMask((own) =>
            settled(context, hook, input.event, claim, own(run(context, dialect, hook, input, begin)))
          )
    return restore(runOn(context, hook, input.event, start))
  })
