/**
 * Shells that wait, by kind: as many as hooks are likely to run next. Each one is paid for when nothing else is to do, one
 * fork at a time; where none waits, the caller starts a process of its own and sees nothing but the time.
 */
import { statSync } from "node:fs"
import type { Floor } from "./ColdProcess.ts"
import { type Reads, told } from "./shellText.ts"
import type { Ended } from "./supervise.ts"
import { type Kind, startWarm, type WarmShell } from "./WarmShell.ts"

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

/** So many in a row that came to nothing, and there are none for a while. */
const mostDeaths = 5
const brokenMillis = 60_000

/** A shell that needs longer than this to come to its waiting never will. */
const patienceMillis = 5000

/** A shell that reads line by line has answered by then; another waits for the end. */
const lineMillis = 300

type State = "new" | "probing" | "works" | "broken"

interface Pool {
  readonly kind: Kind
  readonly key: string
  state: State
  reads: Reads
  size: number
  deaths: number
  brokenAt: number
  starting: Array<{ readonly shell: WarmShell; readonly since: number }>
  waiting: Array<WarmShell>
  /** Which folder it is: one that was removed and made again has the old name, and is another place. */
  place: string
}

const keyOf = ({ called, cwd, file }: Kind): string => `${called}\0${file}\0${cwd}`

const placeOf = (folder: string): string => {
  try {
    const { dev, ino } = statSync(folder)
    return `${dev}:${ino}`
  } catch {
    return "nowhere"
  }
}

/** The exit code by which a shell shows that it understood. */
const understood = 87

