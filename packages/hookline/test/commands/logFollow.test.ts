// The log as it goes on: what was there, then each record as it comes, until somebody has read enough.
import { assert, describe, it } from "@effect/vitest"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { spawn } from "node:child_process"
import { bin, commandEnv, hooklineIn } from "./hookline.ts"

type Place = { readonly project: string; readonly home: string }

const files: TestProject.Files = {
  ".hookline/.keep": "",
  ".amplifier/hooks/hooks.json": {
    json: {
      hooks: {
        PreToolUse: [{ hooks: [{ type: "command", command: "exit 2" }] }],
        Stop: [{ hooks: [{ type: "command", command: "true" }] }]
      }
    }
  }
}

/** Follows the log, until `lines` have come; then by Ctrl-C. `onLine` is told of each. */
const followed = (place: Place, args: ReadonlyArray<string>, wanted: number, onLine: (count: number) => void) =>
  Effect.callback<{ readonly lines: ReadonlyArray<string>; readonly exit: number | null }>((resume) => {
    const child = spawn(process.execPath, [bin, "log", "--follow", "--json", ...args], {
      cwd: place.project,
      env: commandEnv(place.home),
      stdio: ["ignore", "pipe", "ignore"]
    })
    let text = ""
    let told = 0
    const lines = () => text.split("\n").slice(0, -1)
    child.stdout.on("data", (chunk: Buffer) => {
      text += chunk.toString()
      while (told < lines().length) onLine((told += 1))
      if (told >= wanted) child.kill("SIGINT")
    })
    child.once("close", (exit) => resume(Effect.succeed({ lines: lines(), exit })))
    return Effect.sync(() => child.kill("SIGKILL"))
  })

const fire = (place: Place, event: string) => hooklineIn(place, ["run", event])

const eventsOf = (lines: ReadonlyArray<string>): ReadonlyArray<unknown> =>
  lines.map((line) => {
    const record: unknown = JSON.parse(line)
    return typeof record === "object" && record !== null && "event" in record ? record.event : undefined
  })

describe("hookline log --follow", () => {
  it.live("shows the last records, then each that comes once, and ends by Ctrl-C", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const place = yield* TestProject.make(files)
        const fork = Effect.runForkWith(yield* Effect.context())
        yield* fire(place, "Stop")
        yield* fire(place, "PreToolUse")
        const { exit, lines } = yield* followed(place, ["--last", "1"], 3, (count) => {
          // The next one comes when the one before it was shown.
          if (count < 3) fork(fire(place, count === 1 ? "Stop" : "PreToolUse"))
        })
        assert.deepStrictEqual(eventsOf(lines), ["PreToolUse", "Stop", "PreToolUse"])
        assert.strictEqual(exit, 130)
      })
    )
  )

  it.live("shows what is asked for, and nothing else", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const place = yield* TestProject.make(files)
        const fork = Effect.runForkWith(yield* Effect.context())
        yield* fire(place, "PreToolUse")
        const { lines } = yield* followed(place, ["--verdict", "deny"], 2, (count) => {
          if (count === 1) fork(Effect.andThen(fire(place, "Stop"), fire(place, "PreToolUse")))
        })
        assert.deepStrictEqual(eventsOf(lines), ["PreToolUse", "PreToolUse"])
      })
    )
  )
})
