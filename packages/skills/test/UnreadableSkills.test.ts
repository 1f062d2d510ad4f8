// A skill that is there, and can't be read: whoever opens it is told that its hooks are missed.
import { assert, describe, it } from "@effect/vitest"
import { ConfigFiles, Inaccessible } from "@hookline/core/ConfigFiles"
import { Pipeline } from "@hookline/core/Pipeline"
import { SessionState } from "@hookline/core/SessionState"
import * as HookEvent from "@hookline/schema/HookEvent"
import { Skills } from "@hookline/skills/Skills"
import { TestSkills } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const project = { project: "/project", home: "/home/me", config: "/home/me/.config" }
const file = "/project/.amplifier/skills/deploy/SKILL.md"

const files = Layer.effect(
  ConfigFiles,
  Effect.map(ConfigFiles, (own) =>
    ConfigFiles.of({
      ...own,
      read: (path) => (path === file ? Effect.fail(new Inaccessible({ path, why: "EACCES" })) : own.read(path))
    })
  )
).pipe(Layer.provide(TestSkills.memory({ [file]: "---\nname: deploy\n---\n" })))

describe("a skill that can't be read", () => {
  it.effect("is found by its folder, and tells that its hooks are missed", () =>
    Effect.gen(function* () {
      const { activate } = yield* Skills
      const { diagnostics, hooks } = yield* activate("deploy")
      assert.deepStrictEqual(hooks, [])
      assert.deepStrictEqual(
        diagnostics.map(({ code, file: of, lost }) => [code, of, lost]),
        [["file-unreadable", file, { entries: 1, events: "all" }]]
      )
    }).pipe(Effect.scoped, Effect.provide(TestSkills.layer(project, { files })))
  )
})

/** Files of which one folder can't be read. */
const without = (folder: string, files: Readonly<Record<string, string>>) =>
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

const guarded =
  "---\nname: deploy\nhooks:\n  PreToolUse:\n    - hooks:\n        - type: command\n          command: guard\n---\n"

const sessionId = "s"
const bash = HookEvent.cases.PreToolUse.make({ toolName: "Bash", toolInput: {}, sessionId })

/** Events by which a host uses a skill that it has found. */
const uses: ReadonlyArray<readonly [title: string, event: HookEvent.HookEvent]> = [
  ["the tool", HookEvent.cases.PreToolUse.make({ toolName: "Skill", toolInput: { skill: "deploy" }, sessionId })],
  [
    "the name of a plugin",
    HookEvent.cases.PreToolUse.make({ toolName: "Skill", toolInput: { skill: "x:deploy" }, sessionId })
  ],
  ["an expansion", HookEvent.cases.UserPromptExpansion.make({ commandName: "deploy", prompt: "/deploy", sessionId })]
]

const folders: ReadonlyArray<readonly [kind: string, unread: string, file: string]> = [
  ["a skill's folder", "/project/.claude/skills/deploy", "/project/.claude/skills/deploy/SKILL.md"],
  ["the folder of all skills", "/project/.claude/skills", "/project/.claude/skills/deploy/SKILL.md"],
  ["the user's folder", "/home/me/.claude/skills", "/home/me/.claude/skills/deploy/SKILL.md"],
  ["a folder of commands", "/project/.claude/commands", "/project/.claude/commands/deploy.md"]
]

const layerOf = (unread: string, file: string) =>
  TestSkills.layer(project, {
    files: without(unread, { [file]: guarded }),
    settings: { failurePolicy: "closed" }
  })

describe("a skill in a folder that can't be read", () => {
  for (const [kind, unread, file] of folders) {
    for (const [how, event] of uses) {
      it.effect(`is a loss from its use on: ${kind}, by ${how}`, () =>
        Effect.gen(function* () {
          const { answer } = yield* Pipeline
          assert.strictEqual((yield* answer(bash)).outcome.verdict._tag, "Pass")
          assert.strictEqual((yield* answer(event)).outcome.verdict._tag, "Pass")
          const after = yield* answer(bash)
          assert.match(JSON.stringify(after.outcome), /can't be read/)
          const other = yield* answer({ ...bash, sessionId: "other" })
          assert.deepStrictEqual(other.outcome.notices, [])
        }).pipe(Effect.provide(layerOf(unread, file)))
      )
    }
  }

  it.effect("is none by a prompt that may be a command of the host, nor behind a link of another name", () =>
    Effect.gen(function* () {
      const { answer } = yield* Pipeline
      yield* answer(HookEvent.cases.UserPromptSubmit.make({ prompt: "/help", sessionId }))
      assert.deepStrictEqual((yield* answer(bash)).outcome.notices, [])
    }).pipe(Effect.provide(layerOf("/project/.claude/skills", "/project/.claude/skills/deploy/SKILL.md")))
  )

  it.effect("denies under closed what it may guard, once it is open", () =>
    Effect.gen(function* () {
      const { answer } = yield* Pipeline
      const { skills } = yield* SessionState
      yield* skills.open({ project: "/project", session: sessionId }, { name: "deploy" })
      assert.strictEqual((yield* answer(bash)).outcome.verdict._tag, "Deny")
    }).pipe(Effect.provide(layerOf("/project/.claude/skills/deploy", "/project/.claude/skills/deploy/SKILL.md")))
  )
})
