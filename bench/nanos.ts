// Times of cases that take nanoseconds, measured in turn: what the machine does besides meets all of them alike.
import type { Result } from "./Result.ts"

/** Runs a case as often as it is told. */
export type Repeated = (repeats: number) => void | Promise<void>

export interface Case {
  readonly repeats: number
  readonly run: Repeated
}

/** The nanoseconds of one run, in order, of several samples. */
export type Times = ReadonlyArray<number>

const warmUps = 20
const samples = 40

/** Measures each case once in every round, after rounds that are not counted. Returns the times of a case by its name. */
export const inTurn = async <Name extends string>(cases: {
  readonly [Key in Name]: Case
}): Promise<(name: Name) => Times> => {
  const all = Object.entries<Case>(cases).map(([name, one]) => ({ name, one, times: new Array<number>() }))
  for (let round = 0; round < warmUps + samples; round++) {
    for (const { one, times } of all) {
      const started = process.hrtime.bigint()
      await one.run(one.repeats)
      const nanos = Number(process.hrtime.bigint() - started) / one.repeats
      if (round >= warmUps) times.push(nanos)
    }
  }
  const sorted = new Map(all.map(({ name, times }) => [name, times.toSorted((one, other) => one - other)]))
  return (name) => sorted.get(name) ?? []
}

export const at = (times: Times, share: number): number => times[Math.floor(times.length * share)] ?? Number.NaN

export const median = (times: Times): number => at(times, 0.5)

const rowOf = (name: string, times: Times, ratio: number): Result => ({
  name,
  ratio,
  p50: median(times),
  p95: at(times, 0.95),
  unit: "ns"
})

/** Returns a case beside a time that it may take. */
export const within = (name: string, times: Times, mostNanos: number): Result => ({
  ...rowOf(name, times, median(times) / mostNanos),
  target: 1
})

/** Returns a case beside another one of the same run. */
export const beside = (name: string, times: Times, base: Times, target?: number): Result => ({
  ...rowOf(name, times, median(times) / median(base)),
  ...(target !== undefined && { target })
})
