// Which events can be denied: a guard under any of these guards something.
import { assert, describe, it } from "@effect/vitest"
import * as Capabilities from "@hookline/schema/Capabilities"
import * as HookEvent from "@hookline/schema/HookEvent"

const of = (tag: HookEvent.Tag): Capabilities.Capabilities =>
  // `of` looks at the tag and, of a change of settings, at its source.
  Capabilities.of({ _tag: tag, source: "user_settings" } as unknown as HookEvent.HookEvent)

const tags: ReadonlyArray<HookEvent.Tag> = [...HookEvent.names, "Other"]

describe("a denial", () => {
  it("is one before something happens, and where something ends", () => {
    assert.sameMembers(
      tags.filter((tag) => of(tag).verdicts.includes("Deny")),
      [
        "PreToolUse",
        "PermissionRequest",
        "PostToolBatch",
        "UserPromptSubmit",
        "UserPromptExpansion",
        "Stop",
        "SubagentStop",
        "TeammateIdle",
        "TaskCompleted",
        "TaskCreated",
        "Elicitation",
        "ElicitationResult",
        "PreCompact",
        "PreModelSwitch",
        "ConfigChange",
        "WorktreeCreate",
        "WorktreeRemove"
      ]
    )
  })

  it("comes of a failure everywhere but where something ends", () => {
    assert.sameMembers(
      tags.filter((tag) => of(tag).verdicts.includes("Deny") && !of(tag).failsClosed),
      ["Stop", "SubagentStop", "TeammateIdle", "TaskCompleted"]
    )
  })
})
