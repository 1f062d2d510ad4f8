// Hooks that were written for Codex, in its own file, under another agent: the scripts are unchanged.
import { assert, describe, it } from "@effect/vitest"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { existsSync } from "node:fs"
import { hooklineIn } from "../commands/hookline.ts"

/** A script that knows Codex's one tool for files and its replies only. */
const script = `
const input = JSON.parse(require("node:fs").readFileSync(0, "utf8"))
const reply = (value) => { console.log(JSON.stringify(value)); process.exit(0) }
const specific = (fields) => reply({ hookSpecificOutput: { hookEventName: input.hook_event_name, ...fields } })
const { tool_name: tool, tool_input: { command } = {} } = input
if (input.hook_event_name === "PreToolUse" && tool === "apply_patch") {
  if (/^\\*\\*\\* (Add|Update) File: .*\\.env$/m.test(command) || command.includes("+SECRET")) {
    specific({ permissionDecision: "deny", permissionDecisionReason: "no secrets" })
  }
  if (command.includes("+teh")) {
    specific({ permissionDecision: "allow", updatedInput: { command: command.replace("+teh", "+the") } })
  }
  if (command.includes("+two files")) {
    const more = "*** Add File: other\\n+x\\n*** End Patch"
    specific({ permissionDecision: "allow", updatedInput: { command: command.replace("*** End Patch", more) } })
  }
}
if (input.hook_event_name === "PreToolUse" && tool === "Bash") {
  if (command === "rm -rf /") { console.error("nothing is deleted"); process.exit(2) }
  if (command === "ls") specific({ permissionDecision: "allow" })
}
if (input.hook_event_name === "PostToolUse" && typeof input.tool_response === "string") {
  specific({ additionalContext: "seen: " + input.tool_response })
}
`

const hooks = [{ type: "command", command: "node .codex/hook.cjs", timeout: 20 }]

const project = TestProject.make({
  ".codex/hooks.json": {
    json: {
      hooks: {
        PreToolUse: [
          { matcher: "apply_patch", hooks },
          { matcher: "^Ba.h$", hooks }
        ],
        PostToolUse: [{ matcher: "Bash", hooks }]
      }
    }
  },
  ".codex/hook.cjs": script
})

const dispatch = (place: Effect.Success<typeof project>, payload: object, host = "claude") =>
  hooklineIn(place, ["dispatch", "--host", host], {
    input: JSON.stringify({ session_id: "s", cwd: place.project, ...payload })
  })

const call = (tool_name: string, tool_input: object) => ({ hook_event_name: "PreToolUse", tool_name, tool_input })

