// A process that a hook leaves behind, and that holds its outputs open: the answer does not wait for it.
import { assert, describe, it } from "@effect/vitest"
import { Executor } from "@hookline/core/Executor"
import { TestProject, TestWork } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { writeFileSync } from "node:fs"
import { around, executorOf, runners } from "./support/answering.ts"

const until = "(until [ -e go ]; do sleep 0.1; done) &"

describe.each(Object.keys(runners) as ReadonlyArray<keyof typeof runners>)(
  "a %s hook that leaves somebody behind",
  (kind) => {
    for (const [command, code, stdout] of [
      [`${until} echo said`, 0, "said\n"],
      [`${until} exit 2`, 2, ""]
    ] as const) {
      it.live(`is answered at once: ${code}`, () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { project } = yield* TestProject.make({})
            const { execute } = yield* Executor
            const work = TestWork.make({ _tag: "Command", command }, { project })
            const reply = yield* Effect.timeout(execute(work), "20 seconds")
            assert.deepInclude(reply, { _tag: "Exit", code, stdout })
            writeFileSync(`${project}/go`, "")
          })
        ).pipe(Effect.provide(Layer.provide(executorOf(kind), around)))
      )
    }
  }
)
