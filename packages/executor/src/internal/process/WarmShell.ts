/**
 * A warm shell: a shell that is spawned in advance. It waits by reading a pipe without a name for the variables and the
 * command of one run, so that an event costs two writes. In any doubt, a process is spawned instead.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { closeSync, constants, openSync, readSync, writeSync } from "node:fs"
import { fill, type Floor, type Start } from "./ColdProcess.ts"
import { collectPipe, type Output } from "./Output.ts"
import type { Inside } from "@hookline/core/Sandbox"
import type { Channels } from "./Channels.ts"
import { type Launched, spawnLaunch } from "./launched.ts"
import { spend } from "./Pipe.ts"
import type { Pipes } from "./Pipes.ts"
import { begin, type Reads, waiting } from "./shellText.ts"
import { type Ended, type Running, supervise } from "./supervise.ts"

/** The shell, its folder, and its variables. */
export interface Kind {
  readonly file: string
  readonly called: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** The sandbox in which it waits. */
  readonly inside?: Inside | undefined
}

/** The input of a run, its limit, and the reply that it waits for. */
export type Fired = Pick<Start, "input" | "until" | "expected">

export interface WarmShell {
  readonly pid: number | undefined
  /** True if it has reached the point at which it waits. */
  readonly isWaiting: () => boolean
  /**
   * Runs a command in the shell. `onEnd` gets `undefined` if the shell never read the command, so that it may run
   * elsewhere; `fire` returns `undefined` if that is known at once. The pipe of a probe for reading line by line is not
   * closed.
   */
  readonly fire: (
    script: string,
    run: Fired,
    onEnd: (ended: Ended | undefined) => void,
    isProbe?: boolean
  ) => Running | undefined
  /** Ends it unused. */
  readonly dismiss: () => void
}

/** The capacity of a pipe without a reader. A longer write would block. */
export const longestScript = 32_768

const scratch = Buffer.allocUnsafe(1)

/** Checks whether a pipe still contains data, which then was never read. */
const holdsSomething = (fd: number): boolean => {
  try {
    return readSync(fd, scratch, 0, 1, null) > 0
  } catch {
    return false
  }
}

/** A shell that was spawned, with the report of its sandbox if it has one. */
interface Started {
  readonly child: ChildProcess
  readonly launched?: Launched
}

const start = (kind: Kind, channels: Channels, pipe: number, text: string, pipes: Pipes): Started => {
  const { called, cwd, env, file, inside } = kind
  const { stderr, stdin, stdout } = channels
  const args = ["-c", text]
  if (inside === undefined) {
    const stdio = [stdin, stdout, stderr, pipe]
    return { child: spawn(file, args, { argv0: called, cwd, env, detached: true, stdio }) }
  }
  const launch = inside.launch({ file, called, args, env, hasScript: true })
  const launched = spawnLaunch(launch, { stdin, stdout, stderr, script: pipe }, { cwd, file: () => pipes.file() })
  return { child: launched.child, launched }
}

/**
 * Spawns a shell that waits. Returns `undefined` without pipes. `onLost` is called if it exits unused. Throws if too
 * many files are open.
 */
export const startWarm = (
  kind: Kind,
  reads: Reads,
  { groups, hold, pipes }: Floor,
  onLost: () => void
): WarmShell | undefined => {
  const pipe = pipes.take()
  if (pipe?.fd === undefined) {
    if (pipe !== undefined) spend(pipe)
    return undefined
  }
  const opened: Array<number> = []
  let channels: Channels | undefined
  let child: ChildProcess
  let launched: Launched | undefined
  let write: number
  try {
    channels = pipes.open()
    if (channels === undefined) {
      spend(pipe)
      return undefined
    }
    // The only writing end is the parent's: if the parent exits, the shell reads the end and exits too. Opening for
    // both lets the writing end be opened before there is a reader.
    const both = openSync(pipe.path, constants.O_RDWR)
    opened.push(both)
    write = openSync(pipe.path, constants.O_WRONLY | constants.O_NONBLOCK)
    closeSync(both)
    opened.splice(0, 1, write)
    const begun = start(kind, channels, pipe.fd, waiting(reads), pipes)
    child = begun.child
    launched = begun.launched
  } catch (error) {
    for (const fd of opened) closeSync(fd)
    if (channels !== undefined) {
      for (const fd of [channels.stdin, channels.stdout, channels.stderr, channels.readOut, channels.readErr])
        closeSync(fd)
    }
    spend(pipe)
    throw error
  }
  closeSync(channels.stdout)
  closeSync(channels.stderr)
  groups.add(child)
  const { readErr, readOut, stdin } = channels
  const out: Output = collectPipe(readOut)
  const err: Output = collectPipe(readErr)
  for (const part of [child, out, err]) part.unref()

  let read: number | undefined
  let isOver = false

  /** Closes the pipe, as far as this process reads it. */
  let closePipe = () => spend(pipe)

  /** Opens the pipe for `holdsSomething`. Nothing else opens it from then on. */
  const openReader = (): number => {
    const fd = openSync(pipe.path, constants.O_RDONLY | constants.O_NONBLOCK)
    spend(pipe)
    closePipe = () => closeSync(fd)
    return fd
  }

  const lost = (isWanted: boolean) => {
    if (isOver) return
    isOver = true
    out.drain()
    err.drain()
    out.close()
    err.close()
    closeSync(stdin)
    closeSync(write)
    closePipe()
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
      // A write fails without a reader, so success shows that the shell has reached its `read`. An empty line has no
      // effect.
      writeSync(write, "\n")
      // A shell that waits without its sandbox is never used.
      if (launched !== undefined && !launched.confirm()) return false
      read = openReader()
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

  const fire: WarmShell["fire"] = (script, { expected, input, until }, onEnd, isProbe = false) => {
    if (isOver || isDismissed || !isWaiting()) return undefined
    try {
      fill(stdin, input)
      const text = script + begin(reads)
      if (writeSync(write, text) < Buffer.byteLength(text)) {
        dismiss()
        return undefined
      }
    } catch {
      // The input does not fit, or there is no reader any more: the shell exits unused.
      dismiss()
      return undefined
    }
    isOver = true
    // The end follows the command, because `set -n` makes a shell read on past its `exit`.
    const isHeldOpen = isProbe && reads === "lines"
    if (!isHeldOpen) closeSync(write)
    // The rest runs while the shell works. Its exit can't be reported before this turn ends.
    child.off("exit", onEarlyEnd)
    child.off("error", onEarlyEnd)
    child.ref()
    let wasRead = true
    child.once("exit", () => {
      closeSync(stdin)
      if (isHeldOpen) closeSync(write)
      wasRead = read === undefined || !holdsSomething(read)
      closePipe()
    })
    const watched = { child, out, err, hold, until, expected, endsAll: launched?.endsAll ?? false }
    const endOf = (ended: Ended) => (launched === undefined ? ended : launched.endOf(ended))
    return supervise(watched, groups, (ended) => onEnd(wasRead ? endOf(ended) : undefined))
  }

  return { pid: child.pid, isWaiting, fire, dismiss }
}
