// The runners of this machine, and a hook that has to run in a sandbox: none runs it where there is no sandbox.
import { assert, describe, it } from "@effect/vitest"
import * as Concurrency from "@hookline/core/Concurrency"
import { Executor } from "@hookline/core/Executor"
import { HookDialects } from "@hookline/core/HookDialects"
import { confined, Sandbox } from "@hookline/core/Sandbox"
import * as SessionEnv from "@hookline/core/SessionEnv"
import * as Dialects from "@hookline/dialects/Dialects"
import * as NodeExecutor from "@hookline/node/NodeExecutor"
import type { Handler } from "@hookline/schema/Handler"
import { TestModel, TestPipeline, TestProject, TestWork } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { existsSync } from "node:fs"
import { createServer } from "node:http"
import path from "node:path"

const around = Layer.provideMerge(
  Layer.mergeAll(Sandbox.layerNone, SessionEnv.layerNone, Concurrency.layerPerCpu(), TestModel.layer({ ok: true })),
  Layer.merge(TestPipeline.thisProject, HookDialects.layer(Dialects.all))
)

const executor = Layer.provide(Executor.layerWith(NodeExecutor.layer), around)

/** A server, and the number of requests that it got. */
const server = Effect.acquireRelease(
  Effect.promise(
    () =>
      new Promise<{ readonly url: string; readonly count: () => number; readonly close: () => void }>((resolve) => {
        let count = 0
        const http = createServer((_, response) => {
          count++
          response.end("{}")
        }).listen(0, "127.0.0.1", () => {
          const address = http.address()
          const port = typeof address === "object" ? (address?.port ?? 0) : 0
          resolve({ url: `http://127.0.0.1:${port}/`, count: () => count, close: () => void http.close() })
        })
      })
  ),
  ({ close }) => Effect.sync(close)
)

describe("a hook that has to run in a sandbox", () => {
  // proves: docs/security.md
  it.live("is run by no runner without one, whatever its kind", () =>
    Effect.gen(function* () {
      const { project } = yield* TestProject.make({
        "hook.mjs": `import { writeFileSync } from "node:fs"\nwriteFileSync(new URL("ran", import.meta.url), "")\nexport default () => ({})\n`,
        "hook.py": "open('ran', 'w')\n"
      })
      const { count, url } = yield* server
      const handlers: ReadonlyArray<Handler> = [
        { _tag: "Command", command: "touch ran" },
        { _tag: "Command", command: "touch ran", async: true },
        { _tag: "Python", script: "hook.py" },
        { _tag: "Module", path: "./hook.mjs" },
        { _tag: "Http", url },
        { _tag: "Prompt", prompt: "May it?" },
        { _tag: "Agent", prompt: "Look at the files." },
        { _tag: "McpTool", server: "guards", tool: "check" }
      ]
      const { execute } = yield* Executor
      for (const handler of handlers) {
        for (const profile of confined) {
          const work = TestWork.make(handler, { project, confinement: { profile, env: "untrusted" } })
          const { reason } = yield* Effect.flip(execute(work))
          assert.strictEqual(reason._tag, "SandboxMissing", `${handler._tag} ${reason.message}`)
        }
      }
      assert.strictEqual(count(), 0)
      assert.isFalse(existsSync(path.join(project, "ran")))
      // Without a profile each of them runs, so that its failure above shows something.
      for (const handler of handlers.slice(2, 5)) yield* execute(TestWork.make(handler, { project }))
      assert.strictEqual(count(), 1)
      assert.isTrue(existsSync(path.join(project, "ran")))
    }).pipe(Effect.provide(executor), Effect.scoped)
  )
})
