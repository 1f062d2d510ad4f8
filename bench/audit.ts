// An audit log: what recording costs, with the writing, and what verifying it takes.
import { Audit } from "@hookline/coordinator/Audit"
import { readLog } from "@hookline/coordinator/AuditFiles"
import * as AuditLog from "@hookline/coordinator/AuditLog"
import { verify } from "@hookline/coordinator/AuditVerify"
import { TestPipeline } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { entry } from "./auditEntry.ts"
import type { Result } from "./Result.ts"
import { timesRow } from "./timesRow.ts"

const count = 10_000

const one = entry(1_790_000_000_000)

/** Records ten thousand, and gives the microseconds of each, on average. With `turns` each has a turn of its own, as in a host that is at rest. */
const recording = async (folder: string, turns: boolean): Promise<number> => {
  const program = Effect.gen(function* () {
    const { record } = yield* Audit
    const { flush } = yield* AuditLog.AuditLog
    const turn = Effect.promise(() => new Promise<void>((done) => setImmediate(done)))
    const started = performance.now()
    for (let index = 0; index < count; index++) {
      yield* record(one)
      if (turns) yield* turn
    }
    yield* flush
    return ((performance.now() - started) * 1000) / count
  })
  return Effect.runPromise(Effect.provide(program, Layer.provide(AuditLog.layer({ folder }), TestPipeline.thisProject)))
}

export const audit = async (): Promise<ReadonlyArray<Result>> => {
  const root = mkdtempSync(join(tmpdir(), "audit-"))
  try {
    const together: Array<number> = []
    const apart: Array<number> = []
    for (let round = 0; round < 10; round++) {
      together.push(await recording(join(root, "together"), false))
      apart.push(await recording(join(root, "apart"), true))
    }
    const verifying: Array<number> = []
    for (let round = 0; round < 10; round++) {
      const log = await Effect.runPromise(readLog(join(root, "together")))
      const started = performance.now()
      const { isSound, records } = verify(log)
      verifying.push(performance.now() - started)
      if (!isSound || records !== 10 * count) throw new Error("the log is not what was written")
    }
    return [
      timesRow("a record, of 10,000 / 50 µs", together, 50, "µs"),
      timesRow("a record, each written in a turn of its own / 50 µs", apart, 50, "µs"),
      timesRow("verify 100,000 records / 2 s", verifying, 2000, "ms")
    ]
  } finally {
    rmSync(root, { recursive: true })
  }
}
