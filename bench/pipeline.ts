// What an event costs that nothing wants, and one that a hook in this process answers at once.
import { Executor } from "@hookline/core/Executor"
import { Pipeline } from "@hookline/core/Pipeline"
import * as HookEvent from "@hookline/schema/HookEvent"
import { TestPipeline, TestProject, TestRunner } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as References from "effect/References"
import type { Result } from "./Result.ts"

const settings = {
  hooks: {
    PreToolUse: [{ matcher: "Write", hooks: [{ type: "command", command: "guard" }] }],
    Stop: [{ hooks: [{ type: "command", command: "guard" }] }]
  }
}

// Real files, really watched: only the hook itself is a function of this process.
const executor = Executor.layerWith(TestRunner.layer({ guard: { reply: { _tag: "Value", value: undefined } } }))
const layer = Layer.unwrap(
  Effect.map(TestProject.make({ ".claude/settings.json": { json: settings } }), (project) =>
    TestPipeline.layerOn(project, executor)
  )
)

const unwanted = HookEvent.cases.PreToolUse.make({ toolName: "Bash", toolInput: { command: "ls" } })
const wanted = HookEvent.cases.Stop.make({})

const median = (times: ReadonlyArray<number>): number =>
  times.toSorted((one, other) => one - other)[times.length >> 1] ?? 0

/** Nanoseconds for one of many runs, over several samples. */
const samples = async (
  count: number,
  run: (repeats: number) => void | Promise<void>
): Promise<ReadonlyArray<number>> => {
  const times: Array<number> = []
  for (let warmUp = 0; warmUp < 20; warmUp++) await run(count)
  for (let sample = 0; sample < 40; sample++) {
    const started = process.hrtime.bigint()
    await run(count)
    times.push(Number(process.hrtime.bigint() - started) / count)
  }
  return times.toSorted((one, other) => one - other)
}

let kept = 0

/** All of it, in one run. */
export const pipeline = async (): Promise<ReadonlyArray<Result>> => {
  const runtime = ManagedRuntime.make(layer)
  const { answer, wants } = await runtime.runPromise(Pipeline)
  const nothing = async (): Promise<number> => kept
  const untraced = Effect.provideService(References.TracerEnabled, false)

  const awaited = median(
    await samples(20_000, async (repeats) => {
      for (let count = 0; count < repeats; count++) kept += await nothing()
    })
  )
  const measured = {
    wants: await samples(200_000, (repeats) => {
      for (let count = 0; count < repeats; count++) kept += wants(unwanted) ? 1 : 0
    }),
    inFiber: await samples(20_000, (repeats) =>
      Effect.runSync(
        Effect.gen(function* () {
          for (let count = 0; count < repeats; count++) kept += (yield* answer(unwanted)).runs.length
        })
      )
    ),
    promised: await samples(20_000, async (repeats) => {
      for (let count = 0; count < repeats; count++) kept += (await Effect.runPromise(answer(unwanted))).runs.length
    }),
    oneHook: await samples(2000, (repeats) =>
      Effect.runSync(
        untraced(
          Effect.gen(function* () {
            for (let count = 0; count < repeats; count++) kept += (yield* answer(wanted)).runs.length
          })
        )
      )
    )
  }
  await runtime.dispose()

  const result = (name: string, times: ReadonlyArray<number>, targetNanos: number): Result => ({
    name,
    ratio: median(times) / targetNanos,
    target: 1,
    p50: median(times),
    p95: times[Math.floor(times.length * 0.95)] ?? 0,
    unit: "ns"
  })
  const one = `, an awaited function being ${awaited.toFixed(0)} ns`
  return [
    result("no hook matches: wants / 10 ns", measured.wants, 10),
    result(`no hook matches: answer in a fiber / 80 ns${one}`, measured.inFiber, 80),
    result(`no hook matches: answer by runPromise / 150 ns${one}`, measured.promised, 150),
    result("one hook in this process, untraced / 5 µs", measured.oneHook, 5000)
  ]
}
