// Commands that try hooks see a session as its agent left it, and change nothing in it.
import { assert, describe, it } from "@effect/vitest"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { hooklineIn } from "./hookline.ts"

const skill = (name: string, hook: string): TestProject.Files => ({
  [`.claude/skills/${name}/SKILL.md`]: `---\nname: ${name}\ndescription: d\nhooks:\n  PreToolUse:\n    - hooks:\n        - type: command\n${hook}\n---\n`
})

const files: TestProject.Files = {
  ...skill("deploy", "          command: echo deploying >&2; exit 2"),
  ...skill("greet", '          command: echo \'{"systemMessage":"hello"}\'\n          once: true'),
  ".amplifier/hooks/hooks.json": {
    json: {
      hooks: {
        UserPromptSubmit: [
          { hooks: [{ type: "command", command: "cat; echo note >&2", description: "Shows what hooks are given" }] }
        ]
      }
    }
  }
}

const loaded = (name: string) => JSON.stringify({ event: "skill:loaded", data: { session_id: "s1", skill_name: name } })

const call = JSON.stringify({
  event: "tool:pre",
  data: { session_id: "s1", tool_name: "bash", tool_input: { command: "ls" } }
})

const inProject = <A, E>(use: (project: TestProject.Shared["Service"]) => Effect.Effect<A, E>) =>
  Effect.scoped(Effect.flatMap(TestProject.make(files), use))

const dispatch = ["dispatch", "--host", "amplifier", "--no-audit"]

describe("a skill that dispatch has opened", () => {
  it.live("is open for plan and run in that session, and in no other", () =>
    inProject((project) =>
      Effect.gen(function* () {
        const command = (args: ReadonlyArray<string>, input = "") => hooklineIn(project, args, { input })
        yield* command(dispatch, loaded("deploy"))
        const run = ["run", "PreToolUse", "--host", "amplifier"]
        assert.include((yield* command([...run, "--session", "s1"])).stdout, "deploying")
        assert.notInclude((yield* command([...run, "--session", "s2"])).stdout, "deploying")
        assert.include((yield* command(["run", "--host", "amplifier", "--payload", "-"], call)).stdout, "deploying")
        const plan = yield* command(["plan", "PreToolUse", "--session", "s1"])
        assert.match(plan.stdout, /1\. claude\n +skill:deploy/)
      })
    )
  )

  it.live("is opened by --skill for one run, and stays closed for the agent", () =>
    inProject((project) =>
      Effect.gen(function* () {
        const command = (args: ReadonlyArray<string>, input = "") => hooklineIn(project, args, { input })
        const names = ["--session", "s1", "--skill", "deploy", "--skill", "greet"]
        const run = yield* command(["run", "PreToolUse", ...names])
        assert.include(run.stdout, "deploying")
        assert.include(run.stdout, "hello")
        assert.include((yield* command(["plan", "PreToolUse", ...names])).stdout, "skill:greet")
        assert.notInclude((yield* command(dispatch, call)).stdout, "deploying")
        const unknown = yield* command(["run", "PreToolUse", "--skill", "nope"])
        assert.strictEqual(unknown.exit, 1)
        assert.match(unknown.stderr, /there is no skill called "nope"/)
      })
    )
  )

  it.live("keeps what run does to itself: a hook that runs once is still to run for the agent", () =>
    inProject((project) =>
      Effect.gen(function* () {
        const command = (args: ReadonlyArray<string>, input = "") => hooklineIn(project, args, { input })
        yield* command(dispatch, loaded("greet"))
        const run = ["run", "PreToolUse", "--session", "s1"]
        for (const _ of [1, 2]) assert.include((yield* command(run)).stdout, "hello")
        assert.include((yield* command(dispatch, call)).stdout, "hello")
        // It has run for the agent, and that is seen.
        assert.notInclude((yield* command(run)).stdout, "hello")
      })
    )
  )
})

describe("what a hook prints and is", () => {
  it.live("is shown by run and list, with the prompt under both names of its payload", () =>
    inProject((project) =>
      Effect.gen(function* () {
        const payload = JSON.stringify({
          hook_event_name: "UserPromptSubmit",
          session_id: "s",
          user_prompt: "hi there"
        })
        const { stdout } = yield* hooklineIn(project, ["run", "--host", "claude", "--payload", "-", "--json"], {
          input: payload
        })
        const { runs } = JSON.parse(stdout) as {
          readonly runs: ReadonlyArray<{ readonly stdout: string; readonly stderr: string }>
        }
        const given: unknown = JSON.parse(runs[0]?.stdout ?? "")
        assert.include(given, { prompt: "hi there", user_prompt: "hi there" })
        assert.strictEqual(runs[0]?.stderr, "note")
        const shown = yield* hooklineIn(project, ["run", "UserPromptSubmit", "--prompt", "p"])
        assert.match(shown.stdout, / {6}stdout: \{"hook_event_name".*\n {6}stderr: note\n/)
        assert.notInclude(shown.stdout, "user_prompt")
        assert.include((yield* hooklineIn(project, ["list"])).stdout, "\n      Shows what hooks are given\n")
      })
    )
  )
})

describe("a payload of Amplifier without data", () => {
  it.live("is refused with the place of its fields", () =>
    inProject((project) =>
      Effect.gen(function* () {
        const { stderr } = yield* hooklineIn(project, ["run", "--host", "amplifier", "--payload", "-"], {
          input: JSON.stringify({ event: "tool:pre", tool_name: "bash" })
        })
        assert.include(stderr, 'it has no `data`, in which an event has its fields: {"event": "tool:pre", "data": {…}}')
      })
    )
  )
})
