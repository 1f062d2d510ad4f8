// Hooks that move themselves to the background under dispatch, which has ended when they do: a later event of the session
// reports what they still wrote.
import { assert, describe, it } from "@effect/vitest"
import { Leftovers, TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as fs from "node:fs"
import * as path from "node:path"
import { backgroundResults } from "./backgroundResults.ts"
import { hooklineIn } from "../commands/hookline.ts"

type Project = { readonly project: string; readonly home: string }

const payloads = {
  PreToolUse: { tool_name: "Bash", tool_input: { command: "ls" } },
  PostToolUse: { tool_name: "Bash", tool_input: { command: "ls" }, tool_response: "" },
  SessionStart: { source: "startup" },
  UserPromptSubmit: { prompt: "hi" }
}

const dispatched = (project: Project, event: keyof typeof payloads) =>
  hooklineIn(project, ["dispatch", "--host", "claude", "--include-own"], {
    input: JSON.stringify({ hook_event_name: event, session_id: "s", ...payloads[event] }),
    isProcess: true
  })

/** Waits until a hook has ended, and its result is recorded. */
const recorded = ({ home }: Project) => Leftovers.until(() => backgroundResults(home).length > 0)

const moving = (rest: string, first = '{"async": true}') => `echo '${first}'; cd .; sleep 0.3; ${rest}`

const commandOf = (command: string) => ({ type: "command", command })

const inProject = (
  event: string,
  hook: object,
  use: (project: Project) => Effect.Effect<void>,
  more: TestProject.Files = {}
) =>
  Effect.scoped(
    Effect.flatMap(
      TestProject.make({
        ".hookline/.keep": "",
        ".claude/settings.json": { json: { hooks: { [event]: [{ hooks: [hook] }] } } },
        ...more
      }),
      use
    )
  )

/** What a hook writes after it has moved, and what the next event of its session has of it. */
const results: Readonly<Record<string, { readonly rest: string; readonly told: RegExp }>> = {
  "a message": { rest: `echo '{"systemMessage": "found later"}'`, told: /"systemMessage":"[^"]*found later/ },
  "a message, with the line that moves it": {
    rest: `printf '{"systemMess'; sleep 0.1; printf 'age": "found later"}'`,
    told: /"systemMessage":"[^"]*found later/
  },
  "a context": {
    rest: `echo '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "additionalContext": "found later"}}'`,
    told: /"additionalContext":"[^"]*found later/
  },
  "a denial": {
    rest: `echo '{"decision": "block", "reason": "found later"}'`,
    told: /ended with Deny on PreToolUse, too late[^"]*found later/
  },
  "a denial by its exit code": {
    rest: "echo 'found later' >&2; exit 2",
    told: /exit code can't be known[^"]*found later/
  },
  "half a reply": { rest: `printf '{"decisio'`, told: /begins like a JSON object/ }
}

describe.concurrent("a hook that moved itself to the background under dispatch", () => {
  for (const [what, { rest, told }] of Object.entries(results))
    // proves: docs/failure-policy.md
    it.live(`and wrote ${what} was dropped: the next event reports it, once`, () =>
      inProject("PreToolUse", commandOf(moving(rest)), (project) =>
        Effect.gen(function* () {
          const first = yield* dispatched(project, "PreToolUse")
          assert.match(first.stdout, /moved itself to the background/)
          assert.notMatch(first.stdout, /found later/)
          yield* recorded(project)
          const next = yield* dispatched(project, "UserPromptSubmit")
          assert.match(next.stdout, told)
          assert.strictEqual((yield* dispatched(project, "UserPromptSubmit")).stdout, "")
        })
      )
    )

  it.live("and wrote nothing else is no report", () =>
    inProject("PreToolUse", commandOf(moving("exit 0")), (project) =>
      Effect.gen(function* () {
        yield* dispatched(project, "PreToolUse")
        yield* recorded(project)
        assert.strictEqual((yield* dispatched(project, "UserPromptSubmit")).stdout, "")
      })
    )
  )

  it.live("and wrote a lot does not fill the disk", () =>
    inProject("PreToolUse", commandOf(moving("head -c 3000000 /dev/zero | tr '\\0' x; echo x")), (project) =>
      Effect.gen(function* () {
        yield* dispatched(project, "PreToolUse")
        yield* recorded(project)
        const sessions = path.join(project.home, ".local/state/hookline/sessions")
        const sizes = fs
          .readdirSync(sessions, { recursive: true, encoding: "utf8" })
          .filter((name) => name.endsWith("/stdout"))
          .map((name) => fs.statSync(path.join(sessions, name)).size)
        assert.deepStrictEqual(sizes, [1 << 20])
      })
    )
  )

  it.live("at the start of a session, or on another event that it can't deny, is reported, too", () =>
    inProject("SessionStart", commandOf(moving("echo 'found later'")), (project) =>
      Effect.gen(function* () {
        yield* dispatched(project, "SessionStart")
        yield* recorded(project)
        assert.match((yield* dispatched(project, "UserPromptSubmit")).stdout, /"additionalContext":"[^"]*found later/)
      })
    )
  )

  it.live("in no session, whose later events could report it, is told that its reply is dropped", () =>
    Effect.gen(function* () {
      for (const event of ["PreToolUse", "PostToolUse"] as const) {
        yield* inProject(event, commandOf(moving("echo later")), (project) =>
          Effect.gen(function* () {
            const input = JSON.stringify({ hook_event_name: event, ...payloads[event] })
            const { stdout } = yield* hooklineIn(project, ["dispatch", "--host", "claude", "--include-own"], {
              input,
              isProcess: true
            })
            assert.match(stdout, /moved itself to the background.*what it replies there is not reported/)
          })
        )
      }
    })
  )

  it.live("with a limit of its own is reported when that has ended it", () =>
    inProject(
      "PreToolUse",
      commandOf(moving(`echo '{"systemMessage": "found later"}'; sleep 60`, '{"async": true, "asyncTimeout": 1500}')),
      (project) =>
        Effect.gen(function* () {
          yield* dispatched(project, "PreToolUse")
          yield* recorded(project)
          assert.match((yield* dispatched(project, "UserPromptSubmit")).stdout, /found later/)
        })
    )
  )

  it.live("as a Python script is reported, too", () =>
    inProject(
      "PreToolUse",
      { type: "python", script: "./hook.py" },
      (project) =>
        Effect.gen(function* () {
          const first = yield* dispatched(project, "PreToolUse")
          assert.match(first.stdout, /moved itself to the background/)
          yield* recorded(project)
          assert.match((yield* dispatched(project, "UserPromptSubmit")).stdout, /found later/)
        }),
      {
        "hook.py": `import time
print('{"async": true}', flush=True)
time.sleep(0.5)
print('{"systemMessage": "found later"}')
`
      }
    )
  )
})
