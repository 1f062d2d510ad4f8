// A skill that is there, and can't be read: whoever opens it is told that its hooks are missed.
import { assert, describe, it } from "@effect/vitest"
import { ConfigFiles, Inaccessible } from "@hookline/core/ConfigFiles"
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
