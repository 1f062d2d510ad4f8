/** The functions of native handlers, by their hooks, which are data. */
import { copyOfEvent, isEdited } from "@hookline/core/kit/execute/copies"
import { bounded } from "@hookline/core/kit/execute/bounded"
import { issueOf } from "@hookline/core/kit/execute/broken"
import { HeldClaims } from "@hookline/core/kit/execute/heldClaims"
import * as scopeUses from "@hookline/core/kit/execute/scopeUses"
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
  return executing(new RunnerDefect({ hook, issue: issueOf(cause) }))
}

/** Checks whether a value has a change, which may be the event's own copy after it was edited. */
const hasChanges = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  "changes" in value &&
  Array.isArray(value.changes) &&
  value.changes.length > 0

/** Returns the reply of a handler that has returned. What it edited in place may have been meant as a change, and is none. */
const replyOf = (value: unknown, copy: HookEvent, event: HookEvent): Returned =>
  isEdited(copy, event) && !hasChanges(value)
    ? { _tag: "Value", value, failure: "it edited its event in place, which changes nothing: return the change" }
    : { _tag: "Value", value }

/** Returns the failure of what a handler acquired, after the handler has returned. */
const failureAfter = <A, E>(exit: Exit.Failure<A, E> | undefined, limitMillis: number): string => {
  if (exit === undefined) return `it has replied, and what it acquired was not released within ${limitMillis / 1000} s`
  return `it has replied, and what it acquired could not be released: ${issueOf(exit.cause)}`
}

/** Returns the reply of a handler. One that has returned has replied, also where a finalizer of it fails or is late. */
const replied = <A, E>(
  hook: string,
  limitMillis: number,
  exit: Exit.Exit<A, E> | undefined,
  reply: Returned | undefined
): Effect.Effect<Returned, PipelineError> => {
  if (reply !== undefined)
    return Effect.succeed(exit?._tag === "Success" ? reply : { ...reply, failure: failureAfter(exit, limitMillis) })
  if (exit === undefined) return Effect.fail(executing(new TimedOut({ hook, limitMillis })))
  return exit._tag === "Success"
    ? Effect.succeed({ _tag: "Value", value: undefined })
    : Effect.fail(failureOf(hook, exit.cause))
}

/** Adds a notice of what a handler has put in force in its own scope, which removes it as soon as the handler returns. */
const withNotice = (reply: Returned, uses: ReadonlyArray<string>): Returned =>
  uses.length === 0
    ? reply
    : {
        ...reply,
        notice:
          `has put in force in its own scope, which closes after each event, so that it is removed: ${uses.join(", ")}. Provide a ` +
          "scope that stays open, or close it by Effect.scoped if it is for the time of the handler."
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
    const copy = copyOfEvent(event)
    const called = Effect.suspend(() => {
      // An event's name is its tag, so the handler gets the event that it is registered for.
      const effect = handler(copy as EventOf<Name>)
      // Programs that are not compiled may return something else.
      return Effect.isEffect(effect) ? effect : Effect.die(new Error("it returned no Effect"))
    })
    let reply: Returned | undefined
    const run = scopeUses.scoped(
      called,
      (value) => {
        reply = replyOf(value, copy, event)
      },
      (uses) => {
        if (reply !== undefined) reply = withNotice(reply, uses)
      }
    )
    return bounded(run, limitMillis, servicesIn, (exit) => replied(name, limitMillis, exit, reply))
  }
}
