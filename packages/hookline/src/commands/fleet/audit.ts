/** `hookline fleet log` and `hookline fleet verify`: the audit that machines have sent, as the database has it. */
import * as AuditCheck from "@hookline/fleet/AuditCheck"
import { type AuditRow, Store } from "@hookline/fleet/Store"
import { isJson } from "@hookline/schema/Json"
import { counted } from "@hookline/node/kit/output/units"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { print } from "../context.ts"
import { asProblem, Problem } from "../Problem.ts"
import { sentence } from "../../output/sentence.ts"
import type { LogFlags, VerifyFlags } from "./command.ts"
import { withStore } from "./database.ts"
import { momentOf, showTable } from "./show.ts"

type Rows = typeof Store.Service

interface Selection {
  readonly machine?: string
  readonly session?: string
  readonly writer?: string
}

const page = 1000

/** Reads all rows of a selection, page by page. `take` gets each page, so that no more than one is in memory. */
const eachPage = Effect.fnUntraced(function* (
  store: Rows,
  organisation: string,
  selection: Selection,
  take: (rows: ReadonlyArray<AuditRow>) => void
) {
  let after: AuditRow | undefined
  while (true) {
    const rows = yield* store.audit(organisation, { ...selection, limit: page, ...(after !== undefined && { after }) })
    take(rows)
    after = rows.at(-1)
    if (after === undefined || rows.length < page) return
  }
})

const entryOf = (line: string): unknown => {
  try {
    const record: unknown = JSON.parse(line)
    return isJson(record) ? (record["entry"] ?? record) : record
  } catch {
    // The line is shown as it is; `verify` reports it.
    return line
  }
}

const selectionOf = (machine: Option.Option<string>, session: Option.Option<string> = Option.none()): Selection => ({
  ...(Option.isSome(machine) && { machine: machine.value }),
  ...(Option.isSome(session) && { session: session.value })
})

export const log = Effect.fnUntraced(function* (flags: LogFlags) {
  if (Option.isSome(flags.last) && flags.last.value < 1) {
    return yield* new Problem({
      message: `--last is how many records are shown, from 1 on; ${flags.last.value} is none`
    })
  }
  const all = yield* withStore(flags, (store) => {
    const found: Array<AuditRow> = []
    return Effect.as(
      Effect.mapError(
        eachPage(store, flags.organisation, selectionOf(flags.machine, flags.session), (rows) => {
          found.push(...rows)
        }),
        asProblem
      ),
      found
    )
  })
  const ordered = all.toSorted((one, other) => one.at - other.at)
  const wanted = Option.isSome(flags.last) ? ordered.slice(-flags.last.value) : ordered
  const output = {
    version: 1,
    organisation: flags.organisation,
    records: wanted.map(({ at, line, machine, n, writer }) => ({ at, machine, writer, n, entry: entryOf(line) }))
  }
  return yield* print(flags.json, output, showTable, {
    head: ["time", "machine", "session", "event", "verdict"],
    rows: wanted.map(({ at, event = "", machine, session = "", verdict = "" }) => [
      momentOf(at),
      machine,
      session,
      event,
      verdict
    ]),
    empty: "No machine has sent such a record: `audit` of the setting `fleet` lets one send its log."
  })
})

/** Formats the first fault that counts. */
const faultOf = (faults: AuditCheck.Checked["faults"]): string => {
  const found = faults.find(({ level }) => level === "error") ?? faults[0]
  if (found === undefined) return "it does not hold"
  return found.line === undefined ? found.text : `record ${found.line}: ${found.text}`
}

export const verify = Effect.fnUntraced(function* (flags: VerifyFlags) {
  const all = yield* withStore(flags, (store) =>
    Effect.mapError(Effect.provideService(AuditCheck.verifyAll(flags.organisation), Store, store), asProblem)
  )
  const checked = all
    .filter(({ machine }) => Option.isNone(flags.machine) || flags.machine.value === machine)
    .map(({ faults, isSound, machine, records, writer }) => ({
      machine,
      writer,
      records,
      fault: isSound ? undefined : faultOf(faults)
    }))
  const broken = checked.filter(({ fault }) => fault !== undefined)
  const records = checked.reduce((sum, { records: count }) => sum + count, 0)
  const output = {
    version: 1,
    organisation: flags.organisation,
    sound: broken.length === 0,
    records,
    logs: checked.map(({ fault, ...log }) => ({ ...log, ...(fault !== undefined && { fault }) }))
  }
  if (flags.json || broken.length === 0) {
    const text = `The kept audit holds: ${counted(records, "record")} in ${counted(checked.length, "log")}.`
    yield* print(flags.json, output, sentence, text)
  }
  if (broken.length === 0) return
  return yield* new Problem({
    message: [
      "the kept audit does not hold:",
      ...broken.map(({ fault, machine, writer }) => `${machine}, log ${writer}: ${fault}`)
    ].join("\n")
  })
})
