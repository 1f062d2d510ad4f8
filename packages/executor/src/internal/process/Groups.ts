/**
 * The process groups of hooks: who is still there, and how they end. Nothing here is ever waited for by an answer; only
 * closing waits, so that no process outlives its session.
 */
import type { ChildProcess } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"

/** Between asking a group to end and ending it. */
const graceMillis = 1000

/** How often groups are looked at whose leader has ended, but not all of whose members. */
const lookMillis = 2000

export interface Groups {
  /** A process that was started, the leader of a group of its own. */
  readonly add: (child: ChildProcess) => void
  /** Ends a group: it is asked, and a while later made to. So are the groups that its members have made for themselves. */
  readonly terminate: (pid: number) => void
  /** The same for a process that has started nothing. */
  readonly dismiss: (pid: number) => void
  /** Ends all of them at once, and does not wait. */
  readonly killAll: () => void
  /** Ends all of them, and waits until they are gone. */
  readonly close: () => Promise<void>
}

/** Where there are no groups, as on Windows, a process is ended alone. */
const hasGroups = process.platform !== "win32"

/** Signals a group, and tells whether there is any such group. */
const signal = (pid: number, name: NodeJS.Signals | 0): boolean => {
  try {
    process.kill(hasGroups ? -pid : pid, name)
    return true
  } catch {
    return false
  }
}

/** A process, and what it belongs to. */
interface Member {
  readonly pid: number
  readonly parent: number
  readonly group: number
  readonly session: number
}

/** All processes that do more than wait for being taken away by process 1, which may take its time. */
const living = (): ReadonlyArray<Member> | undefined => {
  if (process.platform !== "linux") return undefined
  const found: Array<Member> = []
  for (const name of readdirSync("/proc")) {
    if (!/^\d/.test(name)) continue
    // After the name, which may hold anything: the state, the parent, the group, the session.
    const [state, parent, group, session] = statOf(name).split(") ").at(-1)?.split(" ") ?? []
    if (state === "Z" || state === "X") continue
    found.push({ pid: Number(name), parent: Number(parent), group: Number(group), session: Number(session) })
  }
  return found
}

/**
 * The groups that were made inside of these: `timeout` makes one, and so does a shell with `set -m`. The first process of
 * each of ours is the first of a session, too, which they can leave only by `setsid`: those are found by their parents,
 * for as long as these live.
 */
const groupsWithin = (pids: ReadonlyArray<number>): ReadonlyArray<number> => {
  const known = new Set<number>()
  const groups = new Set(pids)
  let others = living() ?? []
  let before = -1
  while (before !== known.size) {
    before = known.size
    others = others.filter(({ group, parent, pid, session }) => {
      if (!known.has(parent) && !groups.has(session) && !groups.has(group)) return true
      known.add(pid)
      groups.add(group)
      return false
    })
  }
  return [...groups].filter((group) => !pids.includes(group))
}

const statOf = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8")
  } catch {
    // It has ended meanwhile.
    return ") Z"
  }
}

export const makeGroups = (): Groups => {
  /** Groups whose leader runs. */
  const running = new Map<number, ChildProcess>()
  /** Groups that somebody was left behind in. */
  const left = new Set<number>()
  const kills = new Map<number, NodeJS.Timeout>()
  let looking: NodeJS.Timeout | undefined
  let onEmpty: (() => void) | undefined

  const tell = () => {
    if (running.size === 0 && left.size === 0) onEmpty?.()
  }

  const forget = (pid: number) => {
    clearTimeout(kills.get(pid))
    kills.delete(pid)
    left.delete(pid)
    if (left.size === 0) {
      clearInterval(looking)
      looking = undefined
    }
    tell()
  }

  const look = () => {
    for (const pid of left) if (!signal(pid, 0)) forget(pid)
    if (left.size === 0) return
    const alive = living()?.map(({ group }) => group)
    const groups = alive && new Set(alive)
    for (const pid of left) if (groups?.has(pid) === false) forget(pid)
  }

  const add = (child: ChildProcess) => {
    const { pid } = child
    if (pid === undefined) return
    running.set(pid, child)
    child.once("exit", () => {
      if (!running.delete(pid)) return
      // A number that no group has any more may soon be somebody else's.
      if (!signal(pid, 0)) return forget(pid)
      leave(pid)
    })
  }

  const leave = (pid: number) => {
    left.add(pid)
    looking ??= setInterval(look, lookMillis).unref()
  }

  const dismiss = (pid: number) => {
    if (kills.has(pid) || !signal(pid, "SIGTERM")) return
    // One that was stopped hears nothing until it goes on.
    signal(pid, "SIGCONT")
    const timer = setTimeout(() => {
      kills.delete(pid)
      signal(pid, "SIGKILL")
    }, graceMillis)
    kills.set(pid, timer.unref())
  }

  const endAll = (pids: ReadonlyArray<number>) => {
    if (pids.length === 0) return
    const within = groupsWithin(pids)
    for (const pid of within) leave(pid)
    for (const pid of [...pids, ...within]) dismiss(pid)
  }

  const terminate = (pid: number) => {
    if (!kills.has(pid)) endAll([pid])
  }

  const all = (): ReadonlyArray<number> => [...running.keys(), ...left]

  const killAll = () => {
    const pids = all()
    for (const pid of pids.length === 0 ? pids : [...groupsWithin(pids), ...pids]) signal(pid, "SIGKILL")
  }

  const emptyWithin = async (millis: number): Promise<boolean> => {
    look()
    if (running.size === 0 && left.size === 0) return true
    const often = setInterval(look, 20)
    let timer: NodeJS.Timeout | undefined
    const isEmpty = await new Promise<boolean>((resolve) => {
      onEmpty = () => resolve(true)
      timer = setTimeout(() => resolve(false), millis)
    })
    onEmpty = undefined
    clearInterval(often)
    clearTimeout(timer)
    return isEmpty
  }

  const close = async (): Promise<void> => {
    for (const child of running.values()) child.ref()
    endAll(all())
    if (!(await emptyWithin(graceMillis))) {
      killAll()
      // What the kernel does not let go of is nothing that anybody could wait for.
      for (let look = 0; look < 20 && running.size > 0; look++) await emptyWithin(50)
    }
    for (const pid of all()) forget(pid)
    running.clear()
  }

  return { add, terminate, dismiss, killAll, close }
}
