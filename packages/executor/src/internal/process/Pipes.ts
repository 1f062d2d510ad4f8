/**
 * Standard input and output that a hook can open again. What Node calls pipes are sockets, which `/dev/stdin` and
 * `/dev/stderr` can't open: a guard that reads `/dev/stdin` would see nothing, and let everything pass. So the input is a
 * file without a name, and the outputs are named pipes.
 *
 * Node can't make named pipes: one process makes many, and they are used again.
 */
import { spawn } from "node:child_process"
import { closeSync, constants, mkdtempSync, openSync, rmSync, unlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"

/** One pipe with two ends that are ours to open. */
export type PipeName = string

/** The descriptors of one process: the child's ends, and ours. */
export interface Channels {
  readonly stdin: number
  readonly stdout: number
  readonly stderr: number
  readonly readOut: number
  readonly readErr: number
  readonly names: readonly [out: PipeName, err: PipeName]
}

export interface Pipes {
  /** Whether there are named pipes at all: where there are none, outputs are sockets. */
  readonly isThere: () => boolean
  /** Resolves when the first pipes are made, or when it is certain that there are none. */
  readonly ready: Promise<void>
  readonly isReady: () => boolean
  /** Opens everything that one process needs. It throws where too many files are open. */
  readonly open: () => Channels | undefined
  /** Takes a pipe that nobody uses. */
  readonly take: () => PipeName | undefined
  /** Gives pipes back that nobody writes into any more. */
  readonly release: (...names: ReadonlyArray<PipeName>) => void
  /** Forgets pipes into which somebody may still write. */
  readonly drop: (...names: ReadonlyArray<PipeName>) => void
  /** A new file without a name; it is gone with its last descriptor. `large` ones are not kept in memory. */
  readonly file: (large?: boolean) => number
  readonly close: () => void
}

const batch = 24

/** Memory first, where a write costs nothing. */
const roots = ["/dev/shm", tmpdir()]

const privateFolder = (): string | undefined => {
  for (const root of roots) {
    try {
      return mkdtempSync(path.join(root, `hookline-${process.pid}-`))
    } catch {
      // It is not there, full, or not ours to write: the next one may do.
    }
  }
  return undefined
}

/** Closes what was opened, where something later could not be. */
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
      // Pipes are being made there at this moment: when that has ended, it is tried again.
    }
  }

  /** Somebody may have cleaned the folder away. */
  const startOver = () => {
    free.length = 0
    folder = privateFolder()
    grow(batch)
  }

  const take = (): PipeName | undefined => {
    const name = free.pop()
    // More are made before the last one is used, so that nobody waits for them.
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
      // The reading end comes first, and does not wait for a writer. With a reader there, the writing end opens at once,
      // and stays one that waits, as a child expects it.
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
