// Limits and interruption: the answer waits for nobody's end, and nobody is left when the session is over.
import { assert, describe, it } from "@effect/vitest"
import type { Handler } from "@hookline/schema/Handler"
import { Leftovers, TestProject, TestWork } from "@hookline/testing"
import { Executor } from "@hookline/core/Executor"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { existsSync, readFileSync } from "node:fs"
import { around, executorOf, runners } from "./support/answering.ts"

const layerOf = (kind: keyof typeof runners) => Layer.provide(executorOf(kind), around)

const command = (text: string, more: Partial<Extract<Handler, { _tag: "Command" }>> = {}) =>
  ({ _tag: "Command", command: text, ...more }) as const

/** A tree of three that does not want to end, and tells its numbers. */
const stubborn = `trap '' TERM; (trap '' TERM; echo $$ >>pids; sleep 60) & sh -c "trap '' TERM; echo \\$\\$ >>pids; sleep 60" & echo $$ >>pids; wait`

/** Reads the process ids of a file that may be empty, because a shell creates it before it writes. */
const pidsIn = (folder: string): ReadonlyArray<string> =>
  existsSync(`${folder}/pids`) ? (readFileSync(`${folder}/pids`, "utf8").match(/\d+(?=\n)/g) ?? []) : []

describe.each(Object.keys(runners) as ReadonlyArray<keyof typeof runners>)("a %s hook", (kind) => {
  /** Runs something with an executor whose session is over afterwards. */
  const inSession = <A, E>(
    use: (executor: typeof Executor.Service, folder: string) => Effect.Effect<A, E>,
    files: TestProject.Files = {}
  ) =>
    Effect.scoped(
      Effect.gen(function* () {
        const { project } = yield* TestProject.make(files)
        const scope = yield* Scope.make()
        const context = yield* Layer.buildWithScope(layerOf(kind), scope)
        const result = yield* Effect.provideContext(
          Effect.flatMap(Executor, (executor) => use(executor, project)),
          context
        )
        yield* Scope.close(scope, Exit.void)
        return { result, folder: project, pids: pidsIn(project) }
      })
    )

  it.live(
    "is answered at its limit though its tree ignores that it is to end, and none of it outlives the session",
    () =>
      Effect.gen(function* () {
        const { pids, result } = yield* inSession((executor, folder) =>
          Effect.gen(function* () {
            const started = performance.now()
            const error = yield* Effect.flip(
              executor.execute(TestWork.make(command(stubborn), { project: folder, limitMillis: 300 }))
            )
            return { reason: error.reason._tag, took: performance.now() - started }
          })
        )
        assert.strictEqual(result.reason, "TimedOut")
        assert.isBelow(result.took, 1300)
        assert.strictEqual(pids.length, 3)
        yield* Leftovers.until(() => !pids.some(Leftovers.isAlive))
      })
  )

  it.live("ends when it is interrupted, and the interruption comes back at once", () =>
    Effect.gen(function* () {
      const { pids, result } = yield* inSession((executor, folder) =>
        Effect.gen(function* () {
          const fiber = yield* Effect.forkChild(executor.execute(TestWork.make(command(stubborn), { project: folder })))
          yield* Leftovers.until(() => pidsIn(folder).length === 3)
          const started = performance.now()
          yield* Fiber.interrupt(fiber)
          return performance.now() - started
        })
      )
      assert.isBelow(result, 1000)
      yield* Leftovers.until(() => !pids.some(Leftovers.isAlive))
    })
  )

  it.live("that left somebody behind does not leave them behind the session", () =>
    Effect.gen(function* () {
      const { pids, result } = yield* inSession((executor, folder) =>
        executor.execute(TestWork.make(command("sleep 60 & echo $! >pids; exit 2"), { project: folder }))
      )
      assert.deepInclude(result, { _tag: "Exit", code: 2 })
      yield* Leftovers.until(() => !pids.some(Leftovers.isAlive))
    })
  )

  it.live("that runs on by itself outlives the session, and no other hook's limit holds for it", () =>
    Effect.gen(function* () {
      const { pids } = yield* inSession((executor, folder) =>
        Effect.gen(function* () {
          const work = TestWork.make(command("echo $$ >pids; sleep 2; echo done; echo done >&2", { async: true }), {
            project: folder,
            limitMillis: 1
          })
          yield* Effect.forkChild(executor.execute(work))
          yield* Leftovers.until(() => pidsIn(folder).length === 1)
        })
      )
      assert.isTrue(pids.every(Leftovers.isAlive))
      yield* Leftovers.until(() => !pids.some(Leftovers.isAlive))
    })
  )

  it.live("does not outlive the session where it runs on to wake the agent", () =>
    Effect.gen(function* () {
      const { pids } = yield* inSession((executor, folder) =>
        Effect.gen(function* () {
          const work = TestWork.make(command("echo $$ >pids; sleep 60", { asyncRewake: true }), { project: folder })
          yield* Effect.forkChild(executor.execute(work))
          yield* Leftovers.until(() => pidsIn(folder).length === 1)
        })
      )
      yield* Leftovers.until(() => !pids.some(Leftovers.isAlive))
    })
  )

  it.live("waits for its place without its limit counting", () =>
    Effect.gen(function* () {
      const { result } = yield* inSession((executor, folder) =>
        Effect.gen(function* () {
          const work = TestWork.make(command("sleep 0.2"), { project: folder, limitMillis: 5000 })
          const queued: Array<number> = []
          const replies = yield* Effect.forEach(
            Array.from({ length: 60 }),
            () => executor.execute(work, (millis) => queued.push(millis)),
            { concurrency: "unbounded" }
          )
          return { replies, queued }
        })
      )
      assert.strictEqual(result.replies.length, 60)
      assert.isAbove(Math.max(...result.queued), 200)
      assert.isBelow(Math.min(...result.queued), 200)
    })
  )
})
