// Hooks that were written for Copilot CLI, in its own files, under another agent: the scripts are unchanged.
import { assert, describe, it } from "@effect/vitest"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { hooklineIn } from "../commands/hookline.ts"

/** A script of Copilot's own words: camelCase, without a name of the event, which its argument has. */
const own = `
const input = JSON.parse(require("node:fs").readFileSync(0, "utf8"))
const [, , event] = process.argv
const reply = (value) => { console.log('{"type":"progress","message":"judging"}'); console.log(JSON.stringify(value)); process.exit(0) }
if ("hook_event_name" in input || "tool_name" in input || typeof input.timestamp !== "number") process.exit(7)
if (event === "preToolUse" && input.toolName === "bash") {
  const { command } = input.toolArgs
  if (command.includes("rm -rf")) reply({ permissionDecision: "deny", permissionDecisionReason: "nothing is deleted" })
  if (command.includes("sudo")) reply({ permissionDecision: "ask", permissionDecisionReason: "as root?" })
  if (command.startsWith("npm")) reply({ modifiedArgs: { ...input.toolArgs, command: "p" + command } })
  if (command === "allow") reply({ permissionDecision: "allow", permissionDecisionReason: "known" })
  if (command === "nested") reply({ hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "allow" } })
  if (command === "fails") { console.error("no such file"); process.exit(3) }
}
if (event === "preToolUse" && input.toolName === "create" && input.toolArgs.path.endsWith(".env")) {
  reply({ permissionDecision: "deny", permissionDecisionReason: input.toolArgs.file_text })
}
if (event === "postToolUse") {
  const { textResultForLlm } = input.toolResult
  reply({ additionalContext: "seen: " + textResultForLlm, modifiedResult: { resultType: "success", textResultForLlm: "hidden" } })
}
if (event === "userPromptSubmitted" && input.prompt.includes("secret")) reply({ decision: "block", reason: "a secret" })
if (event === "agentStop" && input.stopReason === "end_turn" && !input.stop_hook_active) reply({ decision: "block", reason: "finish it" })
if (event === "permissionRequest") {
  if (input.hookName !== "permissionRequest") process.exit(7)
  reply({ behavior: input.toolInput.command === "ls" ? "allow" : "deny", message: "only ls" })
}
`

/** A script that knows Claude Code's words with Copilot's tools. */
const claudes = `
const input = JSON.parse(require("node:fs").readFileSync(0, "utf8"))
const reply = (value) => { console.log(JSON.stringify(value)); process.exit(0) }
if (input.hook_event_name === "PreToolUse" && input.tool_name === "Edit" && input.tool_input.path.endsWith("lock")) {
  reply({ hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: input.tool_input.new_str } })
}
if (input.hook_event_name === "PostToolUse") reply({ additionalContext: "also: " + input.tool_result.text_result_for_llm })
`

const entry = (event: string, more: object = {}) => ({
  type: "command",
  bash: `[[ -n $LEVEL ]] && node "$COPILOT_HOOK_DIR"/own.cjs ${event}`,
  env: { LEVEL: "it's 2" },
  timeoutSec: 20,
  ...more
})

const hooks = {
  preToolUse: [entry("preToolUse", { matcher: "bash|create" })],
  postToolUse: [entry("postToolUse")],
  userPromptSubmitted: [entry("userPromptSubmitted")],
  agentStop: [entry("agentStop")],
  permissionRequest: [entry("permissionRequest")]
}

const project = TestProject.make({
  ".github/hooks/a-guard.json": { json: { version: 1, hooks } },
  ".github/hooks/b-claude.json": {
    json: {
      version: 1,
      hooks: {
        PreToolUse: [{ matcher: "Edit", hooks: [{ type: "command", command: "node claudes.cjs" }] }],
        PostToolUse: [{ type: "command", exec: "node", args: ["claudes.cjs"], cwd: "tools" }]
      }
    }
  },
  ".github/hooks/README.md": "not a file of hooks",
  ".github/hooks/own.cjs": own,
  "claudes.cjs": claudes,
  "tools/claudes.cjs": claudes
})

type Place = Effect.Success<typeof project>

const dispatch = (place: Place, payload: object, host = "claude", event: ReadonlyArray<string> = []) =>
  hooklineIn(place, ["dispatch", "--host", host, ...event], {
    input: JSON.stringify({ session_id: "s", cwd: place.project, ...payload })
  })

const bash = (command: string) => ({ hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command } })

