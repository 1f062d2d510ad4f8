// Skills, agents and commands of plugins: those that a host has installed, and those in folders of plugins.
import { assert, describe, it } from "@effect/vitest"
import { Discoverer } from "@hookline/core/Discoverer"
import { Pipeline } from "@hookline/core/Pipeline"
import { textOf } from "@hookline/schema/Handler"
import type { Kind } from "@hookline/skills/Skill"
import { Skills } from "@hookline/skills/Skills"
import { TestPipeline, TestSkills } from "@hookline/testing"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { bash, front, ran } from "./fixtures.ts"

const { home, project } = TestPipeline.project

const cache = `${home}/.claude/plugins/cache/team/guard/1.0.0`

/** The places of a plugin. `isOn` is false where the plugin is installed and not enabled. */
const places = {
  "enabled in Claude Code": { root: cache, switches: { "guard@team": true }, scope: "user", isOn: true },
  "disabled in Claude Code": { root: cache, switches: { "guard@team": false }, scope: "user", isOn: false },
  "installed in Claude Code only": { root: cache, switches: {}, scope: "user", isOn: false },
  "in the project's folder": { root: `${project}/.amplifier/hooks/guard`, switches: {}, scope: "project", isOn: true },
  "in the user's folder": { root: `${home}/.amplifier/hooks/guard`, switches: {}, scope: "user", isOn: true }
} as const

/** The files of a carrier, by its layout, with its name in the plugin. */
const layouts: Readonly<
  Record<string, { readonly kind: Kind; readonly file: string; readonly name: string; readonly manifest?: object }>
> = {
  skill: { kind: "skill", file: "skills/release/SKILL.md", name: "guard:release" },
  "deep skill": { kind: "skill", file: "skills/team/release/SKILL.md", name: "guard:release" },
  "skill that the manifest names": {
    kind: "skill",
    file: "more/release/SKILL.md",
    name: "guard:release",
    manifest: { skills: ["./more"] }
  },
  agent: { kind: "agent", file: "agents/reviewer.md", name: "guard:reviewer" },
  "agent that the manifest names": {
    kind: "agent",
    file: "more/reviewer.md",
    name: "guard:reviewer",
    manifest: { agents: "./more/reviewer.md" }
  },
  command: { kind: "command", file: "commands/git/commit.md", name: "guard:git:commit" },
  "command that the manifest names": {
    kind: "command",
    file: "more/commit.md",
    name: "guard:commit",
    manifest: { commands: ["./more"] }
  }
}

const Case = Schema.Struct({
  place: Schema.Literals([
    "enabled in Claude Code",
    "disabled in Claude Code",
    "installed in Claude Code only",
    "in the project's folder",
    "in the user's folder"
  ]),
  layout: Schema.Literals(Object.keys(layouts)),
  hasHooks: Schema.Boolean,
  byShortName: Schema.Boolean,
  host: Schema.Literals(["amplifier", "amcp"])
})

const filesOf = ({ hasHooks, layout, place }: typeof Case.Type): Readonly<Record<string, string>> => {
  const { file, manifest } = layouts[layout] ?? assert.fail()
  const { root, switches } = places[place]
  const json = (value: unknown): string => JSON.stringify(value)
  return {
    [`${home}/.claude/settings.json`]: json({ enabledPlugins: switches }),
    [`${home}/.claude/plugins/installed_plugins.json`]: json({
      version: 2,
      plugins: { "guard@team": [{ scope: "user", installPath: cache }] }
    }),
    [`${root}/.claude-plugin/plugin.json`]: json({ name: "guard", ...manifest }),
    [`${root}/${file}`]: front(["guard"]),
    // Beside a file that a manifest names there may be others.
    [`${root}/more/other.md`]: layout === "agent that the manifest names" ? front(["other"]) : "no front matter",
    ...(hasHooks && { [`${root}/hooks/hooks.json`]: json({ hooks: { Stop: [] } }) })
  }
}

describe("hooks of a plugin's skills, agents and commands", () => {
  it.effect.prop(
    "are in force while they are open, wherever the plugin is enabled or installed",
    [Arbitrary.schema(Case)],
    ([one]) =>
      Effect.gen(function* () {
        const { kind, name } = layouts[one.layout] ?? assert.fail()
        const { isOn, root, scope } = places[one.place]
        const opened = one.byShortName ? name.slice("guard:".length) : name
        const test = Effect.gen(function* () {
          const catalog = yield* (yield* Discoverer).discover(TestPipeline.project)
          const own = catalog.hooks.filter(({ source }) => source.skill !== undefined)
          assert.deepStrictEqual(
            own.map(({ handler, off, source }) => [
              textOf(handler),
              off?._tag,
              source.skill,
              source.scope,
              source.dialect
            ]),
            isOn ? [["guard", "SkillClosed", name, scope, "claude"]] : []
          )
          for (const { id } of own) assert.isFalse(id.includes("1.0.0"), id)
          assert.deepStrictEqual(yield* ran("s1"), [])
          const open = (yield* Skills).activate(opened, { kind, session: "s1" })
          if (!isOn) {
            assert.strictEqual((yield* Effect.flip(Effect.scoped(open)))._tag, "SkillNotFound")
            return
          }
          const during = Effect.andThen(open, (yield* Pipeline).answer(bash("s1")))
          const { outcome, runs } = yield* Effect.scoped(during)
          assert.strictEqual(outcome.verdict._tag, "Deny")
          assert.strictEqual(runs.length, 1)
          assert.deepStrictEqual(yield* ran("s1"), [])
          assert.isTrue(own.every(({ source }) => source.pluginFolder === root))
        })
        yield* Effect.provide(
          test,
          TestSkills.layer(TestPipeline.project, {
            files: TestSkills.memory(filesOf(one)),
            host: one.host,
            script: { guard: { exit: 2, stderr: "no" } }
          }),
          { local: true }
        )
      }),
    { arbitrary: { runs: 120 } }
  )

  it.effect("run once where the plugin is also in a folder, and the user's are not shadowed by a project's", () =>
    Effect.gen(function* () {
      const files = {
        ...filesOf({
          place: "enabled in Claude Code",
          layout: "skill",
          hasHooks: true,
          byShortName: false,
          host: "amcp"
        }),
        [`${project}/.amplifier/hooks/guard/.claude-plugin/plugin.json`]: "{}",
        [`${project}/.amplifier/hooks/guard/skills/release/SKILL.md`]: front(["true"])
      }
      const test = Effect.gen(function* () {
        const { diagnostics, hooks } = yield* (yield* Discoverer).discover(TestPipeline.project)
        assert.deepStrictEqual(
          hooks.map(({ handler, id }) => [textOf(handler), id.startsWith("user:skill:guard:release/")]),
          [["guard", true]]
        )
        assert.deepStrictEqual(
          diagnostics.map(({ code }) => code),
          ["skill-shadowed"]
        )
      })
      yield* Effect.provide(test, TestSkills.layer(TestPipeline.project, { files: TestSkills.memory(files) }))
    })
  )
})