export const makeWarmShells = (floor: Floor): WarmShells => {
  const pools = new Map<string, Pool>()
  let active = 0
  let delays = 0
  let taken = 0
  let lost = 0
  let started = 0
  let startMillis = 0
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  const settling: Array<() => void> = []

  const dismissAll = (pool: Pool) => {
    for (const { shell } of pool.starting.splice(0)) shell.dismiss()
    for (const shell of pool.waiting.splice(0)) shell.dismiss()
  }

  /** The pool of a kind. With another environment or in another place the shells are others. */
  const poolOf = (kind: Kind): Pool => {
    const key = keyOf(kind)
    const known = pools.get(key)
    const place = placeOf(kind.cwd)
    if (known !== undefined && known.kind.env === kind.env && known.place === place) return known
    if (known !== undefined) dismissAll(known)
    const pool: Pool = {
      kind,
      key,
      place,
      state: "new",
      reads: known?.reads ?? "lines",
      size: known?.size ?? 0,
      deaths: 0,
      brokenAt: 0,
      starting: [],
      waiting: []
    }
    pools.delete(key)
    pools.set(key, pool)
    for (const [oldest, old] of pools) {
      if (pools.size <= mostKinds) break
      dismissAll(old)
      pools.delete(oldest)
    }
    return pool
  }

  const broken = (pool: Pool) => {
    pool.state = "broken"
    pool.brokenAt = performance.now()
  }

  const missing = (pool: Pool): number =>
    pool.state === "broken" || pool.state === "probing"
      ? 0
      : Math.max(
          0,
          (pool.state === "new" ? Math.min(1, pool.size) : pool.size) - pool.waiting.length - pool.starting.length
        )

  const isSettled = (pool: Pool): boolean =>
    pool.state === "broken" || (pool.state !== "probing" && pool.starting.length === 0 && missing(pool) === 0)

  const isAllSettled = (): boolean => [...pools.values()].every(isSettled)

  const later = () => {
    if (isClosed || timer !== undefined) return
    if (isAllSettled()) {
      for (const resolve of settling.splice(0)) resolve()
      return
    }
    timer = setTimeout(work, restMillis)
    if (settling.length === 0) timer.unref()
  }

  const died = (pool: Pool, shell: WarmShell | undefined) => {
    pool.waiting = pool.waiting.filter((other) => other !== shell)
    pool.starting = pool.starting.filter((other) => other.shell !== shell)
    lost++
    if (++pool.deaths >= mostDeaths) broken(pool)
    later()
  }

  /**
   * The first shell of a kind must show that it can do all of it: a failure later would look like the hook's own exit
   * code, and 2 means "block".
   */
  const probe = (pool: Pool, shell: WarmShell) => {
    pool.state = "probing"
    const done = (works: boolean) => {
      clearTimeout(tooLate)
      if (works) pool.state = "works"
      else broken(pool)
      later()
    }
    const command = `cat;echo "$HOOKLINE_PROBE">/dev/stderr;exit ${understood}`
    const onEnd = (ended: Ended | undefined) =>
      done(ended?._tag === "Exited" && ended.code === understood && ended.stdout === "in" && ended.stderr === "it's\n")
    const running = shell.fire(told({ HOOKLINE_PROBE: "it's" }, command), "in", Infinity, onEnd, true)
    const tooLate = setTimeout(
      () => {
        running?.stop()
        if (pool.reads === "all") return done(false)
        pool.reads = "all"
        pool.state = "new"
        later()
      },
      pool.reads === "lines" ? lineMillis : patienceMillis
    ).unref()
    if (running === undefined) done(false)
  }

  const look = (pool: Pool) => {
    const now = performance.now()
    const stillStarting: Array<Pool["starting"][number]> = []
    for (const one of pool.starting) {
      if (one.shell.isWaiting()) {
        if (pool.state === "new") probe(pool, one.shell)
        else pool.waiting.push(one.shell)
        pool.deaths = 0
      } else if (now - one.since < patienceMillis) stillStarting.push(one)
      else {
        one.shell.dismiss()
        broken(pool)
      }
    }
    pool.starting = stillStarting
  }

  const startOne = (pool: Pool) => {
    const before = performance.now()
    try {
      let shell: WarmShell | undefined
      shell = startWarm(pool.kind, pool.reads, floor, () => died(pool, shell))
      // Without pipes there are no such shells; there may be some in a moment.
      if (shell === undefined) pool.deaths += floor.pipes.isThere() ? 0 : 1
      else pool.starting.push({ shell, since: performance.now() })
    } catch {
      pool.deaths++
    }
    if (pool.deaths >= mostDeaths) broken(pool)
    started++
    startMillis += performance.now() - before
  }

  function work() {
    timer = undefined
    if (isClosed) return
    for (const pool of pools.values()) look(pool)
    if (active > 0 && delays++ < mostDelays) return later()
    delays = 0
    const pool = [...pools.values()].find((one) => missing(one) > 0)
    if (pool !== undefined && floor.pipes.isReady()) startOne(pool)
    later()
  }

  const take = (kind: Kind): WarmShell | undefined => {
    const pool = poolOf(kind)
    if (pool.state === "broken" && performance.now() - pool.brokenAt > brokenMillis) {
      // Whatever it was may be over.
      pool.state = "new"
      pool.deaths = 0
      later()
    }
    if (pool.state !== "works") return undefined
    // The one that has waited longest.
    const shell = pool.waiting.shift()
    if (shell !== undefined) {
      taken++
      later()
    }
    return shell
  }

  const want = (kind: Kind, count: number) => {
    if (isClosed) return
    const pool = poolOf(kind)
    pool.size = Math.min(mostShells, count)
    for (const shell of pool.waiting.splice(pool.size)) shell.dismiss()
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
    for (const pool of pools.values()) dismissAll(pool)
    pools.clear()
    for (const resolve of settling.splice(0)) resolve()
  }

  const counts = (): Counts => ({
    taken,
    lost,
    started,
    startMillis,
    waiting: [...pools.values()].flatMap(({ waiting }) => waiting.flatMap(({ pid }) => pid ?? []))
  })

  return { take, want, busy, settled, close, counts }
}
