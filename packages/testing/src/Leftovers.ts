/**
 * What a process holds: open files, children, temporary files, listeners. Whatever ran, afterwards it is what it was.
 *
 * @since 0.1.0
 */
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { readdirSync, readFileSync, readlinkSync } from "node:fs"
import { tmpdir } from "node:os"

/**
 * What is there.
 *
 * @category models
 * @since 0.1.0
 */
export interface Leftovers {
  readonly files: number
  readonly children: ReadonlyArray<string>
  readonly temporary: ReadonlyArray<string>
  readonly listeners: number
}

const entries = (folder: string): ReadonlyArray<string> => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

const statusOf = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/status`, "utf8")
  } catch {
    return ""
  }
}

const isOurChild = (pid: string): boolean => new RegExp(`^PPid:\\s+${process.pid}$`, "m").test(statusOf(pid))

/** Files of ours carry our own number, and are not those that a test has made. */
const temporary = (): ReadonlyArray<string> => {
  const own = new RegExp(`^hookline-${process.pid}-`)
  return ["/dev/shm", tmpdir()].flatMap((folder) => entries(folder).filter((name) => own.test(name)))
}

const isWatching = (fd: string): boolean => {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`).includes("inotify")
  } catch {
    return false
  }
}

/** All watchers share one file, which stays when the first has come. */
const openFiles = (): number => entries("/proc/self/fd").filter((fd) => !isWatching(fd)).length

/**
 * What is there now.
 *
 * @category getters
 * @since 0.1.0
 */
export const now = (): Leftovers => ({
  files: openFiles(),
  children: entries("/proc").filter((name) => /^\d+$/.test(name) && isOurChild(name)),
  temporary: temporary(),
  listeners: process.listenerCount("exit")
})

/**
 * Whether a process is there, and is more than an entry that nobody has taken away yet.
 *
 * @category guards
 * @since 0.1.0
 */
export const isAlive = (pid: number | string): boolean => {
  const status = statusOf(String(pid).trim())
  return status !== "" && !/^State:\s+[ZX]/m.test(status)
}

/**
 * Waits until a condition holds. One that never does fails by the test's own limit.
 *
 * @category waiting
 * @since 0.1.0
 */
export const until = (holds: () => boolean): Effect.Effect<void> =>
  Effect.suspend(() => (holds() ? Effect.void : Effect.andThen(Effect.sleep(5), until(holds))))

/** What is there now and was not there before. What was about to go before may have gone meanwhile. */
const beyond = (before: Leftovers, left: Leftovers): Leftovers => ({
  files: Math.max(0, left.files - before.files),
  children: left.children.filter((pid) => !before.children.includes(pid)),
  temporary: left.temporary.filter((name) => !before.temporary.includes(name)),
  listeners: Math.max(0, left.listeners - before.listeners)
})

const nothing: Leftovers = { files: 0, children: [], temporary: [], listeners: 0 }

/**
 * Runs something, and asserts that nothing of it is left.
 *
 * @category asserting
 * @since 0.1.0
 */
export const none = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.gen(function* () {
    const before = now()
    const result = yield* effect
    // What has ended is taken away by others, a moment later.
    let left = beyond(before, now())
    for (let look = 0; look < 100 && JSON.stringify(left) !== JSON.stringify(nothing); look++) {
      yield* Effect.sleep(20)
      left = beyond(before, now())
    }
    assert.deepStrictEqual(left, nothing)
    return result
  })
