// Reading what a hook printed, beside JSON.parse of the same text and nothing else.
import { cases } from "@hookline/schema/HookEvent"
import type { Hook } from "@hookline/schema/Hook"
import type { HookReply } from "@hookline/schema/HookReply"
import { claudeReplies } from "@hookline/dialects/kit/claude/replies"
import type { Result } from "./Result.ts"
import { rounds } from "./rounds.ts"

const hook: Hook = {
  id: "format/PreToolUse/prettier",
  event: "PreToolUse",
  handler: { _tag: "Command", command: "./format.sh" },
  once: false,
  enabled: true,
  group: { index: 0, parallel: false },
  source: { dialect: "claude", scope: "project", file: "/p/.claude/settings.json", folder: "/p/.claude", at: [] }
}

const event = cases.PreToolUse.make({ toolName: "Write", toolInput: { file_path: "/p/src/rows.ts", content: "" } })

const answer = (fields: object): string =>
  `${JSON.stringify({ hookSpecificOutput: { hookEventName: "PreToolUse", ...fields } })}\n`

const printed = [
  {
    name: "read a reply of 1 KB that changes the input / JSON.parse",
    target: 1.6,
    stdout: answer({
      permissionDecision: "allow",
      permissionDecisionReason: "Formatted before it is written, by the team's own rules.",
      updatedInput: {
        file_path: "/p/src/rows.ts",
        content: "export const rows = (count: number) => Array.from({ length: count }, (_, row) => row + 1)\n".repeat(8)
      }
    })
  },
  {
    name: "read a reply that only denies / JSON.parse",
    // A short text is parsed so fast that all else weighs more.
    target: 2,
    stdout: answer({
      permissionDecision: "deny",
      permissionDecisionReason: "This removes files that nobody has committed."
    })
  }
]

/** Both kinds of replies against the floor that any reader has. */
export const replies = async (): Promise<ReadonlyArray<Result>> => {
  const measured = rounds(
    printed.flatMap(({ name, stdout }) => {
      const reply: HookReply = { _tag: "Exit", code: 0, stdout, stderr: "" }
      if (claudeReplies.read(reply, hook, event).failure !== undefined) throw new Error(`${name}: not understood`)
      return [
        { name: `parse: ${name}`, run: (): unknown => JSON.parse(stdout) },
        { name, run: () => claudeReplies.read(reply, hook, event) }
      ]
    }),
    { samples: 300, repeats: 1000 }
  )
  const time = (name: string) => measured.find((each) => each.name === name) ?? { p50: Number.NaN, p95: Number.NaN }
  return printed.map(({ name, target }) => {
    const { p50, p95 } = time(name)
    return { name, ratio: p50 / time(`parse: ${name}`).p50, target, p50: p50 / 1000, p95: p95 / 1000, unit: "µs" }
  })
}