describe.concurrent("hooks in Codex's hooks.json", () => {
  it.live("guard files that another agent writes, by the patches that they know", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const place = yield* project
        const deny = /"permissionDecision":"deny".*no secrets/
        const write = (file_path: string, content: string) => dispatch(place, call("Write", { file_path, content }))
        assert.match((yield* write("/p/.env", "A=1")).stdout, deny)
        assert.match((yield* write("/p/a.txt", "x\nSECRET\n")).stdout, deny)
        assert.strictEqual((yield* write("/p/a.txt", "x")).stdout, "")
        const edit = { file_path: "/p/a.txt", old_string: "a", new_string: "SECRET" }
        assert.match((yield* dispatch(place, call("Edit", edit))).stdout, deny)
        const edits = { file_path: "/p/a.txt", edits: [{ old_string: "a", new_string: "b" }, edit] }
        assert.match((yield* dispatch(place, call("MultiEdit", edits))).stdout, deny)
      })
    )
  )

  it.live("change a file's text by its patch, and never into a call of another kind", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const place = yield* project
        const edit = { file_path: "/p/a.txt", old_string: "a", new_string: "teh end", replace_all: true }
        const changed = yield* dispatch(place, call("Edit", edit))
        const { hookSpecificOutput: { updatedInput } = {} } = JSON.parse(changed.stdout) as {
          hookSpecificOutput?: { updatedInput?: unknown }
        }
        assert.deepStrictEqual(updatedInput, { ...edit, new_string: "the end" })
        const other = yield* dispatch(place, call("Edit", { ...edit, new_string: "two files" }))
        assert.notMatch(other.stdout, /updatedInput/)
        assert.match(other.stdout, /no change of the same file/)
      })
    )
  )

  it.live("deny commands, grant none, and read results as texts", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const place = yield* project
        const denied = yield* dispatch(place, call("Bash", { command: "rm -rf /" }))
        assert.match(denied.stdout, /"permissionDecision":"deny".*nothing is deleted/)
        // In Codex the agent's own rules decide about a call that a hook allows.
        assert.notMatch((yield* dispatch(place, call("Bash", { command: "ls" }))).stdout, /permissionDecision/)
        const after = {
          ...call("Bash", { command: "ls" }),
          hook_event_name: "PostToolUse",
          tool_response: { stdout: "a.txt", stderr: "" }
        }
        assert.match((yield* dispatch(place, after)).stdout, /"additionalContext":"seen: a.txt"/)
      })
    )
  )

  it.live("are left to Codex where it is the host, unless it refuses the file", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const place = yield* project
        const payload = call("Bash", { command: "rm -rf /" })
        assert.strictEqual((yield* dispatch(place, payload, "codex")).stdout, "")
        const refused = yield* TestProject.make({
          ".codex/hooks.json": { json: { version: 1, hooks: { PreToolUse: [{ hooks }] } } },
          ".codex/hook.cjs": script
        })
        assert.match((yield* dispatch(refused, payload, "codex")).stdout, /nothing is deleted/)
      })
    )
  )

  it.live("in its configuration are read, beside what its user trusts", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const config = `model = "x"
[[hooks.PreToolUse]]
matcher = "Bash"
hooks = [{ type = "command", command = "echo of-the-configuration >&2; exit 2" }]

[hooks.state."/h/.codex/hooks.json:pre_tool_use:0:0"]
trusted_hash = "sha256:0"
`
        const bash = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "ls" } }
        const call = (place: { readonly project: string; readonly home: string }, host = "claude") =>
          hooklineIn(place, ["dispatch", "--host", host], {
            input: JSON.stringify({ session_id: "s", cwd: place.project, ...bash })
          })
        const place = yield* TestProject.make({ ".codex/config.toml": config })
        assert.match((yield* call(place)).stdout, /"deny".*of-the-configuration/)
        assert.notMatch((yield* call(place, "codex")).stdout, /deny/)
        const off = yield* TestProject.make({ ".codex/config.toml": `${config}[features]\nhooks = false\n` })
        assert.notMatch((yield* call(off)).stdout, /deny/)
        // A configuration without hooks is no concern of theirs, also where it can't be read.
        const other = yield* TestProject.make({ ".codex/config.toml": `model = \n[hooks.state."a"]\n` })
        assert.match((yield* hooklineIn(other, ["check"])).stdout, /0 problems/)
        const broken = yield* TestProject.make({ ".codex/config.toml": `model = \n${config}` })
        const { exit, stdout } = yield* hooklineIn(broken, ["check"])
        assert.strictEqual(exit, 1)
        assert.match(stdout, /config\.toml:1:\d+ error toml-invalid/)
        const migrated = yield* hooklineIn(place, ["migrate", "--from", "codex", "--to", "claude", "--json"])
        assert.match(migrated.stdout, /of-the-configuration/)
      })
    )
  )

  it.live(
    "of the user are in the folder that a variable names, also for attach and doctor, unless a project sets it",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const guard = { type: "command", command: "echo of-the-user >&2; exit 2" }
          const json = { hooks: { PreToolUse: [{ matcher: "Bash", hooks: [guard] }] } }
          const place = yield* TestProject.make({ "~/moved/hooks.json": { json }, ".claude/.keep": "" })
          const input = JSON.stringify({
            session_id: "s",
            cwd: place.project,
            hook_event_name: "PreToolUse",
            tool_name: "Bash",
            tool_input: { command: "ls" }
          })
          const call = (env: Record<string, string>) =>
            hooklineIn(place, ["dispatch", "--host", "claude"], { env, input })
          assert.match((yield* call({ CODEX_HOME: `${place.home}/moved` })).stdout, /of-the-user/)
          assert.notMatch((yield* call({ CODEX_HOME: "../home/moved" })).stdout, /of-the-user/)
          // The same folder counts for entries of ours, and for what examines them.
          const env = { QWEN_HOME: `${place.home}/elsewhere` }
          yield* hooklineIn(place, ["attach", "qwen"], { env })
          assert.isTrue(existsSync(`${place.home}/elsewhere/settings.json`))
          assert.match((yield* hooklineIn(place, ["doctor"], { env })).stdout, /Qwen Code +settings only +user/)
          assert.notMatch((yield* hooklineIn(place, ["doctor"])).stdout, /Qwen Code/)
          yield* hooklineIn(place, ["attach", "qwen"], { env: { QWEN_HOME: "elsewhere" } })
          assert.isTrue(existsSync(`${place.home}/.qwen/settings.json`))
          // A project would take the user's guards away by it.
          const set = yield* TestProject.make({
            "~/.codex/hooks.json": { json },
            ".claude/settings.json": { json: { env: { CODEX_HOME: "/nowhere" } } }
          })
          const taken = yield* hooklineIn(set, ["dispatch", "--host", "claude"], {
            env: { CODEX_HOME: "/nowhere" },
            input: input.replaceAll(place.project, set.project)
          })
          assert.match(taken.stdout, /of-the-user/)
          assert.match(taken.stderr, /CODEX_HOME is set by/)
        })
      )
  )
})
