/** Runs the handler of a hook, and reads its reply. */
import type { Hook } from "@hookline/schema/Hook"
import type { HookReply } from "@hookline/schema/HookReply"
import * as Effect from "effect/Effect"
import type { Dialect } from "../Dialect.ts"
import type { PipelineError } from "../PipelineError.ts"
import * as Telemetry from "../Telemetry.ts"
import type { EventContext } from "./EventContext.ts"
import { noticedOnce } from "./heldOutput.ts"
import type { HookInput } from "./HookInput.ts"
import { failed, type HookResult } from "./HookResult.ts"
import { goesOn } from "./movedHook.ts"
import { answered } from "./readReply.ts"
import { inBackground, type Work } from "./Runner.ts"

/** Runs a hook by the executor. `onStart` is called when it has its slot. */
export const run = (
  context: EventContext,
  dialect: Dialect,
  hook: Hook,
  input: HookInput,
  onStart?: () => void
): Effect.Effect<HookResult> =>
  Effect.suspend(() => {
    const times = { started: context.now(), queuedMillis: 0 }
    const isNative = hook.handler._tag === "Native"
    let rest: { readonly reply: Effect.Effect<HookReply, PipelineError> | undefined } | undefined
    const work: Work = {
      hook,
      handler: hook.handler,
      event: input.event,
      dialect,
      payload: input.payload,
      facts: { projectDir: context.projectDir, event: input.event, source: hook.source },
      limitMillis: context.timeouts.limitMillis(hook, dialect, context.settings),
      host: context.host,
      settings: context.settings,
      session: context.session,
      // A function of the program can't move itself, and closures cost more than all it does.
      ...(!isNative && !inBackground(hook) && { onMoved: (reply) => (rest = { reply }) })
    }
    const executed = context.executor.execute(work, (queuedMillis) => {
      times.queuedMillis = queuedMillis
      times.started += queuedMillis
      onStart?.()
    })
    const onFailure = (error: PipelineError) => failed(context, hook, times, input.event, error)
    if (isNative) {
      const finished = Effect.match(executed, {
        onSuccess: (reply) => answered(context, dialect, hook, times, input, reply),
        onFailure
      })
      return Telemetry.hook(context.traced, hook, finished)
    }
    const finished = Effect.matchEffect(executed, {
      onSuccess: (reply) =>
        rest === undefined
          ? Effect.succeed(answered(context, dialect, hook, times, input, reply))
          : goesOn(context, dialect, hook, times, input, rest.reply),
      onFailure: (error) => noticedOnce(context, hook, input.event, onFailure(error))
    })
    return Telemetry.hook(context.traced, hook, finished)
  })
