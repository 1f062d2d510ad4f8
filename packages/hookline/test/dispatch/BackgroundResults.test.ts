// Hooks in the background under dispatch, a process for each event: a later event of the session reports their results.
import { assert, describe, it } from "@effect/vitest"
import { Leftovers, TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as fs from "node:fs"
import * as path from "node:path"
import { backgroundResults } from "./backgroundResults.ts"
import { hooklineIn } from "../commands/hookline.ts"
import { loggedIn } from "../commands/logged.ts"

const payloads = {
  call: { hook_event_name: "PreToolUse", session_id: "s", tool_name: "Bash", tool_input: { command: "ls" } },
  note: { hook_event_name: "Notification", session_id: "s", message: "m", notification_type: "idle_prompt" },
  stop: { hook_event_name: "Stop", session_id: "s", stop_hook_active: false },
  end: { hook_event_name: "SessionEnd", session_id: "s", reason: "other" }
}

type Project = { readonly project: string; readonly home: string }

const dispatched = (project: Project, event: keyof typeof payloads, session = "s") =>
  hooklineIn(project, ["dispatch", "--host", "claude", "--include-own"], {
    input: JSON.stringify({ ...payloads[event], session_id: session }),
    isProcess: true
  })

/** Waits until a number of hooks have ended, and recorded that. */
const recorded = ({ home }: Project, count: number) =>
  Effect.map(
    Leftovers.until(() => backgroundResults(home).length === count),
    () => backgroundResults(home)
  )

const hooked = (...hooks: ReadonlyArray<Readonly<Record<string, unknown>>>): TestProject.Files => ({
  ".hookline/.keep": "",
  ".claude/settings.json": {
    json: { hooks: { PreToolUse: [{ hooks: hooks.map((hook) => ({ type: "command", ...hook })) }] } }
  }
})

const inProject = (files: TestProject.Files, use: (project: Project) => Effect.Effect<void>) =>
  Effect.scoped(Effect.flatMap(TestProject.make(files), use))

describe.concurrent("a hook in the background under dispatch", () => {
  it.live("with a missing script reported to nobody: the next event reports it, and the log, once", () =>
    inProject(hooked({ command: "./missing.sh", async: true, onFailure: "closed" }), (project) =>
      Effect.gen(function* () {
        const first = yield* dispatched(project, "call")
        assert.deepStrictEqual([first.exit, first.stdout], [0, ""])
        const [record = ""] = yield* recorded(project, 1)
        assert.strictEqual(fs.statSync(record).mode & 0o777, 0o700)
        for (const name of fs.readdirSync(record))
          assert.strictEqual(fs.statSync(path.join(record, name)).mode & 0o777, 0o600, name)
        // A notification is shown to nobody, and another session is not concerned.
        assert.strictEqual((yield* dispatched(project, "note")).stdout, "")
        assert.strictEqual((yield* dispatched(project, "stop", "other")).stdout, "")
        const next = yield* dispatched(project, "call")
        assert.match(next.stdout, /"systemMessage":"[^"]*exit code 127[^"]*missing\.sh/)
        const { records } = loggedIn((yield* hooklineIn(project, ["log", "--json"])).stdout)
        // The log's own form has hooks of this shape.
        const statuses = records
          .filter(({ _tag }) => _tag === "Event")
          .map(({ hooks }) =>
            (hooks as ReadonlyArray<{ readonly status: string; readonly why?: string }>).map(({ status, why }) => [
              status,
              why
            ])
          )
        assert.deepStrictEqual(statuses, [
          [["ran", "it runs on by itself"]],
          [["failed", "in the background"]],
          [["ran", "it runs on by itself"]]
        ])
        const shown = yield* hooklineIn(project, ["log"])
        assert.match(shown.stdout, /… .*it runs on by itself/)
        assert.match(shown.stdout, /✗ .*exit code 127/)
      })
    )
  )

  it.live("whose denial came too late was a check mark in the log: the user and the model get it", () =>
    inProject(hooked({ command: "echo 'no secrets' >&2; exit 2", async: true }), (project) =>
      Effect.gen(function* () {
        yield* dispatched(project, "call")
        yield* recorded(project, 1)
        // The end of a turn is not prolonged by it.
        assert.strictEqual((yield* dispatched(project, "stop")).stdout, "")
        const { stdout } = yield* dispatched(project, "call")
        assert.match(stdout, /"systemMessage":"[^"]*ended with Deny on PreToolUse, too late[^"]*no secrets/)
        assert.match(stdout, /"additionalContext":"no secrets"/)
        assert.notInclude(stdout, "permissionDecision")
      })
    )
  )

  it.live("whose finding is to wake the agent was dropped: the end of the turn has it, so that the agent goes on", () =>
    inProject(hooked({ command: "echo 'the tests fail' >&2; exit 2", asyncRewake: true }), (project) =>
      Effect.gen(function* () {
        yield* dispatched(project, "call")
        yield* recorded(project, 1)
        const { stdout } = yield* dispatched(project, "stop")
        assert.match(stdout, /"additionalContext":"the tests fail"/)
        assert.strictEqual((yield* dispatched(project, "stop")).stdout, "")
      })
    )
  )

  it.live("that ends before its session does is reported at the end of the session, if no event came between", () =>
    inProject(hooked({ command: 'echo \'{"systemMessage": "done"}\'', async: true }), (project) =>
      Effect.gen(function* () {
        yield* dispatched(project, "call")
        yield* recorded(project, 1)
        const { stderr, stdout } = yield* dispatched(project, "end")
        assert.include(stdout + stderr, "done")
        assert.isFalse(
          fs
            .readdirSync(path.join(project.home, ".local/state/hookline/sessions"))
            .some((name) => /^[0-9a-f]{64}$/.test(name))
        )
      })
    )
  )

  it.live("that could not run all of its text is reported once in a session, and after an end with 0, too", () =>
    inProject(hooked({ command: "jq9 -e . && exit 2; exit 0", async: true }), (project) =>
      Effect.gen(function* () {
        yield* dispatched(project, "call")
        yield* recorded(project, 1)
        assert.match((yield* dispatched(project, "call")).stdout, /"systemMessage":"[^"]*could not run all[^"]*jq9/)
        yield* recorded(project, 1)
        assert.strictEqual((yield* dispatched(project, "call")).stdout, "")
      })
    )
  )

  it.live("whose reply breaks off is a failure that is reported", () =>
    inProject(hooked({ command: `printf '{"decisio'`, async: true }), (project) =>
      Effect.gen(function* () {
        yield* dispatched(project, "call")
        yield* recorded(project, 1)
        assert.match((yield* dispatched(project, "call")).stdout, /"systemMessage":"[^"]*begins like a JSON object/)
      })
    )
  )

  it.live("that was killed with the shell that records it is a failure", () =>
    inProject(hooked({ command: "kill -9 $PPID; kill -9 $$", async: true }), (project) =>
      Effect.gen(function* () {
        yield* dispatched(project, "call")
        let stdout = ""
        yield* Leftovers.until(() => fs.existsSync(path.join(project.home, ".local/state/hookline/sessions")))
        for (let tries = 0; tries < 20 && stdout === ""; tries++) stdout = (yield* dispatched(project, "call")).stdout
        assert.include(stdout, "its reply is unknown")
      })
    )
  )

  it.live("is named by check where it could have denied", () =>
    inProject(hooked({ command: "./guard.sh", async: true }, { command: "true" }), (project) =>
      Effect.gen(function* () {
        const { stdout } = yield* hooklineIn(project, ["check", "--json"])
        const { background } = JSON.parse(stdout) as { readonly background: ReadonlyArray<{ readonly text: string }> }
        assert.deepStrictEqual(
          background.map(({ text }) => text.replace(/^\S+ /, "")),
          ["is `async` on PreToolUse, which can be denied: it can't deny from the background"]
        )
      })
    )
  )
})
