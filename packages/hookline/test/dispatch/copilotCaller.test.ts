// Entries of Claude Code's settings that Copilot CLI runs: it sends its own payloads, and reads its own words.
import { assert, describe, it } from "@effect/vitest"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { hooklineIn } from "../commands/hookline.ts"

const guard = `
const input = JSON.parse(require("node:fs").readFileSync(0, "utf8"))
const specific = (fields) => {
  console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: input.hook_event_name, ...fields } }))
  process.exit(0)
}
const path = input.tool_input?.file_path ?? ""
if (input.hook_event_name === "PreToolUse" && path.endsWith(".env")) specific({ permissionDecision: "deny", permissionDecisionReason: "a secret" })
if (input.hook_event_name === "PermissionRequest") specific({ decision: { behavior: "deny", message: "never" } })
if (input.hook_event_name === "PostToolUse") specific({ additionalContext: "mind " + input.tool_name })
`

const hooks = [{ hooks: [{ type: "command", command: "node guard.cjs" }] }]

const files = {
  ".claude/settings.json": { json: { hooks: { PreToolUse: hooks, PermissionRequest: hooks, PostToolUse: hooks } } },
  "guard.cjs": guard
}

type Place = { readonly project: string; readonly home: string }

const time = { timestamp: "2026-11-18T17:39:20.473Z" }
const write = { hook_event_name: "PreToolUse", session_id: "s", tool_name: "Write" }
const secret = { ...write, ...time, tool_input: { path: "/p/.env", file_text: "a key" } }

const dispatch = (place: Place, payload: object, env: Record<string, string>, more: ReadonlyArray<string> = []) =>
  hooklineIn(place, ["dispatch", "--host", "claude", ...more], {
    env,
    input: JSON.stringify({ cwd: place.project, ...payload })
  })

const ofCopilot = (place: Place) => ({ COPILOT_CLI: "1", COPILOT_PROJECT_DIR: place.project })

describe.concurrent("an entry of Claude Code's settings that Copilot CLI runs", () => {
  it.live("reads Copilot's payloads, and answers in its words", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const place = yield* TestProject.make(files)
        const denied = yield* dispatch(place, secret, ofCopilot(place))
        assert.match(denied.stdout, /^\{"permissionDecision":"deny","permissionDecisionReason":"[^"]*a secret/)
        const after = {
          ...secret,
          hook_event_name: "PostToolUse",
          tool_result: { result_type: "success", text_result_for_llm: "written" }
        }
        assert.match((yield* dispatch(place, after, ofCopilot(place))).stdout, /^\{"additionalContext":"mind Write"/)
        // It names no event, and is in camelCase in both of Copilot's forms.
        const request = { hookName: "permissionRequest", sessionId: "s", timestamp: 1, toolName: "bash", toolInput: {} }
        const { stdout } = yield* dispatch(place, request, ofCopilot(place), ["--event", "PermissionRequest"])
        assert.match(stdout, /^\{"behavior":"deny","message":"[^"]*never/)
      })
    )
  )

  it.live("leaves the answer to the entry in Copilot's own file, if there surely is one for the event", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const entry = { type: "command", command: "hookline dispatch --host copilot --event PreToolUse" }
        const own = (data: object) => TestProject.make({ ...files, ".github/hooks/hookline.json": { json: data } })
        const place = yield* own({ version: 1, hooks: { PreToolUse: [{ hooks: [entry] }] } })
        assert.strictEqual((yield* dispatch(place, secret, ofCopilot(place))).stdout, "")
        const request = { ...secret, hook_event_name: "PostToolUse", tool_result: {} }
        assert.match((yield* dispatch(place, request, ofCopilot(place))).stdout, /mind Write/)
        for (const data of [
          { version: 2, hooks: { PreToolUse: [{ hooks: [entry] }] } },
          { version: 1, disableAllHooks: true, hooks: { PreToolUse: [{ hooks: [entry] }] } },
          { version: 1, hooks: { PreToolUse: [{ type: "command", bash: "./other.sh" }] } }
        ]) {
          const other = yield* own(data)
          assert.match((yield* dispatch(other, secret, ofCopilot(other))).stdout, /a secret/)
        }
        const users = yield* TestProject.make({
          ...files,
          "~/moved/hooks/hookline.json": { json: { version: 1, hooks: { PreToolUse: [entry] } } }
        })
        const moved = { ...ofCopilot(users), COPILOT_HOME: `${users.home}/moved` }
        assert.strictEqual((yield* dispatch(users, secret, moved)).stdout, "")
      })
    )
  )

  it.live("is Claude Code's where Claude Code was started from within Copilot CLI", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const place = yield* TestProject.make({
          ".amplifier/hooks/hooks.json": { json: { hooks: { PreToolUse: hooks } } },
          "guard.cjs": guard
        })
        const payload = { ...write, permission_mode: "default", tool_input: { file_path: "/p/.env", content: "" } }
        const { stdout } = yield* dispatch(place, payload, ofCopilot(place))
        assert.match(stdout, /^\{"hookSpecificOutput":\{"hookEventName":"PreToolUse","permissionDecision":"deny"/)
      })
    )
  )
})
