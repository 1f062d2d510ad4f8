// How much a machine differs from itself: the same work, asked for before every part of a run. A ratio can't be told
// better than that.
import { spawnSync } from "node:child_process"
import { quantile } from "./quantile.ts"

/** One look at the machine, in milliseconds: work of the processor alone, and the start of a process. */
export interface Canary {
  readonly computing: number
  readonly starting: number
}

const timed = (run: () => unknown): number => {
  const started = performance.now()
  run()
  return performance.now() - started
}

const text = JSON.stringify(Array.from({ length: 2000 }, (_, index) => ({ index, name: `name ${index}` })))

const median = (run: () => unknown): number =>
  quantile(
    Array.from({ length: 9 }, () => timed(run)),
    0.5
  )

export const look = (): Canary => ({
  computing: median(() => JSON.parse(text)),
  starting: median(() => spawnSync("sh", ["-c", "exit 0"]))
})

const spread = (values: ReadonlyArray<number>): number =>
  values.length < 2 ? 0 : (quantile(values, 0.9) - quantile(values, 0.1)) / quantile(values, 0.5)

/** The part of itself by which the slower half of the looks differs from the faster one, of whichever differs more. */
export const noiseOf = (looks: ReadonlyArray<Canary>): number =>
  Math.max(spread(looks.map(({ computing }) => computing)), spread(looks.map(({ starting }) => starting)))
