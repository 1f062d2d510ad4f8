// A session's state that was there and can't be read: guards of skills that were open in it are missing on the next event.
import { assert, describe, it } from "@effect/vitest"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as fs from "node:fs"
import path from "node:path"
import { hooklineIn } from "../commands/hookline.ts"

const skill = `---
name: deploy
description: Deploys.
hooks:
  PreToolUse:
    - matcher: Bash
      hooks:
        - type: command
          command: "echo GUARD >&2; exit 2"
---
`

const payload = (event: string, data: object) => JSON.stringify({ event, data: { session_id: "s1", ...data } })

const loaded = payload("skill:loaded", { skill_name: "deploy" })
const call = payload("tool:pre", { tool_name: "Bash", tool_input: { command: "ls" } })

const texts: Readonly<Record<string, (text: string) => string>> = {
  "cut short": (text) => text.slice(0, -5),
  garbled: () => "\0\0\0",
  empty: () => "",
  "an object of something else": () => "{}"
}

const actions = { closed: "deny", ask: "ask_user", open: "continue" }

describe("a state of a session", () => {
  for (const [what, change] of Object.entries(texts)) {
    // proves: docs/failure-policy.md
    it.live(`that is ${what} is a failure of the next event, and of no later one`, () =>
      Effect.scoped(
        Effect.gen(function* () {
          for (const policy of ["closed", "ask", "open"] as const) {
            const place = yield* TestProject.make({
              ".git/.keep": "",
              "~/.amplifier/skills/deploy/SKILL.md": skill,
              "~/.hookline/settings.json": { json: { failure_policy: policy } }
            })
            const send = (input: string) =>
              Effect.map(hooklineIn(place, ["dispatch", "--host", "amplifier"], { input }), ({ stdout }) => stdout)
            yield* send(loaded)
            assert.match(yield* send(call), /"action":"deny".*GUARD/)
            const sessions = path.join(place.home, ".local/state/hookline/sessions")
            const names = fs.readdirSync(sessions, { recursive: true }).map(String)
            const file = path.join(sessions, names.find((name) => name.endsWith("state.json")) ?? "")
            fs.writeFileSync(file, change(fs.readFileSync(file, "utf8")))
            const next = yield* send(call)
            assert.match(next, /the state of this session can't be read, and begins anew/)
            assert.include(next, `"action":"${actions[policy]}"`)
            const later = yield* send(call)
            assert.include(later, `"action":"continue"`)
            assert.notInclude(later, "can't be read")
          }
        })
      )
    )
  }
})
