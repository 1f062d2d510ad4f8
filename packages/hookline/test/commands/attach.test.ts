// A host's settings with us in them, through the real file: what it calls then is what answers.
import { assert, describe, it } from "@effect/vitest"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import path from "node:path"
import { hooklineIn } from "./hookline.ts"

const settings = `{\r\n\t// mine\r\n\t"model": "x",\r\n\t"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "mine"}]}]}\r\n}`

const guard = {
  ".amplifier/hooks/hooks.json": {
    json: { hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "echo no >&2; exit 2", timeout: 9 }] }] } }
  }
}

interface Entry {
  readonly matcher?: string
  readonly hooks: ReadonlyArray<{ readonly command: string; readonly timeout?: number }>
}

describe("hookline attach", () => {
  it.live("lets the host call us for its events, and detach brings back every byte", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const project = yield* TestProject.make({ ...guard, ".claude/settings.json": settings })
        const file = path.join(project.project, ".claude/settings.json")
        const first = yield* hooklineIn(project, ["attach", "claude", "--scope", "project"])
        assert.strictEqual(first.exit, 0)
        assert.match(first.stdout, /\.claude\/settings\.json: \d+ added \(written\)/)
        const text = readFileSync(file, "utf8")
        assert.include(text, "\r\n\t// mine\r\n")
        // It is JSON but for the comment, which says nothing.
        const { hooks } = JSON.parse(text.replace("// mine", "")) as {
          hooks: Readonly<Record<string, ReadonlyArray<Entry>>>
        }
        assert.strictEqual(hooks["Stop"]?.[0]?.hooks[0]?.command, "mine")
        const entry = hooks["PreToolUse"]?.[0]
        assert.strictEqual(entry?.matcher, "*")
        assert.isAbove(entry?.hooks[0]?.timeout ?? 0, 9)
        // What stands there is what a host runs.
        const payload = {
          hook_event_name: "PreToolUse",
          session_id: "s",
          tool_name: "Bash",
          tool_input: { command: "x" }
        }
        const called = spawnSync("/bin/sh", ["-c", entry?.hooks[0]?.command ?? "exit 9"], {
          cwd: project.project,
          env: { HOME: project.home, PATH: "/usr/bin:/bin" },
          input: JSON.stringify(payload),
          encoding: "utf8"
        })
        assert.strictEqual(called.stderr, "")
        assert.match(called.stdout, /"permissionDecision":"deny","permissionDecisionReason":"no"/)
        const again = yield* hooklineIn(project, ["attach", "claude", "--scope", "project"])
        assert.match(again.stdout, /is as it should be; nothing was written/)
        // We never run ourselves.
        const planned = yield* hooklineIn(project, ["plan", "PreToolUse"])
        assert.match(planned.stdout, /it is our own dispatch/)
        const out = yield* hooklineIn(project, ["detach", "claude", "--scope", "project"])
        assert.strictEqual(out.exit, 0)
        assert.strictEqual(readFileSync(file, "utf8"), settings)
        assert.isFalse(existsSync(`${file}.before-hookline`))
      })
    )
  )

  it.live("leaves a malformed file alone, and says where it is", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const project = yield* TestProject.make({ ".claude/settings.json": '{"hooks": [}' })
        const { exit, stderr } = yield* hooklineIn(project, ["attach", "claude", "--scope", "project"])
        assert.strictEqual(exit, 1)
        assert.match(stderr, /settings\.json:1:\d+: .*left as it is/)
      })
    )
  )

  it.live("says how a host is called that has no settings for it", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const project = yield* TestProject.make({ ".hookline/.keep": "" })
        const { exit, stderr } = yield* hooklineIn(project, ["attach", "amplifier"])
        assert.strictEqual(exit, 1)
        assert.include(stderr, "hookline dispatch --host amplifier")
      })
    )
  )
})
