// Hooks that are processes, beside `spawn("sh", ["-c", "exit 0"])` with the same input, which is R.
import * as Concurrency from "@hookline/core/Concurrency"
import { Executor } from "@hookline/core/Executor"
import * as ProcessCommandRunner from "@hookline/executor/ProcessCommandRunner"
import { Leftovers, TestPipeline } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { asyncRounds } from "./asyncRounds.ts"
import { quantile } from "./quantile.ts"
import { openProcessHost, pause, type ProcessHost, runnerNeeds } from "./processHost.ts"
import type { Result } from "./Result.ts"

const text = "exit 0"
const ten = (run: () => Promise<unknown>) => () => Promise.all(Array.from({ length: 10 }, run))

const millis = (micros: number): number => micros / 1000

/** One hook at a time. */
const alone = async (host: ProcessHost): Promise<ReadonlyArray<Result>> => {
  const work = host.work(text)
  const before = host.rested
  const taken = host.counts().taken
  const rounds = 300
  const measured = await asyncRounds(
    [
      { name: "plain", before, run: () => host.plain(text) },
      { name: "plain again", before, run: () => host.plain(text) },
      { name: "cold", before, run: () => host.cold(work) },
      { name: "warm", before, run: () => host.warm(work) }
    ],
    { rounds }
  )
  if (host.counts().taken - taken < rounds) throw new Error("not every run had a shell that waited")
  const [, again, cold, warm] = measured
  if (again === undefined || cold === undefined || warm === undefined) throw new Error("a case is missing")
  const row = (name: string, ratio: number, target: number | undefined, { p50, p95 }: typeof warm): Result => ({
    name,
    ratio,
    ...(target !== undefined && { target }),
    p50: millis(p50),
    p95: millis(p95),
    unit: "ms"
  })
  return [
    row("spawn sh -c 'exit 0' again / R: the noise", again.ratio, undefined, again),
    row("one hook, cold / R", cold.ratio, 1.05, cold),
    row("one hook, warm, all variables / R", warm.ratio, 0.17, warm),
    row("one hook, warm, at p95 / R at p95", warm.ratioP95, 0.28, warm),
    {
      name: "one hook, warm: the thread is kept / 50 µs",
      ratio: warm.block / 50,
      target: 1,
      p50: warm.block,
      p95: warm.block,
      unit: "µs"
    }
  ]
}

const tenAtOnce = async (host: ProcessHost): Promise<ReadonlyArray<Result>> => {
  const work = host.work(text)
  const before = host.rested
  const measured = await asyncRounds(
    [
      { name: "plain", before, run: ten(() => host.plain(text)) },
      { name: "ten at once, cold / ten R", before, run: ten(() => host.cold(work)) },
      { name: "ten at once, warm / ten R", before, run: ten(() => host.warm(work)) }
    ],
    { rounds: 100, warmUp: 5 }
  )
  const targets = [undefined, 1.05, 0.12]
  return measured.flatMap(({ name, p50, p95, ratio }, index) =>
    targets[index] === undefined
      ? []
      : [{ name, ratio, target: targets[index], p50: millis(p50), p95: millis(p95), unit: "ms" }]
  )
}

