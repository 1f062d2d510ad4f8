// Which skills there are, whatever their files look like.
import { assert, describe, it } from "@effect/vitest"
import { ConfigFiles } from "@hookline/core/ConfigFiles"
import type { Dialect } from "@hookline/core/Dialect"
import { Discoverer } from "@hookline/core/Discoverer"
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import * as SkillFiles from "@hookline/skills/kit/internal/files"
import type { Skill } from "@hookline/skills/Skill"
import { Skills } from "@hookline/skills/Skills"
import type { TestProject, TestSkills } from "@hookline/testing"
import { textOf } from "@hookline/schema/Handler"
import * as Effect from "effect/Effect"
import { chmodSync, mkdirSync, symlinkSync } from "node:fs"
import { dirname, join } from "node:path"
import { front, inForce, inProject, waiting } from "./fixtures.ts"

const found = (
  files: TestProject.Files,
  options: TestSkills.Options = {},
  prepare: (project: Project) => void = () => undefined
) =>
  inProject(
    files,
    (project) =>
      Effect.gen(function* () {
        const skills = yield* (yield* Skills).all
        const catalog = yield* (yield* Discoverer).discover(project, options)
        return { skills, catalog, project }
      }),
    options,
    prepare
  )

const commandsOf = ({ hooks }: Skill): ReadonlyArray<string> => hooks.map(({ handler }) => textOf(handler))

const named = (skills: ReadonlyArray<Skill>) => skills.map(({ kind, name }) => `${kind} ${name}`)

const link = (target: string, path: string): void => {
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(target, path)
}

