/**
 * Supervises one process until there is an answer: the process has exited, or its limit has ended. The answer waits for
 * the process alone, not for processes that it left behind.
 */
import type { ChildProcess } from "node:child_process"
import type { Groups } from "./Groups.ts"
import type { Output } from "./Output.ts"

/** The end of a process, with its output. */
export type Ended =
  | {
      readonly _tag: "Exited"
      readonly code: number
      readonly stdout: string
      readonly stderr: string
      readonly cut: boolean
    }
  | {
      readonly _tag: "Signalled"
      readonly signal: string
      readonly stdout: string
      readonly stderr: string
      readonly cut: boolean
    }
  | { readonly _tag: "NotStarted"; readonly code: string; readonly text: string }

/** A running process. */
export interface Running {
  /** Ends it. `onEnd` is not called any more. */
  readonly stop: () => void
}

export interface Watched {
  readonly child: ChildProcess
  readonly out: Output
  readonly err: Output
  /** Called when no process uses the pipes any more. */
  readonly release: () => void
  /**
   * Called while a leftover process still writes to the pipes. They are returned by `release`, or closed by the
   * function passed here.
   */
  readonly hold: (giveUp: () => void) => () => void
  /** The time at which the limit ends, by the clock of `performance`. */
  readonly until: number
}

/** The time for which leftover processes may write before the answer is given without them. */
const drainMillis = 50

/**
 * The margin before the limit within which an exit is reported at once; otherwise leftover processes would turn it into
 * a timeout.
 */
const hasteMillis = 10

export const errnoOf = (error: unknown): { readonly code: string; readonly text: string } => ({
  code: error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "unknown",
  text: error instanceof Error ? error.message : String(error)
})

export const notStarted = (error: unknown): Ended => ({ _tag: "NotStarted", ...errnoOf(error) })

const endedAs = (code: number | null, signal: string | null, { err, out }: Watched): Ended => {
  const written = { stdout: out.text(), stderr: err.text(), cut: out.cut() || err.cut() }
  return code === null
    ? { _tag: "Signalled", signal: signal ?? "a signal", ...written }
    : { _tag: "Exited", code, ...written }
}

/** Supervises a process. `onEnd` is called once, unless it is stopped before. */
export const supervise = (watched: Watched, groups: Groups, onEnd: (ended: Ended) => void): Running => {
  const { child, err, out } = watched
  let answered = false
  let exited = false
  let grace: NodeJS.Timeout | undefined

  const bothEnded = () => out.ended() && err.ended()

  /** Returns the pipes, after the answer and the exit, when no process writes to them any more. */
  const settle = () => {
    if (!answered || !exited) return
    if (bothEnded()) return watched.release()
    out.unref()
    err.unref()
    const letGo = watched.hold(() => {
      out.close()
      err.close()
    })
    const onEndOfOne = () => {
      if (!bothEnded()) return
      letGo()
      watched.release()
    }
    out.onEnd(onEndOfOne)
    err.onEnd(onEndOfOne)
  }

  const answer = (ended?: Ended) => {
    if (answered) return
    answered = true
    clearTimeout(grace)
    out.discard()
    err.discard()
    settle()
    if (ended !== undefined) onEnd(ended)
  }

  // Signalling a running process may fail, which needs no handling.
  child.on("error", () => {})

  child.once("exit", (code, signal) => {
    exited = true
    out.drain()
    err.drain()
    if (answered) return settle()
    const finish = () => answer(endedAs(code, signal, watched))
    if (bothEnded()) return finish()
    // Leftover processes may write on, but not into the answer.
    out.endWithJson()
    const onEndOfOne = () => {
      if (bothEnded()) finish()
    }
    out.onEnd(onEndOfOne)
    err.onEnd(onEndOfOne)
    const drained = () => {
      out.drain()
      err.drain()
      finish()
    }
    const rest = Math.min(drainMillis, watched.until - hasteMillis - performance.now())
    if (rest <= 0) drained()
    else grace = setTimeout(drained, rest)
  })

  return {
    stop: () => {
      if (answered) return
      answer()
      if (child.pid !== undefined) groups.terminate(child.pid)
      // The host may exit before the process does.
      child.unref()
      out.unref()
      err.unref()
    }
  }
}
