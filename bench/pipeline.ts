// What an event costs that nothing wants, and one that a hook in this process answers at once.
import { Executor } from "@hookline/core/Executor"
import { Pipeline } from "@hookline/core/Pipeline"
import * as HookEvent from "@hookline/schema/HookEvent"
import { TestPipeline, TestProject, TestRunner } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as References from "effect/References"
import { beside, inTurn, median, within } from "./nanos.ts"
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

let kept = 0

/** All of it, in one run. */
export const pipeline = async (): Promise<ReadonlyArray<Result>> => {
  const runtime = ManagedRuntime.make(layer)
  const { answer, wants } = await runtime.runPromise(Pipeline)
  const nothing = async (): Promise<number> => kept
  // The floor: an effect that was made before, and decides nothing.
  const made = Effect.succeed({ runs: { length: 0 } })
  const floor = Effect.suspend(() => made)
  const untraced = Effect.provideService(References.TracerEnabled, false)
  const repeated = (repeats: number, run: () => Effect.Effect<{ readonly runs: { readonly length: number } }>): void =>
    Effect.runSync(
      Effect.gen(function* () {
        for (let count = 0; count < repeats; count++) kept += (yield* run()).runs.length
      })
    )
  // Alone, as a host asks it again and again: beside other cases their code and data push it out of the caches.
  const asked = await inTurn({
    wants: {
      repeats: 200_000,
      run: (repeats) => {
        for (let count = 0; count < repeats; count++) kept += wants(unwanted) ? 1 : 0
      }
    }
  })
  const times = await inTurn({
    awaited: {
      repeats: 20_000,
      run: async (repeats) => {
        for (let count = 0; count < repeats; count++) kept += await nothing()
      }
    },
    suspended: { repeats: 20_000, run: (repeats) => repeated(repeats, () => floor) },
    inFiber: { repeats: 20_000, run: (repeats) => repeated(repeats, () => answer(unwanted)) },
    promisedFloor: {
      repeats: 20_000,
      run: async (repeats) => {
        for (let count = 0; count < repeats; count++) kept += (await Effect.runPromise(floor)).runs.length
      }
    },
    promised: {
      repeats: 20_000,
      run: async (repeats) => {
        for (let count = 0; count < repeats; count++) kept += (await Effect.runPromise(answer(unwanted))).runs.length
      }
    },
    oneHook: {
      repeats: 2000,
      run: (repeats) =>
        Effect.runSync(
          untraced(
            Effect.gen(function* () {
              for (let count = 0; count < repeats; count++) kept += (yield* answer(wanted)).runs.length
            })
          )
        )
    }
  })
  await runtime.dispose()
  return [
    within("no hook matches: wants / 10 ns", asked("wants"), 10),
    beside(
      "no hook matches: answer in a fiber / an effect that was made before",
      times("inFiber"),
      times("suspended"),
      1.1
    ),
    within("no hook matches: answer in a fiber / 100 ns", times("inFiber"), 100),
    beside(
      "no hook matches: answer by runPromise / an effect that was made before",
      times("promised"),
      times("promisedFloor"),
      1.25
    ),
    within(
      `no hook matches: answer by runPromise / 200 ns, an awaited function being ${median(times("awaited")).toFixed(0)} ns`,
      times("promised"),
      200
    ),
    within("one hook in this process, untraced / 5 µs", times("oneHook"), 5000)
  ]
}
