// What processes of one session share, by the real command: one runs a hook that is to run once, and the others wait for it.
import { assert, describe, it } from "@effect/vitest"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { readFileSync } from "node:fs"
import path from "node:path"
import { hooklineIn } from "../commands/hookline.ts"

/** A skill with a hook that runs once. */
const skill = (command: string): TestProject.Files => ({
  ".hookline/.keep": "",
  ".amplifier/skills/release/SKILL.md": `---
name: release
description: Releases
hooks:
  PreToolUse:
    - hooks:
        - type: command
          once: true
          command: ${command}
---
`
})

const payload = (event: string, data: object) => JSON.stringify({ event, data: { session_id: "s1", ...data } })

/** The answers of four calls of tools at the same time, in a session with an open skill, and how often its hook ran. */
const atOnce = Effect.fnUntraced(function* (command: string) {
  const project = yield* TestProject.make(skill(command))
  const dispatch = (input: string) =>
    hooklineIn(project, ["dispatch", "--host", "amplifier"], { input, isProcess: true })
  yield* dispatch(payload("skill:loaded", { skill_name: "release" }))
  const call = dispatch(payload("tool:pre", { tool_name: "bash", tool_input: { command: "ls" } }))
  const answers = yield* Effect.all([call, call, call, call], { concurrency: "unbounded" })
  const runs = readFileSync(path.join(project.project, "runs"), "utf8").trim().split("\n").length
  return { denied: answers.filter(({ stdout }) => /"action":\s*"deny"/.test(stdout)).length, runs }
}, Effect.scoped)

describe("events of one session in several processes", () => {
  it.live("run a hook one time that runs once", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* atOnce("echo x >> runs; sleep 1"), { denied: 0, runs: 1 })
    })
  )

  // proves: docs/failure-policy.md
  it.live("each run it, one after the other, where it fails or denies", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* atOnce("echo x >> runs; echo no >&2; exit 2"), { denied: 4, runs: 4 })
    })
  )
})
