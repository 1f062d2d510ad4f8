// A user's skill keeps its hooks, whatever a project calls its own skills, agents and commands.
import { assert, describe, it } from "@effect/vitest"
import { Discoverer } from "@hookline/core/Discoverer"
import { Pipeline } from "@hookline/core/Pipeline"
import * as HookEvent from "@hookline/schema/HookEvent"
import type { Kind } from "@hookline/skills/Skill"
import { Skills } from "@hookline/skills/Skills"
import { TestPipeline, TestSkills } from "@hookline/testing"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { spawnSync } from "node:child_process"
import { mkdirSync, symlinkSync } from "node:fs"
import { dirname, join } from "node:path"
import { bash, front, inProject, ran } from "./fixtures.ts"

const { home, project } = TestPipeline.project

/** The files of the user, of which each brings one guard, and the names by which it is opened. */
const users: Readonly<
  Record<
    string,
    { readonly kind: Kind; readonly files: Readonly<Record<string, string>>; readonly names: ReadonlyArray<string> }
  >
> = {
  "skill of Amplifier": {
    kind: "skill",
    files: { [`${home}/.amplifier/skills/release/SKILL.md`]: front(["guard"]) },
    names: ["release"]
  },
  "skill of Claude Code": {
    kind: "skill",
    files: { [`${home}/.claude/skills/x/SKILL.md`]: front(["guard"], { name: "release" }) },
    names: ["release"]
  },
  "skill of a plugin": {
    kind: "skill",
    files: {
      [`${home}/.amplifier/hooks/own/.claude-plugin/plugin.json`]: `{"name":"own"}`,
      [`${home}/.amplifier/hooks/own/skills/release/SKILL.md`]: front(["guard"])
    },
    names: ["release", "own:release"]
  },
  agent: { kind: "agent", files: { [`${home}/.claude/agents/release.md`]: front(["guard"]) }, names: ["release"] },
  command: { kind: "command", files: { [`${home}/.claude/commands/release.md`]: front(["guard"]) }, names: ["release"] }
}

const contents = {
  "a guard": front(["theirs"], { name: "release" }),
  "the same guard": front(["guard"], { name: "release" }),
  "the plugin's name": front(["theirs"], { name: "own:release" }),
  "no hooks": "---\nname: release\n---\n",
  "no front matter": "release",
  "hooks that can't be read": "---\nname: release\nhooks: [\n---\n",
  "another type": "---\nname: release\nhooks: 7\n---\n"
} as const

const places = [
  ".amplifier/skills/release/SKILL.md",
  ".amplifier/skills/deep/er/SKILL.md",
  ".claude/skills/release/SKILL.md",
  ".claude/agents/release.md",
  ".claude/agents/a.md",
  ".claude/commands/release.md",
  ".amplifier/hooks/own/skills/release/SKILL.md",
  ".amplifier/hooks/aaa/skills/release/SKILL.md",
  "vendor/release/SKILL.md"
] as const

const Case = Schema.Struct({
  mine: Schema.Literals(Object.keys(users)),
  theirs: Schema.Array(
    Schema.Struct({
      place: Schema.Literals(places),
      // The keys are those of the literal above.
      content: Schema.Literals(Object.keys(contents) as ReadonlyArray<keyof typeof contents>)
    })
  ),
  folder: Schema.Literals(["none", ...places]),
  isTold: Schema.Boolean,
  byLongName: Schema.Boolean,
  closed: Schema.Boolean
})

const projectFiles = ({ theirs }: typeof Case.Type): Readonly<Record<string, string>> =>
  Object.fromEntries([
    ...["own", "aaa"].map((name) => [`${project}/.amplifier/hooks/${name}/.claude-plugin/plugin.json`, "{}"] as const),
    ...theirs.map(({ content, place }) => [`${project}/${place}`, contents[content]] as const)
  ])

/** Opens as a host does, which may report a folder and the hooks. */
const loaded = (name: string, more: object = {}) =>
  Effect.flatMap(Pipeline, ({ run }) =>
    run({ event: "skill:loaded", data: { session_id: "s", skill_name: name, ...more } })
  )

