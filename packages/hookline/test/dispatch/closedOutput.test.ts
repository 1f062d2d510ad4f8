// Standard output that nobody reads: a denial is reported by the exit code, and what proceeds is not denied by it.
import { assert, describe, it } from "@effect/vitest"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { spawnSync } from "node:child_process"
import { bin, commandEnv } from "../commands/hookline.ts"

const replies = {
  denies: `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no"}}`,
  asks: `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"sure?"}}`,
  allows: `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}`,
  informs: `{"hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"text"}}`
}

const input = JSON.stringify({ hook_event_name: "PreToolUse", session_id: "s", tool_name: "Bash", tool_input: {} })

describe.concurrent("standard output that is closed", () => {
  for (const [what, reply] of Object.entries(replies))
    for (const end of [">&-", ">/dev/null", ">/dev/full"])
      it.live(`${end} where a hook ${what}`, () =>
        Effect.gen(function* () {
          const place = yield* TestProject.make({
            "~/.amplifier/hooks/hooks.json": {
              json: { hooks: { PreToolUse: [{ hooks: [{ type: "command", command: `printf '%s' '${reply}'` }] }] } }
            }
          })
          const { status, stderr } = spawnSync(
            "sh",
            ["-c", `"$0" "$@" ${end}`, process.execPath, bin, "dispatch", "--host", "claude"],
            {
              cwd: place.project,
              env: commandEnv(place.home),
              input,
              encoding: "utf8"
            }
          )
          // What could not be written to a full disk may have been anything.
          const isDenied = what === "denies" || what === "asks" || end === ">/dev/full"
          assert.strictEqual(status, isDenied ? 2 : 0, stderr)
          if (isDenied) assert.match(stderr, /could not be written to standard output/)
        }).pipe(Effect.scoped)
      )
})
