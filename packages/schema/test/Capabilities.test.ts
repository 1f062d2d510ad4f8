import { assert, describe, it } from "@effect/vitest"
import * as Capabilities from "@hookline/schema/Capabilities"
import * as HookEvent from "@hookline/schema/HookEvent"

const small = { arbitrary: { size: 5 } }

/** What events of this name carry; only settings' events differ among themselves. */
const of = (tag: HookEvent.Tag): Capabilities.Capabilities =>
  // `of` looks at the tag and, of a change of settings, at its source.
  Capabilities.of({ _tag: tag, source: "user_settings" } as unknown as HookEvent.HookEvent)

const tags: ReadonlyArray<HookEvent.Tag> = [...HookEvent.names, "Other"]

describe("Carries", () => {
  it("knows every event", () => {
    for (const tag of tags) assert.isObject(of(tag), tag)
  })

  it.prop(
    "is one and the same for all events of a name, but a policy's own settings",
    [HookEvent.HookEvent],
    ([event]) => {
      const policy = event._tag === "ConfigChange" && event.source === "policy_settings"
      if (!policy) assert.strictEqual(Capabilities.of(event), of(event._tag))
    },
    small
  )

  it("lets a failure deny only what can be denied", () => {
    for (const tag of tags) if (of(tag).failsClosed) assert.include(of(tag).verdicts, "Deny", tag)
  })

  it("lets no failure keep an agent from stopping", () => {
    for (const tag of ["Stop", "SubagentStop", "TaskCompleted", "TeammateIdle"] as const) {
      assert.deepStrictEqual(of(tag).verdicts, ["Deny"], tag)
      assert.isFalse(of(tag).failsClosed, tag)
    }
  })

  it("turns a block into text for the model only where the model can be told something", () => {
    for (const tag of tags) if (of(tag).blockBecomes === "context") assert.isTrue(of(tag).context, tag)
  })

  it("takes plain text for the model only where the model can be told something", () => {
    const plain = tags.filter((tag) => of(tag).plainText)
    assert.sameMembers(plain, ["SessionStart", "UserPromptSubmit", "UserPromptExpansion", "PostModelSwitch"])
    for (const tag of plain) assert.isTrue(of(tag).context, tag)
  })

  it("gives a tool call every verdict, a changed input, context and halts", () => {
    const { changes, context, halts, verdicts } = of("PreToolUse")
    assert.deepStrictEqual(
      { changes, context, halts, verdicts },
      {
        changes: ["input"],
        context: true,
        halts: true,
        verdicts: ["Allow", "Ask", "Defer", "Deny"]
      }
    )
  })

  it("lets nobody block what has already happened", () => {
    for (const tag of ["PostToolUse", "PostToolUseFailure", "SessionStart", "SessionEnd", "Notification"] as const) {
      assert.deepStrictEqual(of(tag).verdicts, [], tag)
    }
    assert.strictEqual(of("PostToolUse").blockBecomes, "context")
    assert.strictEqual(of("PostToolUseFailure").blockBecomes, "context")
    assert.deepStrictEqual(of("PostToolUse").changes, ["result"])
  })

  it("lets a prompt be blocked, rewritten and added to", () => {
    const { changes, context, verdicts } = of("UserPromptSubmit")
    assert.deepStrictEqual(
      { changes, context, verdicts },
      { changes: ["prompt"], context: true, verdicts: ["Ask", "Deny"] }
    )
  })

  it("lets nobody block a policy's change of settings", () => {
    const change = (source: string) => Capabilities.of(HookEvent.cases.ConfigChange.make({ source }))
    assert.include(change("user_settings").verdicts, "Deny")
    assert.deepStrictEqual(change("policy_settings").verdicts, [])
    assert.isFalse(change("policy_settings").failsClosed)
  })

  it("lets an event that nobody knows carry context, and no more", () => {
    const { changes, context, effects, halts, verdicts } = of("Other")
    assert.deepStrictEqual(
      { changes, context, effects, halts, verdicts },
      { changes: [], context: true, effects: [], halts: false, verdicts: [] }
    )
  })

  it("lets every event ring the terminal's bell, and knows the effects of each", () => {
    for (const tag of tags) assert.isTrue(Capabilities.hasEffect(of(tag), "terminalSequence"), tag)
    assert.isTrue(Capabilities.hasEffect(of("SessionStart"), "watchPaths"))
    assert.isFalse(Capabilities.hasEffect(of("PreToolUse"), "watchPaths"))
    assert.isFalse(Capabilities.hasEffect(of("PreToolUse"), "toString"))
  })

  it("lets a failure deny an event with a tag that no event has, because it may be that of an action", () => {
    for (const _tag of ["preToolUse", "constructor", "", undefined])
      // A program that is not compiled emits anything.
      assert.isTrue(Capabilities.of({ _tag } as unknown as HookEvent.HookEvent).failsClosed)
  })
})
