// Thousands of hooks, many at a time: every answer is its own, and nothing of them is left.
import { assert, describe, it } from "@effect/vitest"
import { CommandRunner } from "@hookline/core/Runners"
import * as Concurrency from "@hookline/core/Concurrency"
import { Executor } from "@hookline/core/Executor"
import * as ProcessCommandRunner from "@hookline/executor/ProcessCommandRunner"
import * as HookEvent from "@hookline/schema/HookEvent"
import { Leftovers, TestProject, TestWork } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { around } from "./support/answering.ts"

/** Each of these says the number that it was given, in another way. */
const ways: ReadonlyArray<(code: number) => string> = [
  (code) => `cat; printf %s "$FILE_PATH" >&2; exit ${code}`,
  (code) => `x=$(cat </dev/stdin); printf '%s\\n' "$x"; printf %s "$FILE_PATH" >/dev/stderr; exit ${code}`,
  (code) => `cat | cat; sleep 0 & wait; printf %s "$FILE_PATH" >&2; (exit ${code})`,
  (code) => `trap 'printf %s "$FILE_PATH" >&2' EXIT; cat; exit ${code}`
]

describe("many hooks", () => {
  it.live(
    "get their own answers, in shells that wait and in those that are started, and leave nothing",
    () =>
      Leftovers.none(
        Effect.gen(function* () {
          const { project } = yield* TestProject.make({})
          const runner = yield* CommandRunner
          const { counts, settled } = yield* ProcessCommandRunner.Warm
          const hooks = Array.from({ length: 10 }, () => TestWork.make(command("exit 0"), { project }).hook)
          yield* runner.prewarm?.({ hooks, settings: {}, session: { project, session: "s" } }) ?? Effect.void
          let started = 0
          for (let round = 0; round < 200; round++) {
            // Every other round finds only some shells waiting.
            if (round % 2 === 0) yield* settled
            yield* Effect.forEach(
              Array.from({ length: 10 }, (_, index) => index),
              Effect.fnUntraced(function* (index) {
                const own = `${round}.${index}`
                const event = HookEvent.cases.PreToolUse.make({ toolName: "Edit", toolInput: { path: own } })
                const way = ways[(round + index) % ways.length] ?? (() => "")
                const work = TestWork.make(command(way(index)), { project, event, session: { project, session: "s" } })
                const reply = yield* runner.run(work)
                assert.deepStrictEqual(reply, { _tag: "Exit", code: index, stdout: work.payload(), stderr: own })
                started++
              }),
              { concurrency: "unbounded" }
            )
          }
          assert.strictEqual(started, 2000)
          assert.isAtLeast(counts().taken, 1000)
          assert.isBelow(counts().taken, 2000)
          assert.strictEqual(counts().lost, 0)
        }).pipe(Effect.provide(Layer.provide(ProcessCommandRunner.layerWarm, around)), Effect.scoped)
      ),
    120_000
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
