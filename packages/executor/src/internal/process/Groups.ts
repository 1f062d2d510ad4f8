/**
 * The process groups of hooks: which still run, and how they are ended. No answer waits for them. Only closing waits,
 * so that no process outlives its session.
 */
import type { ChildProcess } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"

/** The time between SIGTERM and SIGKILL. */
const graceMillis = 1000

/** The interval of checks on groups whose leader has exited, but not all members. */
const lookMillis = 2000

export interface Groups {
  /** Adds a spawned process, the leader of its own group. */
  readonly add: (child: ChildProcess) => void
  /** Ends a group and the groups that its members have made: with SIGTERM, and with SIGKILL after a grace period. */
  readonly terminate: (pid: number) => void
  /** Forgets a group, which then outlives the session. */
  readonly release: (pid: number) => void
  /** Like `terminate`, but for a process that has spawned nothing. */
  readonly dismiss: (pid: number) => void
  /** Kills a group whose leader has exited. */
  readonly killLeft: (pid: number) => void
  /** Kills all groups without waiting. */
  readonly killAll: () => void
  /** Ends all groups, and waits until they are gone. */
  readonly close: () => Promise<void>
}

/** Without process groups, as on Windows, only the process itself is ended. */
const hasGroups = process.platform !== "win32"

/** Signals a group. Returns false if there is no such group. */
const signal = (pid: number, name: NodeJS.Signals | 0): boolean => {
  try {
    process.kill(hasGroups ? -pid : pid, name)
    return true
  } catch {
    return false
  }
}

/** A process with its group and session. */
interface Member {
  readonly pid: number
  readonly parent: number
  readonly group: number
  readonly session: number
}

/** Returns all processes except zombies, which process 1 may reap late. */
const living = (): ReadonlyArray<Member> | undefined => {
  if (process.platform !== "linux") return undefined
  const found: Array<Member> = []
  for (const name of readdirSync("/proc")) {
    if (!/^\d/.test(name)) continue
    // The fields after the name, which may contain any character: state, parent, group, session.
    const [state, parent, group, session] = statOf(name).split(") ").at(-1)?.split(" ") ?? []
    if (state === "Z" || state === "X") continue
    found.push({ pid: Number(name), parent: Number(parent), group: Number(group), session: Number(session) })
  }
  return found
}

/**
 * Returns the groups that were made inside of these: `timeout` makes one, and so does a shell with `set -m`. The leader
 * of each group is also the leader of a session, which its processes can leave only by `setsid`: those are found by
 * their parents, as long as the parents live.
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
    // The process has exited meanwhile.
    return ") Z"
  }
}

export const makeGroups = (): Groups => {
  /** The groups whose leaders run. */
  const running = new Map<number, ChildProcess>()
  /** The groups with members that outlive their leader. */
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
      // An id without a group may be reused by another process soon.
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
    // A stopped process handles signals only after it continues.
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
      // A process that the kernel does not end is not worth waiting for.
      for (let look = 0; look < 20 && running.size > 0; look++) await emptyWithin(50)
    }
    for (const pid of all()) forget(pid)
    running.clear()
  }

  const killLeft = (pid: number) => {
    if (left.has(pid)) signal(pid, "SIGKILL")
  }

  const release = (pid: number) => {
    running.delete(pid)
    forget(pid)
  }

  return { add, release, terminate, dismiss, killLeft, killAll, close }
}