/** The longest that the event loop was not free, while something ran. */
const stalls = async (run: () => Promise<unknown>): Promise<ReadonlyArray<number>> => {
  const found: Array<number> = []
  let isOver = false
  let last = performance.now()
  const look = () => {
    const now = performance.now()
    found.push((now - last) * 1000)
    last = now
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  await run()
  isOver = true
  return found
}

/** The median of the forty longest: as many as hooks were run, and so as many as processes were started. */
const longest = (turns: ReadonlyArray<number>): number =>
  quantile(turns.toSorted((one, other) => other - one).slice(0, 40), 0.5)

/** One hook after the other, without a pause in which shells could be made. */
const backToBack = async (host: ProcessHost): Promise<ReadonlyArray<Result>> => {
  const work = host.work(text)
  const series = (run: () => Promise<unknown>) => async () => {
    for (let count = 0; count < 40; count++) await run()
  }
  const measured = await asyncRounds(
    [
      { name: "plain", run: series(() => host.plain(text)) },
      { name: "back to back", run: series(() => host.warm(work)) }
    ],
    { rounds: 20, warmUp: 2 }
  )
  const plain = longest(await stalls(series(() => host.plain(text))))
  const own = longest(await stalls(series(() => host.warm(work))))
  const [, warm] = measured
  if (warm === undefined) throw new Error("a case is missing")
  return [
    {
      name: "forty hooks back to back, warm / forty R",
      ratio: warm.ratio,
      target: 1.05,
      p50: millis(warm.p50) / 40,
      p95: millis(warm.p95) / 40,
      unit: "ms"
    },
    {
      name: "the event loop meanwhile, the median of its forty longest turns / that of R",
      ratio: own / plain,
      target: 1.1,
      p50: millis(own),
      p95: millis(plain),
      unit: "ms"
    }
  ]
}

/** How much memory processes have for themselves, in KiB. */
const ownMemory = (pids: ReadonlyArray<number>): number =>
  pids.reduce((sum, pid) => {
    const [, kibibytes] = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8")) ?? []
    return sum + Number(kibibytes ?? 0)
  }, 0)

/** What waiting costs. */
const costs = async (host: ProcessHost): Promise<ReadonlyArray<Result>> => {
  await host.rested()
  const { startMillis, started, waiting } = host.counts()
  const each = startMillis / started
  const memory = existsSync("/proc/self/smaps_rollup") ? ownMemory(waiting) / waiting.length : Number.NaN
  return [
    { name: "the thread is kept by starting a shell, when idle", ratio: each, p50: each, p95: each, unit: "ms" },
    { name: "memory of a shell that waits", ratio: memory, p50: memory, p95: memory, unit: "KiB" }
  ]
}

/** A tree of three that ignores that it is to end. */
const stubborn = "trap '' TERM; (trap '' TERM; sleep 5) & (trap '' TERM; sleep 5) & wait"

const limits = async (): Promise<ReadonlyArray<Result>> => {
  const host = await openProcessHost()
  const over = await Effect.runPromise(
    Effect.scoped(
      Effect.provide(
        Effect.gen(function* () {
          const { execute } = yield* Executor
          const times: Array<number> = []
          for (let count = 0; count < 20; count++) {
            const started = performance.now()
            yield* Effect.flip(execute({ ...host.work(stubborn), limitMillis: 100 }))
            times.push(performance.now() - started - 100)
          }
          return times
        }),
        Layer.provide(Executor.layerWith(ProcessCommandRunner.layerWarm), [
          runnerNeeds,
          Layer.provide(Concurrency.layerPerCpu(), TestPipeline.thisProject)
        ])
      )
    )
  )
  await host.close()
  const [p50, p95] = [quantile(over, 0.5), quantile(over, 0.95)]
  return [
    {
      name: "a tree that ignores its end: answered after its limit / 20 ms",
      ratio: p95 / 20,
      target: 1,
      p50,
      p95,
      unit: "ms"
    }
  ]
}

/** All of it in a host of usual size. */
export const processes = async (): Promise<ReadonlyArray<Result>> => {
  const host = await openProcessHost()
  await host.want(10)
  const results = [
    ...(await alone(host)),
    ...(await tenAtOnce(host)),
    ...(await backToBack(host)),
    ...(await costs(host))
  ]
  await host.close()
  return [...results, ...(await limits())]
}

/** One hook in a host that holds much outside of the heap: a fork has to copy what tells where it is. */
export const inHostOf = (megabytes: number, target: number) => async (): Promise<ReadonlyArray<Result>> => {
  const ballast = Array.from({ length: megabytes }, (_, index) => Buffer.alloc(1 << 20, index % 255))
  const host = await openProcessHost()
  await host.want(2)
  const work = host.work(text)
  const before = host.rested
  const [, warm] = await asyncRounds(
    [
      { name: "plain", before, run: () => host.plain(text) },
      { name: "warm", before, run: () => host.warm(work) }
    ],
    { rounds: 60, warmUp: 5 }
  )
  await host.close()
  if (warm === undefined || ballast.length !== megabytes) throw new Error("a case is missing")
  return [
    {
      name: `one hook in a host with ${megabytes} MB of buffers, warm / R there`,
      ratio: warm.ratio,
      target,
      p50: millis(warm.p50),
      p95: millis(warm.p95),
      unit: "ms"
    }
  ]
}

const collect = (): void => {
  if (globalThis.gc === undefined) throw new Error("run with --expose-gc")
  globalThis.gc()
}

const heap = (): number => {
  collect()
  return process.memoryUsage().heapUsed / 1e6
}

/** Ten thousand events with one hook each: what is left of them. */
export const leavings = async (): Promise<ReadonlyArray<Result>> => {
  const folder = mkdtempSync(path.join(tmpdir(), "bench-"))
  const host = await openProcessHost()
  await host.want(2)
  const works = ["exit 0", "echo hi; exit 2", "cat >/dev/null", "kill -9 $$", "sleep 0 & exit 1"].map(host.work)
  const some = async (count: number) => {
    for (let index = 0; index < count; index++) {
      const work = works[index % works.length]
      if (work !== undefined) await host.warm(work).catch(() => undefined)
      // Now and then there is time to make shells, and now and then there is none.
      if (index % 3 === 0) await pause(0)
    }
    await host.rested()
    await pause(100)
  }
  await some(500)
  const before = { heap: heap(), left: Leftovers.now() }
  await some(10_000)
  const after = { heap: heap(), left: Leftovers.now() }
  await host.close()
  rmSync(folder, { recursive: true })
  const grown = (one: ReadonlyArray<string>, other: ReadonlyArray<string>): number =>
    Math.max(0, one.length - other.length)
  const left =
    // Pipes for hooks to come: a batch of 96 is created where fewer than 24 are unused.
    Math.max(0, after.left.files - before.left.files - 24 - 96) +
    grown(after.left.children, before.left.children) +
    grown(after.left.temporary, before.left.temporary) +
    Math.max(0, after.left.listeners - before.left.listeners)
  const more = after.heap - before.heap
  return [
    { name: "10,000 events: files, processes, listeners left", ratio: left, target: 0, p50: left, p95: left, unit: "" },
    {
      name: "10,000 events: the heap grows / 5 MB",
      ratio: Math.max(0, more) / 5,
      target: 1,
      p50: more,
      p95: more,
      unit: "MB"
    }
  ]
}
