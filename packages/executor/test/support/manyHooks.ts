// Thousands of hooks, many at a time, in warm and in cold shells: every answer is its own, and nothing of them is left.
import { assert } from "@effect/vitest"
import { CommandRunner } from "@hookline/core/Runners"
import type { PipelineError } from "@hookline/core/PipelineError"
import * as ProcessCommandRunner from "@hookline/executor/ProcessCommandRunner"
import * as HookEvent from "@hookline/schema/HookEvent"
import { Leftovers, TestProject, TestWork } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { around } from "./answering.ts"

const command = (text: string) => ({ _tag: "Command", command: text }) as const

/** Each of these says the number that it was given, in another way. */
const ways: ReadonlyArray<(code: number) => string> = [
  (code) => `cat; printf %s "$FILE_PATH" >&2; exit ${code}`,
  (code) => `x=$(cat </dev/stdin); printf '%s\\n' "$x"; printf %s "$FILE_PATH" >/dev/stderr; exit ${code}`,
  (code) => `cat | cat; sleep 0 & wait; printf %s "$FILE_PATH" >&2; (exit ${code})`,
  (code) => `trap 'printf %s "$FILE_PATH" >&2' EXIT; cat; exit ${code}`
]

/** Runs ten hooks at a time, for so many rounds. */
export const manyHooks = (rounds: number): Effect.Effect<void, PipelineError> =>
  Leftovers.none(
    Effect.gen(function* () {
      const { project } = yield* TestProject.make({})
      const runner = yield* CommandRunner
      const { counts, settled } = yield* ProcessCommandRunner.Warm
      const hooks = Array.from({ length: 10 }, () => TestWork.make(command("exit 0"), { project }).hook)
      yield* runner.prewarm?.({ hooks, settings: {}, session: { project, session: "s" } }) ?? Effect.void
      let started = 0
      for (let round = 0; round < rounds; round++) {
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
      assert.strictEqual(started, 10 * rounds)
      assert.isAtLeast(counts().taken, 5 * rounds)
      assert.isBelow(counts().taken, 10 * rounds)
      assert.strictEqual(counts().lost, 0)
    }).pipe(Effect.provide(Layer.provide(ProcessCommandRunner.layerWarm, around)), Effect.scoped)
  )
