/** Hooks in the background: the answer waits until they have started, and their results are reported later. */
import type { Hook } from "@hookline/schema/Hook"
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Background from "./Background.ts"
import type { EventContext } from "./EventContext.ts"
import { failed, type HookResult } from "./HookResult.ts"
import { callPort, variablesName } from "./port.ts"

/** Reports the result of a hook in the background, with the problems of its exports. */
export const reportDone = (
  context: EventContext,
  hook: Hook,
  event: HookEvent,
  finished: Effect.Effect<HookResult>
): Effect.Effect<void> =>
  Effect.gen(function* () {
    const done = yield* finished
    // Another event ran it meanwhile.
    if (done.run.status === "skipped") return
    // Its exports are there for the next hook. Lines that can't be read are reported with it.
    const problems = yield* Effect.catchTag(
      callPort(variablesName, () => context.sessionEnv.refresh(context.session, context.settings.env)),
      "PortFailed",
      ({ message }) => Effect.succeed([message])
    )
    const notices = problems.map((text) => ({ by: hook.id, level: "warning" as const, text }))
    const outcome =
      notices.length === 0 ? done.outcome : Outcome.reducer.combine(done.outcome, Outcome.make({ notices }))
    const told = callPort("the port for results of background hooks", () =>
      context.background.onDone(afterwards(hook, event, { ...done, outcome }))
    )
    // The event is over, and no other port takes its results.
    yield* Effect.catchTag(told, "PortFailed", ({ message }) => Effect.logError(message))
  })

/** Reduces a result to what still counts after the event: context and notices, no verdict and no change. */
const afterwards = (hook: Hook, event: HookEvent, { outcome, run: ran }: HookResult): Background.Done => {
  const { context, notices, verdict } = outcome
  const asked = hook.handler._tag === "Command" && hook.handler.asyncRewake === true && verdict._tag === "Deny"
  const said = Outcome.make({ context, notices })
  return {
    event,
    run: { ...ran, outcome: said },
    ...(asked && {
      rewake: Verdict.reasonsOf(verdict)
        .map(({ text }) => text)
        .join("\n")
    })
  }
}

/**
 * Runs a hook in the background. The answer waits until the hook has started, because a process that ends with its answer
 * would end before the hook.
 */
export const runOn = (
  context: EventContext,
  hook: Hook,
  event: HookEvent,
  start: (onStart: () => void) => Effect.Effect<HookResult>
): Effect.Effect<HookResult> => {
  const now = { started: context.now(), queuedMillis: 0 }
  const begun = Deferred.makeUnsafe<void>()
  const begin = () => void Deferred.doneUnsafe(begun, Exit.void)
  // The event does not wait for it, so that a defect would be unseen.
  const finished = Effect.catchDefect(start(begin), (defect) =>
    Effect.sync(() => failed(context, hook, now, event, defect))
  )
  const told = reportDone(context, hook, event, finished)
  const goingOn: HookResult = {
    hook,
    run: { id: hook.id, kind: hook.handler._tag, source: hook.source, status: "ran", why: "it runs on by itself" },
    outcome: Outcome.empty
  }
  // A run that ends without a start has failed, or was interrupted: the answer need not wait for it.
  const running = Effect.ensuring(told, Effect.sync(begin))
  return Effect.forkIn(running, context.scope, { startImmediately: true }).pipe(
    Effect.andThen(Deferred.await(begun)),
    Effect.as(goingOn)
  )
}
