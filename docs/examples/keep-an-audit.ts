// Keeps an audit log, verifies it, and shows what verifying says of a log that somebody edited.
import { Audit } from "@hookline/coordinator/Audit"
import { readLog } from "@hookline/coordinator/AuditFiles"
import * as AuditLog from "@hookline/coordinator/AuditLog"
import { statistics } from "@hookline/coordinator/AuditQuery"
import { records } from "@hookline/coordinator/AuditRecords"
import { verify } from "@hookline/coordinator/AuditVerify"
import * as Effect from "effect/Effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const folder = mkdtempSync(join(tmpdir(), "audit-"))

const hook = { id: "PreToolUse/guard", kind: "Command", status: "ran", millis: 12, verdict: "Deny" } as const

const recorded = Effect.gen(function* () {
  const audit = yield* Audit
  for (const output of ["API_KEY=abc123 is not for you", "nor is this"])
    yield* audit.record({
      _tag: "Event",
      event: "PreToolUse",
      start: 0,
      end: 12,
      verdict: "Deny",
      reasons: [],
      hooks: [{ ...hook, output }]
    })
}).pipe(Effect.provide(AuditLog.layer({ folder })))

const program = Effect.gen(function* () {
  yield* recorded
  const log = yield* readLog(folder)
  const edited = { ...log, files: log.files.map(({ name, text }) => ({ name, text: text.replace("Deny", "Pass") })) }
  return { all: records(log), sound: verify(log), edited: verify(edited) }
})

const { all, edited, sound } = await Effect.runPromise(program)
rmSync(folder, { recursive: true })

const outputs = all.flatMap(({ entry }) => (entry._tag === "Event" ? entry.hooks.map(({ output }) => output) : []))

export const kept = { outputs, sound, edited, statistics: statistics(all) }

console.log(kept.outputs) // [ 'API_KEY=[redacted] is not for you', 'nor is this' ]
console.log(kept.sound.isSound, kept.sound.records) // true 2
console.log(kept.edited.faults.map(({ line, text }) => `${line}: ${text}`)) // [ '1: This is not what was written here.' ]
console.log(kept.statistics.map(({ denials, p95, runs }) => ({ denials, p95, runs }))) // [ { denials: 2, p95: 12, runs: 2 } ]
