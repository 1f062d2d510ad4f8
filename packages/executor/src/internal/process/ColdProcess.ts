/** Spawns a process for one run, and returns its result when it exits. */
import { type ChildProcess, spawn, type StdioOptions } from "node:child_process"
import { closeSync, readSync, fstatSync, writeSync } from "node:fs"
import { Readable } from "node:stream"
import type { Inside } from "@hookline/core/Sandbox"
import type { Groups } from "./Groups.ts"
import { collect, collectPipe, mostKept, type Output } from "./Output.ts"
import type { Channels } from "./Channels.ts"
import type { Pipes } from "./Pipes.ts"
import { openOutput } from "./recorded.ts"
import { type Launched, spawnLaunch } from "./launched.ts"
import { loading, quote } from "./shellText.ts"
import { type Ended, errnoOf, type Expected, notStarted, type Running, supervise, type Watched } from "./supervise.ts"

/** The program to spawn: a program and its arguments, or a shell and its text. */
export interface Start {
  readonly file: string
  readonly args: ReadonlyArray<string>
  /** The program's `argv[0]`. */
  readonly called?: string
  /** A text that is too long for an argument. It is passed on descriptor 3. */
  readonly script?: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly input: string
  /** The time at which its limit ends. */
  readonly until: number
  readonly expected: Expected
  /** The sandbox in which it is started. */
  readonly confined?: Confined | undefined
}

/** The sandbox of a run. */
export interface Confined {
  readonly inside: Inside
  /** A program of the user, with its arguments and variables, inside which the sandbox is made. */
  readonly wrap?: { readonly words: ReadonlyArray<string>; readonly env: Readonly<Record<string, string>> } | undefined
  /** Files that it may write besides. */
  readonly writes?: ReadonlyArray<string>
}

/** The resources that all processes of one session share. */
export interface Floor {
  readonly pipes: Pipes
  readonly groups: Groups
  readonly hold: Watched["hold"]
}

/** Linux allows 128 KiB in one argument. */
const longestArgument = 120_000

/** Creates the start of a shell with its text. */
export const shellStart = (
  shell: { readonly file: string; readonly called: string },
  command: string
): Pick<Start, "file" | "args" | "called" | "script"> =>
  Buffer.byteLength(command) <= longestArgument
    ? { ...shell, args: ["-c", command] }
    : { ...shell, args: ["-c", loading], script: `__hook_cmd=${quote(command)}\n` }

/** Writes a text at the start of a file, without moving the offset from which the child reads. */
export const fill = (fd: number, text: string): void => {
  const size = Buffer.byteLength(text)
  const written = writeSync(fd, text, 0)
  if (written === size) return
  const bytes = Buffer.from(text)
  for (let at = written; at < size;) at += writeSync(fd, bytes, at, size - at, at)
}

/** Writes a text to a file. If memory is full, it tries the disk. */
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

/** The indexes of the outputs among the descriptors of a process without a sandbox. */
const plain = { stdout: 1, stderr: 2 }

const outputsOf = (
  child: ChildProcess,
  channels: Channels | undefined,
  at = plain
): { readonly out: Output; readonly err: Output } => {
  if (channels !== undefined) return { out: collectPipe(channels.readOut), err: collectPipe(channels.readErr) }
  const [stdout, stderr] = [child.stdio[at.stdout], child.stdio[at.stderr]]
  if (!(stdout instanceof Readable) || !(stderr instanceof Readable))
    throw new Error("a process without outputs was started")
  return { out: collect(stdout), err: collect(stderr) }
}

/** A process, with the report of its sandbox if it has one. */
interface Spawned {
  readonly child: ChildProcess
  readonly launched?: Launched
}

/** Spawns a program on these descriptors: input, outputs, and the script if there is one. */
const spawned = (start: Start, stdio: ReadonlyArray<"pipe" | number>, pipes: Pipes): Spawned => {
  const { args, called, confined, cwd, env, file, script } = start
  if (confined === undefined) return { child: launch(start, [...stdio]) }
  const [stdin, stdout = "pipe", stderr = "pipe", third] = stdio
  if (typeof stdin !== "number") throw new Error("a process without an input was started")
  const { inside, wrap, writes = [] } = confined
  const program = { file, args, called, env, hasScript: script !== undefined, writes, outer: wrap?.env }
  const ends = { stdin, stdout, stderr, script: typeof third === "number" ? third : undefined }
  const launched = spawnLaunch(inside.launch(program), ends, { cwd, wrap, file: () => pipes.file() })
  return { child: launched.child, launched }
}

