// A host that can't be told anything on standard output: a denial reaches it by the exit code alone.
import { assert, describe } from "@effect/vitest"
import { Requirement, TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import path from "node:path"

const bin = path.join(import.meta.dirname, "../../bin/hookline.js")

const payload = JSON.stringify({
  hook_event_name: "PreToolUse",
  session_id: "s",
  tool_name: "Bash",
  tool_input: { command: "ls" }
})

const hooks = (command: string): TestProject.Files => ({
  ".amplifier/hooks/hooks.json": { json: { hooks: { PreToolUse: [{ hooks: [{ type: "command", command }] }] } } }
})

const dispatched = (project: { readonly project: string; readonly home: string }) =>
  Effect.callback<{ readonly exit: number | null; readonly stderr: string }>((resume) => {
    const line = `exec "$0" "$@" >/dev/full`
    const child = spawn("sh", ["-c", line, process.execPath, bin, "dispatch", "--host", "claude", "--no-audit"], {
      cwd: project.project,
      env: { PATH: process.env["PATH"] ?? "", HOME: project.home }
    })
    let stderr = ""
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()))
    child.once("close", (exit) => resume(Effect.succeed({ exit, stderr })))
    child.stdin.end(payload)
  })

const fullDevice = (): string | undefined => (existsSync("/dev/full") ? undefined : "there is no /dev/full")

describe("hookline dispatch that can't write its answer", () => {
  Requirement.live(fullDevice)("ends with 2, and says so", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { exit, stderr } = yield* dispatched(yield* TestProject.make(hooks("echo no >&2; exit 2")))
        assert.strictEqual(exit, 2)
        assert.include(stderr, "the answer could not be written")
      })
    )
  )

  Requirement.live(fullDevice)("ends with 0 where there is nothing to say", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { exit } = yield* dispatched(yield* TestProject.make(hooks("exit 0")))
        assert.strictEqual(exit, 0)
      })
    )
  )
})
