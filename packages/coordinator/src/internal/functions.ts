/** The functions of native handlers, by their hooks, which are data. */
import { copyOf, isEdited } from "@hookline/core/kit/execute/copies"
import { bounded } from "@hookline/core/kit/execute/bounded"
import { HeldClaims } from "@hookline/core/kit/execute/heldClaims"
import { executing, HookFailed, PipelineError, RunnerDefect, sentence, TimedOut } from "@hookline/core/PipelineError"
import type { Hook } from "@hookline/schema/Hook"
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { HookReply } from "@hookline/schema/HookReply"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Scheduler from "effect/Scheduler"
import * as Scope from "effect/Scope"
import * as Tracer from "effect/Tracer"
import type { EventOf, Registration } from "../Handlers.ts"

/** The value that a handler returned. It may be anything: not all programs compile. */
type Returned = Extract<HookReply, { readonly _tag: "Value" }>

/** Calls a handler, with the services of its registration, for at most this time. */
export type HandlerFunction = (event: HookEvent, limitMillis: number) => Effect.Effect<Returned, PipelineError>

/** The function of each hook. */
export const functions = new WeakMap<Hook, HandlerFunction>()

/** Merges the services of a registration over those of an event, which mostly are the same as last time. */
const over = <R>(services: Context.Context<R>) => {
  let last: Context.Context<never> | undefined
  let merged = services
  return (context: Context.Context<never>): Context.Context<R> => {
    if (context !== last) {
      merged = Context.merge(context, services)
      last = context
    }
    return merged
  }
}

const failureOf = (hook: string, cause: Cause.Cause<unknown>): PipelineError => {
  const [reason] = cause.reasons
  if (reason !== undefined && Cause.isFailReason(reason)) {
    return reason.error instanceof PipelineError
      ? reason.error
      : executing(new HookFailed({ hook, issue: sentence(reason.error) }))
  }
  const died = reason !== undefined && Cause.isDieReason(reason)
  return executing(new RunnerDefect({ hook, issue: died ? sentence(reason.defect) : "it was interrupted by itself" }))
}

/** Checks whether a value has a change, which may be the event's own copy after it was edited. */
const hasChanges = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  "changes" in value &&
  Array.isArray(value.changes) &&
  value.changes.length > 0

const returned = <A, E>(
  hook: string,
  limitMillis: number,
  exit: Exit.Exit<A, E> | undefined,
  copy: HookEvent,
  event: HookEvent
): Effect.Effect<Returned, PipelineError> => {
  if (exit === undefined) return Effect.fail(executing(new TimedOut({ hook, limitMillis })))
  if (exit._tag === "Failure") return Effect.fail(failureOf(hook, exit.cause))
  const { value } = exit
  const isLost = isEdited(copy, event) && !hasChanges(value)
  return Effect.succeed(isLost ? { _tag: "Value", value, edited: true } : { _tag: "Value", value })
}

/** Returns the function of a handler that is registered under this name, where these services are. */
export const functionOf = <Name extends string, E, R>(
  name: string,
  { handler }: Registration<Name, E, R>,
  services: Context.Context<R>
): HandlerFunction => {
  // The span, the scope, the scheduler and the claims are those of the event: they are there when it is called.
  const own = Context.omit(
    Tracer.ParentSpan,
    Scope.Scope,
    Scheduler.Scheduler,
    HeldClaims
  )(services) as Context.Context<Exclude<R, Scope.Scope>>
  const servicesIn = over(own)
  return (event, limitMillis) => {
    const copy = copyOf(event)
    const called = Effect.suspend(() => {
      // An event's name is its tag, so the handler gets the event that it is registered for.
      const effect = handler(copy as EventOf<Name>)
      // Programs that are not compiled may return something else.
      return Effect.isEffect(effect) ? effect : Effect.die(new Error("it returned no Effect"))
    })
    const run = Effect.scoped(called)
    return bounded(run, limitMillis, servicesIn, (exit) => returned(name, limitMillis, exit, copy, event))
  }
}
