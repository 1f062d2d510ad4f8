/**
 * Watches one process until there is an answer: it has ended, or nobody wants to wait any longer. The answer waits for
 * the process alone, never for what it left behind, nor for anybody's end.
 */
import type { ChildProcess } from "node:child_process"
import type { Groups } from "./Groups.ts"
import type { Output } from "./Output.ts"

/** How a process ended, and what it wrote. */
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

/** A process that runs. */
export interface Running {
  /** Ends it. Nothing is told of it any more. */
  readonly stop: () => void
}

export interface Watched {
  readonly child: ChildProcess
  readonly out: Output
  readonly err: Output
  /** The pipes are nobody's any more. */
  readonly release: () => void
  /** Somebody still writes into the pipes; they are to be given back by `release`, or given up by this. */
  readonly hold: (giveUp: () => void) => () => void
  /** When its limit is over, by the clock of `performance`. */
  readonly until: number
}

/** What a process left behind may go on writing for this long before the answer is given without it. */
const drainMillis = 50

/** An end that came within the limit is told within the limit: else it would be undone by what was left behind. */
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

/** Watches a process. `onEnd` is called once, unless it is stopped before. */
export const supervise = (watched: Watched, groups: Groups, onEnd: (ended: Ended) => void): Running => {
  const { child, err, out } = watched
  let answered = false
  let exited = false
  let grace: NodeJS.Timeout | undefined

  const bothEnded = () => out.ended() && err.ended()

  /** After the answer and the end: the pipes go back when nobody writes into them any more. */
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

  // A process that runs can fail to be signalled, which is nothing new to us.
  child.on("error", () => {})

  child.once("exit", (code, signal) => {
    exited = true
    out.drain()
    err.drain()
    if (answered) return settle()
    const finish = () => answer(endedAs(code, signal, watched))
    if (bothEnded()) return finish()
    // Whoever it left behind may write on, but not into its answer.
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
      // Whatever becomes of it now, the host may end before it does.
      child.unref()
      out.unref()
      err.unref()
    }
  }
}
