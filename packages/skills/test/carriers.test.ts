// Hooks of agents and commands are in force by the events of a host alone: while the agent runs, and from the expansion of
// the command to the end of its session.
import { assert, describe, it } from "@effect/vitest"
import { ConfigFiles, Inaccessible } from "@hookline/core/ConfigFiles"
import { Pipeline } from "@hookline/core/Pipeline"
import * as HookEvent from "@hookline/schema/HookEvent"
import { TestPipeline, TestSkills } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { front } from "./fixtures.ts"

const { project } = TestPipeline.project

const agents = ["a", "b", "c"] as const
const sessions = ["one", "other"] as const

const of = (ids: ReadonlyArray<string>) => ids.map((id) => /^(?:user:)?((?:agent|command|skill):[^/]+)\//.exec(id)?.[1])

const memory = (files: Readonly<Record<string, string>>, script = {}) =>
  TestSkills.layer(TestPipeline.project, { files: TestSkills.memory(files), script })

/** Files of which one folder can't be read. */
const unreadable = (folder: string, files: Readonly<Record<string, string>>) =>
  Layer.effect(
    ConfigFiles,
    Effect.map(ConfigFiles, (own) =>
      ConfigFiles.of({
        ...own,
        entries: (path) =>
          path === folder ? Effect.fail(new Inaccessible({ path, why: "EACCES" })) : own.entries(path)
      })
    )
  ).pipe(Layer.provide(TestSkills.memory(files)))

/** The carriers whose hooks an event runs. */
const ran = (event: HookEvent.HookEvent) =>
  Pipeline.use((pipeline) => Effect.map(pipeline.answer(event), ({ runs }) => of(runs.map(({ id }) => id))))

const bashOf = (fields: { readonly sessionId?: string; readonly agentType?: string; readonly agentId?: string }) =>
  HookEvent.cases.PreToolUse.make({ toolName: "Bash", toolInput: { command: "ls" }, ...fields })

/** One event of a session: in an agent, in one without hooks, in one that is unknown, or in the main conversation. */
const Step = Schema.Struct({
  event: Schema.Literals(["SubagentStart", "PreToolUse", "PostToolUse", "SubagentStop"]),
  agent: Schema.Union([Schema.Literals([...agents, "plain", "unknown", ""]), Schema.Undefined]),
  session: Schema.Literals(sessions)
})

const agentFiles = {
  ...Object.fromEntries(
    agents.flatMap((name, index) => [
      // One of the three is the user's, and one is called otherwise than its file.
      [
        index === 1 ? `/home/me/.claude/agents/${name}.md` : `${project}/.claude/agents/file of ${name}.md`,
        `---\nname: ${name}\nhooks:\n${["SubagentStart", "PreToolUse", "PostToolUse", "Stop"]
          .map((event) => `  ${event}:\n    - hooks:\n        - type: command\n          command: guard of ${name}\n`)
          .join("")}---\n`
      ]
    ])
  ),
  [`${project}/.claude/agents/plain.md`]: "---\nname: plain\n---\nNo hooks.\n"
}

describe("an agent's hooks", () => {
  // proves: docs/failure-policy.md
  it.effect.prop(
    "run on each event inside of it and on no other, in any interleaving of a session's agents",
    [Schema.Array(Step).check(Schema.isMaxLength(12))],
    ([steps]) =>
      Effect.gen(function* () {
        const { plan, wants } = yield* Pipeline
        for (const { agent, event, session } of steps) {
          const fields = {
            sessionId: session,
            ...(agent !== undefined && { agentType: agent, agentId: `id ${agent}` })
          }
          const happened =
            event === "SubagentStart" || event === "SubagentStop"
              ? HookEvent.cases[event].make(fields)
              : HookEvent.cases[event].make({ toolName: "Bash", toolInput: {}, ...fields })
          const expected = agents.filter((name) => name === agent).map((name) => `agent:${name}`)
          assert.strictEqual(wants(happened) || expected.length === 0, true)
          assert.deepStrictEqual(yield* ran(happened), expected)
          assert.deepStrictEqual(of((yield* plan(happened)).groups.flatMap(({ hooks }) => hooks)), expected)
        }
      }).pipe(Effect.provide(memory(agentFiles, Object.fromEntries(agents.map((name) => [`guard of ${name}`, {}])))))
  )

  it.effect("on `Stop` run at the end of a subagent, and on `Stop` itself where the agent is the conversation", () =>
    Effect.gen(function* () {
      const a = { sessionId: "s", agentType: "a" }
      assert.deepStrictEqual(yield* ran(HookEvent.cases.SubagentStop.make({ ...a, agentId: "1" })), ["agent:a"])
      assert.deepStrictEqual(yield* ran(HookEvent.cases.SubagentStop.make(a)), ["agent:a"])
      assert.deepStrictEqual(yield* ran(HookEvent.cases.Stop.make(a)), ["agent:a"])
      assert.deepStrictEqual(yield* ran(HookEvent.cases.Stop.make({ sessionId: "s" })), [])
      assert.deepStrictEqual(yield* ran(HookEvent.cases.Stop.make({ sessionId: "s", agentType: "b" })), [])
      // Each variant is composed once, and neither takes the place of the other.
      assert.deepStrictEqual(yield* ran(HookEvent.cases.SubagentStop.make({ ...a, agentId: "1" })), ["agent:a"])
      assert.deepStrictEqual(yield* ran(HookEvent.cases.Stop.make(a)), ["agent:a"])
    }).pipe(
      Effect.provide(memory({ [`${project}/.claude/agents/a.md`]: front(["guard"], { event: "Stop" }) }, { guard: {} }))
    )
  )

  it.effect("that may be in a folder that can't be read are lost inside of an agent that is unknown", () =>
    Effect.gen(function* () {
      const { answer } = yield* Pipeline
      const verdict = (agentType?: string) =>
        Effect.map(
          answer(bashOf({ sessionId: "s", ...(agentType !== undefined && { agentType }) })),
          ({ outcome }) => outcome.verdict._tag
        )
      assert.strictEqual(yield* verdict(), "Pass")
      assert.strictEqual(yield* verdict("reviewer"), "Deny")
      assert.strictEqual(yield* verdict("plain"), "Pass")
    }).pipe(
      Effect.provide(
        TestSkills.layer(TestPipeline.project, {
          files: unreadable(`${project}/.claude/agents`, {
            "/home/me/.claude/agents/plain.md": "---\nname: plain\n---\n"
          }),
          settings: { failurePolicy: "closed" }
        })
      )
    )
  )

  it.effect("of the project and of the user run both where the two have one name", () =>
    Effect.gen(function* () {
      const carriers = (event: HookEvent.HookEvent) =>
        Pipeline.use((pipeline) =>
          Effect.map(pipeline.answer(event), ({ runs }) => runs.map(({ source }) => source.scope))
        )
      assert.deepStrictEqual(yield* carriers(bashOf({ sessionId: "s", agentType: "a" })), ["project", "user"])
      yield* carriers(HookEvent.cases.UserPromptSubmit.make({ sessionId: "s", prompt: "/deploy" }))
      assert.deepStrictEqual(yield* carriers(bashOf({ sessionId: "s" })), ["user"])
    }).pipe(
      Effect.provide(
        memory(
          {
            [`${project}/.claude/agents/a.md`]: front(["guard"]),
            "/home/me/.claude/agents/a.md": front(["other"]),
            [`${project}/.claude/commands/deploy.md`]: "---\ndescription: none\n---\n",
            "/home/me/.claude/commands/deploy.md": front(["guard"])
          },
          { guard: {}, other: {} }
        )
      )
    )
  )

  it.effect("are found by the names that hosts have for agents of plugins", () =>
    Effect.gen(function* () {
      for (const agentType of ["guard:reviewer", "reviewer", "guard:deep:reviewer"])
        assert.deepStrictEqual(yield* ran(bashOf({ sessionId: "s", agentType })), ["agent:guard:reviewer"], agentType)
      for (const agentType of ["other:reviewer", "guard", "guard:review", "viewer"])
        assert.deepStrictEqual(yield* ran(bashOf({ sessionId: "s", agentType })), [], agentType)
    }).pipe(
      Effect.provide(
        memory(
          {
            [`${project}/.amplifier/hooks/guard/.claude-plugin/plugin.json`]: JSON.stringify({ name: "guard" }),
            [`${project}/.amplifier/hooks/guard/agents/deep/reviewer.md`]: front(["guard"])
          },
          { guard: {} }
        )
      )
    )
  )

  it.effect("are found by the form that a name has in the id of a session", () =>
    Effect.gen(function* () {
      for (const agentType of ["code-reviewer", "Code Reviewer!"])
        assert.deepStrictEqual(yield* ran(bashOf({ agentType })), ["agent:Code Reviewer!"], agentType)
      for (const agentType of ["guard-safe-one", "safe-one"])
        assert.deepStrictEqual(yield* ran(bashOf({ agentType })), ["agent:guard:safe one"], agentType)
      assert.deepStrictEqual(yield* ran(bashOf({ agentType: "reviewer" })), [])
    }).pipe(
      Effect.provide(
        memory(
          {
            [`${project}/.claude/agents/a.md`]: front(["guard"], { name: '"Code Reviewer!"' }),
            [`${project}/.amplifier/hooks/guard/.claude-plugin/plugin.json`]: JSON.stringify({ name: "guard" }),
            [`${project}/.amplifier/hooks/guard/agents/b.md`]: front(["guard"], { name: "safe one" })
          },
          { guard: {} }
        )
      )
    )
  )

  it.effect("are found regardless of case and separators, as hosts find agents, but for those that hosts have", () =>
    Effect.gen(function* () {
      for (const agentType of ["code-reviewer", "Code-Reviewer", "code_reviewer", "CODE REVIEWER"])
        assert.deepStrictEqual(yield* ran(bashOf({ agentType })), ["agent:code-reviewer"], agentType)
      assert.deepStrictEqual(yield* ran(bashOf({ agentType: "Explore" })), [])
      assert.deepStrictEqual(yield* ran(bashOf({ agentType: "explore" })), ["agent:explore"])
    }).pipe(
      Effect.provide(
        memory(
          {
            [`${project}/.claude/agents/a.md`]: front(["guard"], { name: "code-reviewer" }),
            [`${project}/.claude/agents/b.md`]: front(["guard"], { name: "explore" })
          },
          { guard: {} }
        )
      )
    )
  )

  it.effect("of another agent of that last name do not run in one that is unknown: a notice once in a session", () =>
    Effect.gen(function* () {
      const { answer } = yield* Pipeline
      const notices = (agentType: string, sessionId = "s") =>
        Effect.map(answer(bashOf({ sessionId, agentType })), ({ outcome, runs }) => [
          runs.length,
          outcome.verdict._tag,
          ...outcome.notices.map(
            ({ text }) => /may never run: (The agent "[^"]*") is not found/.exec(text)?.[1] ?? text
          )
        ])
      assert.deepStrictEqual(yield* notices("other:reviewer"), [0, "Pass", 'The agent "other:reviewer"'])
      assert.deepStrictEqual(yield* notices("other:reviewer"), [0, "Pass"])
      assert.deepStrictEqual(yield* notices("other:reviewer", "t"), [0, "Pass", 'The agent "other:reviewer"'])
      assert.deepStrictEqual(yield* notices("other:plain"), [0, "Pass"])
      assert.deepStrictEqual(yield* notices("reviewer"), [1, "Pass"])
    }).pipe(
      Effect.provide(
        TestSkills.layer(TestPipeline.project, {
          files: TestSkills.memory({
            [`${project}/.claude/agents/a.md`]: front(["guard"], { name: "reviewer" }),
            [`${project}/.claude/agents/plain.md`]: "---\nname: plain\n---\n"
          }),
          script: { guard: {} },
          settings: { failurePolicy: "closed" }
        })
      )
    )
  )

  it.effect("run under a name that is written in an unusual way", () =>
    Effect.gen(function* () {
      for (const agentType of ["one", "two", "three", "four"])
        assert.deepStrictEqual(yield* ran(bashOf({ agentType })), [`agent:${agentType}`], agentType)
    }).pipe(
      Effect.provide(
        memory(
          Object.fromEntries(
            ["name : one", "name:\n  two", "name: &who three", '"name": "\\u0066our"'].map((name, index) => [
              `${project}/.claude/agents/file${index}.md`,
              front(["guard"], { name: "X" }).replace("name: X", name)
            ])
          ),
          { guard: {} }
        )
      )
    )
  )

  it.effect("run in a front matter that is one flow mapping", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* ran(bashOf({ agentType: "rev" })), ["agent:rev"])
    }).pipe(
      Effect.provide(
        memory(
          {
            [`${project}/.claude/agents/a.md`]:
              "---\n{ name: rev, hooks: { PreToolUse: [{ hooks: [{ type: command, command: guard }] }] } }\n---\n"
          },
          { guard: {} }
        )
      )
    )
  )

  it.effect("that are broken are lost inside of that agent alone", () =>
    Effect.gen(function* () {
      const { answer } = yield* Pipeline
      const verdict = (agentType?: string) =>
        Effect.map(
          answer(bashOf({ sessionId: "s", ...(agentType !== undefined && { agentType }) })),
          ({ outcome }) => outcome.verdict._tag
        )
      assert.strictEqual(yield* verdict("bad"), "Deny")
      assert.strictEqual(yield* verdict("good"), "Pass")
      assert.strictEqual(yield* verdict(), "Pass")
    }).pipe(
      Effect.provide(
        TestSkills.layer(TestPipeline.project, {
          files: TestSkills.memory({
            [`${project}/.claude/agents/bad.md`]: "---\nhooks:\n  PreToolUse: [\n---\n",
            [`${project}/.claude/agents/good.md`]: "---\nname: good\n---\n"
          }),
          settings: { failurePolicy: "closed" }
        })
      )
    )
  )
})

