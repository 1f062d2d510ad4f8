/** Questions with a deadline: the approver's answer, or the reason for which there is none. */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Result from "effect/Result"
import { called } from "@hookline/core/kit/execute/broken"
import { copyOfEvent } from "@hookline/core/kit/execute/copies"
import { boundedHere } from "@hookline/core/kit/execute/bounded"
import { sentence } from "@hookline/core/PipelineError"
import { type Answer, type Approving, type Request, type Turn, Unanswered } from "./Approval.ts"

/** The longest time that a question waits for its turn, in milliseconds. */
export const longestWait = 300_000

/** The result of a question. */
export type Asked =
  | { readonly _tag: "Answered"; readonly answer: string; readonly found: Answer["found"] }
  /** No approver answered before the deadline. */
  | { readonly _tag: "Late"; readonly why: string }
  /** The approver broke, or could not be asked. */
  | { readonly _tag: "Unanswered"; readonly why: string; readonly isInterrupted: boolean }

const unanswered = (why: string, isInterrupted = false): Asked => ({ _tag: "Unanswered", why, isInterrupted })

const seconds = (millis: number): string => `${millis / 1000} s`

/** The time of a question: the deadline, or, while it waits for its turn, the end of the wait. */
interface Time {
  end: number
  /** The time that is left for an answer, while the question waits. */
  left: number | undefined
  changed: Deferred.Deferred<void>
}

/** Ends when the time is over, however often its end is moved. */
const over = (time: Time, clock: Clock.Clock): Effect.Effect<void> =>
  Effect.suspend(() => {
    const rest = time.end - clock.currentTimeMillisUnsafe()
    if (rest <= 0) return Effect.void
    const { changed } = time
    // The deferred ends a sleep that is too long or too short by now. A longer sleep than a timer can take is slept in parts.
    const slept = Effect.sleep(Math.min(rest, 2 ** 31 - 1))
    return Effect.andThen(Effect.raceFirst(slept, Deferred.await(changed)), over(time, clock))
  })

const move = (time: Time, next: Pick<Time, "end" | "left">): void => {
  const { changed } = time
  Object.assign(time, next, { changed: Deferred.makeUnsafe() })
  Deferred.doneUnsafe(changed, Exit.void)
}

const reasonOf = (error: unknown): string =>
  error instanceof Unanswered ? error.message : `the approver broke: ${sentence(error)}`

/** Reads an answer. It is typed, and comes from the program's own code, which may have returned anything, also what throws. */
const answerOf = (said: Partial<Answer> | null | undefined): Asked => {
  const { answer, found = "asked" } = said ?? {}
  return typeof answer === "string" ? { _tag: "Answered", answer, found } : unanswered("the answer was none")
}

const resultOf = (exit: Exit.Exit<Answer, Unanswered>): Asked => {
  if (exit._tag === "Failure") {
    return Cause.hasInterruptsOnly(exit.cause)
      ? unanswered("the dialog was interrupted", true)
      : unanswered(reasonOf(Cause.squash(exit.cause)))
  }
  const said = Result.try(() => answerOf(exit.value))
  return said._tag === "Success" ? said.success : unanswered(reasonOf(said.failure))
}

/** Returns the request with copies of its own, because what an approver edits is neither what runs nor what it granted. */
const ownOf = (request: Request): Request => {
  const event = copyOfEvent(request.event)
  return { ...request, event, ...("toolInput" in event && { input: event.toolInput }) }
}

/**
 * Asks a question until its deadline. An approver that is late, throws or interrupts itself has not answered. If it has a
 * queue, it reports by `turn` how long a question waits, and that time does not count.
 */
export const askInTime = (ask: Approving["ask"], request: Request): Effect.Effect<Asked> =>
  Effect.clockWith((clock) => {
    const { deadline, timeoutMillis } = request
    const now = () => clock.currentTimeMillisUnsafe()
    const time: Time = { end: deadline, left: undefined, changed: Deferred.makeUnsafe() }
    let waited: number | undefined
    const turn: Turn = {
      wait: Effect.sync(() => {
        // However often a question waits, it is not asked for ever.
        waited ??= now() + longestWait
        move(time, { left: time.left ?? time.end - now(), end: waited })
      }),
      begin: Effect.sync(() => {
        if (time.left !== undefined) move(time, { left: undefined, end: now() + time.left })
      })
    }
    const asked = boundedHere(
      called(() => ask({ ...ownOf(request), turn })),
      Infinity
    )
    const late = Effect.sync((): Asked =>
      time.left !== undefined
        ? unanswered(`other questions kept the approver for ${seconds(longestWait)}`)
        : { _tag: "Late", why: `no approver answered within ${seconds(timeoutMillis)}` }
    )
    return Effect.raceFirst(
      // Without a limit there is always an exit.
      Effect.map(asked, (exit) => (exit === undefined ? unanswered("there was no answer") : resultOf(exit))),
      Effect.andThen(over(time, clock), late)
    )
  })