const launch = ({ args, called, cwd, env, file }: Start, stdio: StdioOptions): ChildProcess =>
  spawn(file, args, {
    cwd,
    env,
    stdio,
    // `detached` creates a session and a process group, so that one signal reaches all of its processes.
    detached: isPosix,
    windowsHide: true,
    ...(called !== undefined && { argv0: called })
  })

/** Closes the parent's ends of channels whose process was not spawned. */
const giveBack = ({ readErr, readOut }: Channels): void => {
  closeSync(readOut)
  closeSync(readErr)
}

/** Reports a process that was not spawned, with a delay like the system's own error. */
const neverStarted = (child: ChildProcess, onEnd: (ended: Ended) => void): Running => {
  let isStopped = false
  child.once("error", (error) => {
    if (!isStopped) onEnd(notStarted(error))
  })
  return {
    stop: () => {
      isStopped = true
    },
    detach: () => {
      isStopped = true
      return false
    }
  }
}

/** Spawns a process. A failure is reported to `onEnd`, except that a resource that can't be opened throws. */
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
    const { child, launched } = spawned(start, stdio, pipes)
    const ended = launched === undefined ? onEnd : (end: Ended) => onEnd(launched.endOf(end))
    if (child.pid === undefined) return neverStarted(child, ended)
    isTaken = true
    groups.add(child)
    const watched = {
      child,
      ...outputsOf(child, channels, launched?.outputs),
      hold,
      until: start.until,
      expected: start.expected,
      endsAll: launched?.endsAll ?? false
    }
    return supervise(watched, groups, ended)
  } finally {
    if (channels !== undefined && !isTaken) giveBack(channels)
    for (const fd of toClose) closeSync(fd)
  }
}

/** Reads the content of a file, up to the limit. */
const kept = (fd: number): { readonly text: string; readonly cut: boolean } => {
  const { size } = fstatSync(fd)
  const bytes = Buffer.allocUnsafe(Math.min(size, mostKept))
  const read = readSync(fd, bytes, 0, bytes.length, 0)
  return { text: bytes.subarray(0, read).toString(), cut: size > mostKept }
}

/**
 * Spawns a process that may outlive this one. Its outputs are files, because an unread pipe would end it: those of a
 * record, if it has a folder. Stopping it only detaches it.
 */
export const startDetached = (
  start: Start,
  { pipes }: Floor,
  folder: string | undefined,
  onEnd: (ended: Ended) => void
): Running => {
  const files: Array<number> = []
  const opened = (fd: number): number => {
    files.push(fd)
    return fd
  }
  const open = (): number => opened(pipes.file(true))
  const closeAll = () => {
    for (const fd of files.splice(0)) closeSync(fd)
  }
  try {
    const stdin = open()
    const out = folder === undefined ? open() : opened(openOutput(folder, "stdout"))
    const err = folder === undefined ? open() : opened(openOutput(folder, "stderr"))
    fill(stdin, start.input)
    const script = start.script === undefined ? [] : [open()]
    for (const fd of script) fill(fd, start.script ?? "")
    const { child, launched } = spawned(start, [stdin, out, err, ...script], pipes)
    const ended = launched === undefined ? onEnd : (end: Ended) => onEnd(launched.endOf(end))
    let isLetGo = false
    child.once("error", (error) => {
      if (child.pid !== undefined || isLetGo) return
      closeAll()
      ended(notStarted(error))
    })
    child.once("exit", (code, signal) => {
      if (isLetGo) return
      if (folder !== undefined) return closeAll()
      const [stdout, stderr] = [kept(out), kept(err)]
      closeAll()
      const written = { stdout: stdout.text, stderr: stderr.text, cut: stdout.cut || stderr.cut }
      ended(
        code === null
          ? { _tag: "Signalled", signal: signal ?? "a signal", ...written }
          : { _tag: "Exited", code, ...written, held: false, hides: false }
      )
    })
    child.unref()
    const release = () => {
      isLetGo = true
      closeAll()
      launched?.keep()
    }
    return {
      stop: release,
      detach: () => {
        release()
        return folder !== undefined
      }
    }
  } catch (error) {
    closeAll()
    throw error
  }
}
