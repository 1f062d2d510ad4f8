// The agents that are here: which call us, and what keeps them from it.
import { assert, describe, it } from "@effect/vitest"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { readFileSync, rmSync, writeFileSync } from "node:fs"
import path from "node:path"
import { hooklineIn } from "./hookline.ts"

const files = {
  "~/.gemini/settings.json": { json: { model: "x" } },
  ".claude/settings.json": {
    json: {
      hooks: {
        PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command: "exit 0" }] }],
        TaskCreated: [{ hooks: [{ type: "command", command: "exit 0" }] }]
      }
    }
  }
}

describe("hookline doctor", () => {
  it.live("lists the agents that are here, and whether they call us", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const project = yield* TestProject.make(files)
        const before = yield* hooklineIn(project, ["doctor"])
        assert.strictEqual(before.exit, 0)
        assert.match(before.stdout, /Gemini CLI +settings only +not attached +2 hooks limited/)
        assert.include(before.stdout, "`hookline attach gemini` lets Gemini CLI call Hookline.")
        assert.strictEqual((yield* hooklineIn(project, ["attach"])).stdout, before.stdout)
        yield* hooklineIn(project, ["attach", "gemini"])
        const after = yield* hooklineIn(project, ["doctor"])
        assert.match(after.stdout, /Gemini CLI +settings only +user \(7 events\)/)
      })
    )
  )

  it.live("reports what switches our entries off, what they lack, and entries that run the payload", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const project = yield* TestProject.make(files)
        yield* hooklineIn(project, ["attach", "gemini"])
        const file = path.join(project.home, ".gemini/settings.json")
        const settings = JSON.parse(readFileSync(file, "utf8").replaceAll(process.execPath, "/gone/node")) as {
          hooks: { BeforeTool: Array<unknown> }
        }
        settings.hooks.BeforeTool.push({ hooks: [{ type: "command", command: "sh", args: ["-c", "true"] }] })
        writeFileSync(file, JSON.stringify({ ...settings, hooksConfig: { enabled: false } }))
        for (const words of [["doctor"], ["check", "--host", "gemini"]]) {
          const { stdout } = yield* hooklineIn(project, words)
          assert.include(stdout, "/gone/node is not there, or can't be run")
          assert.include(stdout, "hooksConfig.enabled is false: Gemini CLI runs none of our entries")
          assert.include(stdout, "an entry of BeforeTool has `args`, which are ignored")
        }
        assert.strictEqual((yield* hooklineIn(project, ["doctor"])).exit, 1)
        const { stdout } = yield* hooklineIn(project, ["doctor", "--json"])
        const { agents } = JSON.parse(stdout) as {
          agents: ReadonlyArray<{ name: string; problems: ReadonlyArray<object> }>
        }
        assert.lengthOf(agents.find(({ name }) => name === "gemini")?.problems ?? [], 3)
      })
    )
  )

  it.live("says so where no agent is", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const project = yield* TestProject.make({})
        rmSync(path.join(project.home, ".gemini"), { recursive: true, force: true })
        const { exit, stdout } = yield* hooklineIn(project, ["doctor"], { env: { PATH: "/nowhere" } })
        assert.deepStrictEqual(
          [exit, stdout.trim()],
          [0, "No agent was found: neither a program on the search path, nor settings."]
        )
      })
    )
  )
})
