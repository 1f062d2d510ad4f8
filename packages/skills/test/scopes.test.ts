// Whose a skill is, by its folder: the user's only in the user's own home, and otherwise no more than the project's.
import { assert, describe, it } from "@effect/vitest"
import { ConfigFiles } from "@hookline/core/ConfigFiles"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import path from "node:path"
import { folderOf, scopeOf } from "../src/internal/locations.ts"

const folders = { project: "/home/me/app", home: "/home/me", config: "/config" }

const scope = (folder: string) =>
  Effect.provide(scopeOf(folderOf(folder, folders.project), folders), ConfigFiles.layerMemory({}))

describe("a skill", () => {
  for (const folder of [
    "/home/me/app",
    "/home/me/app/",
    "/home/me/app/.claude/skills/x",
    "skills",
    "./x",
    "/",
    "/home",
    "/home/mel",
    "/tmp/x",
    "/home/me/../../tmp/x",
    "/home/me/x/../app/y",
    "/config-x"
  ]) {
    it.effect(`in ${folder} has no more rights than the project's`, () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* scope(folder), "project")
      })
    )
  }

  for (const folder of ["/home/me/.claude/skills", "/home/me/application", "/home/me/app/../ap", "/config/x"]) {
    it.effect(`in ${folder} is the user's`, () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* scope(folder), "user")
      })
    )
  }

  // proves: docs/security.md
  it.effect(
    "is the user's nowhere but in the home folder and outside of the project, however its path is written",
    () =>
      Effect.gen(function* () {
        const Steps = Schema.Array(Schema.Literals(["", ".", "..", "..", "home", "me", "app", "tmp", "config"]))
        const isIn = (folder: string, outer: string) => !path.relative(outer, folder).startsWith("..")
        for (const steps of yield* Effect.orDie(Arbitrary.sampleEffect(Arbitrary.schema(Steps), { count: 500 }))) {
          for (const start of ["/", "/home/me/", "/home/me/app/", "/config/"]) {
            const folder = `${start}${steps.join("/")}`
            const at = path.resolve(folder)
            const isUsers = (isIn(at, folders.home) || isIn(at, folders.config)) && !isIn(at, folders.project)
            assert.strictEqual(yield* scope(folder), isUsers ? "user" : "project", folder)
          }
        }
      })
  )
})
