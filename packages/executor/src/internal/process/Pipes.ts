/**
 * Standard input and output that a hook can reopen. Node's pipes are sockets, which `/dev/stdin` and `/dev/stderr`
 * can't open: a guard that reads `/dev/stdin` would see no input, and allow everything. So the input is an unnamed
 * file, and the outputs are pipes.
 *
 * Node can't create pipes, so one process creates many named ones, whose names are removed at once. Each is used for one
 * process only, because that may leave another one behind that holds it open.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { type Channels, openChannels } from "./Channels.ts"
import { crowded } from "./crowded.ts"
import { arePipesNameless, type Pipe, spend, withoutName } from "./Pipe.ts"
import { makeSecretFolder, type SecretFolder } from "./SecretFolder.ts"
import { errnoOf } from "./supervise.ts"
import { sweepOnce } from "./sweep.ts"
import { unnamedFile } from "./unnamedFile.ts"

export interface Pipes {
  /** False if there are no pipes. Outputs are sockets then. */
  readonly isThere: () => boolean
  /** False while pipes are created for lack of enough for a start. */
  readonly isReady: () => boolean
  /** Resolves when pipes exist, or when it is certain that there will be none. */
  readonly ready: () => Promise<void>
  /** Opens the channels of one process. Throws if too many files are open. */
  readonly open: () => Channels | undefined
  /** Takes an unused pipe. */
  readonly take: () => Pipe | undefined
  /** Opens a new unnamed file. `large` ones are on disk. */
  readonly file: (large?: boolean) => number
  readonly close: () => void
}

/** The number of pipes that one process creates at first and later. */
const firstBatch = 24
const laterBatch = 96

/** The number of unused pipes below which more are created: at first for a few hooks, later for many at a time. */
const firstReserve = 8
const laterReserve = 24

/** The number of pipes that one start takes at most. */
const mostTaken = 3

/** The number of pipes that are created and kept where few files may be open. */
const few = 6

/** Memory first, where writes are cheap. */
const roots = ["/dev/shm", tmpdir()]

export const makePipes = (): Pipes => {
  const isNameless = arePipesNameless()
  const free: Array<Pipe> = []
  const folders = new Map<SecretFolder, ReadonlyArray<string>>()
  let batch = firstBatch
  let reserve = firstReserve
  let closed = false
  /** True if the program that creates pipes is missing. */
  let isMissing = false
  let growing: Promise<void> | undefined
  let creator: ChildProcess | undefined

  /** Removes a folder with the pipes in it, or does so at the end. */
  const remove = (secret: SecretFolder, names: ReadonlyArray<string>) => {
    if (secret.remove(names)) folders.delete(secret)
  }

  /** Makes room, because too many files are open. */
  const economize = () => {
    batch = few
    reserve = mostTaken
    for (const pipe of free.splice(few)) spend(pipe)
  }

  const keep = (secret: SecretFolder, names: ReadonlyArray<string>) => {
    const paths = names.map((name) => path.join(secret.folder, name))
    if (!isNameless) return void free.push(...paths.map((name) => ({ path: name })))
    try {
      for (const name of paths) free.push(withoutName(name))
    } catch {
      economize()
    }
    remove(secret, names)
  }

  /** Creates more pipes. Resolves when they are there, or can't be created. */
  const created = (): Promise<void> =>
    new Promise((resolve) => {
      const secret = makeSecretFolder(roots)
      if (secret === undefined) return resolve()
      const names = Array.from({ length: batch }, (_, index) => String(index))
      folders.set(secret, names)
      // The names of the pipes are seen by all, and the folder by none.
      const child = spawn("mkfifo", ["-m", "600", ...names], { cwd: secret.folder, stdio: "ignore" })
      creator = child
      // Costs no time: the pipes are created meanwhile.
      sweepOnce(path.dirname(path.dirname(secret.folder)))
      const end = (works: boolean) => {
        creator = undefined
        if (works && !closed) keep(secret, names)
        else remove(secret, names)
        resolve()
      }
      child.once("error", (error) => {
        isMissing = errnoOf(error).code === "ENOENT" && existsSync(secret.folder)
        end(false)
      })
      child.once("exit", (code) => end(code === 0))
    })

  const grow = () => {
    if (closed || isMissing) return
    if (batch === firstBatch && free.length > 0) {
      batch = laterBatch
      reserve = laterReserve
    }
    const end = () => {
      growing = undefined
    }
    // A process that can't be spawned now is tried again by the next hook.
    growing ??= created().then(end, end)
  }

  const take = (): Pipe | undefined => {
    const pipe = free.pop()
    if (free.length < reserve) grow()
    return pipe
  }

  const file = (large = false): number => unnamedFile(large ? roots.slice(1) : roots)

  const open = (): Channels | undefined => {
    const out = take()
    const err = take()
    try {
      return out === undefined || err === undefined ? undefined : openChannels(out, err, file)
    } catch (error) {
      if (crowded.has(errnoOf(error).code)) economize()
      throw error
    } finally {
      for (const pipe of [out, err]) if (pipe !== undefined) spend(pipe)
    }
  }

  const close = () => {
    closed = true
    // What it creates later would keep the folder from being removed.
    // One that was not spawned, for lack of descriptors, has no id: Node would end the group of this process instead.
    if (creator?.pid !== undefined) creator.kill("SIGKILL")
    for (const pipe of free.splice(0)) spend(pipe)
    for (const [secret, names] of folders) remove(secret, names)
  }

  grow()
  return {
    isThere: () => free.length > 0,
    isReady: () => growing === undefined || free.length >= mostTaken,
    ready: () => growing ?? Promise.resolve(),
    open,
    take,
    file,
    close
  }
}
