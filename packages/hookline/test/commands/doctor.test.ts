// The agents that are here: which call us, and what keeps them from it.
import { assert, describe, it } from "@effect/vitest"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
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

  it.live("says where another version of an agent is installed than the one that was recorded", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const program = (text: string) => `#!/bin/sh\n${text}\n`
        const folder = "lib/node_modules/@google/gemini-cli"
        const project = yield* TestProject.make({
          [`${folder}/package.json`]: { json: { name: "@google/gemini-cli", version: "0.99.1" } },
          [`${folder}/gemini.sh`]: program("touch started"),
          "bin/codex": program("echo codex-cli 0.169.0"),
          "bin/qwen": program("echo 0.25.0"),
          "bin/copilot": program("exec sleep 30")
        })
        const bin = path.join(project.project, "bin")
        symlinkSync(path.join(project.project, folder, "gemini.sh"), path.join(bin, "gemini"))
        for (const name of ["codex", "qwen", "copilot", "gemini"]) chmodSync(path.join(bin, name), 0o755)
        const env = { PATH: `${bin}:${process.env["PATH"] ?? ""}` }
        const { exit, stdout } = yield* hooklineIn(project, ["doctor"], { env })
        assert.strictEqual(exit, 0)
        assert.include(stdout, "Gemini CLI 0.99.1 is installed; what is known of it was recorded from 0.61.0.")
        assert.include(stdout, "Qwen Code 0.25.0 is installed; what is known of it was recorded from 0.24.4.")
        assert.match(stdout, /The version of Copilot CLI \(.*\) is unknown; .* recorded from 1\.0\.102/)
        assert.notMatch(stdout, /Codex 0\.|version of Codex/)
        assert.isFalse(existsSync(path.join(project.project, "started")))
        const checked = yield* hooklineIn(project, ["check", "--host", "qwen"], { env })
        assert.include(checked.stdout, "Qwen Code 0.25.0 is installed")
      })
    )
  )

  it.live("reports a plugin whose policy is weaker than the one in force", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const project = yield* TestProject.make({ ".claude/.keep": "" })
        yield* hooklineIn(project, ["attach", "opencode"])
        const words = ["check", "--host", "opencode"]
        assert.notMatch((yield* hooklineIn(project, words)).stdout, /failure policy is/)
        const settings = path.join(project.home, ".hookline/settings.json")
        mkdirSync(path.dirname(settings), { recursive: true })
        writeFileSync(settings, JSON.stringify({ failure_policy: "closed" }))
        const text =
          /plugins\/hookline\.js:1 where Hookline can't run, it means "open", and the failure policy is "closed"/
        assert.match((yield* hooklineIn(project, words)).stdout, text)
        assert.strictEqual((yield* hooklineIn(project, ["doctor"])).exit, 1)
        yield* hooklineIn(project, ["attach", "opencode"])
        assert.notMatch((yield* hooklineIn(project, words)).stdout, /failure policy is/)
      })
    )
  )
})
