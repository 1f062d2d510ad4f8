/**
 * Verifies the audit that a fleet keeps: each log of each machine as the chain that the machine wrote.
 *
 * @since 0.1.0
 */
import * as AuditVerify from "@hookline/coordinator/AuditVerify"
import * as Effect from "effect/Effect"
import type { StoreAway } from "./Protocol.ts"
import { type AuditRow, Store, type WriterInfo } from "./Store.ts"

/**
 * The verification of one log.
 *
 * @category models
 * @since 0.1.0
 */
export interface Checked extends AuditVerify.Verification {
  readonly machine: string
  readonly writer: string
}

/**
 * Verifies the kept records of one log, in the order of their numbers, against the number and hash that the fleet noted
 * with the last batch.
 *
 * @example
 * ```ts
 * import * as AuditCheck from "@hookline/fleet/AuditCheck"
 *
 * const checked = AuditCheck.verify({ machine: "build-1", writer: "a.jsonl", n: 0, head: "" }, [])
 * ```
 *
 * @category verifying
 * @since 0.1.0
 */
export const verify = (
  { head, machine, n, writer }: WriterInfo,
  rows: ReadonlyArray<Pick<AuditRow, "line" | "n">>
): Checked => {
  const text = rows.map(({ line }) => `${line}\n`).join("")
  const verification = AuditVerify.verify({
    files: [{ name: writer, text }],
    heads: [{ file: writer, count: n, hash: head }],
    unread: []
  })
  // A number beside its line is for queries. One that is another has been changed.
  const faults = rows.flatMap((row, index): ReadonlyArray<AuditVerify.Fault> => {
    if (row.n === index + 1) return []
    const text = `This record is kept under the number ${row.n}, and is number ${index + 1} of its log.`
    return [{ kind: "moved", level: "error", file: writer, line: index + 1, text }]
  })
  return {
    ...verification,
    isSound: verification.isSound && faults.length === 0,
    faults: [...verification.faults, ...faults],
    machine,
    writer
  }
}

const page = 1000

/**
 * Verifies all logs that a fleet keeps of an organisation, one after the other.
 *
 * @example
 * ```ts
 * import * as AuditCheck from "@hookline/fleet/AuditCheck"
 * import * as Effect from "effect/Effect"
 *
 * const isSound = Effect.map(AuditCheck.verifyAll("acme"), (logs) => logs.every((log) => log.isSound))
 * ```
 *
 * @category verifying
 * @since 0.1.0
 */
export const verifyAll = (organisation: string): Effect.Effect<ReadonlyArray<Checked>, StoreAway, Store> =>
  Effect.gen(function* () {
    const store = yield* Store
    return yield* Effect.forEach(
      yield* store.writers(organisation),
      Effect.fnUntraced(function* (log: WriterInfo) {
        const { machine, n: most, writer } = log
        const rows: Array<AuditRow> = []
        let after = 0
        for (;;) {
          const found = yield* store.audit(organisation, {
            machine,
            writer,
            after: { machine, writer, n: after },
            limit: page
          })
          // What arrives meanwhile is left to the next verification.
          rows.push(...found.filter(({ n }) => n <= most))
          after = found.at(-1)?.n ?? after
          if (found.length < page) break
        }
        return verify(log, rows)
      })
    )
  })
