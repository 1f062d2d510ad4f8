// Entries that never run, as users meet them: by the real command, under both policies, and in what `check` and `plan` show.
import { assert, describe, it } from "@effect/vitest"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { mkdirSync, writeFileSync } from "node:fs"
import path from "node:path"
import { hooklineIn } from "../commands/hookline.ts"

const guard = { type: "command", command: "true" }

const settings = (hooks: unknown, policy: "open" | "closed"): TestProject.Files => ({
  ".amplifier/hooks/hooks.json": { json: { hooks } },
  ".hookline/settings.json": { json: { failure_policy: policy } }
})

const lost = {
  pre_tool_use: [{ matcher: "Write", hooks: [guard] }],
  PreToolUse: [
    { matcher: "Bash(rm *)", hooks: [guard] },
    { matcher: "Edit", hooks: [guard] }
  ]
}

const payload = (tool: string, session = "s1"): string =>
  JSON.stringify({
    hook_event_name: "PreToolUse",
    session_id: session,
    cwd: "/tmp",
    tool_name: tool,
    tool_input: { command: "ls" }
  })

const dispatch = ["dispatch", "--host", "claude"]

describe("hookline, with entries that never run", () => {
  it.live("denies under closed the event and the tool that were meant", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const matchers = { PreToolUse: lost.PreToolUse }
        const project = yield* TestProject.make(settings(matchers, "closed"))
        const denied = yield* hooklineIn(project, dispatch, { input: payload("Bash") })
        assert.match(denied.stdout, /"permissionDecision":"deny".*Bash\(rm \*\).*is a permission rule/)
        const passed = yield* hooklineIn(project, dispatch, { input: payload("Read") })
        assert.notInclude(passed.stdout, "deny")
        const named = yield* TestProject.make(settings({ pre_tool_use: lost.pre_tool_use }, "closed"))
        const other = yield* hooklineIn(named, dispatch, { input: payload("Read") })
        assert.match(other.stdout, /"permissionDecision":"deny".*PreToolUse is meant/)
      })
    )
  )

  // proves: docs/failure-policy.md, docs/security.md
  it.live.each([
    { policy: "closed", own: undefined, denies: true },
    { policy: "open", own: "closed", denies: true },
    { policy: "open", own: undefined, denies: false }
  ] as const)(
    "reports a project's module that is not allowed in the first answer, and denies under closed what it is for",
    ({ denies, own, policy }) =>
      Effect.scoped(
        Effect.gen(function* () {
          const module = { type: "module", path: "./guard.mjs", ...(own !== undefined && { onFailure: own }) }
          const hooks = { PreToolUse: [{ matcher: "Bash", hooks: [module] }] }
          const project = yield* TestProject.make({
            ...settings(hooks, policy),
            ".amplifier/hooks/guard.mjs": "export default () => {}",
            "hooks.test.json": {
              json: {
                cases: [
                  {
                    name: "a",
                    event: "PreToolUse",
                    tool: "Bash",
                    input: { command: "ls" },
                    expect: { verdict: "allow" }
                  }
                ]
              }
            }
          })
          const says = /will not run: .*allow_project_modules/
          const bash = yield* hooklineIn(project, dispatch, { input: payload("Bash") })
          assert.match(bash.stdout, says)
          assert.strictEqual(bash.stdout.includes(`"permissionDecision":"deny"`), denies)
          const read = yield* hooklineIn(project, dispatch, { input: payload("Read", "s2") })
          assert.match(read.stdout, says)
          assert.notInclude(read.stdout, "deny")
          const checked = yield* hooklineIn(project, ["check"])
          assert.match(checked.stdout, /hooks\.json:\d+:\d+ warning module-not-allowed[^]*ALLOW_PROJECT_MODULES/)
          const ran = yield* hooklineIn(project, ["run", "PreToolUse", "--tool", "Bash"])
          assert.match(ran.stdout, says)
          const tested = yield* hooklineIn(project, ["test"])
          assert.match(tested.stdout, /not run {2}\S*hooks\.json[^]*HOOKLINE_ALLOW_PROJECT_MODULES=true/)
          // A user who has decided gets no denial by it.
          for (const decision of [true, false]) {
            const home = path.join(project.home, ".hookline")
            mkdirSync(home, { recursive: true })
            writeFileSync(path.join(home, "settings.json"), JSON.stringify({ allow_project_modules: decision }))
            const decided = yield* hooklineIn(project, dispatch, { input: payload("Bash", `decided ${decision}`) })
            assert.notInclude(decided.stdout, "allow_project_modules")
            // One that is allowed and not trusted can't be confined, which is decided elsewhere.
            if (!decision) assert.notInclude(decided.stdout, "deny")
          }
        })
      )
  )

  // proves: docs/failure-policy.md
  it.live("denies under closed the tool of a rule among names, and runs on the names", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const mixed = {
          PreToolUse: [{ matcher: "Bash(rm *)|Edit", hooks: [{ ...guard, command: "echo ran >&2; exit 2" }] }]
        }
        const project = yield* TestProject.make(settings(mixed, "closed"))
        const denied = yield* hooklineIn(project, dispatch, { input: payload("Bash") })
        assert.match(
          denied.stdout,
          /"permissionDecision":"deny".*has the permission rule \\"Bash\(rm \*\)\\" among names/
        )
        const ran = yield* hooklineIn(project, dispatch, { input: payload("Edit") })
        assert.match(ran.stdout, /"permissionDecision":"deny","permissionDecisionReason":"ran"/)
        assert.notInclude((yield* hooklineIn(project, dispatch, { input: payload("Read") })).stdout, "deny")
      })
    )
  )

  it.live(
    "runs a matcher with a name of another agent's tool under that agent, and check names the tool to write",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const project = yield* TestProject.make({
            ".claude/settings.json": {
              json: {
                hooks: { PreToolUse: [{ matcher: "run_shell_command", hooks: [{ ...guard, command: "exit 2" }] }] }
              }
            }
          })
          const { stdout } = yield* hooklineIn(project, ["check"])
          assert.match(
            stdout,
            /settings\.json:\d+:\d+ warning tool-foreign\n {2}"run_shell_command" is a tool of another agent[^]*Write "matcher": "Bash"/
          )
          const input = payload("run_shell_command").replace("PreToolUse", "BeforeTool")
          const gemini = yield* hooklineIn(project, ["dispatch", "--host", "gemini"], { input })
          assert.include(gemini.stdout + gemini.stderr, "deny")
        })
      )
  )

  // proves: docs/failure-policy.md
  it.live("denies under closed the event of hooks under a key that is not read", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const stop = { Stop: [{ hooks: [guard] }] }
        const events = { PreToolUse: [{ matcher: "Bash", hooks: [guard] }] }
        const files: Readonly<Record<string, unknown>> = {
          "a second key in capitals": { hooks: stop, Hooks: events },
          "a second key in the singular": { hook: events, hooks: stop },
          "a second key with a hidden character": { hooks: stop, "hooks\u200b": events },
          "another spelling at the top": { pre_tool_use: events.PreToolUse },
          "the wrapper in the name": { "hooks.PreToolUse": events.PreToolUse },
          "settings within settings": { settings: { hooks: events } },
          "the key of an agent": { hooks: stop, claude: events },
          "two wrappers": { hooks: { hooks: events } },
          "an agent in the wrapper": { hooks: { claude: { hooks: events } } }
        }
        for (const [name, json] of Object.entries(files)) {
          const project = yield* TestProject.make({
            ".claude/settings.json": { json },
            ".hookline/settings.json": { json: { failure_policy: "closed" } }
          })
          const answer = (event: object) =>
            hooklineIn(project, ["dispatch", "--host", "amplihack"], {
              input: JSON.stringify({ session_id: "s1", cwd: "/tmp", ...event })
            })
          const denied = yield* answer({ hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: {} })
          assert.match(denied.stdout, /"permissionDecision":"deny".*(?:never run|not read)/, name)
          const passed = yield* answer({ hook_event_name: "UserPromptSubmit", prompt: "x" })
          assert.notMatch(passed.stdout, /"block"|"deny"/, name)
        }
        const aside = yield* TestProject.make({
          ".claude/settings.json": { json: { hooks: stop, _hooks: events } },
          ".hookline/settings.json": { json: { failure_policy: "closed" } }
        })
        const kept = yield* hooklineIn(aside, dispatch, { input: payload("Bash") })
        assert.notInclude(kept.stdout, "deny")
        assert.match((yield* hooklineIn(aside, ["check"])).stdout, /Hooks on PreToolUse are under "_hooks"/)
      })
    )
  )

  // proves: docs/which-hooks-fire.md
  it.live("denies under closed the tools of a matcher whose rule no call fits", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const withRule = (rule: string, matcher = "Bash") =>
          TestProject.make({
            ".claude/settings.json": {
              json: { hooks: { PreToolUse: [{ matcher, hooks: [{ ...guard, if: rule }] }] } }
            },
            ".hookline/settings.json": { json: { failure_policy: "closed" } }
          })
        const onTool = (tool: string) => ["dispatch", "--host", tool === "run_shell_command" ? "gemini" : "amplihack"]
        const rules = [
          "Bsh(rm *)",
          "Shell(rm *)",
          "PreToolUse(Bash)",
          "Edit(src/**)",
          "true",
          "Bash(rm\u200b *)",
          "Bash(гm *)"
        ]
        for (const rule of rules) {
          const project = yield* withRule(rule)
          const denied = yield* hooklineIn(project, onTool("Bash"), { input: payload("Bash") })
          assert.match(denied.stdout, /"permissionDecision":"deny".*(?:never runs|fits it)/, rule)
          const passed = yield* hooklineIn(project, onTool("Read"), { input: payload("Read") })
          assert.notInclude(passed.stdout, "deny", rule)
        }
        // A host whose tool has the rule's name runs the hook.
        const project = yield* withRule("run_shell_command(ls)", "Bash")
        const gemini = payload("run_shell_command").replace("PreToolUse", "BeforeTool")
        assert.notInclude((yield* hooklineIn(project, onTool("run_shell_command"), { input: gemini })).stdout, "deny")
        const denied = yield* hooklineIn(project, onTool("Bash"), { input: payload("Bash") })
        assert.include(denied.stdout, "deny")
      })
    )
  )

  it.live("reports under open each loss once in a session, by an answer that is shown", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const project = yield* TestProject.make(settings(lost, "open"))
        const unseen = JSON.stringify({
          hook_event_name: "InstructionsLoaded",
          session_id: "s1",
          cwd: "/tmp",
          file_path: "/tmp/CLAUDE.md",
          memory_type: "Project",
          load_reason: "session_start"
        })
        assert.strictEqual((yield* hooklineIn(project, dispatch, { input: unseen })).stdout, "")
        const first = yield* hooklineIn(project, dispatch, { input: payload("Bash") })
        assert.match(first.stdout, /"systemMessage":".*PreToolUse is meant.*is a permission rule/)
        assert.notInclude(first.stdout, "permissionDecision")
        assert.strictEqual((yield* hooklineIn(project, dispatch, { input: payload("Bash") })).stdout, "")
      })
    )
  )

  it.live("reports a loss once an hour to a host without sessions", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const project = yield* TestProject.make(settings(lost, "open"))
        const { session_id: _, ...anyone } = JSON.parse(payload("Bash")) as Readonly<Record<string, unknown>>
        const answers = []
        for (let count = 0; count < 3; count++) {
          answers.push((yield* hooklineIn(project, dispatch, { input: JSON.stringify(anyone) })).stdout)
        }
        // The hour may end between two of them.
        assert.match(answers[0] ?? "", /PreToolUse is meant/)
        assert.include(answers.slice(1), "")
      })
    )
  )

  it.live("are errors of check, and lost in a plan of the event that was meant", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const project = yield* TestProject.make(settings({ ...lost, PostEdit: [{ hooks: [guard] }] }, "open"))
        const checked = yield* hooklineIn(project, ["check"])
        assert.strictEqual(checked.exit, 1)
        assert.match(
          checked.stdout,
          /error event-unknown\n {2}"pre_tool_use" is no known event, and its hooks never run/
        )
        assert.match(checked.stdout, /error matcher-never\n {2}"Bash\(rm \*\)" is a permission rule/)
        assert.match(checked.stdout, /warning event-unknown\n {2}"PostEdit" is no known event/)
        const planned = yield* hooklineIn(project, ["plan", "PreToolUse", "--tool", "Bash"])
        assert.match(planned.stdout, /\nLost\n[^]*pre_tool_use[^]*Bash\(rm \*\)[^]*\nMay never run\n[^]*PostEdit/)
        const other = yield* hooklineIn(project, ["plan", "PreToolUse", "--tool", "Read", "--json"])
        const output = JSON.parse(other.stdout) as {
          readonly lost: ReadonlyArray<{ readonly code: string }>
          readonly doubtful: ReadonlyArray<{ readonly code: string }>
        }
        assert.deepStrictEqual(
          [output.lost.map(({ code }) => code), output.doubtful.map(({ code }) => code)],
          [["event-unknown"], ["event-unknown"]]
        )
      })
    )
  )
})
