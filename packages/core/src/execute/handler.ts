/** Runs the handler of a hook, and reads its reply. */
import type { Hook } from "@hookline/schema/Hook"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Dialect } from "../Dialect.ts"
import type { PipelineError } from "../PipelineError.ts"
import * as Telemetry from "../Telemetry.ts"
import type { EventContext } from "./EventContext.ts"
import { eventFor } from "./exactNumbers.ts"
import { noticedOnce } from "./noticedOnce.ts"
import { remarkedOnce } from "./remarks.ts"
import type { HookInput } from "./HookInput.ts"
import { failed, type HookResult, type Times } from "./HookResult.ts"
import * as Misdirected from "./misdirected.ts"
import { continueInBackground } from "./movedHook.ts"
import { answered } from "./readReply.ts"
import { inBackground, type LaterReply, type Work } from "./Runner.ts"
import { settingsFor } from "./settingsFor.ts"
import { clamped } from "./trusted.ts"
import { untrustedLimitMillis } from "../trust/TrustPolicy.ts"

type Services = Context.Context<never>

/** Returns the time limit of a hook. An untrusted one gets little, whatever it asks for. */
const limitOf = (context: EventContext, dialect: Dialect, hook: Hook, limits: HookInput["limits"]): number => {
  const limitMillis = context.timeouts.limitMillis(hook, dialect, settingsFor(context.compiled.catalog, hook))
  return limits?.clamped === true ? Math.min(limitMillis, untrustedLimitMillis) : limitMillis
}

const workOf = (
  context: EventContext,
  dialect: Dialect,
  hook: Hook,
  { event: given, limits, payload }: HookInput,
  onMoved: Work["onMoved"],
  onWithheld?: Work["onWithheld"]
): Work => {
  const event = eventFor(context, hook, given)
  return {
    hook,
    handler: hook.handler,
    event,
    dialect,
    payload,
    facts: { projectDir: context.projectDir, event, source: hook.source },
    limitMillis: limitOf(context, dialect, hook, limits),
    host: context.host,
    settings: settingsFor(context.compiled.catalog, hook),
    session: context.session,
    ...(limits !== undefined && { confinement: limits.confinement }),
    onMoved,
    onWithheld
  }
}

/** Adds the confinement of a hook to its run. */
const confined = ({ confinement }: Work, withheld: ReadonlyArray<string>, result: HookResult): HookResult => {
  // With all rights and all variables, a hook was not confined.
  if (confinement === undefined || (confinement.profile === "open" && withheld.length === 0)) return result
  const { profile } = confinement
  const confined = { ...result.run.confined, profile, ...(withheld.length > 0 && { withheld }) }
  return { ...result, run: { ...result.run, confined } }
}

/** Returns the result of a hook that failed. What its sandbox has caused depends on its trust. */
const failedAs = (
  context: EventContext,
  hook: Hook,
  times: Times,
  { event, limits }: HookInput,
  error: PipelineError
): HookResult =>
  limits === undefined
    ? failed(context, hook, times, event, error)
    : { ...failed(context, { ...hook, trust: limits.trust }, times, event, error), hook }

/** Runs a function of the program. It has no slot to wait for, and can't move itself to the background. */
const runNative = (
  services: Services,
  context: EventContext,
  dialect: Dialect,
  hook: Hook,
  input: HookInput
): Effect.Effect<HookResult> => {
  const times = { started: context.now(), queuedMillis: 0 }
  return Effect.match(context.executor.execute(workOf(context, dialect, hook, input, undefined)), {
    onSuccess: (reply) => Telemetry.counted(services, answered(context, dialect, hook, times, input, reply)),
    onFailure: (error) => Telemetry.counted(services, failed(context, hook, times, input.event, error))
  })
}

const runConfigured = (
  services: Services,
  context: EventContext,
  dialect: Dialect,
  hook: Hook,
  input: HookInput,
  onStart: (() => void) | undefined
): Effect.Effect<HookResult> => {
  const times = { started: context.now(), queuedMillis: 0 }
  let withheld: ReadonlyArray<string> = []
  let rest: { readonly reply: LaterReply } | undefined
  const onMoved: Work["onMoved"] = inBackground(hook) ? undefined : (reply) => (rest = { reply })
  const work = workOf(context, dialect, hook, input, onMoved, (names) => (withheld = names))
  const executed = context.executor.execute(work, (queuedMillis) => {
    times.queuedMillis = queuedMillis
    times.started += queuedMillis
    onStart?.()
  })
  const counted = (result: HookResult) => Telemetry.counted(services, confined(work, withheld, result))
  return Effect.matchEffect(executed, {
    onSuccess: (reply) => {
      if (rest === undefined) {
        const result = clamped(input, hook, answered(context, dialect, hook, times, input, reply))
        return Misdirected.is(reply, input.event)
          ? Effect.map(Misdirected.noticed(context, hook, input.event, result), counted)
          : Effect.map(remarkedOnce(context, hook, result), counted)
      }
      return Effect.map(continueInBackground(context, dialect, hook, times, input, rest.reply), counted)
    },
    onFailure: (error) =>
      Effect.map(
        noticedOnce(context, hook, input.event, clamped(input, hook, failedAs(context, hook, times, input, error))),
        counted
      )
  })
}

/** Starts a hook in the executor, for a fiber with these services. `onStart` is called when the hook has its slot. */
export const start = (
  services: Services,
  context: EventContext,
  dialect: Dialect,
  hook: Hook,
  input: HookInput,
  onStart?: () => void
): Effect.Effect<HookResult> => {
  const finished =
    hook.handler._tag === "Native"
      ? runNative(services, context, dialect, hook, input)
      : runConfigured(services, context, dialect, hook, input, onStart)
  return context.traced ? Telemetry.hook(hook, finished) : finished
}

/** Like `start`, at the moment in which the effect runs. */
export const run = (
  context: EventContext,
  dialect: Dialect,
  hook: Hook,
  input: HookInput,
  onStart?: () => void
): Effect.Effect<HookResult> =>
  Effect.withFiber((fiber) => start(fiber.context, context, dialect, hook, input, onStart))