/** Returns the hooks of the user that run while the name is open. */
const guardsOf = Effect.fnUntraced(function* (one: typeof Case.Type) {
  const { kind, names } = users[one.mine] ?? assert.fail()
  const name = (one.byLongName ? names.at(-1) : names[0]) ?? assert.fail()
  const told = { hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "theirs" }] }] } }
  if (kind === "skill") {
    const folder = one.folder === "none" ? {} : { skill_directory: dirname(`${project}/${one.folder}`) }
    yield* loaded(name, { ...folder, ...(one.isTold && told) })
  } else yield* (yield* Skills).activate(name, { kind, session: "s" })
  const { runs } = yield* (yield* Pipeline).answer(bash("s"))
  const { hooks } = yield* (yield* Discoverer).discover(TestPipeline.project)
  const listed = hooks.filter(({ source }) => source.scope === "user").map(({ id }) => id)
  return { runs: runs.filter(({ source }) => source.scope === "user").map(({ id, status }) => [id, status]), listed }
})

const settingsOf = ({ closed }: typeof Case.Type) => ({
  [`${home}/.hookline/settings.json`]: JSON.stringify(closed ? { failure_policy: "closed" } : {})
})

const within = (one: typeof Case.Type, files: Readonly<Record<string, string>>) =>
  Effect.provide(
    Effect.scoped(guardsOf(one)),
    TestSkills.layer(TestPipeline.project, {
      files: TestSkills.memory({ ...settingsOf(one), ...users[one.mine]?.files, ...files }),
      script: { guard: {}, theirs: {} }
    }),
    { local: true }
  )

const theirs =
  "---\nname: release\nhooks:\n  PreToolUse:\n    - hooks:\n        - type: command\n          command: theirs\n---\n"

