// The first look at a call, by which most are answered before anything is loaded.
import { assert, describe, it } from "@effect/vitest"
import { concerns } from "hookline/kit/ownGuard/concerns"
import { guardedIn } from "hookline/kit/ownGuard/Guarded"

const guardedBelow = (home: string) =>
  guardedIn({ home, project: `${home}/project`, cwd: `${home}/project` }, { HOME: home })

describe("a call", () => {
  it("is of no concern for the words in the path of its project, as each was below a folder called hookline-x", () => {
    for (const home of ["/srv/hookline-x", "/srv/hooks/me", "/srv/plugins/a", "/srv/me"]) {
      assert.isFalse(concerns(guardedBelow(home), { command: "ls" }), home)
      // A text that names Hookline itself is always judged.
      const isJudged = home.includes("hookline")
      assert.strictEqual(concerns(guardedBelow(home), { file_path: `${home}/project/src/app.ts` }), isJudged, home)
    }
  })

  it("is of concern for guarded names in its words, wherever they are", () => {
    const guarded = guardedBelow("/srv/hooks/me")
    for (const file_path of ["/other/.claude/settings.json", "/other/.CLAUDE/x", ".cursor", "hooks/hookline.json"])
      assert.isTrue(concerns(guarded, { file_path }), file_path)
  })
})
