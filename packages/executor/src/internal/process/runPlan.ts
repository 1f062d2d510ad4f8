/**
 * Runs the program of a hook: in a warm shell if there is one and it is certain to be equivalent, and otherwise as a
 * new process.
 */
import { constants } from "node:os"
import { type Confined, startCold, startDetached } from "./ColdProcess.ts"
import { recorded, recording } from "./recorded.ts"
import type { Plan, Program } from "./commandOf.ts"
import { crowded } from "./crowded.ts"
import type { Ground } from "./Processes.ts"
import { canAssign, told } from "./shellText.ts"
import { type Ended, type Expected, notStarted, type Running } from "./supervise.ts"
import { longestScript } from "./WarmShell.ts"
import type { WarmShells } from "./WarmShells.ts"

/** The folder, the input, the variables and the limit of a run. */
export interface Place {
  readonly cwd: string
  /** The variables that all hooks of the session inherit. */
  readonly base: Readonly<Record<string, string>>
  /** The variables of this run besides. */
  readonly own: Readonly<Record<string, string>>
  readonly input: string
  /** The time at which the limit ends, by the clock of `performance`. */
  readonly until: number
  readonly expected: Expected
  /** The sandbox of the run. */
  readonly confined?: Confined | undefined
}

/** The maximum size of variables that are passed to a warm shell. */
const longestDelta = 4096

const firstPauseMillis = 10
const patienceMillis = 2000

/** The time before the limit at which a failed start is reported, because later it would look like a timeout. */
const tellingMillis = 50

/** Returns the delay before another attempt, or `undefined` if there is none. */
const pauseFor = (ended: Ended, paused: number, until: number): number | undefined => {
  if (ended._tag !== "NotStarted" || !crowded.has(ended.code) || paused >= patienceMillis) return undefined
  const left = until - tellingMillis - performance.now()
  return left < 1 ? undefined : Math.min(Math.max(firstPauseMillis, paused), left)
}

/** Converts an exit by a signal to the exit code that a shell reports for its child. */
const asExit = (ended: Ended): Ended => {
  if (ended._tag !== "Signalled") return ended
  const number = Object.entries(constants.signals).find(([name]) => name === ended.signal)?.[1] ?? 0
  const { cut, stderr, stdout } = ended
  return { _tag: "Exited", code: 128 + number, stdout, stderr, cut, held: false, hides: false }
}

/** Converts the shell's own error for a missing program to that of a process that was not spawned. */
const asStart = ({ warm }: Plan, ended: Ended): Ended => {
  const [file] = warm?.words ?? []
  if (file === undefined || ended._tag !== "Exited" || (ended.code !== 126 && ended.code !== 127)) return ended
  const { code, stderr } = ended
  if (!stderr.includes(`exec: ${file}: `)) return ended
  return { _tag: "NotStarted", code: code === 127 ? "ENOENT" : "EACCES", text: stderr.trim() }
}

/** Returns the text for a warm shell, or `undefined` if the run needs more than a warm shell can get. */
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

/** Runs a plan. `onEnd` is called once, unless it is stopped before. */
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
  let isLeft = false

  const end = (ended: Ended) => {
    rest?.()
    onEnd(plan.asShell ? asExit(ended) : ended)
  }

  const cold = (program: Program, orElse: Program | undefined, paused: number): void => {
    if (isLeft) return undefined
    if (!ground.pipes.isReady()) {
      // Without pipes its outputs would be sockets, which it can't open again.
      void ground.pipes.ready().then(() => cold(program, orElse, paused))
      return undefined
    }
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
      const { confined, cwd, expected, input, until } = place
      const start = { ...program, cwd, env: { ...place.base, ...place.own }, input, until, expected, confined }
      running = startCold(start, ground, again)
    } catch (error) {
      again(notStarted(error))
    }
  }

  const coldFromStart = () => cold(plan.start, plan.orElse, 0)

  const script = shells === undefined ? undefined : warmScript(plan, place)
  const shell =
    script === undefined || plan.warm === undefined
      ? undefined
      : shells?.take({
          file: plan.warm.file,
          called: plan.warm.called,
          cwd: place.cwd,
          env: place.base,
          inside: place.confined?.inside
        })
  // A shell that exited before it read the command has run nothing.
  running = shell?.fire(script ?? "", place, (ended) =>
    ended === undefined ? coldFromStart() : end(asStart(plan, ended))
  )
  if (running === undefined) coldFromStart()

  const leave = (leaving: (one: Running) => boolean): boolean => {
    isLeft = true
    clearTimeout(pause)
    const isRecorded = running !== undefined && leaving(running)
    rest?.()
    return isRecorded
  }
  return {
    stop: () =>
      void leave((one) => {
        one.stop()
        return false
      }),
    detach: (limitMillis, record) => leave((one) => one.detach(limitMillis, record))
  }
}

/** Returns a sandbox around which the result is recorded. */
const recordedAround = (confined: Confined, folder: string): Confined => ({
  ...confined,
  wrap: { words: [...recording(folder), ...(confined.wrap?.words ?? [])], env: confined.wrap?.env ?? {} }
})

/**
 * Like `runPlan`, but for a process that may outlive this one. With a folder for its record, only a failed start is
 * reported to `onEnd`.
 */
export const runDetached = (
  plan: Plan,
  place: Place,
  ground: Ground,
  folder: string | undefined,
  onEnd: (ended: Ended) => void
): Running => {
  const { confined, cwd, expected, input, until } = place
  const program = plan.orElse ?? plan.start
  // The record is outside of the sandbox.
  const around = folder === undefined ? undefined : confined && recordedAround(confined, folder)
  const start = {
    ...(folder === undefined || confined !== undefined ? program : recorded(program, folder)),
    cwd,
    env: { ...place.base, ...place.own },
    input,
    until,
    expected,
    confined: around ?? confined
  }
  let running: Running | undefined
  let pause: NodeJS.Timeout | undefined

  const launch = (paused: number) => {
    const end = (ended: Ended) => {
      // There is no limit, because the answer does not wait for it.
      const next = pauseFor(ended, paused, Infinity)
      if (next === undefined) onEnd(ended)
      else pause = setTimeout(() => launch(paused + next), next)
    }
    try {
      running = startDetached(start, ground, folder, end)
    } catch (error) {
      end(notStarted(error))
    }
  }

  launch(0)
  const stop = () => {
    clearTimeout(pause)
    running?.stop()
  }
  return {
    stop,
    detach: () => {
      stop()
      return folder !== undefined
    }
  }
}
