/** Warm shells of one kind. The first one must pass a probe; after failures the pool pauses. */
import type { Floor } from "./ColdProcess.ts"
import { noReply } from "./expected.ts"
import { type Reads, told } from "./shellText.ts"
import type { Ended } from "./supervise.ts"
import { type Kind, startWarm, type WarmShell } from "./WarmShell.ts"

/** Counters for the shells of all pools. */
export interface Tally {
  taken: number
  lost: number
  started: number
  startMillis: number
}

export interface WarmPool {
  readonly take: () => WarmShell | undefined
  /** Sets the number of shells that are kept ready. */
  readonly resize: (size: number) => void
  /** Checks on shells that are starting. */
  readonly look: () => void
  /** True if a shell is to be spawned. */
  readonly isShort: () => boolean
  readonly startOne: () => void
  /** True if the wanted number is ready, or there will be none. */
  readonly isSettled: () => boolean
  readonly dismissAll: () => void
  readonly waiting: () => ReadonlyArray<number>
}

/** The number of failures in a row after which the pool pauses. */
const mostDeaths = 5
const brokenMillis = 60_000

/** The time after which a starting shell counts as failed. */
const patienceMillis = 5000

/** The time within which a shell that reads line by line answers the probe. Other shells read to the end first. */
const lineMillis = 300

/** The exit code by which a shell passes the probe. */
const understood = 87

const hasUnderstood = (ended: Ended | undefined): boolean =>
  ended?._tag === "Exited" && ended.code === understood && ended.stdout === "in" && ended.stderr === "it's\n"

/** Creates an empty pool. `changed` is called when the pool needs attention. */
export const makeWarmPool = (kind: Kind, floor: Floor, tally: Tally, changed: () => void): WarmPool => {
  let state: "new" | "probing" | "works" | "broken" = "new"
  let reads: Reads = "lines"
  let size = 0
  let deaths = 0
  let brokenAt = 0
  let starting: ReadonlyArray<{ readonly shell: WarmShell; readonly since: number }> = []
  let waiting: ReadonlyArray<WarmShell> = []

  const broken = () => {
    state = "broken"
    brokenAt = performance.now()
  }

  const died = () => {
    if (++deaths >= mostDeaths) broken()
  }

  /** A new kind starts with one shell, which is probed. */
  const wanted = () => (state === "new" ? Math.min(1, size) : size)

  const isShort = () => state !== "broken" && state !== "probing" && waiting.length + starting.length < wanted()

  const lost = (shell: WarmShell | undefined) => {
    waiting = waiting.filter((other) => other !== shell)
    starting = starting.filter((other) => other.shell !== shell)
    tally.lost++
    died()
    changed()
  }

  /** Tests a shell, because a failure during a hook would look like the hook's own exit code, and 2 means "block". */
  const probe = (shell: WarmShell) => {
    state = "probing"
    const done = (works: boolean) => {
      clearTimeout(tooLate)
      if (works) state = "works"
      else broken()
      changed()
    }
    const command = `cat;echo "$HOOKLINE_PROBE">/dev/stderr;exit ${understood}`
    const onEnd = (ended: Ended | undefined) => done(hasUnderstood(ended))
    const run = { input: "in", until: Infinity, expected: noReply }
    const running = shell.fire(told({ HOOKLINE_PROBE: "it's" }, command), run, onEnd, true)
    const onTooLate = () => {
      running?.stop()
      if (reads === "all") return done(false)
      reads = "all"
      state = "new"
      changed()
    }
    const tooLate = setTimeout(onTooLate, reads === "lines" ? lineMillis : patienceMillis).unref()
    if (running === undefined) done(false)
  }

  const look = () => {
    const now = performance.now()
    const before = starting
    starting = before.filter(({ shell, since }) => !shell.isWaiting() && now - since < patienceMillis)
    for (const { shell } of before.filter((one) => !starting.includes(one))) {
      if (!shell.isWaiting()) {
        shell.dismiss()
        broken()
        continue
      }
      deaths = 0
      if (state === "new") probe(shell)
      else waiting = [...waiting, shell]
    }
  }

  const startOne = () => {
    const before = performance.now()
    try {
      let shell: WarmShell | undefined
      shell = startWarm(kind, reads, floor, () => lost(shell))
      if (shell !== undefined) starting = [...starting, { shell, since: before }]
      // Without pipes there are no warm shells. While the first pipes are created, it is tried again soon.
      else if (!floor.pipes.isThere()) died()
    } catch {
      died()
    }
    tally.started++
    tally.startMillis += performance.now() - before
  }

  const take = (): WarmShell | undefined => {
    if (state === "broken" && performance.now() - brokenAt > brokenMillis) {
      // The cause may be gone.
      state = "new"
      deaths = 0
      changed()
    }
    if (state !== "works") return undefined
    // The shell that has waited longest.
    const [shell, ...rest] = waiting
    if (shell === undefined) return undefined
    waiting = rest
    tally.taken++
    changed()
    return shell
  }

  return {
    take,
    look,
    isShort,
    startOne,
    resize: (count) => {
      size = count
      for (const shell of waiting.slice(size)) shell.dismiss()
      waiting = waiting.slice(0, size)
      changed()
    },
    isSettled: () => state === "broken" || (state !== "probing" && starting.length === 0 && !isShort()),
    dismissAll: () => {
      for (const shell of [...starting.map((one) => one.shell), ...waiting]) shell.dismiss()
      starting = []
      waiting = []
      size = 0
    },
    waiting: () => waiting.flatMap(({ pid }) => pid ?? [])
  }
}