/** The events that put a command or a skill into use, by the host's way of reporting it. */
const uses = {
  expansion: (sessionId: string, name: string) =>
    HookEvent.cases.UserPromptExpansion.make({ sessionId, prompt: `/${name} now`, commandName: name }),
  prompt: (sessionId: string, name: string) =>
    HookEvent.cases.UserPromptSubmit.make({ sessionId, prompt: ` /${name} now` }),
  "prompt alone": (sessionId: string, name: string) =>
    HookEvent.cases.UserPromptSubmit.make({ sessionId, prompt: `/${name}` }),
  "skill's tool": (sessionId: string, name: string) =>
    HookEvent.cases.PreToolUse.make({ sessionId, toolName: "Skill", toolInput: { skill: name } }),
  "skill's tool afterwards": (sessionId: string, name: string) =>
    HookEvent.cases.PostToolUse.make({ sessionId, toolName: "Skill", toolInput: { command: name } }),
  "command's tool": (sessionId: string, name: string) =>
    HookEvent.cases.PreToolUse.make({ sessionId, toolName: "SlashCommand", toolInput: { command: `/${name} now` } })
} as const
type Way = keyof typeof uses

const carriers = ["deploy", "git:commit", "review", "plain", "unknown"] as const

const Use = Schema.Union([
  Schema.TaggedStruct("Use", {
    // The keys of a literal record are its ways.
    way: Schema.Literals(Object.keys(uses) as ReadonlyArray<Way> as readonly [Way, ...ReadonlyArray<Way>]),
    name: Schema.Literals(carriers),
    session: Schema.Literals(sessions)
  }),
  Schema.TaggedStruct("Prompt", { session: Schema.Literals(sessions) }),
  Schema.TaggedStruct("End", { session: Schema.Literals(sessions) })
])

