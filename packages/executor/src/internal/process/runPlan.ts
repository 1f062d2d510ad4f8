/** Runs what a hook starts: in a shell that waits, where there is one and nothing is in doubt, and else by itself. */
import { constants } from "node:os"
import { startCold, startDetached } from "./ColdProcess.ts"
import type { Plan, Program } from "./commandOf.ts"
import type { Ground } from "./Processes.ts"
import { canAssign, told } from "./shellText.ts"
import { type Ended, notStarted, type Running } from "./supervise.ts"
import { longestScript } from "./WarmShell.ts"
import type { WarmShells } from "./WarmShells.ts"

/** Where something runs, with what. */
export interface Place {
  readonly cwd: string
  /** What everything in the session inherits. */
  readonly base: Readonly<Record<string, string>>
  /** What this run has beside that. */
  readonly own: Readonly<Record<string, string>>
  readonly input: string
  /** When its limit is over, by the clock of `performance`. */
  readonly until: number
}

/** More than this is not worth telling a shell that waits. */
const longestDelta = 4096

/** A system that has no room for another file or process has some in a moment. */
const crowded = new Set(["EMFILE", "ENFILE", "EAGAIN"])
const firstPauseMillis = 10
const patienceMillis = 2000

/** So long before the limit it is told why nothing has started: later it would only be told as late. */
const tellingMillis = 50

/** How long to wait before it is tried again, where that may help. */
const pauseFor = (ended: Ended, paused: number, until: number): number | undefined => {
  if (ended._tag !== "NotStarted" || !crowded.has(ended.code) || paused >= patienceMillis) return undefined
  const left = until - tellingMillis - performance.now()
  return left < 1 ? undefined : Math.min(Math.max(firstPauseMillis, paused), left)
}

/** How a shell tells that a child of its was ended by a signal. */
const asExit = (ended: Ended): Ended => {
  if (ended._tag !== "Signalled") return ended
  const number = Object.entries(constants.signals).find(([name]) => name === ended.signal)?.[1] ?? 0
  return { _tag: "Exited", code: 128 + number, stdout: ended.stdout, stderr: ended.stderr, cut: ended.cut }
}

/**
 * A program that a waiting shell was to become, and could not: the shell's own words for it are those of a program that
 * the system did not start.
 */
const asStart = ({ warm }: Plan, ended: Ended): Ended => {
  const [file] = warm?.words ?? []
  if (file === undefined || ended._tag !== "Exited" || (ended.code !== 126 && ended.code !== 127)) return ended
  const { code, stderr } = ended
  if (!stderr.includes(`exec: ${file}: `)) return ended
  return { _tag: "NotStarted", code: code === 127 ? "ENOENT" : "EACCES", text: stderr.trim() }
}

/** The text for a shell that waits, if it can be told all that this run needs. */
const warmScript = ({ warm }: Plan, { own }: Place): string | undefined => {
  if (warm === undefined) return undefined
  let delta = 0
  for (const name in own) {
    if (!canAssign(name)) return undefined
    delta += name.length + (own[name]?.length ?? 0)
  }
  if (delta > longestDelta) return undefined
  const script = told(own, warm.text, warm.words)
  return script.length * 3 < longestScript || Buffer.byteLength(script) < longestScript ? script : undefined
}

/** Starts it, and tells once how it ended, unless it is stopped before. */
export const runPlan = (
  plan: Plan,
  place: Place,
  ground: Ground,
  shells: WarmShells | undefined,
  onEnd: (ended: Ended) => void
): Running => {
  const rest = shells?.busy()
  let running: Running | undefined
  let pause: NodeJS.Timeout | undefined

  const end = (ended: Ended) => {
    rest?.()
    onEnd(plan.asShell ? asExit(ended) : ended)
  }

  const cold = (program: Program, orElse: Program | undefined, paused: number) => {
    const again = (ended: Ended) => {
      if (ended._tag !== "NotStarted") return end(ended)
      const next = pauseFor(ended, paused, place.until)
      if (next !== undefined) {
        pause = setTimeout(() => cold(program, orElse, paused + next), next)
        return undefined
      }
      return orElse === undefined ? end(ended) : cold(orElse, undefined, paused)
    }
    try {
      ground.turns.started()
      const { cwd, input, until } = place
      running = startCold({ ...program, cwd, env: { ...place.base, ...place.own }, input, until }, ground, again)
    } catch (error) {
      again(notStarted(error))
    }
  }

  const coldFromStart = () => cold(plan.start, plan.orElse, 0)

  const script = shells === undefined ? undefined : warmScript(plan, place)
  const shell =
    script === undefined || plan.warm === undefined
      ? undefined
      : shells?.take({ file: plan.warm.file, called: plan.warm.called, cwd: place.cwd, env: place.base })
  // A shell that was lost before it took the command has run nothing.
  running = shell?.fire(script ?? "", place.input, place.until, (ended) =>
    ended === undefined ? coldFromStart() : end(asStart(plan, ended))
  )
  if (running === undefined) coldFromStart()

  return {
    stop: () => {
      clearTimeout(pause)
      running?.stop()
      rest?.()
    }
  }
}

/** The same for what may outlive us. */
export const runDetached = (plan: Plan, place: Place, ground: Ground, onEnd: (ended: Ended) => void): Running => {
  const { cwd, input, until } = place
  const { file, ...program } = plan.orElse ?? plan.start
  const start = { file, ...program, cwd, env: { ...place.base, ...place.own }, input, until }
  let running: Running | undefined
  let pause: NodeJS.Timeout | undefined

  const launch = (paused: number) => {
    const end = (ended: Ended) => {
      // Its limit is nobody's: whoever lets it go does not wait for it.
      const next = pauseFor(ended, paused, Infinity)
      if (next === undefined) onEnd(ended)
      else pause = setTimeout(() => launch(paused + next), next)
    }
    try {
      running = startDetached(start, ground, end)
    } catch (error) {
      end(notStarted(error))
    }
  }

  launch(0)
  return {
    stop: () => {
      clearTimeout(pause)
      running?.stop()
    }
  }
}
