import { quantile } from "./quantile.ts"
import type { Result } from "./Result.ts"

/** Returns the line of times that have a target of their own, as a ratio to it. */
export const timesRow = (name: string, times: ReadonlyArray<number>, target: number, unit: string): Result => ({
  name,
  ratio: quantile(times, 0.5) / target,
  target: 1,
  p50: quantile(times, 0.5),
  p95: quantile(times, 0.95),
  unit
})
