/** Starts a process for one run, and answers when it ends. */
import { type ChildProcess, spawn, type StdioOptions } from "node:child_process"
import { closeSync, readSync, fstatSync, writeSync } from "node:fs"
import type { Groups } from "./Groups.ts"
import { collect, collectPipe, mostKept, type Output } from "./Output.ts"
import type { Channels, Pipes } from "./Pipes.ts"
import { loading, quote } from "./shellText.ts"
import { type Ended, errnoOf, notStarted, type Running, supervise, type Watched } from "./supervise.ts"

/** What is started: a program and its arguments, or a shell and its text. */
export interface Start {
  readonly file: string
  readonly args: ReadonlyArray<string>
  /** What the program is told that it is called. */
  readonly called?: string
  /** Text that is too long for an argument: it goes to descriptor 3. */
  readonly script?: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly input: string
  /** When its limit is over. */
  readonly until: number
}

/** What all processes of one session share. */
export interface Floor {
  readonly pipes: Pipes
  readonly groups: Groups
  readonly hold: Watched["hold"]
}

/** Linux takes 128 KiB in one argument. */
const longestArgument = 120_000

/** A shell and what it is to run. */
export const shellStart = (
  shell: { readonly file: string; readonly called: string },
  command: string
): Pick<Start, "file" | "args" | "called" | "script"> =>
  Buffer.byteLength(command) <= longestArgument
    ? { ...shell, args: ["-c", command] }
    : { ...shell, args: ["-c", loading], script: `__hook_cmd=${quote(command)}\n` }

/** Writes all of it at the beginning, and leaves the place alone from which the child reads. */
export const fill = (fd: number, text: string): void => {
  const size = Buffer.byteLength(text)
  const written = writeSync(fd, text, 0)
  if (written === size) return
  const bytes = Buffer.from(text)
  for (let at = written; at < size;) at += writeSync(fd, bytes, at, size - at, at)
}

/** Fills a file. Where there is no space in memory, there may be some on the disk. */
const filled = (fd: number, text: string, pipes: Pipes): number => {
  try {
    fill(fd, text)
    return fd
  } catch (error) {
    closeSync(fd)
    if (errnoOf(error).code !== "ENOSPC") throw error
    const large = pipes.file(true)
    try {
      fill(large, text)
      return large
    } catch (again) {
      closeSync(large)
      throw again
    }
  }
}

const isPosix = process.platform !== "win32"

const outputsOf = (
  child: ChildProcess,
  channels: Channels | undefined
): { readonly out: Output; readonly err: Output } => {
  if (channels !== undefined) return { out: collectPipe(channels.readOut), err: collectPipe(channels.readErr) }
  const { stderr, stdout } = child
  if (stdout === null || stderr === null) throw new Error("a process without outputs was started")
  return { out: collect(stdout), err: collect(stderr) }
}

const launch = ({ args, called, cwd, env, file }: Start, stdio: StdioOptions): ChildProcess =>
  spawn(file, args, {
    cwd,
    env,
    stdio,
    // A session and a group of its own: one signal reaches everybody in it.
    detached: isPosix,
    windowsHide: true,
    ...(called !== undefined && { argv0: called })
  })

/** Our own ends of channels that no process was started for. */
const giveBack = ({ names, readErr, readOut }: Channels, pipes: Pipes): void => {
  closeSync(readOut)
  closeSync(readErr)
  pipes.release(...names)
}

/** A process that the system did not start tells so a moment later. */
const neverStarted = (child: ChildProcess, onEnd: (ended: Ended) => void): Running => {
  let isStopped = false
  child.once("error", (error) => {
    if (!isStopped) onEnd(notStarted(error))
  })
  return {
    stop: () => {
      isStopped = true
    }
  }
}

/**
 * Starts a process. What can't be started is told as such, but where something that it needs can't be opened: that is
 * thrown.
 */
export const startCold = (start: Start, floor: Floor, onEnd: (ended: Ended) => void): Running => {
  const { groups, hold, pipes } = floor
  const toClose: Array<number> = []
  let channels: Channels | undefined
  let isTaken = false
  try {
    channels = pipes.open()
    if (channels !== undefined) toClose.push(channels.stdout, channels.stderr)
    const stdin = filled(channels?.stdin ?? pipes.file(), start.input, pipes)
    toClose.push(stdin)
    const stdio: Array<"pipe" | number> = [stdin, channels?.stdout ?? "pipe", channels?.stderr ?? "pipe"]
    if (start.script !== undefined) {
      const script = filled(pipes.file(), start.script, pipes)
      toClose.push(script)
      stdio.push(script)
    }
    const child = launch(start, stdio)
    if (child.pid === undefined) return neverStarted(child, onEnd)
    isTaken = true
    groups.add(child)
    const names = channels?.names ?? []
    const watched = {
      child,
      ...outputsOf(child, channels),
      release: () => pipes.release(...names),
      hold,
      until: start.until
    }
    return supervise(watched, groups, onEnd)
  } finally {
    if (channels !== undefined && !isTaken) giveBack(channels, pipes)
    for (const fd of toClose) closeSync(fd)
  }
}

/** What was written into a file, as far as it is kept. */
const kept = (fd: number): { readonly text: string; readonly cut: boolean } => {
  const { size } = fstatSync(fd)
  const bytes = Buffer.allocUnsafe(Math.min(size, mostKept))
  const read = readSync(fd, bytes, 0, bytes.length, 0)
  return { text: bytes.subarray(0, read).toString(), cut: size > mostKept }
}

/**
 * Starts a process that may outlive us: it writes into files, since a pipe that nobody reads any more would end it. To
 * stop it is to let it go.
 */
export const startDetached = (start: Start, { pipes }: Floor, onEnd: (ended: Ended) => void): Running => {
  const files: Array<number> = []
  const open = (): number => {
    const fd = pipes.file(true)
    files.push(fd)
    return fd
  }
  const closeAll = () => {
    for (const fd of files.splice(0)) closeSync(fd)
  }
  try {
    const [stdin, out, err] = [open(), open(), open()]
    fill(stdin, start.input)
    const script = start.script === undefined ? [] : [open()]
    for (const fd of script) fill(fd, start.script ?? "")
    const child = launch(start, [stdin, out, err, ...script])
    let isLetGo = false
    child.once("error", (error) => {
      if (child.pid !== undefined || isLetGo) return
      closeAll()
      onEnd(notStarted(error))
    })
    child.once("exit", (code, signal) => {
      if (isLetGo) return
      const [stdout, stderr] = [kept(out), kept(err)]
      closeAll()
      const written = { stdout: stdout.text, stderr: stderr.text, cut: stdout.cut || stderr.cut }
      onEnd(
        code === null
          ? { _tag: "Signalled", signal: signal ?? "a signal", ...written }
          : { _tag: "Exited", code, ...written }
      )
    })
    child.unref()
    return {
      stop: () => {
        isLetGo = true
        closeAll()
      }
    }
  } catch (error) {
    closeAll()
    throw error
  }
}
