// Hooks that were written for Qwen Code, in its own settings, under another agent: the scripts are unchanged.
import { assert, describe, it } from "@effect/vitest"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { hooklineIn } from "../commands/hookline.ts"

/** A script that knows Qwen Code's names of tools, and its form of results. */
const script = `
const input = JSON.parse(require("node:fs").readFileSync(0, "utf8"))
const reply = (value) => { console.log(JSON.stringify(value)); process.exit(0) }
if (input.hook_event_name === "PreToolUse" && input.tool_name === "run_shell_command") {
  const { command } = input.tool_input
  if (command === "rm -rf /") reply({ hookSpecificOutput: { permissionDecision: "deny", permissionDecisionReason: "no" } })
  if (command === "stderr") { console.error(JSON.stringify({ decision: "block", reason: "on stderr" })); process.exit(0) }
  if (command === "ls") reply({ hookSpecificOutput: { permissionDecision: "allow" } })
}
if (input.hook_event_name === "PostToolUse") {
  reply({ hookSpecificOutput: { additionalContext: "seen: " + input.tool_response.llmContent } })
}
`

const hooks = [{ type: "command", command: "node $QWEN_PROJECT_DIR/.qwen/hook.cjs", timeout: 20_000 }]

const project = TestProject.make({
  ".qwen/settings.json": {
    json: {
      hooks: {
        PreToolUse: [{ matcher: "run_shell", hooks }],
        PostToolUse: [{ matcher: "Shell|Bash", hooks }]
      }
    }
  },
  ".qwen/hook.cjs": script
})

const dispatch = (place: Effect.Success<typeof project>, payload: object, host = "claude") =>
  hooklineIn(place, ["dispatch", "--host", host], {
    input: JSON.stringify({ session_id: "s", cwd: place.project, ...payload })
  })

const bash = (command: string) => ({ hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command } })

describe.concurrent("hooks in Qwen Code's settings", () => {
  it.live("guard another agent's calls, in their own words", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const place = yield* project
        assert.match((yield* dispatch(place, bash("rm -rf /"))).stdout, /"permissionDecision":"deny"/)
        assert.match((yield* dispatch(place, bash("stderr"))).stdout, /"permissionDecision":"deny".*on stderr/)
        assert.notMatch((yield* dispatch(place, bash("ls"))).stdout, /permissionDecision/)
        const after = { ...bash("ls"), hook_event_name: "PostToolUse", tool_response: { stdout: "a.txt", stderr: "" } }
        assert.match((yield* dispatch(place, after)).stdout, /"additionalContext":"seen: a.txt"/)
      })
    )
  )

  it.live("are left to Qwen Code where it is the host", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const place = yield* project
        const payload = { ...bash("rm -rf /"), tool_name: "run_shell_command" }
        assert.notMatch((yield* dispatch(place, payload, "qwen")).stdout, /deny/)
      })
    )
  )
})
