/** Shells that wait for hooks of one kind. The first must show that it can do all of it; what fails is let be for a while. */
import type { Floor } from "./ColdProcess.ts"
import { type Reads, told } from "./shellText.ts"
import type { Ended } from "./supervise.ts"
import { type Kind, startWarm, type WarmShell } from "./WarmShell.ts"

/** What has happened to the shells of all pools. */
export interface Tally {
  taken: number
  lost: number
  started: number
  startMillis: number
}

export interface WarmPool {
  readonly take: () => WarmShell | undefined
  /** Sets how many are to wait. */
  readonly resize: (size: number) => void
  /** Looks after those that are starting. */
  readonly look: () => void
  /** Whether one more is to be started. */
  readonly isShort: () => boolean
  readonly startOne: () => void
  /** Whether as many wait as are wanted, or none ever will. */
  readonly isSettled: () => boolean
  readonly dismissAll: () => void
  readonly waiting: () => ReadonlyArray<number>
}

/** So many in a row that came to nothing, and there are none for a while. */
const mostDeaths = 5
const brokenMillis = 60_000

/** A shell that needs longer than this to come to its waiting never will. */
const patienceMillis = 5000

/** A shell that reads line by line has answered by then; another waits for the end. */
const lineMillis = 300

/** The exit code by which a shell shows that it understood. */
const understood = 87

const hasUnderstood = (ended: Ended | undefined): boolean =>
  ended?._tag === "Exited" && ended.code === understood && ended.stdout === "in" && ended.stderr === "it's\n"

/** A pool without shells. `changed` is called when something has happened that it must be looked after for. */
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

  /** Of a new kind one is started, and shows what it can do. */
  const wanted = () => (state === "new" ? Math.min(1, size) : size)

  const isShort = () => state !== "broken" && state !== "probing" && waiting.length + starting.length < wanted()

  const lost = (shell: WarmShell | undefined) => {
    waiting = waiting.filter((other) => other !== shell)
    starting = starting.filter((other) => other.shell !== shell)
    tally.lost++
    died()
    changed()
  }

  /** A failure later would look like the hook's own exit code, and 2 means "block". */
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
    const running = shell.fire(told({ HOOKLINE_PROBE: "it's" }, command), "in", Infinity, onEnd, true)
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
      // Without pipes there are no such shells. When some are only being made there will be in a moment.
      else if (!floor.pipes.isThere()) died()
    } catch {
      died()
    }
    tally.started++
    tally.startMillis += performance.now() - before
  }

  const take = (): WarmShell | undefined => {
    if (state === "broken" && performance.now() - brokenAt > brokenMillis) {
      // Whatever it was may be over.
      state = "new"
      deaths = 0
      changed()
    }
    if (state !== "works") return undefined
    // The one that has waited longest.
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
