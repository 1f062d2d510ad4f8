// A host that is gone in the midst of a hook, without closing anything: the hook, and all that it has started, goes with it.
import { assert, describe, it } from "@effect/vitest"
import { Leftovers, TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import path from "node:path"

const script = path.join(import.meta.dirname, "fixtures", "leaving.ts")

const left = (project: string, ending: string, kind: string) =>
  Effect.callback<number | null>((resume) => {
    const args = ["--conditions=@hookline/source", script, ending, kind]
    const child = spawn(process.execPath, args, { cwd: project, stdio: "ignore" })
    child.once("close", (code) => resume(Effect.succeed(code)))
  })

describe("a host that leaves in the midst of a hook", () => {
  for (const kind of ["cold", "warm"]) {
    for (const [ending, code] of [
      ["exit", 0],
      ["error", 1]
    ] as const) {
      it.live(`that is ${kind}, by ${ending}, leaves nothing of it`, () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { project } = yield* TestProject.make({})
            assert.strictEqual(yield* left(project, ending, kind), code)
            const pids = readFileSync(`${project}/pids`, "utf8").trim().split("\n")
            assert.isAbove(pids.length, 0)
            yield* Leftovers.until(() => !pids.some(Leftovers.isAlive)).pipe(
              Effect.timeoutOrElse({
                duration: "20 seconds",
                orElse: () =>
                  Effect.sync(() => assert.fail(`still there: ${pids.filter(Leftovers.isAlive).join(", ")}`))
              })
            )
          })
        )
      )
    }
  }
})
