import { assert, describe, it } from "@effect/vitest"
import { Handler, textOf } from "@hookline/schema/Handler"
import * as HookId from "@hookline/schema/kit/HookId"
import * as Schema from "effect/Schema"

const source = { dialect: "claude", scope: "project" } as const
const origin = HookId.originOf(source, "Stop")
const parts = (command: string): HookId.Parts => ({ origin, handler: { _tag: "Command", command } })

describe("HookId", () => {
  it("is a name where the hook has one, and a short digest where it has none", () => {
    assert.strictEqual(HookId.make({ ...parts("./guard.sh"), name: "guard" }), "claude/Stop/guard")
    assert.match(HookId.make(parts("./guard.sh")), /^claude\/Stop\/[0-9a-f]{12}$/)
  })

  it("tells where the hook comes from", () => {
    const idOf = (from: Parameters<typeof HookId.originOf>[0]) =>
      HookId.make({ ...parts("x"), origin: HookId.originOf(from, "Stop"), name: "n" })
    assert.strictEqual(idOf({ ...source, plugin: "guards" }), "guards/Stop/n")
    assert.strictEqual(idOf({ ...source, scope: "user" }), "user:claude/Stop/n")
    assert.strictEqual(idOf({ ...source, skill: "deploy" }), "skill:deploy/Stop/n")
  })

  it.prop("is another one for another text, matcher or kind", [Handler, Handler], ([one, other]) => {
    const same = one._tag === other._tag && textOf(one) === textOf(other)
    const idOf = (handler: Handler) => HookId.make({ origin, handler })
    assert.strictEqual(idOf(one) === idOf(other), same)
    assert.notStrictEqual(idOf(one), HookId.make({ origin, matcher: "Bash", handler: one }))
  })

  const ids = Schema.Array(Schema.Literals(["a", "b", "c~2", "c"]))

  const plain = { handler: { _tag: "Command", command: "x" } } as const

  it("of hooks that share a name is made of their contents, so that none gets another's place", () => {
    const named = (command: string) => ({
      id: "claude/Stop/guard",
      name: "guard",
      handler: { _tag: "Command", command } as const
    })
    const idsOf = (...commands: ReadonlyArray<string>) => HookId.distinct(commands.map(named)).map(({ id }) => id)
    const [a, b] = idsOf("a", "b")
    assert.deepStrictEqual(idsOf("b", "a"), [b, a])
    assert.match(a ?? "", /^claude\/Stop\/guard:[0-9a-f]{12}$/)
    assert.notInclude([a, b], idsOf("b")[0])
  })

  it("is another one for another rule", () => {
    assert.notStrictEqual(HookId.make({ ...parts("x"), if: "Bash(git *)" }), HookId.make(parts("x")))
  })

  it("of twenty thousand copies is found in no time", () => {
    const copies = Array.from({ length: 20_000 }, () => ({ ...plain, id: "a" }))
    assert.strictEqual(HookId.distinct(copies).at(-1)?.id, "a~20000")
  })

  it.prop("is told apart for each of many, in several files", [ids, ids], ([first, second]) => {
    const given = new HookId.Given()
    const told = [first, second].flatMap((file) =>
      HookId.distinct(
        file.map((id) => ({ ...plain, id })),
        given
      )
    )
    assert.strictEqual(new Set(told.map(({ id }) => id)).size, first.length + second.length)
    for (const [index, id] of [...first, ...second].entries()) assert.isTrue(told[index]?.id.startsWith(id))
  })

  it("stays what it is where it is the only one", () => {
    const hooks = [
      { ...plain, id: "a" },
      { ...plain, id: "b" }
    ]
    assert.strictEqual(HookId.distinct(hooks), hooks)
  })

  it.prop(
    "makes the same ids unique whether or not they are compared by a set from the first file on",
    [Schema.Array(Schema.Array(Schema.Literals(["a", "b", "c", "c~2", "d"])))],
    ([files]) => {
      const idsBy = (given: HookId.Given) =>
        files.map((names) =>
          HookId.distinct(
            names.map((name) => ({ id: name, name, handler: parts(name).handler })),
            given
          ).map(({ id }) => id)
        )
      const bySet = new HookId.Given()
      // A set that exists is used from the first file on.
      assert.strictEqual(bySet.ids.size, 0)
      const found = idsBy(new HookId.Given())
      assert.deepStrictEqual(found, idsBy(bySet))
      assert.strictEqual(new Set(found.flat()).size, found.flat().length)
    }
  )
})