describe("skills are found", () => {
  it.live("in all folders, however deep, in an order that is the same everywhere", () =>
    Effect.gen(function* () {
      const { catalog, skills } = yield* found(
        {
          ".claude/skills/e/SKILL.md": front(["e"]),
          "~/.claude/skills/f/SKILL.md": front(["f"]),
          ".amplifier/skills/team/deep/b/SKILL.md": front(["b"]),
          ".amplifier/skills/a/SKILL.md": front(["a"]),
          ".amplifier/skills/a/inner/SKILL.md": front(["inner"]),
          "~/.amplifier/skills/c/SKILL.md": front(["c"]),
          "~/elsewhere/d/SKILL.md": front(["d"]),
          ".claude/agents/reviewer.md": front(["agent"]),
          ".claude/commands/git/commit.md": front(["command"]),
          ".claude/skills/e/README.md": front(["no skill"])
        },
        { env: { AMPLIFIER_SKILLS_DIR: "../home/elsewhere/" } }
      )
      assert.deepStrictEqual(named(skills), [
        "skill a",
        "skill inner",
        "skill b",
        "skill c",
        "skill d",
        "skill e",
        "skill f",
        "agent reviewer",
        "command git:commit"
      ])
      assert.deepStrictEqual(waiting(catalog), ["a", "inner", "b", "c", "d", "e", "f", "agent", "command"])
      assert.deepStrictEqual(inForce(catalog), [])
      assert.deepStrictEqual(catalog.diagnostics, [])
    })
  )

  it.live("by the names that they give themselves, or else by their folders", () =>
    Effect.gen(function* () {
      const { skills } = yield* found({
        ".claude/skills/1/SKILL.md": front(["a"], { name: "plain" }),
        ".claude/skills/2/SKILL.md": front(["a"], { name: `"in quotes" # and a comment` }),
        ".claude/skills/3/SKILL.md": front(["a"], { name: "'single'" }),
        ".claude/skills/4/SKILL.md": front(["a"], { name: "[a, list]" }),
        ".claude/skills/5/SKILL.md": front(["a"]),
        ".claude/skills/6/SKILL.md": "name: not a front matter\n",
        ".claude/agents/x.md": front(["a"], { name: "reviewer" })
      })
      assert.deepStrictEqual(named(skills), [
        "skill plain",
        "skill in quotes",
        "skill single",
        "skill 4",
        "skill 5",
        "skill 6",
        "agent reviewer"
      ])
    })
  )

  it.live("nowhere in what others have put there by the thousand", () =>
    Effect.gen(function* () {
      const { catalog, skills } = yield* found({
        ".claude/skills/a/SKILL.md": front(["a"]),
        ".claude/skills/a/node_modules/x/SKILL.md": front(["x"]),
        ".claude/skills/.git/y/SKILL.md": front(["y"])
      })
      assert.deepStrictEqual([named(skills), catalog.diagnostics], [["skill a"], []])
    })
  )

  it.effect("in no more than ten thousand folders, and that is told", () =>
    Effect.gen(function* () {
      const disk = ConfigFiles.of({
        ...(yield* ConfigFiles),
        // As a link to the root of a disk: there are always more folders.
        entries: () => Effect.succeed(["one", "two"].map((name) => ({ name, kind: "folder", link: false }) as const))
      })
      // Only its name is asked for: nothing is read.
      const dialect = { name: "any" } as Dialect
      const place = { dialect, kind: "skill", scope: "user", path: "/" } as const
      const { problems } = yield* Effect.provideService(
        SkillFiles.under(place, SkillFiles.visited({ home: "/home", project: "/project" }).user),
        ConfigFiles,
        disk
      )
      assert.deepStrictEqual(
        problems.map(({ code, file }) => [code, file]),
        [["file-unreadable", "/"]]
      )
    }).pipe(Effect.provide(ConfigFiles.layerMemory({})))
  )

  it.live("once, where links lead to them by several ways, and round in circles", () =>
    Effect.gen(function* () {
      const { catalog, skills } = yield* found(
        { ".amplifier/skills/a/SKILL.md": front(["a"]) },
        {},
        ({ home, project }) => {
          const skillsFolder = join(project, ".amplifier/skills")
          link("..", join(skillsFolder, "a/up"))
          link(".", join(skillsFolder, "self"))
          link(skillsFolder, join(home, ".amplifier/skills"))
          link(join(skillsFolder, "a"), join(home, ".claude/skills/a-by-another-name"))
          link("two", join(skillsFolder, "one"))
          link("one", join(skillsFolder, "two"))
        }
      )
      assert.deepStrictEqual(named(skills), ["skill a"])
      assert.deepStrictEqual(
        catalog.diagnostics.map(({ code, file }) => `${code} ${file.slice(file.lastIndexOf("/") + 1)}`),
        ["file-missing one", "file-missing two"]
      )
    })
  )

  it.live("behind a link, with commands that are meant from where the link stands", () =>
    Effect.gen(function* () {
      const { project, skills } = yield* found(
        { "shared/a/SKILL.md": front(["./run.sh"]) },
        {},
        ({ project: folder }) => link(join(folder, "shared/a"), join(folder, ".claude/skills/a"))
      )
      assert.deepStrictEqual(skills.flatMap(commandsOf), [`'${project.project}/.claude/skills/a'/run.sh`])
    })
  )

  it.live("by their first name, the user's beside the project's, and those that are shadowed are reported", () =>
    Effect.gen(function* () {
      const { catalog, skills } = yield* found({
        "~/.amplifier/skills/x/SKILL.md": front(["mine"], { name: "deploy" }),
        ".amplifier/skills/deploy/SKILL.md": front(["project's"]),
        ".claude/skills/deploy/SKILL.md": front(["claude's"]),
        ".claude/agents/deploy.md": front(["agent's"])
      })
      assert.deepStrictEqual(skills.flatMap(commandsOf), ["project's", "mine", "agent's"])
      assert.deepStrictEqual(
        catalog.diagnostics.map(({ code, file, line }) => [code, file.slice(file.lastIndexOf("skills/")), line]),
        [
          ["skill-shadowed", "skills/deploy/SKILL.md", 1],
          ["skill-beside", "skills/deploy/SKILL.md", 1]
        ]
      )
      assert.include(catalog.diagnostics[0]?.file, ".claude/skills/deploy/SKILL.md")
      assert.include(catalog.diagnostics[0]?.text, ".amplifier/skills/deploy/SKILL.md")
      assert.include(catalog.diagnostics[1]?.text, ".amplifier/skills/x/SKILL.md")
    })
  )

  it.live("with a mark at their beginning, and with the lines of another system", () =>
    Effect.gen(function* () {
      const { catalog, skills } = yield* found({
        ".claude/skills/mark/SKILL.md": `\uFEFF${front(["a"], { name: "marked" })}`,
        ".claude/skills/windows/SKILL.md": front(["b"], { name: "windows" }).replaceAll("\n", "\r\n"),
        ".claude/skills/both/SKILL.md": `\uFEFF${front(["c"]).replaceAll("\n", "\r\n")}`
      })
      assert.deepStrictEqual(named(skills), ["skill both", "skill marked", "skill windows"])
      assert.deepStrictEqual(skills.flatMap(commandsOf), ["c", "a", "b"])
      assert.deepStrictEqual(catalog.diagnostics, [])
    })
  )

  it.live("though one of them can't be read", () =>
    Effect.gen(function* () {
      const { catalog, skills } = yield* found({ ".claude/skills/good/SKILL.md": front(["a"]) }, {}, ({ project }) => {
        mkdirSync(join(project, ".claude/skills/bad/SKILL.md"), { recursive: true })
        link("nowhere", join(project, ".claude/skills/gone"))
        link("nowhere", join(project, ".claude/skills/lost/SKILL.md"))
        // A pipe, a socket or a folder: what can't be read as a text differs by who runs this.
        mkdirSync(join(project, ".claude/skills/locked"))
        chmodSync(join(project, ".claude/skills/locked"), 0o000)
      })
      assert.deepStrictEqual(named(skills), ["skill good"])
      const codes = catalog.diagnostics.map(({ code }) => code)
      assert.deepStrictEqual(codes.filter((code) => code === "file-missing").length, 2)
      // Whoever may read everything is not told that a folder is locked.
      assert.isTrue(codes.every((code) => code === "file-missing" || code === "file-unreadable"))
    })
  )

  it.live("a thousand of them, with all their hooks", () =>
    Effect.gen(function* () {
      const files = Object.fromEntries(
        Array.from({ length: 1000 }, (_, index) => [
          `.amplifier/skills/group-${index % 10}/skill-${index}/SKILL.md`,
          front([`guard ${index}`])
        ])
      )
      const { catalog, skills } = yield* found(files)
      assert.strictEqual(skills.length, 1000)
      assert.strictEqual(new Set(waiting(catalog)).size, 1000)
      assert.deepStrictEqual(catalog.diagnostics, [])
    })
  )
})

