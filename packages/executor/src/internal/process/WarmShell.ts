/**
 * A shell that was started before anybody knew for what. It waits in reading a named pipe for the variables and the
 * command of one run; an event costs two writes. Whatever is not certain is left to a process of its own.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { closeSync, constants, openSync, readSync, writeSync } from "node:fs"
import type { Floor } from "./ColdProcess.ts"
import { fill } from "./ColdProcess.ts"
import { collectPipe, type Output } from "./Output.ts"
import type { Channels } from "./Pipes.ts"
import { begin, type Reads, waiting } from "./shellText.ts"
import { type Ended, type Running, supervise } from "./supervise.ts"

/** Which shell, where, and with which variables. */
export interface Kind {
  readonly file: string
  readonly called: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

export interface WarmShell {
  readonly pid: number | undefined
  /** Whether it has come to where it waits. */
  readonly isWaiting: () => boolean
  /**
   * Lets it run. `onEnd` gets nothing where the shell never took its command, so that it may be run elsewhere. Nothing at
   * all comes back where that is known at once. A probe that is to read line by line is never told that no more comes.
   */
  readonly fire: (
    script: string,
    input: string,
    until: number,
    onEnd: (ended: Ended | undefined) => void,
    isProbe?: boolean
  ) => Running | undefined
  /** Ends it unused. */
  readonly dismiss: () => void
}

/** A pipe takes this much at once, if nobody has read yet: what is longer would have to wait for a reader. */
export const longestScript = 32_768

const scratch = Buffer.allocUnsafe(1)

/** Whether something that was written into a pipe is still there. Then it was never read. */
const holdsSomething = (fd: number): boolean => {
  try {
    return readSync(fd, scratch, 0, 1, null) > 0
  } catch {
    return false
  }
}

const start = ({ called, cwd, env, file }: Kind, channels: Channels, text: string): ChildProcess =>
  spawn(file, ["-c", text], {
    argv0: called,
    cwd,
    env,
    detached: true,
    stdio: [channels.stdin, channels.stdout, channels.stderr]
  })

/**
 * Starts a shell that waits, or none where there are no pipes. `onLost` is called where it ends before it was used. It
 * throws where too many files are open.
 */
export const startWarm = (
  kind: Kind,
  reads: Reads,
  { groups, hold, pipes }: Floor,
  onLost: () => void
): WarmShell | undefined => {
  const name = pipes.take()
  if (name === undefined) return undefined
  const opened: Array<number> = []
  let channels: Channels | undefined
  let child: ChildProcess
  let write: number
  try {
    channels = pipes.open()
    if (channels === undefined) {
      pipes.release(name)
      return undefined
    }
    // Ours is the only writing end: should we end, the shell reads the end, and ends too. Opening for both lets the
    // writing end be opened while nobody reads yet.
    const both = openSync(name, constants.O_RDWR)
    opened.push(both)
    write = openSync(name, constants.O_WRONLY | constants.O_NONBLOCK)
    closeSync(both)
    opened.splice(0, 1, write)
    child = start(kind, channels, waiting(name, reads))
  } catch (error) {
    for (const fd of opened) closeSync(fd)
    if (channels !== undefined) {
      for (const fd of [channels.stdin, channels.stdout, channels.stderr, channels.readOut, channels.readErr])
        closeSync(fd)
      pipes.release(...channels.names)
    }
    pipes.release(name)
    throw error
  }
  closeSync(channels.stdout)
  closeSync(channels.stderr)
  groups.add(child)
  const { names, readErr, readOut, stdin } = channels
  const out: Output = collectPipe(readOut)
  const err: Output = collectPipe(readErr)
  for (const part of [child, out, err]) part.unref()

  let read: number | undefined
  let isOver = false

  const closeReader = () => {
    if (read !== undefined) closeSync(read)
    read = undefined
  }

  const lost = (isWanted: boolean) => {
    if (isOver) return
    isOver = true
    out.drain()
    err.drain()
    const clean = child.pid === undefined || (out.ended() && err.ended())
    out.close()
    err.close()
    closeSync(stdin)
    closeSync(write)
    closeReader()
    if (clean) pipes.release(...names, name)
    else pipes.drop(...names, name)
    if (isWanted) onLost()
  }
  let isDismissed = false
  const onEarlyEnd = () => lost(!isDismissed)
  child.once("exit", onEarlyEnd)
  child.once("error", onEarlyEnd)

  const isWaiting = (): boolean => {
    if (isOver || isDismissed) return false
    if (read !== undefined) return true
    try {
      // Nobody can write where nobody reads: that it works tells that the shell has come so far. An empty line means
      // nothing to it.
      writeSync(write, "\n")
      read = openSync(name, constants.O_RDONLY | constants.O_NONBLOCK)
      return true
    } catch {
      return false
    }
  }

  const dismiss = () => {
    if (isOver || isDismissed) return
    isDismissed = true
    if (child.pid !== undefined) groups.dismiss(child.pid)
  }

  const fire: WarmShell["fire"] = (script, input, until, onEnd, isProbe = false) => {
    if (isOver || isDismissed || !isWaiting()) return undefined
    try {
      fill(stdin, input)
      const text = script + begin(reads)
      if (writeSync(write, text) < Buffer.byteLength(text)) {
        dismiss()
        return undefined
      }
    } catch {
      // No space for the input, or no reader any more: the shell goes away unused.
      dismiss()
      return undefined
    }
    isOver = true
    // What comes after the command is the end: `set -n` makes a shell read on past its `exit`.
    const isHeldOpen = isProbe && reads === "lines"
    if (!isHeldOpen) closeSync(write)
    // The rest is done while the shell is already at work. Its end can't be told before this has given the thread back.
    child.off("exit", onEarlyEnd)
    child.off("error", onEarlyEnd)
    child.ref()
    let wasRead = true
    child.once("exit", () => {
      closeSync(stdin)
      if (isHeldOpen) closeSync(write)
      wasRead = read === undefined || !holdsSomething(read)
      closeReader()
      pipes.release(name)
    })
    const release = () => pipes.release(...names)
    return supervise({ child, out, err, release, hold, until }, groups, (ended) => onEnd(wasRead ? ended : undefined))
  }

  return { pid: child.pid, isWaiting, fire, dismiss }
}
