// A host tells which skills come and go: for a session, by name, and perhaps with a folder and with hooks.
import { assert, describe, it } from "@effect/vitest"
import { Pipeline } from "@hookline/core/Pipeline"
import { SessionState } from "@hookline/core/SessionState"
import * as HookEvent from "@hookline/schema/HookEvent"
import { Skills } from "@hookline/skills/Skills"
import { TestRunner } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { amplifierSkill, bash, front, inProject, planned, ran } from "./fixtures.ts"

const tell = (event: string, data: Readonly<Record<string, unknown>> = {}) =>
  Effect.flatMap(Pipeline, ({ run }) => run({ event, data: { session_id: "s", ...data } }))

const loaded = (skill_name: string, more: Readonly<Record<string, unknown>> = {}) =>
  tell("skill:loaded", { skill_name, ...more })

const unloaded = (skill_name: string, more: Readonly<Record<string, unknown>> = {}) =>
  tell("skill:unloaded", { skill_name, ...more })

const hooksOf = (...commands: ReadonlyArray<string>) => ({
  PreToolUse: [{ matcher: "Bash", hooks: commands.map((command) => ({ type: "command", command, name: command })) }]
})

const names = (session = "s") =>
  Effect.map(planned(session), (ids) => ids.map((id) => id.slice(id.lastIndexOf("/") + 1)))

const named = (name: string) => front([`run ${name}`], { more: [`name: ${name}`] })

