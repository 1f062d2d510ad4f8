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
          const hooks = { PreToolUse: [{ hooks: [{ type: "command", command: "echo no >&2; exit 2" }] }] }
          const { project } = yield* TestProject.make({
            ".amplifier/hooks/hooks.json": { json: { hooks } },
            ".hookline/settings.json": { json: { failure_policy: "closed" } }
          })
          const input = JSON.stringify({
            hook_event_name: "PreToolUse",
            session_id: "s",
            tool_name: "Bash",
            tool_input: { command: "ls" }
          })
          const from = path.join(path.dirname(bin), "../bundle")
          const parts = fs.readdirSync(from).filter((name) => name.endsWith(".cjs"))
          const folder = path.join(project, "installed")
          fs.cpSync(path.dirname(bin), path.join(folder, "bin"), { recursive: true })
          fs.mkdirSync(path.join(folder, "bundle"))
          for (const name of parts) fs.copyFileSync(path.join(from, name), path.join(folder, "bundle", name))
          const script = path.join(folder, "bin/hookline.js")
          const command = commandIn(claudeHost, "PreToolUse", "closed", [process.execPath, script])
          for (const part of parts) {
            const file = path.join(folder, "bundle", part)
            fs.writeFileSync(file, "")
            const { status, stdout } = yield* runBySh(command, project, input)
            const isDenied = status === 2 || (status === 0 && stdout.includes(`"permissionDecision":"deny"`))
            assert.isTrue(isDenied, `${part}: ${status} ${stdout}`)
            fs.copyFileSync(path.join(from, part), file)
          }
        })
      ),
    300_000
  )
})
