/**
 * Standard input and output that a hook can reopen. Node's pipes are sockets, which `/dev/stdin` and `/dev/stderr`
 * can't open: a guard that reads `/dev/stdin` would see no input, and allow everything. So the input is an unnamed
 * file, and the outputs are named pipes.
 *
 * Node can't create named pipes, so one process creates many, and they are reused.
 */
import { spawn } from "node:child_process"
import { closeSync, constants, mkdtempSync, openSync, rmSync, unlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"

/** The path of a named pipe. */
export type PipeName = string

/** The descriptors of one process: the child's ends, and the parent's. */
export interface Channels {
  readonly stdin: number
  readonly stdout: number
  readonly stderr: number
  readonly readOut: number
  readonly readErr: number
  readonly names: readonly [out: PipeName, err: PipeName]
}

export interface Pipes {
  /** False if named pipes are not supported. Outputs are sockets then. */
  readonly isThere: () => boolean
  /** Resolves when the first pipes exist, or when it is certain that there will be none. */
  readonly ready: Promise<void>
  readonly isReady: () => boolean
  /** Opens the channels of one process. Throws if too many files are open. */
  readonly open: () => Channels | undefined
  /** Takes an unused pipe. */
  readonly take: () => PipeName | undefined
  /** Returns pipes that no process writes to any more. */
  readonly release: (...names: ReadonlyArray<PipeName>) => void
  /** Drops pipes that a process may still write to. */
  readonly drop: (...names: ReadonlyArray<PipeName>) => void
  /** Opens a new unnamed file, which is deleted with its last descriptor. `large` ones are on disk. */
  readonly file: (large?: boolean) => number
  readonly close: () => void
}

const batch = 24

/** Memory first, where writes are cheap. */
const roots = ["/dev/shm", tmpdir()]

const privateFolder = (): string | undefined => {
  for (const root of roots) {
    try {
      return mkdtempSync(path.join(root, `hookline-${process.pid}-`))
    } catch {
      // The folder is missing, full, or not writable, so the next one is tried.
    }
  }
  return undefined
}

/** Closes what was opened if a later step throws. */
const allOrNothing = <A>(open: (track: (fd: number) => number) => A): A => {
  const opened: Array<number> = []
  try {
    return open((fd) => {
      opened.push(fd)
      return fd
    })
  } catch (error) {
    for (const fd of opened) closeSync(fd)
    throw error
  }
}

const isMissing = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "ENOENT"

export const makePipes = (): Pipes => {
  let folder = privateFolder()
  let made = 0
  let files = 0
  let growing = false
  let closed = false
  let isReady = folder === undefined
  let resolveReady: () => void = () => {}
  const ready = new Promise<void>((resolve) => {
    resolveReady = resolve
  })
  const free: Array<PipeName> = []

  const settled = () => {
    isReady = true
    resolveReady()
  }

  const grow = (count: number) => {
    if (growing || closed || folder === undefined) return
    growing = true
    const own = folder
    const names = Array.from({ length: count }, () => path.join(own, String(made++)))
    const child = spawn("mkfifo", ["-m", "600", ...names], { stdio: "ignore" })
    const end = (works: boolean) => {
      growing = false
      if (closed) remove(own)
      if (works && !closed && folder === own) free.push(...names)
      settled()
    }
    child.once("error", () => end(false))
    child.once("exit", (code) => end(code === 0))
  }

  const remove = (own: string) => {
    try {
      rmSync(own, { recursive: true, force: true, maxRetries: 3, retryDelay: 2 })
    } catch {
      // Pipes are being created there. The next attempt follows when that has ended.
    }
  }

  /** Recreates the folder, which may have been cleaned up. */
  const startOver = () => {
    free.length = 0
    folder = privateFolder()
    grow(batch)
  }

  const take = (): PipeName | undefined => {
    const name = free.pop()
    // More are created before the last one is taken, so that no start waits.
    if (free.length < batch / 3) grow(Math.max(batch, made >> 1))
    return name
  }

  const release = (...names: ReadonlyArray<PipeName>) => {
    if (closed) return
    for (const name of names) if (folder !== undefined && path.dirname(name) === folder) free.push(name)
  }

  const drop = (...names: ReadonlyArray<PipeName>) => {
    for (const name of names) rmSync(name, { force: true })
  }

  const file = (large = false): number => {
    const name = path.join(
      large || folder === undefined ? tmpdir() : folder,
      `hookline-${process.pid}-${made}-${files++}`
    )
    const fd = openSync(name, "wx+", 0o600)
    unlinkSync(name)
    return fd
  }

  const openWith = (out: PipeName, err: PipeName): Channels =>
    allOrNothing((track) => {
      const { O_NONBLOCK, O_RDONLY, O_WRONLY } = constants
      // The reading end is opened first and does not block. With a reader, the writing end opens at once, in blocking
      // mode, as a child expects.
      const stdin = track(file())
      const readOut = track(openSync(out, O_RDONLY | O_NONBLOCK))
      const stdout = track(openSync(out, O_WRONLY))
      const readErr = track(openSync(err, O_RDONLY | O_NONBLOCK))
      const stderr = track(openSync(err, O_WRONLY))
      return { stdin, stdout, stderr, readOut, readErr, names: [out, err] }
    })

  const open = (): Channels | undefined => {
    const out = take()
    const err = take()
    if (out === undefined || err === undefined) {
      if (out !== undefined) release(out)
      return undefined
    }
    try {
      return openWith(out, err)
    } catch (error) {
      if (isMissing(error)) {
        startOver()
        return undefined
      }
      release(out, err)
      throw error
    }
  }

  const close = () => {
    closed = true
    free.length = 0
    settled()
    if (folder !== undefined) remove(folder)
  }

  grow(batch)
  return { isThere: () => free.length > 0, ready, isReady: () => isReady, open, take, release, drop, file, close }
}
