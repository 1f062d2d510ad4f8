// Whose a skill is, by where it lies: what lies in the project is the project's, and all else a person's.
import { assert, describe, it } from "@effect/vitest"
import { folderOf, scopeOf } from "../src/internal/locations.ts"

describe("a skill", () => {
  for (const folder of ["/work/app", "/work/app/", "/work/app/skills", "/work/app/.claude/skills/x", "skills", "./x"]) {
    it(`in ${folder} is the project's`, () => {
      assert.strictEqual(scopeOf(folderOf(folder, "/work/app"), "/work/app"), "project")
    })
  }

  for (const folder of [
    "/work",
    "/work/application",
    "/work/app-skills/x",
    "/work/ap",
    "/home/me/.claude/skills",
    "/"
  ]) {
    it(`in ${folder} is a person's`, () => {
      assert.strictEqual(scopeOf(folderOf(folder, "/work/app"), "/work/app"), "user")
    })
  }
})
