// What a hook has started ends with it, while the session goes on: at its limit, and when nobody waits for it any more.
import { assert, describe, it } from "@effect/vitest"
import { Executor } from "@hookline/core/Executor"
import { Leftovers, TestProject, TestWork } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { existsSync, readFileSync } from "node:fs"
import { around, executorOf, runners } from "./support/answering.ts"

const pidsIn = (folder: string): ReadonlyArray<string> =>
  existsSync(`${folder}/pids`) ? (readFileSync(`${folder}/pids`, "utf8").match(/\d+(?=\n)/g) ?? []) : []

/** Hooks that never end by themselves, each with as many processes as tell their numbers. */
const trees: Readonly<Record<string, readonly [command: string, processes: number]>> = {
  "and has started others": [`sh -c 'echo $$ >>pids; sleep 300' & echo $$ >>pids; wait`, 2],
  "and listens to nobody": [
    `trap '' TERM; sh -c "trap '' TERM; echo \\$\\$ >>pids; while :; do sleep 1; done" & echo $$ >>pids; while :; do sleep 1; done`,
    2
  ],
  "and has made a group of its own": [`timeout 300 sh -c 'echo $$ >>pids; sleep 300' & echo $$ >>pids; wait`, 2]
}

const areGone = (pids: ReadonlyArray<string>) =>
  Leftovers.until(() => !pids.some(Leftovers.isAlive)).pipe(
    Effect.timeoutOrElse({
      duration: "20 seconds",
      orElse: () => Effect.sync(() => assert.fail(`still there: ${pids.filter(Leftovers.isAlive).join(", ")}`))
    })
  )

// Hooks that hang are waited for, several at once.
describe.concurrent.each(Object.keys(runners) as ReadonlyArray<keyof typeof runners>)(
  "a %s hook that hangs",
  (kind) => {
    const inSession = <A, E>(use: (executor: typeof Executor.Service, folder: string) => Effect.Effect<A, E>) =>
      Effect.scoped(
        Effect.gen(function* () {
          const { project } = yield* TestProject.make({})
          const layer = Layer.provide(executorOf(kind), around)
          return yield* Effect.provide(
            Effect.flatMap(Executor, (executor) => use(executor, project)),
            layer
          )
        })
      )

    for (const [what, [command, processes]] of Object.entries(trees)) {
      it.live(`${what} is ended at its limit, with all of them`, () =>
        inSession((executor, project) =>
          Effect.gen(function* () {
            const work = TestWork.make({ _tag: "Command", command }, { project, limitMillis: 2000 })
            const error = yield* Effect.flip(executor.execute(work))
            assert.strictEqual(error.reason._tag, "TimedOut")
            yield* areGone(pidsIn(project))
          })
        )
      )

      it.live(`${what} is ended when nobody waits for it any more, with all of them`, () =>
        inSession((executor, project) =>
          Effect.gen(function* () {
            const fiber = yield* Effect.forkChild(
              executor.execute(TestWork.make({ _tag: "Command", command }, { project }))
            )
            yield* Leftovers.until(() => pidsIn(project).length === processes)
            yield* Fiber.interrupt(fiber)
            yield* areGone(pidsIn(project))
          })
        )
      )
    }
  }
)