const odd: Readonly<Record<string, string>> = {
  "argument-hint with two lists": "argument-hint: [issue] [priority]",
  "description with a colon": "description: Use this when: x",
  "globs that begin with a star": "globs: *.ts",
  "a tab": "description:\tone\n\tkeywords: [a]",
  "an unended quote": `description: "it's`,
  "an at sign": "author: @somebody",
  "a percent sign": "share: %50",
  "a bad alias": "other: *nothing",
  "braces that are no mapping": "usage: {name} {value}"
}

describe("an unrelated key that is broken", () => {
  for (const [what, key] of Object.entries(odd)) {
    it.live(`(${what}) does not drop the hooks, before them or after`, () =>
      Effect.gen(function* () {
        const text = front(["./guard.sh"])
        const before = text.replace("---\n", `---\n${key}\n`)
        const after = text.replace("\n---\n", `\n${key}\n---\n`)
        const { skills } = yield* found({
          ".claude/skills/a/SKILL.md": before,
          ".amplifier/skills/b/SKILL.md": after
        })
        assert.deepStrictEqual(
          skills.map(({ hooks, name }) => [name, hooks.length]),
          [
            ["b", 1],
            ["a", 1]
          ]
        )
      })
    )
  }

  it.live("is told with its file and line, in a sentence, with what to write", () =>
    Effect.gen(function* () {
      const { catalog } = yield* found({
        ".claude/skills/a/SKILL.md": front(["true"]).replace("---\n", "---\nargument-hint: [issue] [priority]\n")
      })
      assert.deepStrictEqual(
        catalog.diagnostics.map(({ code, column, file, line }) => [code, file.slice(-10), line, column]),
        [["front-matter-repaired", "a/SKILL.md", 2, 24]]
      )
      assert.isNotEmpty(catalog.diagnostics[0]?.fix)
    })
  )
})

describe("a front matter that is broken where its hooks are", () => {
  it.live("costs this skill alone, and is told", () =>
    Effect.gen(function* () {
      const { catalog, skills } = yield* found({
        ".claude/skills/bad/SKILL.md": "---\nname: bad\nhooks:\n  PreToolUse: [\n---\n",
        ".claude/skills/unended/SKILL.md": front(["x"]).replace("\n---\n\nWhat", "\n\nWhat"),
        ".claude/skills/blank/SKILL.md": `\n${front(["x"])}`,
        ".claude/skills/good/SKILL.md": front(["good"])
      })
      assert.deepStrictEqual(named(skills), ["skill bad", "skill blank", "skill good", "skill unended"])
      assert.deepStrictEqual(skills.flatMap(commandsOf), ["good"])
      assert.deepStrictEqual(
        catalog.diagnostics.map(({ code }) => code),
        ["front-matter-invalid", "front-matter-invalid", "front-matter-invalid"]
      )
      // Nobody misses the guards of a skill that is not open.
      assert.isTrue(catalog.diagnostics.every(({ lost }) => lost === undefined))
    })
  )

  it.live("is nobody's concern where there are no hooks", () =>
    Effect.gen(function* () {
      const { catalog } = yield* found({
        ".claude/skills/a/SKILL.md": "---\nname: a\nargument-hint: [issue] [priority]\n---\n",
        ".amplifier/skills/b/SKILL.md": "---\nname: b\ndescription: about git hooks\n---\n",
        ".amplifier/skills/c/SKILL.md": "# No front matter, and much about hooks\n"
      })
      assert.deepStrictEqual(catalog.diagnostics, [])
    })
  )
})

