// The laws of audits, of the log that a machine ships: the fleet keeps each of its lines.
import { readLog } from "@hookline/coordinator/AuditFiles"
import { records } from "@hookline/coordinator/AuditRecords"
import * as FleetAudit from "@hookline/fleet/FleetAudit"
import { FleetClient } from "@hookline/fleet/FleetClient"
import * as AuditTest from "@hookline/testing/AuditTest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { setTimeout } from "node:timers/promises"
import { clientOf, newOrganisation, onGates } from "./gates.ts"

const newFolder = Effect.acquireRelease(
  Effect.sync(() => fs.mkdtempSync(path.join(tmpdir(), "hookline-audit-"))),
  (made) => Effect.sync(() => fs.rmSync(made, { recursive: true, force: true }))
)

/** Returns the lines of all logs in a folder. */
const linesIn = (folder: string): ReadonlyArray<string> =>
  fs
    .readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl"))
    .flatMap((name) => fs.readFileSync(path.join(folder, name), "utf8").split("\n"))
    .filter((line) => line !== "")

onGates("audit over a gate", (fleet) => {
  AuditTest.suite(
    "FleetAudit",
    Effect.gen(function* () {
      const at = yield* fleet
      const organisation = newOrganisation()
      const folder = yield* newFolder
      const calls = yield* clientOf(at, organisation)
      const kept = Effect.map(Effect.orDie(at.store.audit(organisation)), (rows) => rows.map(({ line }) => line))
      return {
        layer: Layer.provide(FleetAudit.layer({ folder, everyMillis: 50 }), Layer.succeed(FleetClient)(calls)),
        // What is read is in the fleet, line by line.
        read: Effect.gen(function* () {
          while ((yield* kept).toSorted().join("\n") !== linesIn(folder).toSorted().join("\n")) {
            yield* Effect.promise(() => setTimeout(20))
          }
          return records(yield* Effect.orDie(readLog(folder))).map(({ entry }) => entry)
        })
      }
    })
  )
})
