// Entries whose required text is blank: they run, do nothing, and end like a guard that lets the action pass.
import { assert, describe, it } from "@effect/vitest"
import { Amplifier } from "@hookline/dialects/Amplifier"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import type { File } from "@hookline/schema/Source"
import * as Effect from "effect/Effect"

const entries: ReadonlyArray<readonly [field: string, entry: Readonly<Record<string, unknown>>]> = [
  ["command", { type: "command" }],
  ["command", { type: "command", args: ["guard"] }],
  ["url", { type: "http" }],
  ["prompt", { type: "prompt" }],
  ["prompt", { type: "agent" }],
  ["server", { type: "mcp_tool", tool: "t" }],
  ["tool", { type: "mcp_tool", server: "s" }],
  ["script", { type: "python" }],
  ["path", { type: "module" }]
]

const blanks = ["", " ", "   \t", "\n", "\r\n \n", "\u00a0", "\u3000"]

const file: File = { dialect: "amplifier", scope: "user", file: "/home/hooks.json", folder: "/home" }

describe("an entry with a blank text", () => {
  for (const dialect of [ClaudeCode, Amplifier])
    for (const [field, entry] of entries)
      // proves: docs/failure-policy.md
      it.effect(`is a loss: ${field} of ${JSON.stringify(entry)} in ${dialect.name}`, () =>
        Effect.gen(function* () {
          for (const blank of blanks) {
            const hooks = { PreToolUse: [{ matcher: "Bash", hooks: [{ ...entry, [field]: blank }] }] }
            const read = yield* dialect.config.read({ ...file, dialect: dialect.name }, JSON.stringify({ hooks }))
            assert.deepStrictEqual(
              [read.hooks.length, read.diagnostics.flatMap(({ lost }) => lost?.entries ?? [])],
              [0, [1]],
              JSON.stringify(blank)
            )
          }
        })
      )
})
