/**
 * A lock that processes share, and that does not outlive its owner.
 *
 * It is a folder that holds one entry, called after who holds it. Owners make it elsewhere and move it to its place, which
 * an empty folder yields and a filled one does not. So it is never seen half made, and to break it is to take away the
 * entry of one owner that is dead: a process that has taken the lock meanwhile has another name, and keeps it.
 */
import { sentence } from "@hookline/core/PipelineError"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { randomHex } from "@hookline/executor/kit/internal/randomHex"
import { hashOfText } from "../hashOfText.ts"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"

const codeOf = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : undefined)

/** A text that the system has, or nothing where it has none. */
const textOf = (read: () => string): string | undefined => {
  try {
    return read()
  } catch {
    // Other systems have no such file, and other processes end: both are answers.
    return undefined
  }
}

/** When a process was started, by the system's own count; nothing where it is dead, or only waits to be taken away. */
const startOf = (pid: number | "self"): string | undefined => {
  const stat = textOf(() => fs.readFileSync(`/proc/${pid}/stat`, "utf8"))
  // The program's name comes first, and may hold anything.
  const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ") ?? []
  return fields[0] === "Z" || fields[0] === "X" ? undefined : fields[19]
}

interface Here {
  /** The scope of process numbers: this machine since it was started, and this container. */
  readonly place: string
  /** `undefined` where the system does not report it. */
  readonly start: string | undefined
}

let known: Here | undefined

const here = (): Here => {
  if (known !== undefined) return known
  const boot = textOf(() => fs.readFileSync("/proc/sys/kernel/random/boot_id", "utf8"))
  const container = textOf(() => fs.readlinkSync("/proc/self/ns/pid"))
  const place = hashOfText(JSON.stringify([os.hostname(), boot, container])).slice(0, 12)
  return (known = { place, start: startOf("self") })
}

/** The age at which an owner whose process can't be checked is taken for dead, because a lock is held for a moment. */
const defaultPatienceMillis = 10_000

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) !== "ESRCH"
  }
}

/** Checks whether an owner may still hold it. Its name ends with its lease, if it has one. */
const isHeld = (owner: string, ageMillis: number): boolean => {
  const lease = /-for(\d+)$/.exec(owner)?.[1]
  if (lease !== undefined && ageMillis >= Number(lease)) return false
  const patienceMillis = lease === undefined ? defaultPatienceMillis : Infinity
  const [, place, pid = "", start] = /^([0-9a-f]{12})-(\d+)-(\d+|unknown)-/.exec(owner) ?? []
  if (place !== here().place || pid === "") return ageMillis < patienceMillis
  // A number is given again; a number with its start is not.
  if (here().start !== undefined && start !== "unknown") return startOf(Number(pid)) === start
  return isRunning(Number(pid)) && ageMillis < patienceMillis
}

const ownersOf = (folder: string): ReadonlyArray<string> => {
  try {
    return fs.readdirSync(folder)
  } catch (error) {
    // Its holder has released it.
    if (codeOf(error) === "ENOENT") return []
    throw error
  }
}

/** Takes away what the dead have left. Whether it may be free now. */
const isFreed = (lock: string): boolean => {
  const status = fs.lstatSync(lock, { throwIfNoEntry: false })
  if (status === undefined) return true
  const owners = ownersOf(lock)
  if (owners.some((owner) => isHeld(owner, Date.now() - status.mtimeMs))) return false
  for (const owner of owners) fs.rmSync(path.join(lock, owner), { recursive: true, force: true })
  return true
}

/** Takes it, and returns whether it was free. */
const isTaken = (made: string, lock: string): boolean => {
  try {
    fs.renameSync(made, lock)
    return true
  } catch (error) {
    if (codeOf(error) !== "ENOTEMPTY" && codeOf(error) !== "EEXIST") throw error
    return false
  }
}

const release = (lock: string, owner: string): void => {
  try {
    fs.unlinkSync(path.join(lock, owner))
    fs.rmdirSync(lock)
  } catch {
    // Another process has taken it in between; one that can't be removed at all is free when this process ends.
  }
}

let count = 0

/**
 * Takes the lock unless a running process has it, and keeps it no longer than the lease, if there is one. Returns the
 * function that releases it, or `undefined`. Throws if no lock can be created.
 */
export const take = (lock: string, leaseMillis?: number): (() => void) | undefined => {
  const { place, start = "unknown" } = here()
  const lease = leaseMillis === undefined ? "" : `-for${Math.ceil(leaseMillis)}`
  const owner = `${place}-${process.pid}-${start}-${count++}-${randomHex(4)}${lease}`
  const made = `${lock}.${owner}`
  let isMoved = false
  try {
    fs.mkdirSync(made, 0o700)
    // An empty file is quicker to make and to take away than a folder.
    fs.closeSync(fs.openSync(path.join(made, owner), "wx", 0o600))
    isMoved = isTaken(made, lock) || (isFreed(lock) && isTaken(made, lock))
    return isMoved ? () => release(lock, owner) : undefined
  } finally {
    // What was moved to its place is not here any more, and asking for it loads more of Node.
    if (!isMoved) fs.rmSync(made, { recursive: true, force: true })
  }
}

/** The reason why files can't be used, as a sentence. */
export class Unusable extends Data.TaggedError("Unusable")<{ readonly why: string }> {}

export const unusable = (error: unknown): Unusable => new Unusable({ why: sentence(error) })

/** A lock is held for a moment, so that one owner that holds it for longer than this is in trouble. */
const mostHeldMillis = 1000

/** Owners that take turns make progress, so that on a busy machine it is right to wait for longer. */
const mostWaitMillis = 10_000

/** Returns the reason to give up waiting for a lock, if there is one. */
const stuck = (lock: string, heldMillis: number, waitedMillis: number): Unusable | undefined => {
  if (heldMillis > mostHeldMillis)
    return new Unusable({ why: `another process has held ${lock} for longer than a second` })
  if (waitedMillis > mostWaitMillis)
    return new Unusable({ why: `other processes have held ${lock} one after the other for longer than ten seconds` })
  return undefined
}

/**
 * Prepares, and acts under the lock, which is released before any other code runs. It waits while owners take turns, and no
 * longer than a second for one of them.
 */
export const whileLocked = <A>(lock: string, prepare: () => void, act: () => A): Effect.Effect<A, Unusable> => {
  const started = performance.now()
  let owner: string | undefined
  let since = started
  const attempt: Effect.Effect<A, Unusable> = Effect.suspend(() => {
    try {
      prepare()
      const release = take(lock)
      if (release !== undefined) {
        try {
          return Effect.succeed(act())
        } finally {
          release()
        }
      }
      const [holder] = ownersOf(lock)
      const now = performance.now()
      if (holder === undefined || holder !== owner) since = now
      owner = holder
      const trouble = stuck(lock, now - since, now - started)
      if (trouble !== undefined) return Effect.fail(trouble)
    } catch (error) {
      return Effect.fail(unusable(error))
    }
    return (
      // Those who wait together must not come back together.
      Effect.andThen(Effect.sleep(2 + Math.random() * 15), attempt)
    )
  })
  return attempt
}
