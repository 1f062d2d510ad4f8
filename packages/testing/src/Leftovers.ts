/**
 * The resources of a process: open files, children, temporary files, listeners. After a test they must be as before.
 *
 * @since 0.1.0
 */
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { readdirSync, readFileSync, readlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { beyond, nothing } from "./internal/beyond.ts"

/**
 * The resources at one moment.
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

/** Hookline's temporary files contain the process id, unlike those of tests. */
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

/** All watchers share one descriptor, which stays open. */
const openFiles = (): number => entries("/proc/self/fd").filter((fd) => !isWatching(fd)).length

/**
 * Returns the resources now.
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
 * Checks whether a process runs, and is no zombie.
 *
 * @category guards
 * @since 0.1.0
 */
export const isAlive = (pid: number | string): boolean => {
  const status = statusOf(String(pid).trim())
  return status !== "" && !/^State:\s+[ZX]/m.test(status)
}

/**
 * Waits until a condition holds. One that never holds fails by the test's own timeout.
 *
 * @category waiting
 * @since 0.1.0
 */
export const until = (holds: () => boolean): Effect.Effect<void> =>
  Effect.suspend(() => (holds() ? Effect.void : Effect.andThen(Effect.sleep(5), until(holds))))

/**
 * Runs an effect, and asserts that it leaves no resource behind.
 *
 * @category asserting
 * @since 0.1.0
 */
export const none = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.gen(function* () {
    const before = now()
    const result = yield* effect
    // An exited child is reaped asynchronously.
    let left = beyond(before, now())
    for (let look = 0; look < 100 && JSON.stringify(left) !== JSON.stringify(nothing); look++) {
      yield* Effect.sleep(20)
      left = beyond(before, now())
    }
    assert.deepStrictEqual(left, nothing)
    return result
  })
