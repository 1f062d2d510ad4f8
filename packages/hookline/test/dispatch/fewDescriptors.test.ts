// The real command with few open files: whatever of its files can't be read, no action passes a guard that has not run.
import { assert, describe, it } from "@effect/vitest"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import path from "node:path"
import { bin, commandEnv } from "../commands/hookline.ts"

const payload = JSON.stringify({
  hook_event_name: "PreToolUse",
  session_id: "s",
  tool_name: "Bash",
  tool_input: { command: "ls" }
})

/** Runs one event with so many open files. */
const answerWith = Effect.fnUntraced(function* (descriptors: number) {
  const { home, project } = yield* TestProject.make({
    "~/.hookline/settings.json": { json: { failure_policy: "closed" } },
    ".amplifier/hooks/guard/hooks.json": {
      json: { hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "touch ran" }] }] } }
    }
  })
  const limited = `ulimit -n ${descriptors}; exec "$@"`
  const args = ["-c", limited, "sh", process.execPath, bin, "dispatch", "--host", "claude", "--on-failure", "closed"]
  // In a group of its own: a command that ends its whole group would end the tests, or the agent that has started it.
  const child = spawn("sh", args, { cwd: project, env: commandEnv(home), detached: true })
  child.stdin.on("error", () => {})
  child.stdin.end(payload)
  let stdout = ""
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.resume()
  const [status, signal] = yield* Effect.promise(
    () =>
      new Promise<readonly [number | null, string | null]>((resolve) =>
        child.once("close", (code, name) => resolve([code, name]))
      )
  )
  return { status, signal, stdout, hasRun: existsSync(path.join(project, "ran")) }
}, Effect.scoped)

describe("a project that is read with few open files", () => {
  // proves: docs/failure-policy.md
  it.live("lets nothing pass that its guard has not seen", () =>
    Effect.gen(function* () {
      let whole = 0
      for (const descriptors of [18, 20, 22, 23, 24, 25, 26, 40, 200]) {
        const { hasRun, signal, status, stdout } = yield* answerWith(descriptors)
        assert.notStrictEqual(signal, "SIGKILL", `${descriptors}: it has ended its group, and itself`)
        if (hasRun) whole += 1
        const isPassed = status === 0 && !stdout.includes('"permissionDecision":"deny"')
        assert.isTrue(hasRun || !isPassed, `${descriptors}: ${status} ${stdout}`)
      }
      assert.isAbove(whole, 0)
    })
  )
})
