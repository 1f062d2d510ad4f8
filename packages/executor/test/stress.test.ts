// Many hooks at a time: every answer is its own, and nothing of them is left.
import { assert, describe, it } from "@effect/vitest"
import * as Concurrency from "@hookline/core/Concurrency"
import { Executor } from "@hookline/core/Executor"
import * as ProcessCommandRunner from "@hookline/executor/ProcessCommandRunner"
import { Leftovers, TestProject, TestWork } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { runsOf } from "@hookline/testing/kit/internal/runsOf"
import { around } from "./support/answering.ts"
import { manyHooks } from "./support/manyHooks.ts"

describe("many hooks", () => {
  it.live("get their own answers, in shells that wait and in those that are started, and leave nothing", () =>
    manyHooks(runsOf(20))
  )

  it.live("at once, more than there are places, all have their turn", () =>
    Leftovers.none(
      Effect.gen(function* () {
        const { project } = yield* TestProject.make({})
        const executor = yield* Executor
        const replies = yield* Effect.forEach(
          Array.from({ length: 300 }, (_, index) => index),
          (index) => executor.execute(TestWork.make(command(`exit ${index % 200}`), { project })),
          { concurrency: "unbounded" }
        )
        assert.deepStrictEqual(
          replies.map((reply) => reply._tag === "Exit" && reply.code),
          Array.from({ length: 300 }, (_, index) => index % 200)
        )
      }).pipe(
        Effect.provide(
          Layer.provide(
            Executor.layerWith(ProcessCommandRunner.layerCold),
            Layer.provideMerge(Concurrency.layer(16), around)
          )
        ),
        Effect.scoped
      )
    )
  )
})

const command = (text: string) => ({ _tag: "Command", command: text }) as const
