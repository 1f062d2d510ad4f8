/** A native handler as it stands in the registry: with what it needs, taken from the place that it was registered in. */
import { RunnerDefect, executing, HookFailed, PipelineError, sentence, TimedOut } from "@hookline/core/PipelineError"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Scheduler from "effect/Scheduler"
import * as Scope from "effect/Scope"
import * as Tracer from "effect/Tracer"
import type { EventOf, Registration } from "../../Registry.ts"
import { bounded } from "../bounded.ts"
import type { Native, Returned } from "./Entry.ts"

const broke = (hook: string, cause: Cause.Cause<unknown>): PipelineError => {
  const [reason] = cause.reasons
  if (reason !== undefined && Cause.isFailReason(reason)) {
    return reason.error instanceof PipelineError
      ? reason.error
      : executing(new HookFailed({ hook, issue: sentence(reason.error) }))
  }
  const died = reason !== undefined && Cause.isDieReason(reason)
  return executing(new RunnerDefect({ hook, issue: died ? sentence(reason.defect) : "it was interrupted by itself" }))
}

const returned = <A, E>(hook: string, limitMillis: number, exit: Exit.Exit<A, E> | undefined): Returned => {
  if (exit === undefined) return executing(new TimedOut({ hook, limitMillis }))
  return exit._tag === "Success" ? { value: exit.value } : broke(hook, exit.cause)
}

/** What a handler does. It is typed, and still may return anything: not all who register are compiled. */
const called = <A, E, R>(handle: () => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    const returns = handle()
    return Effect.isEffect(returns) ? returns : Effect.die(new Error("it returned no Effect"))
  })

/** These services over those of the place that a handler is asked in, which mostly is the same as the last time. */
const over = <R>(services: Context.Context<R>) => {
  let place: Context.Context<never> | undefined
  let merged = services
  return (context: Context.Context<never>): Context.Context<R> => {
    if (context !== place) {
      merged = Context.merge(context, services)
      place = context
    }
    return merged
  }
}

/** `services` are those of the place that it is registered in. */
export const native = <Name extends string, E, R>(
  registration: Registration<Name, E, R>,
  services: Context.Context<R>
): Native => {
  const { event, handler, name, onFailure, priority = 0, timeout = "30 seconds" } = registration
  // Its spans belong to the event that it is asked about, and its fiber to who runs that, not to whatever registered it.
  // Nothing is lost to it: those are there where it is asked, and its scope is made with each event.
  const own = Context.omit(Tracer.ParentSpan, Scope.Scope, Scheduler.Scheduler)(services) as Context.Context<
    Exclude<R, Scope.Scope>
  >
  const servicesIn = over(own)
  return {
    _tag: "Native",
    event,
    name,
    priority: Number.isNaN(priority) ? 0 : priority,
    limitMillis: Duration.toMillis(timeout),
    onFailure,
    ask: (told, limitMillis) => {
      // An event's name is its tag, so that the handler gets the event that it is registered for.
      const run = Effect.scoped(called(() => handler(told as EventOf<Name>)))
      return Effect.map(bounded(run, limitMillis, servicesIn), (exit) => returned(name, limitMillis, exit))
    }
  }
}
