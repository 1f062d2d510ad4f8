// Interleaved measuring of what takes its time outside: every case once per round, in another order each time. A case is
// judged by its ratio to the base of the same round, since a machine drifts.

import { quantile } from "./quantile.ts"

export interface AsyncCase {
  readonly name: string
  /** Brings everything back to the same start; not measured. */
  readonly before?: () => Promise<unknown>
  readonly run: () => Promise<unknown>
}

export interface AsyncMeasured {
  readonly name: string
  /** Microseconds. */
  readonly p50: number
  readonly p95: number
  /** How long the thread was kept before it was given back first, in microseconds. */
  readonly block: number
  /** The median of the ratios to the first case, round by round. */
  readonly ratio: number
  /** The 95th percentile to that of the first case. */
  readonly ratioP95: number
}

const shuffled = <A>(items: ReadonlyArray<A>): ReadonlyArray<A> =>
  items
    .map((item) => ({ item, key: Math.random() }))
    .toSorted((one, other) => one.key - other.key)
    .map(({ item }) => item)

interface Samples {
  readonly total: Array<number>
  readonly block: Array<number>
}

/** Measures cases side by side; the first is the base. */
export const asyncRounds = async (
  cases: ReadonlyArray<AsyncCase>,
  { rounds, warmUp = 20 }: { readonly rounds: number; readonly warmUp?: number }
): Promise<ReadonlyArray<AsyncMeasured>> => {
  const samples = new Map<AsyncCase, Samples>(cases.map((one) => [one, { total: [], block: [] }]))
  for (let round = -warmUp; round < rounds; round++) {
    for (const one of shuffled(cases)) {
      await one.before?.()
      const started = performance.now()
      const pending = one.run()
      const given = performance.now()
      await pending
      const ended = performance.now()
      if (round < 0) continue
      samples.get(one)?.total.push((ended - started) * 1000)
      samples.get(one)?.block.push((given - started) * 1000)
    }
  }
  const base = cases[0] === undefined ? [] : (samples.get(cases[0])?.total ?? [])
  return cases.map((one) => {
    const { block, total } = samples.get(one) ?? { block: [], total: [] }
    return {
      name: one.name,
      p50: quantile(total, 0.5),
      p95: quantile(total, 0.95),
      block: quantile(block, 0.5),
      ratio: quantile(
        total.map((value, round) => value / (base[round] ?? Number.NaN)),
        0.5
      ),
      ratioP95: quantile(total, 0.95) / quantile(base, 0.95)
    }
  })
}
