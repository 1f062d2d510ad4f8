// Skills as a command has them: a host tells which come and go, and nobody opens them in a scope.
import { assert, describe, it } from "@effect/vitest"
import { Discoverer } from "@hookline/core/Discoverer"
import { Pipeline } from "@hookline/core/Pipeline"
import { Amplifier } from "@hookline/dialects/Amplifier"
import * as HookEvent from "@hookline/schema/HookEvent"
import { TestProject, TestRunner } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as NodeDiscovery from "@hookline/node/NodeDiscovery"
import { plain } from "@hookline/node/kit/output/paint"
import * as NodePipeline from "@hookline/node/NodePipeline"
import * as Listing from "hookline/kit/commands/list/Listing"

const files = {
  ".amplifier/skills/release/SKILL.md": [
    "---",
    "hooks:",
    "  PreToolUse:",
    "    - hooks:",
    "        - type: command",
    "          name: guard",
    "          command: guard",
    "---",
    ""
  ].join("\n")
}

const bash = HookEvent.cases.PreToolUse.make({ toolName: "Bash", toolInput: {}, sessionId: "s" })

describe("a host without a program of its own", () => {
  it.live("opens and closes skills by its events", () =>
    Effect.gen(function* () {
      const project = yield* TestProject.make(files)
      const layer = NodePipeline.layer({ project, host: Amplifier, provide: [TestRunner.layer({ guard: {} })] })
      yield* Effect.gen(function* () {
        const { answer, run, wants } = yield* Pipeline
        const ran = Effect.suspend(() => Effect.map(answer(bash), ({ runs }) => runs.map(({ id }) => id)))
        const data = { skill_name: "release", session_id: "s" }
        assert.isFalse(wants(bash))
        assert.deepStrictEqual(yield* ran, [])
        const answered = yield* run({ event: "skill:loaded", data })
        assert.deepStrictEqual([answered.reply.exit, answered.reports], [0, []])
        assert.isTrue(wants(bash))
        assert.deepStrictEqual(yield* ran, ["skill:release/PreToolUse/guard"])
        yield* run({ event: "skill:unloaded", data })
        assert.isFalse(wants(bash))
        assert.deepStrictEqual(yield* ran, [])
      }).pipe(Effect.provide(layer))
    })
  )

  it.live("sees in a listing what brings a hook", () =>
    Effect.gen(function* () {
      const project = yield* TestProject.make(files)
      const catalog = yield* (yield* Discoverer).discover(project)
      assert.match(
        Listing.format({ catalog, changed: new Set(), project: "/p" }, { paint: plain, relative: (file) => file }),
        /guard .*release\/SKILL\.md {2}\(with the skill release\)/
      )
    }).pipe(Effect.provide(NodeDiscovery.layer))
  )
})
