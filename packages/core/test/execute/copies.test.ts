import { assert, describe, it } from "@effect/vitest"
import { copyOfEvent, isEdited } from "@hookline/core/kit/execute/copies"
import { HookEvent } from "@hookline/schema/HookEvent"

/** Checks that no object of a copy is one of the value, so that no edit of the one reaches the other. */
const areApart = (copy: unknown, value: unknown): boolean => {
  if (typeof copy !== "object" || copy === null) return true
  if (copy === value) return false
  const [one, other] = [copy, value as object]
  return Object.keys(one).every((key) => areApart(Reflect.get(one, key), Reflect.get(other, key)))
}

describe("a copy of an event", () => {
  it.prop("equals it, has no object of it, and is not edited", [HookEvent], ([event]) => {
    const copy = copyOfEvent(event)
    assert.deepStrictEqual(copy, event)
    assert.isTrue(areApart(copy, event), JSON.stringify(event))
    assert.isFalse(isEdited(copy, event))
  })

  it("is edited by each edit of what a change may be made to", () => {
    const base = { sessionId: "s", toolName: "Bash", toolUseId: "1" }
    const edits: ReadonlyArray<(event: { toolInput: Record<string, unknown>; toolResponse: unknown }) => unknown> = [
      (event) => (event.toolInput["command"] = "rm"),
      (event) => (event.toolInput["more"] = undefined),
      (event) => delete event.toolInput["command"],
      (event) => (event.toolInput = { command: "rm" }),
      (event) => (event.toolInput["list"] as Array<unknown>).push(1),
      (event) => ((event.toolInput["list"] as Array<unknown>).length = 0),
      (event) => Object.assign(event.toolResponse as object, { out: "else" }),
      (event) => (event.toolResponse = null)
    ]
    for (const edit of edits) {
      const event: HookEvent = {
        ...base,
        _tag: "PostToolUse",
        toolInput: { command: "ls", list: [{ a: 1 }], no: undefined },
        toolResponse: { out: "text" }
      }
      const copy = copyOfEvent(event)
      assert.isFalse(isEdited(copy, event))
      // A program without types edits what is read-only.
      edit(copy as never)
      assert.isTrue(isEdited(copy, event), String(edit))
    }
  })
})