const bringing: Readonly<Record<string, string>> = {
  deploy: "command:deploy",
  "git:commit": "command:git:commit",
  review: "skill:review"
}

const commandFiles = {
  [`${project}/.claude/commands/deploy.md`]: front(["guard of deploy"]),
  [`${project}/.claude/commands/git/commit.md`]: front(["guard of commit"]),
  [`${project}/.claude/commands/plain.md`]: "---\ndescription: none\n---\n",
  [`${project}/.claude/skills/review/SKILL.md`]: front(["guard of review"])
}

const script = { "guard of deploy": {}, "guard of commit": {}, "guard of review": {} }

describe("hooks of a command and of a skill", () => {
  // proves: docs/failure-policy.md
  it.effect.prop(
    "are in force from its use to the end of the session, and in no other session",
    [Schema.Array(Use).check(Schema.isMaxLength(15))],
    ([steps]) =>
      Effect.gen(function* () {
        const { answer, wants } = yield* Pipeline
        const used = { one: new Set<string>(), other: new Set<string>() }
        for (const step of steps) {
          if (step._tag === "Use") {
            const event = uses[step.way](step.session, step.name)
            assert.isTrue(wants(event), "whoever asks first must not leave the event out")
            yield* answer(event)
            const carrier = bringing[step.name]
            if (carrier !== undefined) used[step.session].add(carrier)
          } else if (step._tag === "End") {
            yield* answer(HookEvent.cases.SessionEnd.make({ sessionId: step.session }))
            used[step.session].clear()
          } else {
            const prompt = "see /deploy and /review"
            yield* answer(HookEvent.cases.UserPromptSubmit.make({ sessionId: step.session, prompt }))
          }
          for (const session of sessions) {
            assert.sameMembers([...(yield* ran(bashOf({ sessionId: session })))], [...used[session]])
          }
        }
      }).pipe(Effect.provide(memory(commandFiles, script)))
  )

  it.effect("are not in force where the use was denied", () =>
    Effect.gen(function* () {
      const { answer } = yield* Pipeline
      yield* answer(uses["skill's tool"]("s", "review"))
      assert.deepStrictEqual(yield* ran(bashOf({ sessionId: "s" })), [])
    }).pipe(
      Effect.provide(
        memory(
          {
            ...commandFiles,
            [`${project}/.claude/settings.json`]: JSON.stringify({
              hooks: { PreToolUse: [{ matcher: "Skill", hooks: [{ type: "command", command: "never" }] }] }
            })
          },
          { ...script, never: { exit: 2, stderr: "no" } }
        )
      )
    )
  )

  it.effect("are opened once, however often it is used", () =>
    Effect.gen(function* () {
      const { answer } = yield* Pipeline
      for (const way of ["expansion", "prompt", "expansion"] as const) yield* answer(uses[way]("s", "deploy"))
      assert.deepStrictEqual(yield* ran(bashOf({ sessionId: "s" })), ["command:deploy"])
    }).pipe(Effect.provide(memory(commandFiles, script)))
  )

  it.effect("are found by the last part of a command's name, which is how a newer host calls it", () =>
    Effect.gen(function* () {
      const { answer } = yield* Pipeline
      yield* answer(uses.expansion("s", "commit"))
      assert.deepStrictEqual(yield* ran(bashOf({ sessionId: "s" })), ["command:git:commit"])
    }).pipe(Effect.provide(memory(commandFiles, script)))
  )
})
