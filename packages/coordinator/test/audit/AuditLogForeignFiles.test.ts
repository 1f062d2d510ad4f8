// What others have done to a log's folder, or to its file, before a process goes on with it.
import { assert, describe, it } from "@effect/vitest"
import { Audit, type Entry } from "@hookline/coordinator/Audit"
import { readLog } from "@hookline/coordinator/AuditFiles"
import { verify } from "@hookline/coordinator/AuditVerify"
import * as Effect from "effect/Effect"
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { auditLog } from "./fixtures/auditLog.ts"

const inFolder = <A, E, R>(use: (folder: string) => Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => fs.mkdtempSync(path.join(tmpdir(), "audit-"))),
    use,
    (folder) => Effect.sync(() => fs.rmSync(folder, { recursive: true }))
  )

const injection = (by: string): Entry => ({
  _tag: "Injection",
  by,
  role: "system",
  bytes: 4,
  fate: "given",
  text: "text"
})

const record = (...by: ReadonlyArray<string>) =>
  Effect.flatMap(Audit, (audit) => Effect.forEach(by, (one) => audit.record(injection(one))))

/** Nobody else is there. */
const turns = { take: () => () => undefined, days: 90 }

const filesIn = (folder: string): ReadonlyArray<string> =>
  fs.readdirSync(folder).filter((name) => name.endsWith(".jsonl"))

describe("a log", () => {
  for (const mode of [0o755, 0o770, 0o701]) {
    // proves: docs/security.md
    it.live(`closes a folder that others may look into (${mode.toString(8)})`, () =>
      inFolder((folder) =>
        Effect.gen(function* () {
          fs.mkdirSync(path.join(folder, "heads"))
          for (const one of [folder, path.join(folder, "heads")]) fs.chmodSync(one, mode)
          yield* Effect.provide(record("a"), auditLog({ folder }))
          for (const one of [folder, path.join(folder, "heads")]) {
            assert.strictEqual((fs.statSync(one).mode & 0o777).toString(8), "700")
          }
        })
      )
    )
  }

  it.live("is not gone on with where somebody has written a record of it once more", () =>
    inFolder((folder) =>
      Effect.gen(function* () {
        const layer = auditLog({ folder, turns })
        yield* Effect.provide(record("a", "b"), layer)
        const [first = ""] = filesIn(folder)
        const file = path.join(folder, first)
        const [line] = fs.readFileSync(file, "utf8").split("\n")
        fs.appendFileSync(file, `${line}\n`)
        const before = fs.readFileSync(file, "utf8")
        yield* Effect.provide(record("c"), layer)
        assert.strictEqual(fs.readFileSync(file, "utf8"), before)
        assert.strictEqual(filesIn(folder).length, 2)
        assert.include(
          verify(yield* readLog(folder)).faults.map(({ kind }) => kind),
          "moved"
        )
      })
    )
  )
})