describe.concurrent("hooks in Copilot CLI's files", () => {
  it.live("guard another agent's calls, in their own words", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const place = yield* project
        const said = (command: string) => Effect.map(dispatch(place, bash(command)), ({ stdout }) => stdout)
        assert.match(yield* said("rm -rf /"), /"permissionDecision":"deny".*nothing is deleted/)
        assert.match(yield* said("sudo ls"), /"permissionDecision":"ask".*as root/)
        const changed = yield* said("npm test")
        assert.match(changed, /"updatedInput":\{"command":"pnpm test"\}/)
        assert.notMatch(changed, /"permissionDecision":"deny"/)
        assert.match(yield* said("allow"), /"permissionDecision":"allow"/)
        // Below a name in camelCase Copilot ignores Claude Code's form, so that it grants nothing.
        assert.notMatch(yield* said("nested"), /permissionDecision/)
        // Before a tool any failure denies there.
        assert.match(yield* said("fails"), /"permissionDecision":"deny".*no such file/)
        const file = { file_path: "/p/.env", content: "a key" }
        const write = { hook_event_name: "PreToolUse", tool_name: "Write", tool_input: file }
        assert.match((yield* dispatch(place, write)).stdout, /"permissionDecision":"deny".*a key/)
        const lock = { file_path: "/p/package.lock", old_string: "a", new_string: "b is new" }
        const edit = { hook_event_name: "PreToolUse", tool_name: "Edit", tool_input: lock }
        assert.match((yield* dispatch(place, edit)).stdout, /"permissionDecision":"deny".*b is new/)
      })
    )
  )

  it.live("receive results, prompts, ends of turns and requests in the form that they know", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const place = yield* project
        const after = { ...bash("ls"), hook_event_name: "PostToolUse", tool_response: { stdout: "a.txt", stderr: "" } }
        const { stdout } = yield* dispatch(place, after)
        assert.match(stdout, /seen: a.txt/)
        assert.match(stdout, /"updatedToolOutput":"hidden"/)
        // In turn each sees what the one before it changed.
        assert.match(stdout, /also: hidden/)
        const prompt = { hook_event_name: "UserPromptSubmit", prompt: "the secret" }
        assert.match((yield* dispatch(place, prompt)).stdout, /"decision":"block".*a secret/)
        const stop = { hook_event_name: "Stop", stop_hook_active: false }
        assert.match((yield* dispatch(place, stop)).stdout, /"decision":"block".*finish it/)
        const request = (command: string) => ({ ...bash(command), hook_event_name: "PermissionRequest" })
        assert.match((yield* dispatch(place, request("ls"))).stdout, /"behavior":"allow"/)
        assert.match((yield* dispatch(place, request("env"))).stdout, /"behavior":"deny".*only ls/)
      })
    )
  )

  it.live("are left to Copilot CLI where it is the host", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const place = yield* project
        const call = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "rm -rf /" } }
        assert.notMatch((yield* dispatch(place, call, "copilot")).stdout, /deny/)
        const { stdout } = yield* hooklineIn(place, ["check", "--host", "copilot"])
        assert.match(stdout, /Copilot CLI runs it itself/)
      })
    )
  )

  it.live("run under Copilot CLI itself where it refuses their file, or never runs them", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const guard = (matcher: string) => ({ type: "command", bash: "echo kept >&2; exit 2", matcher })
        const place = yield* TestProject.make({
          ".github/hooks/all.json": { json: { hooks: { preToolUse: [guard("*")] } } },
          ".github/hooks/old.json": { json: { version: 2, hooks: { PreToolUse: [guard("Read")] } } },
          ".github/copilot/settings.json": {
            json: { hooks: { PreToolUse: [guard("Write"), { type: "command" }] } }
          }
        })
        const call = (name: string) => ({ hook_event_name: "PreToolUse", tool_name: name, tool_input: { path: "x" } })
        for (const name of ["Bash", "Read", "Write"])
          assert.match((yield* dispatch(place, call(name), "copilot")).stdout, /"deny".*kept/, name)
        const { stdout } = yield* hooklineIn(place, ["check"])
        assert.match(stdout, /never runs this hook; Hookline does/)
        assert.match(stdout, /it reads version 1 only/)
        assert.match(stdout, /refuses all hooks of this file of settings for one broken entry/)
      })
    )
  )

  it.live("are switched off by their file, or by the project's settings, and not by the user's", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const guard = (text: string) => ({ PreToolUse: [{ type: "command", bash: `echo ${text} >&2; exit 2` }] })
        const off = yield* TestProject.make({
          ".github/hooks/off.json": { json: { disableAllHooks: true, hooks: guard("of-one-file") } },
          ".github/hooks/on.json": { json: { hooks: guard("of-another") } },
          "~/.copilot/settings.json": { json: { disableAllHooks: true, hooks: guard("of-the-user") } }
        })
        const { stdout } = yield* dispatch(off, bash("ls"))
        assert.notMatch(stdout, /of-one-file/)
        // The first denial is the last to run.
        assert.match(stdout, /of-the-user/)
        assert.notMatch(stdout, /of-another/)
        const all = yield* TestProject.make({
          ".github/hooks/on.json": { json: { hooks: guard("of-a-file") } },
          ".github/copilot/settings.local.json": { json: { disableAllHooks: true } }
        })
        assert.notMatch((yield* dispatch(all, bash("ls"))).stdout, /of-a-file/)
      })
    )
  )
})