describe("a host's word that a skill is loaded", () => {
  it.live("opens it in that session, until it is unloaded", () =>
    inProject({ ".amplifier/skills/deploy/SKILL.md": named("guard") }, () =>
      Effect.gen(function* () {
        const answered = yield* loaded("deploy")
        assert.deepStrictEqual(answered.skill, { _tag: "Loaded", name: "deploy", sessionId: "s" })
        assert.deepStrictEqual(answered.reports, [])
        assert.deepStrictEqual([yield* names("s"), yield* names("other")], [["guard"], []])
        yield* loaded("deploy")
        yield* unloaded("deploy")
        assert.deepStrictEqual(yield* names(), ["guard"])
        yield* unloaded("deploy")
        assert.deepStrictEqual(yield* names(), [])
        yield* unloaded("deploy")
        yield* loaded("deploy")
        assert.deepStrictEqual(yield* names(), ["guard"])
      })
    )
  )

  it.live("without a session holds for all of them", () =>
    inProject({ ".amplifier/skills/deploy/SKILL.md": named("guard") }, () =>
      Effect.gen(function* () {
        yield* loaded("deploy", { session_id: undefined })
        assert.deepStrictEqual([yield* names("s"), yield* names("other")], [["guard"], ["guard"]])
      })
    )
  )

  it.live("is over with the session, after the hooks that wait for its end", () => {
    const seen = TestRunner.record()
    return inProject(
      { ".amplifier/skills/deploy/SKILL.md": front(["bye"], { event: "SessionEnd" }) },
      () =>
        Effect.gen(function* () {
          const { activate } = yield* Skills
          yield* loaded("deploy")
          yield* Effect.scoped(
            Effect.gen(function* () {
              yield* activate("deploy", { session: "s" })
              yield* loaded("deploy", { session_id: "other" })
              yield* tell("session:end")
              assert.strictEqual(seen.started.length, 1)
              yield* tell("session:end")
              assert.strictEqual(seen.started.length, 1)
            })
          )
          yield* tell("session:end", { session_id: "other" })
          assert.strictEqual(seen.started.length, 2)
          const { skills } = yield* SessionState
          assert.isFalse(skills.any())
        }),
      { script: { bye: {} }, seen }
    )
  })

  // proves: docs/skills.md
  it.live("does not close what somebody else has opened", () =>
    inProject({ ".amplifier/skills/deploy/SKILL.md": named("guard") }, () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { activate } = yield* Skills
          yield* activate("deploy", { session: "s" })
          yield* unloaded("deploy")
          assert.deepStrictEqual(yield* names(), ["guard"])
        })
      )
    )
  )

  it.live("may bring the hooks itself, which stand where the skill does", () =>
    inProject({}, ({ project }) =>
      Effect.gen(function* () {
        yield* loaded("deploy", { hooks: hooksOf("./guard.sh"), skill_directory: `${project}/a skill` })
        const { hooks } = yield* Effect.map(Pipeline, ({ answer }) => answer).pipe(
          Effect.flatMap((answer) => answer(bash("s"))),
          Effect.map(({ runs }) => ({ hooks: runs }))
        )
        assert.deepStrictEqual(
          hooks.map(({ id, source }) => [id, source.file, source.skill, source.scope]),
          [["skill:deploy/PreToolUse/./guard.sh", `${project}/a skill/SKILL.md`, "deploy", "project"]]
        )
        assert.deepStrictEqual(yield* names("other"), [])
        yield* loaded("deploy", { hooks: hooksOf("new") })
        assert.deepStrictEqual(yield* names(), ["new"])
        yield* unloaded("deploy")
        assert.deepStrictEqual(yield* names(), ["guard.sh"])
        yield* unloaded("deploy")
        assert.deepStrictEqual(yield* names(), [])
      })
    )
  )

  it.live("with hooks that nobody can read is told, and costs no other hook", () =>
    inProject({ ".amplifier/skills/deploy/SKILL.md": named("guard") }, () =>
      Effect.gen(function* () {
        yield* loaded("deploy")
        yield* loaded("broken", { hooks: [{ event: "PreToolUse", command: "x" }] })
        assert.deepStrictEqual(yield* names(), ["guard"])
        const { answer } = yield* Pipeline
        const report = yield* answer(bash("s"))
        assert.deepStrictEqual(
          report.diagnostics.map(({ code, file }) => [code, file]),
          [["hooks-is-list", "skill:broken"]]
        )
        assert.isNotEmpty(report.outcome.notices)
      })
    )
  )

  it.live("names the folder of a skill that nobody would find, and is read from there", () =>
    inProject(
      {
        "vendor/x/SKILL.md": named("vendored"),
        ".amplifier/skills/x/SKILL.md": named("found"),
        ".claude/skills/x/SKILL.md": named("shadowed")
      },
      ({ project }) =>
        Effect.gen(function* () {
          yield* loaded("x", { skill_directory: `${project}/vendor/x`, session_id: "1" })
          yield* loaded("x", { skill_directory: `${project}/.claude/skills/x`, session_id: "2" })
          yield* loaded("x", { skill_directory: `${project}/gone`, session_id: "3" })
          yield* loaded("x", { hooks: {}, session_id: "4" })
          const found = yield* Effect.forEach(["1", "2", "3", "4", "5"], names)
          assert.deepStrictEqual(found, [["vendored"], ["shadowed"], ["found"], ["found"], []])
        })
    )
  )

  it.live("under the rules of settings", () =>
    inProject({ "~/.hookline/settings.json": { json: { allow_project_hooks: false } } }, ({ home, project }) =>
      Effect.gen(function* () {
        yield* loaded("ours", { hooks: hooksOf("ours"), skill_directory: `${project}/s` })
        yield* loaded("nowhere", { hooks: hooksOf("nowhere") })
        yield* loaded("mine", { hooks: hooksOf("mine"), skill_directory: `${home}/s` })
        assert.deepStrictEqual(yield* names(), ["mine"])
      })
    )
  )
})

