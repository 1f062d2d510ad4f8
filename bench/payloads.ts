// Making an event of a payload, beside JSON.parse of the same text and nothing else.
import type { EventWire } from "@hookline/core/Dialect"
import { amplihackEvents } from "@hookline/dialects/kit/amplihack/events"
import { claudeEvents } from "@hookline/dialects/kit/claude/events"
import { isFailure } from "effect/Result"
import type { Result } from "./Result.ts"
import { rounds } from "./rounds.ts"

const before = `export const quantile = (times: ReadonlyArray<number>, share: number): number => {
  const sorted = [...times].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length * share)]
}
`

const after = `export const quantile = (times: ReadonlyArray<number>, share: number): number => {
  const sorted = times.toSorted((a, b) => a - b)
  // "share" may be 1, which is the last one and not the one behind it.
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
`

/** An edit of a few lines, as agents make most of. */
const canonical = JSON.stringify({
  session_id: "0b9c1f5e-6a0b-4c39-9d6d-3a1f0a4c7b21",
  transcript_path: "/home/somebody/.claude/projects/-home-somebody-work/0b9c1f5e-6a0b-4c39-9d6d-3a1f0a4c7b21.jsonl",
  cwd: "/home/somebody/work",
  permission_mode: "acceptEdits",
  hook_event_name: "PreToolUse",
  tool_name: "Edit",
  tool_input: { file_path: "/home/somebody/work/bench/quantile.ts", old_string: before, new_string: after },
  tool_use_id: "toolu_01ABCDEFGHIJKLMNOPQRSTUV"
})

const camelCase = JSON.stringify({
  sessionId: "0b9c1f5e-6a0b-4c39-9d6d-3a1f0a4c7b21",
  transcriptPath: "/home/somebody/.copilot/session-state/0b9c1f5e-6a0b-4c39-9d6d-3a1f0a4c7b21/events.jsonl",
  timestamp: "2025-11-18T08:33:20.000Z",
  cwd: "/home/somebody/work",
  hookEventName: "preToolUse",
  toolName: "edit",
  toolUseId: "toolu_01ABCDEFGHIJKLMNOPQRSTUV",
  toolArgs: JSON.stringify({ path: "/home/somebody/work/bench/quantile.ts", old_str: before, new_str: after })
})

const cases: ReadonlyArray<{ readonly name: string; readonly text: string; readonly wire: EventWire }> = [
  { name: "read a payload of 1 KB / JSON.parse", text: canonical, wire: claudeEvents },
  { name: "read one in camelCase, the input as text / JSON.parse", text: camelCase, wire: amplihackEvents }
]

export const payloads = (): Promise<ReadonlyArray<Result>> =>
  Promise.resolve(
    cases.flatMap(({ name, text, wire }) => {
      if (isFailure(wire.read(JSON.parse(text)))) throw new Error(`${name}: not understood`)
      const [alone, both] = rounds(
        [
          { name: "parse", run: () => JSON.parse(text) as unknown },
          { name: "parse and read", run: () => wire.read(JSON.parse(text)) }
        ],
        { samples: 300, repeats: 400 }
      )
      if (alone === undefined || both === undefined) return []
      return [
        { name, ratio: both.p50 / alone.p50, target: 2.5, p50: both.p50 / 1000, p95: both.p95 / 1000, unit: "µs" }
      ]
    })
  )
