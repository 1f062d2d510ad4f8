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
import * as fs from "node:fs"
import { join } from "node:path"
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

  // proves: docs/security.md
  it.live("gives a folder that it reports no more rights than the project's, unless it is the user's own", () =>
    Effect.gen(function* () {
      const hooks = { PreToolUse: [{ hooks: [{ type: "command", name: "guard", command: "guard" }] }] }
      const project = yield* TestProject.make({
        "~/.hookline/settings.json": { json: { allow_project_hooks: false } },
        "~/skills/mine/SKILL.md": files[".amplifier/skills/release/SKILL.md"],
        "~/skills/open/SKILL.md": files[".amplifier/skills/release/SKILL.md"]
      })
      const outside = join(project.home, "../outside/skill")
      fs.mkdirSync(outside, { recursive: true })
      fs.writeFileSync(join(outside, "SKILL.md"), files[".amplifier/skills/release/SKILL.md"])
      fs.symlinkSync(outside, join(project.home, "skills/linked"))
      fs.chmodSync(join(project.home, "skills/open"), 0o777)
      const layer = NodePipeline.layer({ project, host: Amplifier, provide: [TestRunner.layer({ guard: {} })] })
      const ran = (folder: string, told: boolean) =>
        Effect.gen(function* () {
          const { answer, run } = yield* Pipeline
          const data = { skill_name: "given", session_id: "s", skill_directory: folder, ...(told && { hooks }) }
          yield* run({ event: "skill:loaded", data })
          const { runs } = yield* answer(bash)
          return runs.length
        }).pipe(Effect.provide(layer))
      for (const told of [false, true]) {
        assert.strictEqual(yield* ran(join(project.home, "skills/mine"), told), 1)
        const others = [
          outside,
          `${project.home}/../outside/skill`,
          "skills/linked",
          "skills/open",
          "skills/../../outside/skill"
        ]
        for (const folder of others) {
          const path = folder.startsWith("/") ? folder : `${project.home}/${folder}`
          assert.strictEqual(yield* ran(path, told), 0, `${path} ${told}`)
        }
      }
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
