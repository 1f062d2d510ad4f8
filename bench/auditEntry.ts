// The record that benches of the audit log write.
import type { Entry } from "@hookline/coordinator/Audit"

/** Returns the record of an event with one hook, as most have, that printed a JSON reply. */
export const entry = (start: number): Entry => ({
  _tag: "Event",
  event: "PreToolUse",
  session: "0b7c3a3e-6f0e-4f6f-9d55-0d2f5b0f4a11",
  start,
  end: start + 12,
  verdict: "Allow",
  reasons: [{ by: "project/PreToolUse/3f2a9c017b44", text: "it only reads" }],
  hooks: [
    {
      id: "project/PreToolUse/3f2a9c017b44",
      kind: "Command",
      file: "/home/me/work/project/.claude/settings.json",
      status: "ran",
      millis: 11.4,
      verdict: "Allow",
      output:
        '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","permissionDecisionReason":"it only reads"}}\n'
    }
  ]
})
