// The names under which a host puts a skill into use: its hooks are in force under each of them.
import { assert, describe, it } from "@effect/vitest"
import * as HookEvent from "@hookline/schema/HookEvent"
import { TestPipeline, TestSkills } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { front, ran } from "./fixtures.ts"

const { project } = TestPipeline.project

const used = (skill: string) =>
  HookEvent.cases.PreToolUse.make({ toolName: "Skill", toolInput: { skill }, sessionId: skill })

const expanded = (commandName: string) =>
  HookEvent.cases.UserPromptExpansion.make({
    expansionType: "slash_command",
    commandName,
    commandArgs: "",
    prompt: `/${commandName}`,
    sessionId: commandName
  })

const prompted = (name: string) => HookEvent.cases.UserPromptSubmit.make({ prompt: `/${name} now`, sessionId: name })

/** Runs the hooks of a tool after another event of its session. */
const after = (event: HookEvent.HookEvent, sessionId: string) =>
  Effect.andThen(
    ran(sessionId, event),
    ran(sessionId, HookEvent.cases.PreToolUse.make({ toolName: "Bash", toolInput: { command: "ls" }, sessionId }))
  )

const inProject = (files: Readonly<Record<string, string>>) =>
  Effect.provide(
    TestSkills.layer(TestPipeline.project, { files: TestSkills.memory(files), script: { guard: {}, other: {} } })
  )

const skills = {
  [`${project}/.claude/skills/careful-work/SKILL.md`]: front(["guard"], { name: "Working with Care" })
}

describe("the hooks of a skill", () => {
  // proves: docs/failure-policy.md
  it.effect("are in force by its name, by its folder, and regardless of case and separators", () =>
    Effect.gen(function* () {
      for (const name of [
        "careful-work",
        "working-with-care",
        "Working-with-Care",
        "working_with_care",
        "Working with Care",
        "/careful-work x"
      ]) {
        assert.lengthOf(yield* after(used(name), name), 1, name)
      }
      for (const name of ["careful-work", "working-with-care"])
        assert.lengthOf(yield* after(expanded(name), name), 1, name)
      for (const name of ["careful", "work", "-", "other"]) assert.lengthOf(yield* after(used(name), name), 0, name)
    }).pipe(inProject(skills))
  )

  it.effect("are not in force by another name in a prompt, which may be a command of the host", () =>
    Effect.gen(function* () {
      for (const name of ["Review", "REVIEW"]) assert.lengthOf(yield* after(prompted(name), name), 0, name)
      assert.lengthOf(yield* after(prompted("review"), "review"), 1)
    }).pipe(inProject({ [`${project}/.claude/skills/review/SKILL.md`]: front(["guard"], { name: "review" }) }))
  )

  it.effect("are those of the nearest name", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        (yield* after(used("careful"), "careful")).map((id) => id.split("/")[0]),
        ["skill:careful"]
      )
    }).pipe(
      inProject({
        [`${project}/.claude/skills/a/SKILL.md`]: front(["guard"], { name: "careful" }),
        [`${project}/.claude/skills/careful/SKILL.md`]: front(["other"], { name: "Other" }),
        [`${project}/.claude/skills/b/SKILL.md`]: front(["other"], { name: "CAREFUL" })
      })
    )
  )
})
