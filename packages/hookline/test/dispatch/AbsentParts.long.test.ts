// Every part of the bundle, cut off while its entry is under `closed`.
import { assert, describe, it } from "@effect/vitest"
import { claudeHost } from "@hookline/dialects/kit/claude/host"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as fs from "node:fs"
import * as path from "node:path"
import { bin } from "../commands/hookline.ts"
import { commandIn, runBySh } from "./absence.ts"

describe("an entry without a part of Hookline", () => {
  it.live(
    "denies under closed whichever part of the bundle is cut off, or answers as if it were whole",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          // Its condition needs a part that is loaded late.
          const guard = { type: "command", command: "echo no >&2; exit 2", if: "Bash(ls *)" }
          const hooks = { PreToolUse: [{ hooks: [guard] }] }
          const { project } = yield* TestProject.make({
            ".amplifier/hooks/hooks.json": { json: { hooks } },
            ".hookline/settings.json": { json: { failure_policy: "closed" } }
          })
          const input = JSON.stringify({
            hook_event_name: "PreToolUse",
            session_id: "s",
            tool_name: "Bash",
            tool_input: { command: "cd x && ls -l y" }
          })
          const from = path.join(path.dirname(bin), "../bundle")
          const parts = fs.readdirSync(from).filter((name) => name.endsWith(".cjs"))
          const folder = path.join(project, "installed")
          fs.cpSync(path.dirname(bin), path.join(folder, "bin"), { recursive: true })
          fs.mkdirSync(path.join(folder, "bundle"))
          for (const name of parts) fs.copyFileSync(path.join(from, name), path.join(folder, "bundle", name))
          const script = path.join(folder, "bin/hookline.js")
          const command = commandIn(claudeHost, "PreToolUse", "closed", [process.execPath, script])
          const answer = Effect.map(runBySh(command, project, input), ({ status, stdout }) => ({ status, stdout }))
          const whole = yield* answer
          assert.include(whole.stdout, `"permissionDecision":"deny"`)
          /** Cuts parts off, all at once, and where the answer is another than before, half of them, to each alone. */
          const cutOff = (some: ReadonlyArray<string>): Effect.Effect<void> =>
            Effect.gen(function* () {
              for (const part of some) fs.writeFileSync(path.join(folder, "bundle", part), "")
              const found = yield* answer
              for (const part of some) fs.copyFileSync(path.join(from, part), path.join(folder, "bundle", part))
              const isSame = found.status === whole.status && found.stdout === whole.stdout
              if (isSame) return
              const isDenied = found.status === 2 || found.stdout.includes(`"permissionDecision":"deny"`)
              assert.isTrue(isDenied, `${some.join(", ")}: ${found.status} ${found.stdout}`)
              if (some.length === 1) return
              const middle = Math.ceil(some.length / 2)
              yield* cutOff(some.slice(0, middle))
              yield* cutOff(some.slice(middle))
            })
          yield* cutOff(parts)
        })
      ),
    300_000
  )
})
