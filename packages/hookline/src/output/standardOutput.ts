/**
 * Standard output. It is written at once, because a stream reports too late that its reader has ended, or never. A part that could
 * not be written is reported at the end: a guard's verdict does not depend on the reader.
 */
import type * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { Problem } from "../commands/Problem.ts"
import { attempt } from "./write.ts"

/** The exit code that a shell reports for a process that wrote to a closed pipe. */
const unread = 141

const reasons: Readonly<Record<string, string>> = {
  EPIPE: "its reader has ended",
  ENOSPC: "there is no space left on the device",
  EIO: "the terminal or the device is gone",
  EBADF: "it is closed"
}

const problemOf = (code: string): Problem =>
  new Problem({
    message: `standard output was not written to its end: ${reasons[code] ?? code}.`,
    exit: code === "EPIPE" ? unread : 1
  })

let problem: Problem | undefined
const waiting = new Set<() => void>()

const print = (...parts: ReadonlyArray<unknown>): void => {
  if (problem !== undefined) return
  const code = attempt(1, `${parts.join(" ")}\n`)
  if (code === undefined) return
  problem = problemOf(code)
  for (const tell of waiting) tell()
}

/** The console of this process, with a standard output that is watched. */
export const watched: Console.Console = { ...globalThis.console, log: print }

/** The obstacle to the output, or `undefined`. */
export const failure = (): Problem | undefined => problem

/** Fails where something was not written. */
export const whole: Effect.Effect<void, Problem> = Effect.suspend(() =>
  problem === undefined ? Effect.void : Effect.fail(problem)
)

/**
 * Fails as soon as something can't be written: there is no use in going on then. Who reads what has no end of its own, and
 * has read enough, gets no report.
 */
export const unreadable: Effect.Effect<never, Problem> = Effect.callback<never, Problem>((resume) => {
  const tell = () => {
    if (problem?.exit === unread) problem = new Problem({ message: "", exit: unread })
    resume(problem === undefined ? Effect.never : Effect.fail(problem))
  }
  waiting.add(tell)
  return Effect.sync(() => waiting.delete(tell))
})
