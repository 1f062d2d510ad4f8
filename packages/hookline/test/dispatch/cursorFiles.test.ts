// Hooks that were written for Cursor, by its documents, in its own files, under another agent.
import { assert, describe, it } from "@effect/vitest"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { hooklineIn } from "../commands/hookline.ts"

const script = `
const input = JSON.parse(require("node:fs").readFileSync(0, "utf8"))
const reply = (value) => { console.log(JSON.stringify(value)); process.exit(0) }
switch (input.hook_event_name) {
  case "beforeShellExecution":
    if (input.command.includes("rm -rf")) reply({ permission: "deny", user_message: "no", agent_message: "nothing is deleted" })
    if (input.command.includes("sudo")) reply({ permission: "ask", user_message: "as root?" })
    reply({ continue: true, permission: "allow" })
  case "preToolUse":
    if (input.tool_name === "Write" && input.tool_input.file_path.endsWith(".env")) reply({ permission: "deny", agent_message: "a secret" })
    if (input.tool_name === "Shell" && input.tool_input.command.startsWith("npm")) {
      reply({ permission: "allow", updated_input: { ...input.tool_input, command: "p" + input.tool_input.command } })
    }
    if (input.tool_name === "MCP:create_issue") { console.error("no issues"); process.exit(2) }
    reply({ permission: "allow" })
  case "beforeMCPExecution":
    if (JSON.parse(input.tool_input).title === "x" && input.tool_name === "close_issue") reply({ permission: "deny", agent_message: "keep it" })
    reply({})
  case "beforeReadFile":
    if (input.file_path.endsWith("id_rsa")) reply({ permission: "deny", user_message: "a key" })
    reply({ permission: "allow" })
  case "postToolUse":
    reply({ additional_context: "seen: " + JSON.parse(input.tool_output).stdout })
  case "afterFileEdit":
    reply({ additional_context: "edited: " + input.file_path + " " + input.edits[0].new_string })
  case "beforeSubmitPrompt":
    reply(input.prompt.includes("secret") ? { continue: false, user_message: "a secret" } : { continue: true })
  case "stop":
    reply(input.status === "completed" && input.loop_count === 0 ? { followup_message: "finish it" } : {})
}
process.exit(7)
`

const hook = { command: `node "$CURSOR_PROJECT_DIR"/.cursor/hook.cjs`, timeout: 20 }

const names = [
  "beforeShellExecution",
  "beforeMCPExecution",
  "beforeReadFile",
  "postToolUse",
  "afterFileEdit",
  "beforeSubmitPrompt",
  "stop"
]

const hooks = {
  ...Object.fromEntries(names.map((name) => [name, [hook]])),
  preToolUse: [{ ...hook, matcher: "Shell|Write|MCP:create_issue" }]
}

const project = TestProject.make({
  ".cursor/hooks.json": { json: { version: 1, hooks } },
  ".cursor/hook.cjs": script
})

type Place = Effect.Success<typeof project>

const dispatch = (place: Place, payload: object, host = "claude") =>
  hooklineIn(place, ["dispatch", "--host", host], {
    input: JSON.stringify({ session_id: "s", cwd: place.project, ...payload })
  })

const call = (tool_name: string, tool_input: object) => ({ hook_event_name: "PreToolUse", tool_name, tool_input })
const bash = (command: string) => call("Bash", { command })

describe.concurrent("hooks in Cursor's files", () => {
  it.live("guard another agent's calls, by the fields of their own events", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const place = yield* project
        const said = (payload: object) => Effect.map(dispatch(place, payload), ({ stdout }) => stdout)
        assert.match(yield* said(bash("rm -rf /")), /"permissionDecision":"deny".*nothing is deleted/)
        assert.match(yield* said(bash("sudo ls")), /"permissionDecision":"ask".*as root/)
        const changed = yield* said(bash("npm test"))
        assert.match(changed, /"updatedInput":\{"command":"pnpm test"\}/)
        // Scripts answer it to everything, so that it grants nothing.
        assert.notMatch(yield* said(bash("ls")), /permissionDecision/)
        assert.match(yield* said(call("Write", { file_path: "/p/.env", content: "" })), /"deny".*a secret/)
        assert.match(yield* said(call("Edit", { file_path: "/p/.env", old_string: "", new_string: "" })), /"deny"/)
        assert.match(yield* said(call("Read", { file_path: "/h/id_rsa" })), /"deny".*a key/)
        assert.match(yield* said(call("mcp__github__create_issue", {})), /"deny".*no issues/)
        assert.match(yield* said(call("mcp__github__close_issue", { title: "x" })), /"deny".*keep it/)
      })
    )
  )

  it.live("receive results, edits, prompts and ends of turns", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const place = yield* project
        const said = (payload: object) => Effect.map(dispatch(place, payload), ({ stdout }) => stdout)
        const after = { hook_event_name: "PostToolUse", tool_response: { stdout: "a.txt" } }
        assert.match(yield* said({ ...bash("ls"), ...after }), /seen: a.txt/)
        const edit = call("Edit", { file_path: "/p/a.ts", old_string: "a", new_string: "b" })
        assert.match(yield* said({ ...edit, ...after }), /edited: \/p\/a.ts b/)
        const prompt = { hook_event_name: "UserPromptSubmit", prompt: "the secret" }
        assert.match(yield* said(prompt), /"decision":"block".*a secret/)
        const stop = { hook_event_name: "Stop", stop_hook_active: false }
        assert.match(yield* said(stop), /"decision":"block".*finish it/)
        assert.notMatch(yield* said({ ...stop, stop_hook_active: true }), /block/)
      })
    )
  )

  it.live("run in Cursor's folder if they are the user's, and deny by their own word where they fail", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const place = yield* TestProject.make({
          "~/.cursor/hooks.json": {
            json: { version: 1, hooks: { preToolUse: [{ command: "./guard.sh", failClosed: true }] } }
          },
          "~/.cursor/guard.sh": "#!/bin/sh\necho of-the-user >&2\nexit 2\n",
          "guard.sh": "#!/bin/sh\nexit 0\n",
          "~/.cursor/.keep": ""
        })
        yield* Effect.promise(() =>
          import("node:fs/promises").then(({ chmod }) => chmod(`${place.home}/.cursor/guard.sh`, 0o755))
        )
        assert.match((yield* dispatch(place, bash("ls"))).stdout, /"deny".*of-the-user/)
        yield* Effect.promise(() =>
          import("node:fs/promises").then(({ chmod }) => chmod(`${place.home}/.cursor/guard.sh`, 0o644))
        )
        assert.match((yield* dispatch(place, bash("ls"))).stdout, /"deny"/)
      })
    )
  )

  it.live("are left to Cursor where it is the host, except in a file that it is said to refuse", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const place = yield* project
        const payload = {
          conversation_id: "c",
          hook_event_name: "preToolUse",
          tool_name: "Shell",
          tool_input: { command: "rm -rf /" }
        }
        assert.notMatch((yield* dispatch(place, payload, "cursor")).stdout, /deny/)
        const refused = yield* TestProject.make({
          ".cursor/hooks.json": {
            json: {
              version: 1,
              hooks: { preToolUse: [{ command: "echo kept >&2; exit 2 # https://example.com" }] }
            }
          }
        })
        assert.match((yield* dispatch(refused, payload, "cursor")).stdout, /"permission":"deny".*kept/)
        const { stdout } = yield* hooklineIn(refused, ["check", "--host", "cursor"])
        assert.match(stdout, /Cursor refuses .*hooks\.json/)
        assert.match(stdout, /no version of it was run/)
      })
    )
  )
})
