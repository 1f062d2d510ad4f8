// What an event costs that goes to native handlers, and what settling adds to one that no hook matches.
import { Pipeline } from "@hookline/core/Pipeline"
import { Hookline } from "@hookline/node/Hookline"
import * as HookEvent from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import * as TestHookline from "@hookline/testing/TestHookline"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as References from "effect/References"
import { beside, type Case, inTurn, median, within } from "./nanos.ts"
import type { Result } from "./Result.ts"

const wanted = HookEvent.cases.PreToolUse.make({ toolName: "Bash", toolInput: { command: "ls" } })
const stop = HookEvent.cases.Stop.make({})
const unwanted = HookEvent.cases.PostToolUse.make({ toolName: "Bash", toolInput: { command: "ls" } })

/** Runs an effect many times. */
const often = (run: () => Effect.Effect<unknown>): Case["run"] => {
  const all = (repeats: number) =>
    Effect.gen(function* () {
      for (let count = 0; count < repeats; count++) yield* run()
    }).pipe(Effect.provideService(References.TracerEnabled, false))
  return (repeats) => Effect.runSync(all(repeats))
}

/** Ten handlers, most of which only look, as guards mostly do. */
const handlers = (index: number) => () =>
  index % 5 === 4 ? Effect.succeed(Outcome.make({ notices: [{ by: "", level: "info", text: "looked" }] })) : Effect.void

/** All of it, in one run. */
export const coordinator = async (): Promise<ReadonlyArray<Result>> => {
  const runtime = ManagedRuntime.make(TestHookline.layer())
  try {
    const { answer, wants } = await runtime.runPromise(Pipeline)
    const { emit, register } = await runtime.runPromise(Hookline)
    let kept = 0
    const { asked, times } = await runtime.runPromise(
      Effect.scoped(
        Effect.gen(function* () {
          for (let index = 0; index < 10; index++) {
            yield* register({ event: "PreToolUse", name: `handler ${index}`, handler: handlers(index) })
          }
          yield* register({ event: "Stop", name: "one", handler: handlers(0) })
          const asked = yield* Effect.promise(() =>
            inTurn({
              wants: {
                repeats: 200_000,
                run: (repeats) => {
                  for (let count = 0; count < repeats; count++) kept += wants(unwanted) ? 1 : 0
                }
              }
            })
          )
          const times = yield* Effect.promise(() =>
            inTurn({
              answer: { repeats: 20_000, run: often(() => answer(unwanted)) },
              nothing: { repeats: 20_000, run: often(() => emit(unwanted)) },
              ten: { repeats: 500, run: often(() => answer(wanted)) },
              all: { repeats: 500, run: often(() => emit(wanted)) },
              one: { repeats: 1000, run: often(() => answer(stop)) },
              settled: { repeats: 1000, run: often(() => emit(stop)) }
            })
          )
          return { asked, times }
        })
      )
    )
    return [
      within("no hook matches, eleven native handlers: wants / 12 ns", asked("wants"), kept === 0 ? 12 : Number.NaN),
      within("ten native handlers: answer / 20 µs", times("ten"), 20_000),
      beside("ten native handlers: emit / answer", times("all"), times("ten")),
      within("one native handler: answer / 5 µs", times("one"), 5000),
      beside("one native handler: emit / answer", times("settled"), times("one")),
      within("no hook matches: emit / answer, and 100 ns", times("nothing"), median(times("answer")) + 100)
    ]
  } finally {
    await runtime.dispose()
  }
}
