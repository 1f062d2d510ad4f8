// What is kept of the bundle as it was compiled: it is used, and where it is damaged or can't be kept nothing depends on it.
import { assert, describe, it } from "@effect/vitest"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { spawnSync } from "node:child_process"
import * as fs from "node:fs"
import path from "node:path"
import { hooklineIn } from "../commands/hookline.ts"

const files: TestProject.Files = {
  ".hookline/.keep": "",
  ".amplifier/hooks/hooks.json": {
    json: { hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "exit 2" }] }] } }
  }
}

/** Other tests share what was compiled. */
const ownCache = (home: string) => ({ XDG_CACHE_HOME: path.join(home, ".cache") })

/** The parts that are kept for a word, the largest first. */
const keptIn = (home: string, word: string): ReadonlyArray<string> => {
  const root = path.join(home, ".cache/hookline/compiled")
  const folder = path.join(root, fs.readdirSync(root).find((name) => name.endsWith(`-${word}`)) ?? "")
  return fs
    .readdirSync(folder)
    .map((name) => path.join(folder, name))
    .toSorted((one, other) => fs.statSync(other).size - fs.statSync(one).size)
}

const input = JSON.stringify({ hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "x" } })

describe("what is kept of the command as it was compiled", () => {
  it.live("is used again, and anew where it was damaged, cut, or could be another's", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const place = yield* TestProject.make(files)
        const ask = () => hooklineIn(place, ["dispatch", "--host", "claude"], { input, env: ownCache(place.home) })
        const first = yield* ask()
        assert.include(first.stdout, `"permissionDecision":"deny"`)
        const [largest = "", ...others] = keptIn(place.home, "dispatch")
        assert.isAbove(others.length, 0)
        const whole = fs.readFileSync(largest)
        const damages: ReadonlyArray<() => void> = [
          () =>
            fs.writeFileSync(largest, Buffer.from(whole.map((byte, at) => (at % 1000 === 500 ? 255 - byte : byte)))),
          () => fs.writeFileSync(largest, whole.subarray(0, 1000)),
          () => fs.writeFileSync(largest, ""),
          () => fs.chmodSync(largest, 0o666)
        ]
        for (const damage of damages) {
          damage()
          assert.deepStrictEqual(yield* ask(), first)
          assert.strictEqual(fs.statSync(largest).mode & 0o777, 0o600)
          assert.isAbove(fs.statSync(largest).size, 1000)
        }
        const before = fs.statSync(largest).mtimeMs
        assert.deepStrictEqual(yield* ask(), first)
        assert.strictEqual(fs.statSync(largest).mtimeMs, before)
      })
    )
  )

  it.live("is taken away where a process that used it never came to its end", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const place = yield* TestProject.make(files)
        const ask = () => hooklineIn(place, ["dispatch", "--host", "claude"], { input, env: ownCache(place.home) })
        const first = yield* ask()
        const [largest = ""] = keptIn(place.home, "dispatch")
        const { pid } = spawnSync("true")
        const mark = path.join(path.dirname(largest), `using.${pid}`)
        fs.writeFileSync(mark, "")
        const before = fs.statSync(largest).mtimeMs
        assert.deepStrictEqual(yield* ask(), first)
        assert.isFalse(fs.existsSync(mark))
        assert.isAbove(fs.statSync(largest).mtimeMs, before)
        assert.deepStrictEqual(
          fs.readdirSync(path.dirname(largest)).filter((name) => name.startsWith("using.")),
          []
        )
      })
    )
  )

  it.live("is completed by the first call that runs a hook", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const place = yield* TestProject.make(files)
        yield* hooklineIn(place, ["run", "Stop"], { env: ownCache(place.home) })
        const [part = ""] = keptIn(place.home, "run")
        const before = fs.readFileSync(part)
        assert.strictEqual(before[4], 0)
        yield* hooklineIn(place, ["run", "PreToolUse"], { env: ownCache(place.home) })
        assert.strictEqual(fs.readFileSync(part)[4], 1)
      })
    )
  )
})
