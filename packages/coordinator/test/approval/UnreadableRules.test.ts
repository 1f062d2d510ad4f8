// A file of rules that can't be read, whatever the reason: it may hold one that denies, so that nobody below is asked.
import { assert, describe, it } from "@effect/vitest"
import * as Approval from "@hookline/coordinator/Approval"
import * as ApprovalRules from "@hookline/coordinator/ApprovalRules"
import { cases } from "@hookline/schema/HookEvent"
import { TestPipeline } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as PlatformError from "effect/PlatformError"

const request = Approval.request(
  { by: "a", prompt: "sure?" },
  cases.PreToolUse.make({ toolName: "Bash", toolInput: {} })
)

const asked = (tag: PlatformError.SystemErrorTag) => {
  const error = PlatformError.systemError({ _tag: tag, module: "FileSystem", method: "readFileString" })
  const files = FileSystem.layerNoop({ readFileString: () => Effect.fail(error) })
  const below = Approval.layer(() => Effect.succeed({ answer: "allow", found: "asked" }))
  return Effect.flatMap(Approval.Approval, ({ ask }) => Effect.flatMap(request, ask)).pipe(
    Effect.provide(
      ApprovalRules.layer("/rules.json").pipe(
        Layer.provide(files),
        Layer.provide(below),
        Layer.provide(TestPipeline.thisProject)
      )
    ),
    Effect.match({ onSuccess: ({ answer }) => answer, onFailure: ({ why }) => why })
  )
}

describe("a file of rules", () => {
  for (const tag of ["PermissionDenied", "BadResource", "Busy", "InvalidData", "TimedOut", "Unknown"] as const) {
    it.effect(`that can't be read (${tag}) has nobody asked, and says so`, () =>
      Effect.gen(function* () {
        assert.match(yield* asked(tag), /rules.json can't be read/)
      })
    )
  }

  it.effect("that is not there leaves the question to whoever is below", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* asked("NotFound"), "allow")
    })
  )
})
