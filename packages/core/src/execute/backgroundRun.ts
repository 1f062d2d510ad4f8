/** Hooks in the background: the answer waits until they have started, and their results are reported later. */
import type { Hook } from "@hookline/schema/Hook"
import { type HookEvent, nameOf } from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Background from "./Background.ts"
import { runsOn } from "./Background.ts"
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

/**
 * Reduces a result to what still counts after the event: context and notices, no verdict and no change. A verdict that came
 * too late is reported as both.
 */
export const afterwards = (hook: Hook, event: HookEvent, { outcome, run: ran }: HookResult): Background.Done => {
  const { context, notices, verdict } = outcome
  // The verdict of the policy on a failure is no verdict of the hook, and its notice reports the failure.
  const own = Verdict.reasonsOf(verdict).filter(({ text }) => text !== ran.failure?.text)
  const isLate = Verdict.isStricter(verdict._tag, "Allow") && (ran.failure === undefined || own.length > 0)
  const reasons = own.map(({ text }) => text).join("\n")
  const wakes =
    hook.handler._tag === "Command" && hook.handler.asyncRewake === true && verdict._tag === "Deny" && isLate
  const late = `${hook.id} ended with ${verdict._tag} on ${nameOf(event)}, too late: it runs in the background`
  const said = Outcome.make({
    context: isLate && !wakes && reasons !== "" ? [...context, textFor(hook, reasons)] : context,
    notices: isLate && !wakes ? [...notices, { by: hook.id, level: "warning", text: colon(late, reasons) }] : notices
  })
  return {
    event,
    run: {
      ...ran,
      why: isLate && !wakes ? "in the background, where its verdict is too late" : "in the background",
      outcome: said
    },
    ...(wakes && { rewake: reasons })
  }
}

const colon = (text: string, more: string): string => (more === "" ? text : `${text}: ${more}`)

/** Creates the text for the model of a hook in the background. */
export const textFor = ({ id }: Pick<Hook, "id">, text: string): Outcome.Context => ({
  by: id,
  text,
  role: "system",
  ephemeral: false
})

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
    run: { id: hook.id, kind: hook.handler._tag, source: hook.source, status: "ran", why: runsOn },
    outcome: Outcome.empty
  }
  // A run that ends without a start has failed, or was interrupted: the answer need not wait for it.
  const running = Effect.ensuring(told, Effect.sync(begin))
  return Effect.forkIn(running, context.scope, { startImmediately: true }).pipe(
    Effect.andThen(Deferred.await(begun)),
    Effect.as(goingOn)
  )
}
