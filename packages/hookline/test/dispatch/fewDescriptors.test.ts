// The real command with few open files: whatever of its files can't be read, no action passes a guard that has not run.
import { assert, describe, it } from "@effect/vitest"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { spawnSync } from "node:child_process"
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
  const { status, stdout } = spawnSync("sh", args, { cwd: project, env: commandEnv(home), input: payload })
  return { status, stdout: stdout.toString(), hasRun: existsSync(path.join(project, "ran")) }
}, Effect.scoped)

describe("a project that is read with few open files", () => {
  it.live("lets nothing pass that its guard has not seen", () =>
    Effect.gen(function* () {
      let whole = 0
      for (const descriptors of [18, 20, 21, 22, 23, 24, 26, 40, 200]) {
        const { hasRun, status, stdout } = yield* answerWith(descriptors)
        if (hasRun) whole += 1
        const isPassed = status === 0 && !stdout.includes('"permissionDecision":"deny"')
        assert.isTrue(hasRun || !isPassed, `${descriptors}: ${status} ${stdout}`)
      }
      assert.isAbove(whole, 0)
    })
  )
})
