// The variables of hooks: whatever they hold, a shell that waits has the same as one that is started for the hook.
import { assert, describe, it } from "@effect/vitest"
import * as HookEnv from "@hookline/executor/kit/HookEnv"
import * as ProcessCommandRunner from "@hookline/executor/ProcessCommandRunner"
import { nothing } from "@hookline/core/SessionEnv"
import { RunnerTest, TestDialects, TestProject, TestWork } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { around } from "./support/answering.ts"
import { areTheSame, callOf, show } from "./support/variables.ts"

describe("variables", () => {
  areTheSame(10)

  // proves: docs/security.md
  it.live("hold hostile texts as texts", () =>
    Effect.gen(function* () {
      const { project } = yield* TestProject.make({})
      const hostile = [
        "'; touch OWNED; '",
        "$(touch OWNED)",
        "`touch OWNED`",
        "\n'\ntouch OWNED\n'",
        "\\'; touch OWNED #"
      ]
      for (const file of hostile) {
        const event = callOf(file, file, file)
        const command = { _tag: "Command", command: 'printf %s "$FILE_PATH"; ls OWNED 2>/dev/null' } as const
        const work = TestWork.make(command, { project, event, dialect: TestDialects.Amcp })
        const { stdout } = yield* RunnerTest.run(work)
        assert.strictEqual(stdout, file)
      }
    }).pipe(Effect.scoped, Effect.provide(Layer.provide(ProcessCommandRunner.layerWarm, around)))
  )

  it("of other hosts are not inherited, nor keys by which we ask providers", () => {
    const parent = { PATH: "/bin", CLAUDE_PLUGIN_ROOT: "/x", AMCP_TOOL_NAME: "x", FILE_PATH: "x", OPENAI_API_KEY: "k" }
    const reserved = HookEnv.reserved(TestDialects.all)
    assert.deepStrictEqual(HookEnv.inherited(parent, reserved, undefined, nothing), { PATH: "/bin" })
  })

  // proves: docs/security.md
  it("are those of the rule, where settings have one", () => {
    const parent = { PATH: "/bin", HOME: "/me", LC_ALL: "C", SECRET: "s", MY_A: "a", OPENAI_API_KEY: "k" }
    const by = (rule: Parameters<typeof HookEnv.inherited>[2]) =>
      HookEnv.inherited(parent, new Set(["FILE_PATH"]), rule, nothing)
    assert.deepStrictEqual(by("minimal"), { PATH: "/bin", HOME: "/me", LC_ALL: "C" })
    assert.deepStrictEqual(by(["MY_*", "PATH"]), { PATH: "/bin", MY_A: "a" })
    assert.deepStrictEqual(by(["*"]), { PATH: "/bin", HOME: "/me", LC_ALL: "C", SECRET: "s", MY_A: "a" })
    assert.deepStrictEqual(by(["OPENAI_API_KEY"]), { OPENAI_API_KEY: "k" })
    assert.deepStrictEqual(by([]), {})
    assert.strictEqual(by({ OPENAI_API_KEY: "other" })["OPENAI_API_KEY"], "other")
    assert.strictEqual(by({ FILE_PATH: "other" })["FILE_PATH"], undefined)
  })

  it("that were exported are added, and those taken away are gone, but never those of a dialect", () => {
    const reserved = HookEnv.reserved(TestDialects.all)
    const exports = { set: { A: "1", CLAUDE_PROJECT_DIR: "/evil", FILE_PATH: "/evil" }, unset: ["GONE"] }
    assert.deepStrictEqual(HookEnv.inherited({ A: "0", GONE: "1", B: "2" }, reserved, undefined, exports), {
      A: "1",
      B: "2"
    })
  })

  it("are those of the hook's own dialect and of the host", () => {
    const event = callOf("Edit", "/a file", "s1")
    const work = (dialect: typeof TestDialects.ClaudeCode, host: typeof TestDialects.ClaudeCode) =>
      HookEnv.own(TestWork.make(show, { project: "/p", event, dialect, host }), TestDialects.all)
    assert.deepStrictEqual(work(TestDialects.ClaudeCode, TestDialects.ClaudeCode), {
      CLAUDE_PROJECT_DIR: "/p",
      FILE_PATH: "/a file"
    })
    assert.deepStrictEqual(work(TestDialects.ClaudeCode, TestDialects.Amplifier), {
      AMPLIFIER_PROJECT_DIR: "/p",
      AMPLIFIER_SESSION_ID: "s1",
      CLAUDE_PROJECT_DIR: "/p",
      FILE_PATH: "/a file"
    })
    assert.deepStrictEqual(work(TestDialects.Amplifier, TestDialects.Amcp), {
      AMCP_PROJECT_DIR: "/p",
      AMCP_SESSION_ID: "s1",
      AMCP_HOOK_EVENT: "PreToolUse",
      AMCP_TOOL_NAME: "Edit",
      AMPLIFIER_PROJECT_DIR: "/p",
      AMPLIFIER_HOOKS_DIR: "/p",
      AMPLIFIER_SESSION_ID: "s1",
      CLAUDE_PROJECT_DIR: "/p",
      CLAUDE_PLUGIN_ROOT: "/p",
      FILE_PATH: "/a file"
    })
  })

  it("can't keep a hook from running: what no process can be given is left out", () => {
    const event = callOf("a\0b", "x".repeat(70_000), "s1")
    const own = HookEnv.own(TestWork.make(show, { project: "/p", event, dialect: TestDialects.Amcp }), TestDialects.all)
    assert.deepStrictEqual(Object.keys(own), ["AMCP_PROJECT_DIR", "AMCP_SESSION_ID", "AMCP_HOOK_EVENT"])
  })
})
