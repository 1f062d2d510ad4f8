/**
 * Shells that wait, by kind: as many as hooks are likely to run next. Each one is paid for when nothing else is to do, one
 * fork at a time; where none waits, the caller starts a process of its own and sees nothing but the time.
 */
import { statSync } from "node:fs"
import type { Floor } from "./ColdProcess.ts"
import { makeWarmPool, type WarmPool } from "./WarmPool.ts"
import type { Kind, WarmShell } from "./WarmShell.ts"

export interface Counts {
  /** The processes that wait. */
  readonly waiting: ReadonlyArray<number>
  /** How many have been given to a hook. */
  readonly taken: number
  /** How many ended that nobody had asked to. */
  readonly lost: number
  /** How many were started, and how long that kept the thread, in milliseconds. */
  readonly started: number
  readonly startMillis: number
}

export interface WarmShells {
  /** A waiting shell of this kind, if there is one. */
  readonly take: (kind: Kind) => WarmShell | undefined
  /** Sets how many are to wait. */
  readonly want: (kind: Kind, count: number) => void
  /** Tells that a hook runs, until what is returned is called: shells are started when none does. */
  readonly busy: () => () => void
  /** Resolves when as many wait as are wanted, or when it is certain that they never will. */
  readonly settled: () => Promise<void>
  readonly close: () => void
  readonly counts: () => Counts
}

/** As many kinds are kept ready, and as many shells of each. */
const mostKinds = 4
const mostShells = 16

/** Shells are looked after this long after the last thing that happened. */
const restMillis = 2

/** While hooks run, starting a shell is put off, but not for ever. */
const mostDelays = 10

/** Which folder it is: one that was removed and made again has the old name, and is another place. */
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

/** Environments are told apart by which they are: those of one session stay the same until something is exported. */
const numberOf = (env: Kind["env"]): number => {
  const number = environments.get(env) ?? ++known
  environments.set(env, number)
  return number
}

const keyOf = ({ called, cwd, env, file }: Kind): string =>
  `${called}\0${file}\0${cwd}\0${placeOf(cwd)}\0${numberOf(env)}`

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

  /** The pool of a kind. Kinds that were asked for longest ago make room. */
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