describe("a user's skill, agent or command", () => {
  // proves: docs/security.md
  it.effect.prop(
    "runs its hooks whatever a project has under its name",
    [Arbitrary.schema(Case)],
    ([one]) =>
      Effect.gen(function* () {
        const [alone, beside] = yield* Effect.all([within(one, {}), within(one, projectFiles(one))])
        assert.deepStrictEqual(
          alone.runs.map(([, status]) => status),
          ["ran"]
        )
        assert.deepStrictEqual(beside, alone)
      }),
    { arbitrary: { runs: 40 } }
  )

  /** A user's file, and the project's file that is nearer to the name by which a host calls the user's. */
  const nearer: ReadonlyArray<
    readonly [title: string, own: string, theirs: string, name: string, used: ReadonlyArray<HookEvent.HookEvent>]
  > = [
    [
      "command in a folder",
      ".claude/commands/git/ship.md",
      ".claude/commands/ship.md",
      "ship",
      [HookEvent.cases.UserPromptSubmit.make({ sessionId: "s", prompt: "/ship" })]
    ],
    ["agent with blanks", ".claude/agents/x.md", ".claude/agents/code-judge.md", "Code Judge", []],
    ["agent of a plugin", ".amplifier/hooks/own/agents/judge.md", ".claude/agents/judge.md", "judge", []]
  ]
  for (const [title, own, theirs, name, used] of nearer) {
    it.effect(`runs the hooks of its ${title} where the project has one that is nearer to its name`, () =>
      Effect.gen(function* () {
        const agentType = title.startsWith("agent") ? { agentType: name === "judge" ? name : "code-judge" } : {}
        const guards = (files: Readonly<Record<string, string>>) =>
          Effect.gen(function* () {
            const { answer } = yield* Pipeline
            yield* Effect.forEach(used, (event) => answer(event), { discard: true })
            const { runs } = yield* answer({ ...bash("s"), ...agentType })
            return runs.filter(({ source }) => source.scope === "user").map(({ id }) => id)
          }).pipe(
            Effect.provide(
              TestSkills.layer(TestPipeline.project, {
                files: TestSkills.memory({
                  [`${home}/.amplifier/hooks/own/.claude-plugin/plugin.json`]: `{"name":"own"}`,
                  [`${home}/${own}`]: front(["guard"], name === "Code Judge" ? { name } : {}),
                  ...files
                }),
                script: { guard: {}, theirs: {} }
              }),
              { local: true }
            )
          )
        const alone = yield* guards({})
        assert.strictEqual(alone.length, 1)
        assert.deepStrictEqual(yield* guards({ [`${project}/${theirs}`]: front(["theirs"]) }), alone)
      })
    )
  }

  // proves: docs/security.md
  it.live("runs beside the project's of its name, which is reported with both files", () =>
    inProject(
      { "~/.claude/skills/release/SKILL.md": front(["guard"]), ".claude/skills/release/SKILL.md": theirs },
      ({ home: own, project: folder }) =>
        Effect.gen(function* () {
          yield* loaded("release")
          const ids = yield* ran("s")
          assert.deepStrictEqual(
            ids.map((id) => id.slice(0, id.lastIndexOf("/"))),
            ["skill:release/PreToolUse", "user:skill:release/PreToolUse"]
          )
          const { diagnostics } = yield* (yield* Pipeline).answer(bash("s"))
          assert.deepStrictEqual(
            diagnostics.map(({ code, file, line }) => [code, file, line]),
            [["skill-beside", `${folder}/.claude/skills/release/SKILL.md`, 2]]
          )
          assert.include(diagnostics[0]?.text, `${own}/.claude/skills/release/SKILL.md`)
          yield* Effect.flatMap(Pipeline, ({ run }) =>
            run({ event: "skill:unloaded", data: { session_id: "s", skill_name: "release" } })
          )
          assert.deepStrictEqual(yield* ran("s"), [])
        }),
      { script: { guard: {}, theirs: {} } }
    )
  )

  it.live("runs once where its host also provides its hooks without a folder", () =>
    inProject(
      { "~/.claude/skills/release/SKILL.md": front(["guard"]) },
      () =>
        Effect.gen(function* () {
          yield* loaded("release", {
            hooks: {
              PreToolUse: [
                {
                  hooks: [
                    { type: "command", command: "guard" },
                    { type: "command", command: "theirs" }
                  ]
                }
              ]
            }
          })
          assert.deepStrictEqual((yield* ran("s")).map((id) => id.slice(0, id.lastIndexOf("/"))).toSorted(), [
            "skill:release/PreToolUse",
            "user:skill:release/PreToolUse"
          ])
        }),
      { script: { guard: {}, theirs: {} } }
    )
  )

  it.live(
    "keeps the hooks that its host provides from a folder of its own, where the project has one of its name",
    () =>
      inProject(
        {},
        ({ home: own, project: folder }) =>
          Effect.gen(function* () {
            const provided = (command: string, at: string) =>
              loaded("release", {
                skill_directory: at,
                hooks: { PreToolUse: [{ hooks: [{ type: "command", command }] }] }
              })
            yield* provided("guard", `${own}/s`)
            yield* provided("theirs", `${folder}/s`)
            const ids = yield* ran("s")
            assert.deepStrictEqual(ids.map((id) => id.slice(0, id.lastIndexOf("/"))).toSorted(), [
              "skill:release/PreToolUse",
              "user:skill:release/PreToolUse"
            ])
            yield* provided("theirs", `${own}/s`)
            assert.strictEqual((yield* ran("s")).length, 2)
          }),
        { script: { guard: {}, theirs: {} } }
      )
  )

  /** Puts another kind of file, or a link, in the project. `at` is the place of the skill's file. */
  const oddities: Readonly<Record<string, (at: string, ownFolder: string) => void>> = {
    "a named pipe": (at) => spawnSync("mkfifo", [at]),
    "a folder": (at) => mkdirSync(at),
    "a link to nowhere": (at) => symlinkSync("nowhere", at),
    "a link to itself": (at) => symlinkSync("SKILL.md", at),
    "a link to the user's file": (at, own) => symlinkSync(`${own}/SKILL.md`, at),
    "a link to a folder with a loop": (at) => {
      mkdirSync(join(dirname(at), "x"))
      symlinkSync("..", join(dirname(at), "x/SKILL.md"))
    }
  }
  for (const [title, put] of Object.entries(oddities)) {
    it.live(`runs where the project has ${title} as a skill of its name`, () =>
      inProject(
        { "~/.claude/skills/release/SKILL.md": front(["guard"]) },
        () =>
          Effect.gen(function* () {
            yield* loaded("release")
            assert.deepStrictEqual((yield* ran("s")).filter((id) => id.startsWith("user:")).length, 1)
          }),
        { script: { guard: {} } },
        ({ home: own, project: folder }) => {
          const at = join(folder, ".claude/skills/release/SKILL.md")
          mkdirSync(dirname(at), { recursive: true })
          put(at, join(own, ".claude/skills/release"))
        }
      )
    )
  }

  for (const name of [".claude/skills", ".claude/skills/any", ".amplifier/skills", ".amplifier/skills/any"]) {
    for (const target of [".claude", ".claude/skills", ".claude/skills/release", "."]) {
      it.live(`is the user's where ${name} of the project is a link to ~/${target}`, () =>
        inProject(
          { "~/.claude/skills/release/SKILL.md": front(["guard"]) },
          () =>
            Effect.gen(function* () {
              yield* loaded("release")
              assert.match((yield* ran("s")).join(), /^user:skill:release\/PreToolUse\/[^,]*$/)
            }),
          { script: { guard: {} } },
          ({ home: own, project: folder }) => {
            const at = join(folder, name)
            mkdirSync(dirname(at), { recursive: true })
            symlinkSync(join(own, target), at)
          }
        )
      )
    }
  }
})
