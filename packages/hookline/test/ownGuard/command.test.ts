// Hookline's own guard in the command: like any hook in answers, plans, listings and the log, and off by a line of the user's.
import { assert, describe, it } from "@effect/vitest"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { hooklineIn } from "../commands/hookline.ts"

const payload = (command: string, more: object = {}) =>
  JSON.stringify({
    hook_event_name: "PreToolUse",
    session_id: "s1",
    cwd: "/work",
    tool_name: "Bash",
    tool_input: { command },
    ...more
  })

const id = "user:hookline/own-guard"

const project = (settings: object = {}) =>
  TestProject.make({ ".hookline/.keep": "", "~/.hookline/settings.json": { json: settings } })

const answerTo = (folders: { readonly project: string; readonly home: string }, input: string) =>
  Effect.map(hooklineIn(folders, ["dispatch", "--host", "claude"], { input }), ({ stdout }) => {
    if (stdout === "") return undefined
    const { hookSpecificOutput } = JSON.parse(stdout) as { hookSpecificOutput: { permissionDecision: string } }
    return hookSpecificOutput.permissionDecision
  })

const live = (name: string, test: () => Effect.Effect<void, never, Scope.Scope>) =>
  it.live(name, () => Effect.scoped(test()))

describe("the own guard of the command", () => {
  // proves: docs/security.md
  live("asks, denies where nothing is asked, and passes all else", () =>
    Effect.gen(function* () {
      const folders = yield* project()
      const all = yield* Effect.forEach(
        [
          payload("hookline detach claude"),
          payload("hookline detach claude", { permission_mode: "bypassPermissions" }),
          payload("rm -rf ~/.hookline", { permission_mode: "dontAsk" }),
          payload("ls ~/.hookline")
        ],
        (input) => answerTo(folders, input),
        { concurrency: 2 }
      )
      assert.deepStrictEqual(all, ["ask", "deny", "deny", undefined])
    })
  )

  live("judges the input that other hooks leave", () =>
    Effect.gen(function* () {
      const change = JSON.stringify({
        hookSpecificOutput: { hookEventName: "PreToolUse", updatedInput: { command: "hookline detach claude" } }
      })
      const folders = yield* TestProject.make({
        ".claude/settings.json": {
          json: { hooks: { PreToolUse: [{ hooks: [{ type: "command", command: `echo '${change}'` }] }] } }
        }
      })
      const { stdout } = yield* hooklineIn(folders, ["run", "--host", "claude", "--payload", "-", "--json"], {
        input: payload("ls")
      })
      const { verdict } = JSON.parse(stdout) as { verdict: string }
      assert.strictEqual(verdict, "ask")
    })
  )

  // proves: docs/security.md
  live("is in plans, listings and the log", () =>
    Effect.gen(function* () {
      const folders = yield* project()
      const words = ["PreToolUse", "--tool", "Bash", "--input", JSON.stringify({ command: "hookline detach claude" })]
      const plan = yield* hooklineIn(folders, ["plan", ...words])
      assert.include(plan.stdout, id)
      const list = yield* hooklineIn(folders, ["list", "--json"])
      assert.include(list.stdout, id)
      yield* hooklineIn(folders, ["run", ...words])
      const log = yield* hooklineIn(folders, ["log"])
      assert.include(log.stdout, id)
    })
  )

  // proves: docs/security.md
  live("is off by a line of the user's, which a session reports, and by no line of a project's", () =>
    Effect.gen(function* () {
      const off = yield* project({ disabled: [id] })
      assert.isUndefined(yield* answerTo(off, payload("hookline detach claude")))
      const start = JSON.stringify({
        hook_event_name: "SessionStart",
        session_id: "s1",
        cwd: "/work",
        source: "startup"
      })
      const { stdout } = yield* hooklineIn(off, ["run", "--host", "claude", "--payload", "-"], { input: start })
      assert.include(stdout, "1 hook is switched off by")
      const others = yield* TestProject.make({
        ".hookline/settings.json": { json: { disabled: [id], enabled: false, allow_user_hooks: false } }
      })
      assert.strictEqual(yield* answerTo(others, payload("hookline detach claude")), "ask")
    })
  )
})