describe("a hook that runs `once`", () => {
  const files = {
    ".amplifier/skills/a/SKILL.md": front(["guard"], { more: ["once: true"] }),
    ".amplifier/skills/b/SKILL.md": front(["guard"], { more: ["once: true"] })
  }
  const skillsOf = (session: string) =>
    Effect.map(ran(session), (ids) => ids.map((id) => id.replace(/^skill:(\w).*$/, "$1")))

  it.live("does so for each session and each skill, also where that is closed in between", () =>
    inProject(
      files,
      () =>
        Effect.gen(function* () {
          yield* loaded("a")
          assert.deepStrictEqual([yield* skillsOf("s"), yield* skillsOf("s")], [["a"], []])
          yield* loaded("b")
          assert.deepStrictEqual([yield* skillsOf("s"), yield* skillsOf("s")], [["b"], []])
          yield* unloaded("a")
          yield* loaded("a")
          assert.deepStrictEqual(yield* skillsOf("s"), [])
          yield* loaded("a", { session_id: "other" })
          assert.deepStrictEqual([yield* skillsOf("other"), yield* skillsOf("other")], [["a"], []])
          yield* tell("session:end")
          yield* loaded("a")
          assert.deepStrictEqual(yield* skillsOf("s"), ["a"])
          const { plan } = yield* Pipeline
          const { others } = yield* plan(bash("s"))
          assert.deepStrictEqual(
            others.map(({ why }) => why._tag),
            ["AlreadyRan", "SkillClosed"]
          )
        }),
      { script: { guard: {} } }
    )
  )

  it.live("does so after a success alone", () => {
    const acts: Array<TestRunner.Act> = [
      { exit: 2, stderr: "no" },
      { exit: 1 },
      { exit: 1, json: { systemMessage: "lawful, and a failure all the same" } },
      { stdout: "{ broken }" },
      {}
    ]
    const seen = TestRunner.record()
    return inProject(
      files,
      () =>
        Effect.gen(function* () {
          const { answer } = yield* Pipeline
          yield* loaded("a")
          for (let turn = 0; turn < 8; turn++) yield* answer(bash("s"))
          assert.strictEqual(seen.started.length, 5)
        }),
      { script: { guard: () => acts.shift() ?? {} }, seen }
    )
  })

  it.live("runs every time where no skill brings it, and that is told", () => {
    const seen = TestRunner.record()
    return inProject(
      {
        ".amplifier/hooks/hooks.json": {
          json: { hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "guard", once: true }] }] } }
        }
      },
      () =>
        Effect.gen(function* () {
          const { answer } = yield* Pipeline
          yield* answer(bash("s"))
          const { diagnostics } = yield* answer(bash("s"))
          assert.strictEqual(seen.started.length, 2)
          assert.deepStrictEqual(
            diagnostics.map(({ code }) => code),
            ["once-ignored"]
          )
        }),
      { script: { guard: {} }, seen }
    )
  })
})

describe("an agent's hooks", () => {
  it.live("run when it stops as a subagent, while it is open", () =>
    inProject(
      { ".claude/agents/reviewer.md": front(["done"], { event: "Stop" }) },
      () =>
        Effect.gen(function* () {
          const event = HookEvent.cases.SubagentStop.make({ sessionId: "s" })
          const { activate } = yield* Skills
          assert.deepStrictEqual(yield* ran("s", event), [])
          yield* Effect.scoped(
            Effect.gen(function* () {
              yield* activate("reviewer", { kind: "agent", session: "s" })
              assert.strictEqual((yield* ran("s", event)).length, 1)
              assert.deepStrictEqual(yield* ran("s", HookEvent.cases.Stop.make({ sessionId: "s" })), [])
            })
          )
        }),
      { script: { done: {} } }
    )
  )
})

describe("a skill's hooks", () => {
  it.live("stay in their own dialect, behind the hooks that are always there", () =>
    inProject(
      {
        ...amplifierSkill("a", "amplifier's"),
        ".claude/skills/c/SKILL.md": front(["claude's"]),
        ".amplifier/hooks/hooks.json": { json: { hooks: hooksOf("always") } }
      },
      () =>
        Effect.gen(function* () {
          yield* loaded("c")
          yield* loaded("a")
          const { plan } = yield* Pipeline
          const { groups } = yield* plan(bash("s"))
          assert.deepStrictEqual(
            groups.map(({ dialect, hooks }) => [dialect, hooks[0]?.split("/")[0]]),
            [
              ["amplifier", "amplifier"],
              ["amplifier", "skill:a"],
              ["claude", "skill:c"]
            ]
          )
        })
    )
  )
})
