/**
 * Warm shells by kind, as many as hooks are likely to run next. They are spawned when the process is idle, one fork at
 * a time; if none is ready, the caller spawns a process, which only takes longer.
 */
import { statSync } from "node:fs"
import type { Floor } from "./ColdProcess.ts"
import { makeWarmPool, type WarmPool } from "./WarmPool.ts"
import type { Kind, WarmShell } from "./WarmShell.ts"

export interface Counts {
  /** The process ids of shells that wait. */
  readonly waiting: ReadonlyArray<number>
  /** The number of shells that hooks have used. */
  readonly taken: number
  /** The number of shells that exited by themselves. */
  readonly lost: number
  /** The number of shells that were spawned, and the time for which that blocked the thread, in milliseconds. */
  readonly started: number
  readonly startMillis: number
}

export interface WarmShells {
  /** Takes a waiting shell of a kind, if there is one. */
  readonly take: (kind: Kind) => WarmShell | undefined
  /** Sets the number of shells that are kept ready. */
  readonly want: (kind: Kind, count: number) => void
  /** Marks that a hook runs, until the returned function is called. Shells are spawned while no hook runs. */
  readonly busy: () => () => void
  /** Resolves when the wanted number is ready, or when it is certain that it never will be. */
  readonly settled: () => Promise<void>
  readonly close: () => void
  readonly counts: () => Counts
}

/** The maximum number of kinds, and of shells of each. */
const mostKinds = 8
const mostShells = 16

/** The delay after the last activity before shells are spawned. */
const restMillis = 2

/** The maximum number of times that spawning is postponed while hooks run. */
const mostDelays = 10

/** Returns the identity of a folder, because a folder that was removed and created again has the same name. */
const placeOf = (folder: string): string => {
  try {
    const { dev, ino } = statSync(folder)
    return `${dev}:${ino}`
  } catch {
    return "nowhere"
  }
}

const environments = new WeakMap<Kind["env"], number>()
let known = 0

/** Numbers environments by reference, because a session's environment stays the same object until an export. */
const numberOf = (env: Kind["env"]): number => {
  const number = environments.get(env) ?? ++known
  environments.set(env, number)
  return number
}

/** Returns the key of a kind. Shells of two sandboxes never are of one kind. */
export const keyOf = ({ called, cwd, env, file, inside }: Kind): string =>
  `${called}\0${file}\0${cwd}\0${placeOf(cwd)}\0${numberOf(env)}\0${inside?.key ?? ""}`

export const makeWarmShells = (floor: Floor): WarmShells => {
  const pools = new Map<string, WarmPool>()
  const tally = { taken: 0, lost: 0, started: 0, startMillis: 0 }
  let active = 0
  let delays = 0
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  const settling: Array<() => void> = []

  const later = () => {
    if (isClosed || timer !== undefined) return
    if ([...pools.values()].every((pool) => pool.isSettled())) {
      for (const resolve of settling.splice(0)) resolve()
      return
    }
    timer = setTimeout(work, restMillis)
    if (settling.length === 0) timer.unref()
  }

  /** Returns the pool of a kind. The least recently used kinds are dropped. */
  const poolOf = (kind: Kind): WarmPool => {
    const key = keyOf(kind)
    const pool = pools.get(key) ?? makeWarmPool(kind, floor, tally, later)
    pools.delete(key)
    pools.set(key, pool)
    for (const [oldest, old] of pools) {
      if (pools.size <= mostKinds) break
      old.dismissAll()
      pools.delete(oldest)
    }
    return pool
  }

  function work() {
    timer = undefined
    if (isClosed) return
    for (const pool of pools.values()) pool.look()
    if (active > 0 && delays++ < mostDelays) return later()
    delays = 0
    if (floor.pipes.isReady()) [...pools.values()].find((pool) => pool.isShort())?.startOne()
    later()
  }

  const busy = () => {
    active++
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      active--
      later()
    }
  }

  const settled = () =>
    new Promise<void>((resolve) => {
      settling.push(resolve)
      timer?.ref()
      later()
    })

  const close = () => {
    isClosed = true
    clearTimeout(timer)
    for (const pool of pools.values()) pool.dismissAll()
    pools.clear()
    for (const resolve of settling.splice(0)) resolve()
  }

  return {
    take: (kind) => (isClosed ? undefined : poolOf(kind).take()),
    want: (kind, count) => {
      if (!isClosed) poolOf(kind).resize(Math.min(mostShells, count))
    },
    busy,
    settled,
    close,
    counts: () => ({ ...tally, waiting: [...pools.values()].flatMap((pool) => pool.waiting()) })
  }
}
