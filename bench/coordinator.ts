// What an event costs that goes to native handlers, and what settling adds to one that no hook matches.
import { Pipeline } from "@hookline/core/Pipeline"
import { Hookline } from "@hookline/node/Hookline"
import * as HookEvent from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import * as TestHookline from "@hookline/testing/TestHookline"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as References from "effect/References"
import type { Result } from "./Result.ts"

const wanted = HookEvent.cases.PreToolUse.make({ toolName: "Bash", toolInput: { command: "ls" } })
const unwanted = HookEvent.cases.PostToolUse.make({ toolName: "Bash", toolInput: { command: "ls" } })

/** Nanoseconds for one of many runs, over several samples, in order. */
const samples = (count: number, run: Effect.Effect<unknown>): ReadonlyArray<number> => {
  const all = Effect.gen(function* () {
    for (let at = 0; at < count; at++) yield* run
  }).pipe(Effect.provideService(References.TracerEnabled, false))
  for (let warmUp = 0; warmUp < 20; warmUp++) Effect.runSync(all)
  return Array.from({ length: 40 }, () => {
    const started = process.hrtime.bigint()
    Effect.runSync(all)
    return Number(process.hrtime.bigint() - started) / count
  }).toSorted((one, other) => one - other)
}

const at = (times: ReadonlyArray<number>, share: number): number =>
  times[Math.floor(times.length * share)] ?? Number.NaN

/** Ten handlers, most of which only look, as guards mostly do. */
const handlers = (index: number) => () =>
  index % 5 === 4 ? Effect.succeed(Outcome.make({ notices: [{ by: "", level: "info", text: "looked" }] })) : Effect.void

/** All of it, in one run. */
export const coordinator = async (): Promise<ReadonlyArray<Result>> => {
  const runtime = ManagedRuntime.make(TestHookline.layer())
  try {
    const { answer } = await runtime.runPromise(Pipeline)
    const { emit, register } = await runtime.runPromise(Hookline)
    const measured = await runtime.runPromise(
      Effect.scoped(
        Effect.gen(function* () {
          for (let index = 0; index < 10; index++) {
            yield* register({ event: "PreToolUse", name: `handler ${index}`, handler: handlers(index) })
          }
          return {
            answer: samples(
              20_000,
              Effect.suspend(() => answer(unwanted))
            ),
            nothing: samples(
              20_000,
              Effect.suspend(() => emit(unwanted))
            ),
            ten: samples(
              500,
              Effect.suspend(() => answer(wanted))
            ),
            all: samples(
              500,
              Effect.suspend(() => emit(wanted))
            )
          }
        })
      )
    )
    const result = (name: string, times: ReadonlyArray<number>, targetNanos?: number): Result => ({
      name,
      ratio: at(times, 0.5) / (targetNanos ?? at(times, 0.5)),
      ...(targetNanos !== undefined && { target: 1 }),
      p50: at(times, 0.5),
      p95: at(times, 0.95),
      unit: "ns"
    })
    return [
      result("ten native handlers: answer / 20 µs", measured.ten, 20_000),
      result("ten native handlers: emit", measured.all),
      result("no hook matches: emit / answer, and 100 ns", measured.nothing, at(measured.answer, 0.5) + 100)
    ]
  } finally {
    await runtime.dispose()
  }
}
