// A payload whose depth a model chooses. It is answered by the guard, or by the failure policy, and never passes in silence.
import { assert, describe, it } from "@effect/vitest"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { isWhole } from "@hookline/testing/kit/internal/isWhole"
import { hooklineIn } from "../commands/hookline.ts"

const guard = { json: { hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "echo mine >&2; exit 2" }] }] } } }

const shapes: Readonly<Record<string, (depth: number) => string>> = {
  lists: (depth) => "[".repeat(depth) + "]".repeat(depth),
  objects: (depth) => '{"a":'.repeat(depth) + "1" + "}".repeat(depth),
  both: (depth) => '[{"command":'.repeat(depth) + '"ls"' + "}]".repeat(depth)
}

const hosts = {
  claude: ["PreToolUse", "Bash"],
  codex: ["PreToolUse", "Bash"],
  gemini: ["BeforeTool", "run_shell_command"],
  amplihack: ["PreToolUse", "Bash"]
} as const

const depths = [100, 2500, 20_000]

const isDenied = (stdout: string, exit: number | null): boolean =>
  exit === 2 || /"(?:permissionDecision|decision)":"(?:deny|block)"/.test(stdout)

describe.concurrent("a tool's input", () => {
  for (const policy of ["closed", "open"] as const)
    for (const [at, [host, [event, tool]]] of Object.entries(hosts).entries())
      it.live(`of any depth is denied by a guard of ${host}, or told under open: ${policy}`, () =>
        Effect.gen(function* () {
          const place = yield* TestProject.make({
            "~/.amplifier/hooks/hooks.json": guard,
            "~/.hookline/settings.json": { json: { failure_policy: policy } }
          })
          for (const [row, [shape, of]] of Object.entries(shapes).entries()) {
            // A slice has each shape at one depth, and another one for the next host.
            for (const depth of isWhole ? depths : [depths[(row + at) % depths.length] ?? 0]) {
              const text = `{"hook_event_name":"${event}","session_id":"s","tool_name":"${tool}","tool_input":{"command":"ls","x":${of(depth)}}}`
              const { exit, stderr, stdout } = yield* hooklineIn(place, ["dispatch", "--host", host], { input: text })
              const told = `${shape} of ${depth}: ${exit} ${stdout.slice(0, 300)} ${stderr.slice(0, 300)}`
              assert.isTrue(isDenied(stdout, exit) || (policy === "open" && (stdout + stderr).length > 10), told)
            }
          }
        }).pipe(Effect.scoped)
      )
})
