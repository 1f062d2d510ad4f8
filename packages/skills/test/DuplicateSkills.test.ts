// A skill that is open by its file, and told by its host besides: one skill, each of whose hooks runs once.
import { assert, describe, it } from "@effect/vitest"
import { Pipeline } from "@hookline/core/Pipeline"
import { Skills } from "@hookline/skills/Skills"
import * as Effect from "effect/Effect"
import { front, inProject, ran } from "./fixtures.ts"

const hookOf = (command: string) => ({ type: "command", command, name: command })

const loaded = (folder: string, ...commands: ReadonlyArray<string>) =>
  Effect.flatMap(Pipeline, ({ run }) =>
    run({
      event: "skill:loaded",
      data: {
        session_id: "s",
        skill_name: "deploy",
        skill_directory: folder,
        hooks: { PreToolUse: [{ hooks: commands.map(hookOf) }] }
      }
    })
  )

describe("a skill that its host tells besides", () => {
  it.live("runs each of its hooks once", () =>
    inProject(
      { ".amplifier/skills/deploy/SKILL.md": front(["guard"], { more: ["name: guard"] }) },
      ({ project }) =>
        Effect.scoped(
          Effect.gen(function* () {
            const { activate } = yield* Skills
            yield* activate("deploy", { session: "s" })
            assert.strictEqual((yield* ran("s")).length, 1)
            yield* loaded(`${project}/.amplifier/skills/deploy`, "guard", "other")
            const ids = yield* ran("s")
            assert.deepStrictEqual(
              ids.map((id) => id.slice(id.lastIndexOf("/") + 1)),
              ["guard", "other"]
            )
          })
        ),
      { script: { guard: {}, other: {} } }
    )
  )
})