describe("the rules of settings hold for skills", () => {
  const files = {
    ".claude/skills/ours/SKILL.md": front(["project's"]),
    "~/.claude/skills/mine/SKILL.md": front(["mine"])
  }

  // proves: docs/security.md
  it.live("where a project's hooks are not allowed, also not in the place of a person's", () =>
    Effect.gen(function* () {
      const { catalog, skills } = yield* found({
        ...files,
        ".claude/skills/x/SKILL.md": front(["impostor"], { name: "mine" }),
        "~/.hookline/settings.json": { json: { allow_project_hooks: false } }
      })
      assert.deepStrictEqual(waiting(catalog), ["mine"])
      assert.deepStrictEqual(skills.flatMap(commandsOf), ["mine", "project's"])
      const off = catalog.hooks.find(({ source }) => source.skill === "ours")?.off
      assert.deepInclude(off, { _tag: "SourceNotAllowed", setting: "allow_project_hooks", line: 2 })
    })
  )

  it.live("where a person's are not", () =>
    Effect.gen(function* () {
      const { catalog } = yield* found({ ...files, "~/.hookline/settings.json": { json: { allow_user_hooks: false } } })
      assert.deepStrictEqual(waiting(catalog), ["project's"])
    })
  )

  it.live("where one is disabled, by its identity or in its own entry", () =>
    Effect.gen(function* () {
      const { catalog } = yield* found({
        ".claude/skills/a/SKILL.md": front(["x"], { more: ["name: guard"] }),
        ".claude/skills/b/SKILL.md": front(["y"], { more: ["enabled: false"] }),
        ".hookline/settings.json": { json: { disabled: ["skill:a/PreToolUse/guard"] } }
      })
      assert.deepStrictEqual(waiting(catalog), [])
      assert.deepStrictEqual(
        catalog.hooks.map(({ off }) => off?._tag === "Disabled" && [off.file.slice(-13), off.line]),
        [
          ["settings.json", 3],
          ["ls/b/SKILL.md", 7]
        ]
      )
    })
  )
})

describe("agents and commands", () => {
  it.live("carry hooks in the same way, and an agent that ends is a subagent that stops", () =>
    Effect.gen(function* () {
      const { catalog } = yield* found({
        ".claude/agents/reviewer.md": front(["done"], { event: "Stop" }),
        "~/.claude/commands/deploy.md": front(["check"], { event: "Stop" })
      })
      assert.deepStrictEqual(
        catalog.hooks.map(({ event, id, source }) => [event, id.replace(/\/[0-9a-f]{12}$/, ""), source.carrier]),
        [
          ["SubagentStop", "agent:reviewer/Stop", "agent"],
          ["Stop", "user:command:deploy/Stop", "command"]
        ]
      )
    })
  )

  it.live("name scripts from their own folder, where they stand there, or else from the project's", () =>
    Effect.gen(function* () {
      const { project, skills } = yield* found({
        ".claude/agents/a.md": front(["./beside.sh", "./scripts/ours.sh"]),
        ".claude/agents/beside.sh": { script: "#!/bin/sh\n" },
        "scripts/ours.sh": { script: "#!/bin/sh\n" }
      })
      assert.deepStrictEqual(skills.flatMap(commandsOf), [
        `'${project.project}/.claude/agents'/beside.sh`,
        "./scripts/ours.sh"
      ])
    })
  )

  it.live("know `once` only where they are no agents", () =>
    Effect.gen(function* () {
      const { catalog, skills } = yield* found({
        ".claude/agents/a.md": front(["x"], { more: ["once: true"] }),
        ".claude/commands/b.md": front(["y"], { more: ["once: true"] }),
        ".claude/skills/c/SKILL.md": front(["z"], { more: ["once: true"] })
      })
      assert.deepStrictEqual(
        skills.map(({ hooks, name }) => [name, hooks[0]?.once]),
        [
          ["c", true],
          ["a", false],
          ["b", true]
        ]
      )
      assert.deepStrictEqual(
        catalog.diagnostics.map(({ code, file }) => [code, file.slice(-4)]),
        [["once-ignored", "a.md"]]
      )
    })
  )
})
