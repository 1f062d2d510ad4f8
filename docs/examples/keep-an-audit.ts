// Keeps an audit log, verifies it, and verifies it again after an edit.
import { readLog } from "@hookline/coordinator/AuditFiles"
import * as AuditLog from "@hookline/coordinator/AuditLog"
import { statistics } from "@hookline/coordinator/AuditQuery"
import { records } from "@hookline/coordinator/AuditRecords"
import { verify } from "@hookline/coordinator/AuditVerify"
import { CommandRunner } from "@hookline/core/Runners"
import * as Trust from "@hookline/core/Trust"
import { cases } from "@hookline/schema/HookEvent"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Hookline } from "hookline"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const folder = mkdtempSync(join(tmpdir(), "audit-"))

// A guard that shows the model a secret. The log does not keep it.
const runner = Layer.succeed(CommandRunner)({
  run: () => Effect.succeed({ _tag: "Exit", code: 2, stdout: "", stderr: "API_KEY=abc123 is not for you" })
})

const hooks = Hookline.layer({
  project: "examples/guarded-project",
  trust: Trust.layerAll,
  provide: [runner, AuditLog.layer({ folder })]
})

const recorded = Effect.gen(function* () {
  const { emit } = yield* Hookline
  for (const command of ["git push", "git push --force"])
    yield* emit(cases.PreToolUse.make({ toolName: "Bash", toolInput: { command }, sessionId: "s1" }))
}).pipe(Effect.provide(hooks))

const program = Effect.gen(function* () {
  // The layer has closed after this, and has written the log to its end.
  yield* recorded
  const log = yield* readLog(folder)
  const edited = { ...log, files: log.files.map(({ name, text }) => ({ name, text: text.replace("Deny", "Pass") })) }
  return { all: records(log), sound: verify(log), edited: verify(edited) }
})

const { all, edited, sound } = await Effect.runPromise(program)
rmSync(folder, { recursive: true })

const outputs = all.flatMap(({ entry }) => (entry._tag === "Event" ? entry.hooks.map(({ output }) => output) : []))

export const kept = { outputs, sound, edited, statistics: statistics(all) }

console.log(kept.outputs) // [ 'API_KEY=[redacted] is not for you', 'API_KEY=[redacted] is not for you' ]
console.log(kept.sound.isSound, kept.sound.records) // true 2
console.log(kept.edited.faults.map(({ line, text }) => `${line}: ${text}`)) // [ '1: This is not what was written here.' ]
console.log(kept.statistics.map(({ denials, runs }) => ({ denials, runs }))) // [ { denials: 2, runs: 2 } ]
