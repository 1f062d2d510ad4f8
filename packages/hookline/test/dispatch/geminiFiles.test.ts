// Hooks that were written for Gemini CLI, in its own files, under another agent: the scripts are unchanged.
import { assert, describe, it } from "@effect/vitest"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { hooklineIn } from "../commands/hookline.ts"

/** A script as Gemini CLI's guide has them: it knows its agent's names of events, tools and fields only. */
const script = `
const input = JSON.parse(require("node:fs").readFileSync(0, "utf8"))
const reply = (value) => { console.log(JSON.stringify(value)); process.exit(0) }
if (input.hook_event_name === "BeforeTool" && input.tool_name === "run_shell_command") {
  const { command } = input.tool_input
  if (command.includes("rm -rf")) reply({ decision: "deny", reason: "nothing is deleted" })
  if (command.includes("sudo")) reply({ decision: "ask", reason: "as root?" })
  if (command.startsWith("npm")) reply({ hookSpecificOutput: { tool_input: { ...input.tool_input, command: "p" + command } } })
  if (command === "later") { console.error("exit code 3 denies there"); process.exit(3) }
  if (command === "stderr") { console.error(JSON.stringify({ decision: "block", reason: "on stderr" })); process.exit(1) }
  if (command === "allow") reply({ decision: "allow" })
}
if (input.hook_event_name === "BeforeTool" && input.tool_name === "mcp_github_create_issue") {
  reply({ decision: "deny", reason: "no issues" })
}
if (input.hook_event_name === "AfterTool") {
  reply({ hookSpecificOutput: { additionalContext: "seen: " + input.tool_response.llmContent } })
}
if (input.hook_event_name === "BeforeAgent" && input.prompt.includes("secret")) reply({ decision: "deny", reason: "a secret" })
if (input.hook_event_name === "AfterAgent" && input.prompt_response.includes("TODO")) {
  reply({ decision: "deny", reason: "finish it" })
}
console.log("a message for the user")
`

const hooks = [{ type: "command", command: "node $GEMINI_PROJECT_DIR/.gemini/hook.cjs", timeout: 20_000 }]

const settings = {
  hooks: {
    BeforeTool: [{ matcher: "run_shell_.*|mcp_github_.*", hooks }],
    AfterTool: [{ matcher: "run_shell_command", hooks }],
    BeforeAgent: [{ hooks }],
    AfterAgent: [{ hooks }]
  }
}

const project = TestProject.make({
  ".gemini/settings.json": { json: settings },
  ".gemini/hook.cjs": script
})

const dispatch = (place: Effect.Success<typeof project>, payload: object, host = "claude") =>
  hooklineIn(place, ["dispatch", "--host", host], {
    input: JSON.stringify({ session_id: "s", cwd: place.project, ...payload })
  })

const bash = (command: string) => ({ hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command } })

describe.concurrent("hooks in Gemini CLI's settings", () => {
  it.live("guard another agent's calls, in their own words", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const place = yield* project
        const denied = yield* dispatch(place, bash("rm -rf /"))
        assert.match(denied.stdout, /"permissionDecision":"deny".*nothing is deleted/)
        assert.match((yield* dispatch(place, bash("sudo ls"))).stdout, /"permissionDecision":"ask".*as root/)
        const changed = yield* dispatch(place, bash("npm test"))
        assert.match(changed.stdout, /"updatedInput":\{"command":"pnpm test"\}/)
        assert.notMatch(changed.stdout, /"permissionDecision":"deny"/)
        assert.match((yield* dispatch(place, bash("later"))).stdout, /"permissionDecision":"deny".*exit code 3/)
        assert.match((yield* dispatch(place, bash("stderr"))).stdout, /"permissionDecision":"deny".*on stderr/)
        // Its `allow` grants nothing, there as here.
        assert.notMatch((yield* dispatch(place, bash("allow"))).stdout, /permissionDecision/)
        const server = { hook_event_name: "PreToolUse", tool_name: "mcp__github__create_issue", tool_input: {} }
        assert.match((yield* dispatch(place, server)).stdout, /"permissionDecision":"deny".*no issues/)
      })
    )
  )

  it.live("receive results, prompts and last messages under the names that they know", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const place = yield* project
        const after = { ...bash("ls"), hook_event_name: "PostToolUse", tool_response: { stdout: "a.txt", stderr: "" } }
        assert.match((yield* dispatch(place, after)).stdout, /"additionalContext":"seen: a.txt"/)
        const prompt = { hook_event_name: "UserPromptSubmit", prompt: "the secret" }
        assert.match((yield* dispatch(place, prompt)).stdout, /"decision":"block".*a secret/)
        const stop = { hook_event_name: "Stop", stop_hook_active: false, last_assistant_message: "TODO" }
        assert.match((yield* dispatch(place, stop)).stdout, /"decision":"block".*finish it/)
        // Plain text is for the user, and never for the model.
        const plain = yield* dispatch(place, { hook_event_name: "UserPromptSubmit", prompt: "hello" })
        assert.match(plain.stdout, /"systemMessage":"[^"]*a message for the user/)
        assert.notMatch(plain.stdout, /additionalContext/)
      })
    )
  )

  it.live("are left to Gemini CLI where it is the host", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const place = yield* project
        const payload = {
          hook_event_name: "BeforeTool",
          tool_name: "run_shell_command",
          tool_input: { command: "rm -rf /" }
        }
        assert.strictEqual((yield* dispatch(place, payload, "gemini")).stdout.trim(), "{}")
      })
    )
  )
})
