// Interleaved measuring: every case once per round, in another order each time, so that whatever else the machine does
// hits all cases alike. What counts is the ratio to the first case, in the same run.

export interface Case {
  readonly name: string
  /** Runs it once; what it returns keeps the compiler from leaving it out. */
  readonly run: () => unknown
}

export interface Measured {
  readonly name: string
  /** Nanoseconds for one run. */
  readonly p50: number
  readonly p95: number
}

const quantile = (sorted: ReadonlyArray<number>, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

const shuffled = <A>(items: ReadonlyArray<A>): ReadonlyArray<A> =>
  items
    .map((item) => ({ item, key: Math.random() }))
    .toSorted((one, other) => one.key - other.key)
    .map(({ item }) => item)

let kept: unknown

/** What was computed last. Reading it here is what the runs are for. */
export const keep = (): unknown => kept

const once = (run: () => unknown, repeats: number): number => {
  const started = process.hrtime.bigint()
  for (let count = 0; count < repeats; count++) kept = run()
  return Number(process.hrtime.bigint() - started) / repeats
}

/** Measures cases side by side. `repeats` is how often one sample runs its case, for cases shorter than the clock. */
export const rounds = (
  cases: ReadonlyArray<Case>,
  { repeats, samples }: { readonly samples: number; readonly repeats: number }
): ReadonlyArray<Measured> => {
  for (const { run } of cases) once(run, repeats * 10)
  const times = new Map(cases.map(({ name }) => [name, [] as Array<number>]))
  for (let sample = 0; sample < samples; sample++) {
    for (const { name, run } of shuffled(cases)) times.get(name)?.push(once(run, repeats))
  }
  return cases.map(({ name }) => {
    const sorted = (times.get(name) ?? []).toSorted((one, other) => one - other)
    return { name, p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95) }
  })
}
