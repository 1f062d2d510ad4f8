/** Calls of ports: each ends within a limit, and each way in which one can break is a typed failure. */
import type { OnFailure } from "@hookline/schema/Hook"
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { Outcome } from "@hookline/schema/Outcome"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as FailurePolicy from "../policy/FailurePolicy.ts"
import { sentence } from "../PipelineError.ts"
import { boundedHere } from "./bounded.ts"

/** The time within which a port has to answer, in milliseconds. Questions to an approver have a deadline instead. */
export const portLimit = 2000

/** Names of ports in sentences. */
export const stateName = "the session's state"
export const variablesName = "the session's variables"

/** A port that did not do its work: it was late, threw, or interrupted itself. */
export class PortFailed extends Schema.TaggedError<PortFailed>()("PortFailed", {
  port: Schema.String,
  issue: Schema.String
}) {
  override get message(): string {
    return `${this.port} ${this.issue}`
  }
}

/** Returns the problem of a port by its exit, which is `undefined` if it was late. */
export const issueOf = <A, E>(exit: Exit.Failure<A, E> | undefined, limitMillis: number): string => {
  if (exit === undefined) return `did not answer within ${limitMillis / 1000} s`
  // The caller's own interrupt ends the caller, so that one which arrives here is the port's.
  return Cause.hasInterruptsOnly(exit.cause)
    ? "was interrupted by itself"
    : `broke: ${sentence(Cause.squash(exit.cause))}`
}

/** Returns the effect of a broken port on an event, where no hook has called it. */
export const decideOnPort = (onFailure: OnFailure, { message, port }: PortFailed, event: HookEvent): Outcome =>
  FailurePolicy.decide(onFailure, { by: port, text: message }, event)

/** Reads from a port that answers synchronously. */
export const readPort = <A>(port: string, read: () => A): Result.Result<A, PortFailed> => {
  try {
    return Result.succeed(read())
  } catch (error) {
    return Result.fail(new PortFailed({ port, issue: `broke: ${sentence(error)}` }))
  }
}

/**
 * Calls a port, by its name in a sentence. A call that ends at once takes no timer, and one that has nothing to do, so that
 * its effect is a value already, no fiber.
 */
export const callPort = <A, E>(
  port: string,
  call: () => Effect.Effect<A, E>,
  limitMillis = portLimit
): Effect.Effect<A, PortFailed> =>
  Effect.suspend((): Effect.Effect<A, PortFailed> => {
    const called = Result.try(call)
    if (called._tag === "Failure") {
      return Effect.fail(new PortFailed({ port, issue: `broke: ${sentence(called.failure)}` }))
    }
    const effect = called.success
    if (Exit.isExit(effect)) {
      // An effect that is an exit already has the effect's own type.
      const exit = effect as Exit.Exit<A, E>
      if (Exit.isSuccess(exit)) return Effect.succeed(exit.value)
    }
    // Programs that are not compiled may return something else.
    if (!Effect.isEffect(effect)) return Effect.fail(new PortFailed({ port, issue: "returned no Effect" }))
    return Effect.flatMap(boundedHere(effect, limitMillis), (exit) =>
      exit?._tag === "Success"
        ? Effect.succeed(exit.value)
        : Effect.fail(new PortFailed({ port, issue: issueOf(exit, limitMillis) }))
    )
  })
