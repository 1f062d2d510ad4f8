// Wherever records go, the laws of audits hold.
import * as Audit from "@hookline/coordinator/Audit"
import { readLog } from "@hookline/coordinator/AuditFiles"
import * as AuditLog from "@hookline/coordinator/AuditLog"
import { records } from "@hookline/coordinator/AuditRecords"
import { AuditTest } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"

const folder = Effect.acquireRelease(
  Effect.sync(() => fs.mkdtempSync(path.join(tmpdir(), "audit-"))),
  (made) => Effect.sync(() => fs.rmSync(made, { recursive: true }))
)

AuditTest.suite(
  "a log",
  Effect.map(folder, (made) => ({
    layer: AuditLog.layer({ folder: made }),
    read: Effect.orDie(Effect.map(readLog(made), (log) => records(log).map(({ entry }) => entry)))
  }))
)

AuditTest.suite(
  "a function that is told",
  Effect.sync(() => {
    const all: Array<Audit.Entry> = []
    return {
      layer: Audit.layer((entry) => Effect.sync(() => void all.push(entry))),
      read: Effect.sync(() => all)
    }
  }),
  { redacts: false }
)
