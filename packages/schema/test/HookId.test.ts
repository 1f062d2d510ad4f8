import { assert, describe, it } from "@effect/vitest"
import { Handler, textOf } from "@hookline/schema/Handler"
import * as HookId from "@hookline/schema/HookId"
import * as Schema from "effect/Schema"

const source = { dialect: "claude", scope: "project" } as const
const parts = (command: string): HookId.Parts => ({ source, event: "Stop", handler: { _tag: "Command", command } })

describe("HookId", () => {
  it("is a name where the hook has one, and a short digest where it has none", () => {
    assert.strictEqual(HookId.make({ ...parts("./guard.sh"), name: "guard" }), "claude/Stop/guard")
    assert.match(HookId.make(parts("./guard.sh")), /^claude\/Stop\/[0-9a-f]{12}$/)
  })

  it("tells where the hook comes from", () => {
    const idOf = (from: HookId.Parts["source"]) => HookId.make({ ...parts("x"), source: from, name: "n" })
    assert.strictEqual(idOf({ ...source, plugin: "guards" }), "guards/Stop/n")
    assert.strictEqual(idOf({ ...source, scope: "user" }), "user:claude/Stop/n")
    assert.strictEqual(idOf({ ...source, skill: "deploy" }), "skill:deploy/Stop/n")
  })

  it.prop("is another one for another text, matcher or kind", [Handler, Handler], ([one, other]) => {
    const same = one._tag === other._tag && textOf(one) === textOf(other)
    const idOf = (handler: Handler) => HookId.make({ source, event: "Stop", handler })
    assert.strictEqual(idOf(one) === idOf(other), same)
    assert.notStrictEqual(idOf(one), HookId.make({ source, event: "Stop", matcher: "Bash", handler: one }))
  })

  it.prop("is told apart for each of many", [Schema.Array(Schema.Literals(["a", "b", "c~2", "c"]))], ([ids]) => {
    const told = HookId.distinct(ids.map((id) => ({ id })))
    assert.strictEqual(new Set(told.map(({ id }) => id)).size, ids.length)
    assert.deepStrictEqual(
      told.map(({ id }, index) => id.startsWith(ids[index] ?? "?")),
      ids.map(() => true)
    )
  })
})
