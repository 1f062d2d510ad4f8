/**
 * Supervises one process until there is an answer: the process has exited, or its limit has ended. The answer waits for
 * the process, and for processes that it left behind only as long as they may still write its reply.
 */
import type { Json } from "@hookline/schema/Json"
import type { ChildProcess } from "node:child_process"
import * as path from "node:path"
import { firstObject } from "./firstObject.ts"
import type { Groups } from "./Groups.ts"
import type { Output } from "./Output.ts"
import { begin, complete } from "./recorded.ts"

/** The end of a process, with its output. */
export type Ended =
  | {
      readonly _tag: "Exited"
      readonly code: number
      readonly stdout: string
      readonly stderr: string
      readonly cut: boolean
      /** True if a leftover process could still write to standard output when the answer was given. */
      readonly held: boolean
      /** True if an object may begin in the part of standard output that was not kept. */
      readonly hides: boolean
    }
  | {
      readonly _tag: "Signalled"
      readonly signal: string
      readonly stdout: string
      readonly stderr: string
      readonly cut: boolean
    }
  | { readonly _tag: "NotStarted"; readonly code: string; readonly text: string }
  /** Nothing has run, because the sandbox could not be made. */
  | { readonly _tag: "Unconfined"; readonly issue: string }

/** A running process. */
export interface Running {
  /** Ends it. `onEnd` is not called any more. */
  readonly stop: () => void
  /**
   * Lets it outlive this process. `onEnd` is not called any more. With a limit, it is ended after that time in
   * milliseconds. Returns true if what it writes, behind its first object, is recorded in the folder for a later process.
   */
  readonly detach: (limitMillis?: number, folder?: string) => boolean
}

/** The reply that the answer waits for, if a leftover process holds the output of one that has exited. */
export interface Expected {
  /** The time for which the reply may come after the exit. */
  readonly patienceMillis: number
  /** Checks whether an object at the start of the output is the whole reply. */
  readonly isReply: (object: Json) => boolean
  /** Called with the first line of the output if that is an object, while the hook may run on. Returns true if it does. */
  readonly onFirst?: (object: Json) => boolean
}

export interface Watched {
  readonly child: ChildProcess
  readonly out: Output
  readonly err: Output
  /**
   * Called while a leftover process still writes to the pipes. They end with it, or are closed by the function passed
   * here.
   */
  readonly hold: (giveUp: () => void) => () => void
  /** The time at which the limit ends, by the clock of `performance`. */
  readonly until: number
  readonly expected: Expected
  /** True if everything that it leaves behind is to be ended with it. */
  readonly endsAll?: boolean
}

/** The time for which leftover processes may write where no reply can come from them. */
const drainMillis = 100

/** The exit code that denies, so that no reply is needed. */
const denial = 2

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
    : { _tag: "Exited", code, ...written, held: !out.ended(), hides: out.hides() }
}

/** Begins a record with what was written behind the first object. Returns no folder if the disk is full or read-only. */
const begun = (folder: string, { err, out }: Watched): string | undefined => {
  const written = out.text()
  const stdout = written.slice(firstObject(written)?.length ?? 0).trimStart()
  try {
    err.drain()
    begin(folder, { stdout, stderr: err.text() })
    return folder
  } catch {
    return undefined
  }
}

const isCompleted = (folder: string, code: string): boolean => {
  try {
    complete(folder, code)
    return true
  } catch {
    return false
  }
}

/** Supervises a process. `onEnd` is called once, unless it is stopped before. */
export const supervise = (watched: Watched, groups: Groups, onEnd: (ended: Ended) => void): Running => {
  const { child, err, expected, out, until } = watched
  let answered = false
  let exited = false
  let exitCode: number | null = null
  let detached = false
  let moved = false
  let first: Json | undefined
  let onFirst = () => {}
  let grace: NodeJS.Timeout | undefined
  let due: NodeJS.Immediate | undefined

  out.onObject((object, behind) => {
    first = object
    const [line = ""] = behind.split("\n", 1)
    moved = line.trim() === "" && expected.onFirst?.(object) === true
    onFirst()
  })

  const bothEnded = () => out.ended() && err.ended()

  /** Holds the pipes, after the answer and the exit, until no process writes to them any more. */
  const settle = () => {
    if (!answered || !exited || detached) return
    if (watched.endsAll === true && child.pid !== undefined) groups.killLeft(child.pid)
    if (bothEnded()) return
    out.unref()
    err.unref()
    const letGo = watched.hold(() => {
      out.close()
      err.close()
    })
    const onEndOfOne = () => {
      if (bothEnded()) letGo()
    }
    out.onEnd(onEndOfOne)
    err.onEnd(onEndOfOne)
  }

  const answer = (ended?: Ended) => {
    if (answered) return
    answered = true
    clearTimeout(grace)
    clearImmediate(due)
    out.discard()
    err.discard()
    settle()
    if (ended !== undefined) onEnd(ended)
  }

  // Signalling a running process may fail, which needs no handling.
  child.on("error", () => {})

  child.once("exit", (code, signal) => {
    exited = true
    exitCode = code
    out.drain()
    err.drain()
    if (answered) return settle()
    const finish = () => {
      out.drain()
      err.drain()
      answer(endedAs(code, signal, watched))
    }
    // The complaints of a success are not part of its reply.
    const isComplete = () => out.ended() && (err.ended() || (code === 0 && err.isDrainable))
    if (isComplete()) return finish()
    const mayReply = () => code !== null && code !== denial && !moved
    const wait = () => {
      clearTimeout(grace)
      clearImmediate(due)
      const patience = mayReply() && !out.ended() ? expected.patienceMillis : drainMillis
      const rest = Math.min(patience, until - hasteMillis - performance.now())
      if (rest <= 0) finish()
      // Timers run before pipes are read: on a busy machine a reply that came in time may not have been read yet.
      else grace = setTimeout(() => (due = setImmediate(finish)), rest)
    }
    out.onEnd(() => {
      if (isComplete()) finish()
      else wait()
    })
    err.onEnd(() => {
      if (isComplete()) finish()
    })
    onFirst = () => {
      if (mayReply() && first !== undefined && expected.isReply(first)) finish()
      else wait()
    }
    onFirst()
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
    },
    detach: (limitMillis, folder) => {
      if (answered) return false
      answered = true
      detached = true
      clearTimeout(grace)
      const { pid } = child
      if (pid !== undefined) groups.release(pid)
      child.unref()
      const limit = pid === undefined || limitMillis === undefined ? undefined : { group: pid, millis: limitMillis }
      const record = folder === undefined ? undefined : begun(folder, watched)
      if (record === undefined) {
        out.handOver({ limit })
        err.handOver()
        return false
      }
      err.handOver({ file: path.join(record, "stderr") })
      if (out.handOver({ limit, file: path.join(record, "stdout"), record })) return true
      // Without a pipe to read it has written all of it.
      return out.ended() && isCompleted(record, exited && exitCode !== null ? String(exitCode) : "moved")
    }
  }
}
