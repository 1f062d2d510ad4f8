/**
 * A line on standard error about work that takes more than a second. It is written over, and cleared when the work ends.
 * Only a terminal gets it, because in a file each state of the line would be kept.
 */
import { onOneLine } from "@hookline/schema/kit/shown/visible"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { columnsOf } from "./layout.ts"

const clear = "\r\u001B[K"

/** Writes to standard error at once. */
const write = (text: string): Effect.Effect<void> => Effect.sync(() => void process.stderr.write(text))

const isShown = (): boolean => process.stderr.isTTY && process.env["TERM"] !== "dumb"

/** Cuts a line, because a line that the terminal breaks could not be written over. */
const lineOf = (text: string, seconds: number): string => {
  const end = ` … ${seconds} s`
  const room = (columnsOf(process.stderr, process.env) ?? 80) - end.length - 1
  const line = onOneLine(text)
  return `${line.length > room ? `${line.slice(0, Math.max(0, room - 1))}…` : line}${end}`
}

/** Writes the line each second, for as long as it is not interrupted. */
const ticking = Effect.fnUntraced(function* (text: string) {
  for (let seconds = 1; ; seconds++) {
    yield* Effect.sleep("1 second")
    yield* write(clear + lineOf(text, seconds))
  }
})

/** A line that was started. */
export interface Progress {
  /** Clears the line. It may be called more than once. */
  readonly stop: Effect.Effect<void>
}

/** Starts a line. */
export const start = (text: string): Effect.Effect<Progress> =>
  isShown()
    ? Effect.map(Effect.forkDetach(ticking(text)), (fiber) => ({
        // What was not written yet needs no clearing, and another line may be there by then.
        stop: Effect.suspend(() =>
          fiber.pollUnsafe() === undefined ? Effect.andThen(Fiber.interrupt(fiber), write(clear)) : Effect.void
        )
      }))
    : Effect.succeed({ stop: Effect.void })

/** Shows a line while an effect runs. */
export const during = <A, E, R>(text: string, self: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.acquireUseRelease(
    start(text),
    () => self,
    ({ stop }) => stop
  )
