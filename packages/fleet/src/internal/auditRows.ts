/** The rows of audit: lines of machines, each log a chain of its own. */
import * as chain from "@hookline/coordinator/kit/audit/internal/chain"
import { isJson } from "@hookline/schema/Json"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import * as crypto from "node:crypto"
import { Refused } from "../Protocol.ts"
import type { AuditRow, Storing, WriterInfo } from "../Store.ts"
import { away } from "./away.ts"

interface Line {
  readonly n: number
  readonly prev: string
  readonly hash: string
  readonly line: string
}

interface Row {
  readonly machine: string
  readonly writer: string
  readonly n: number
  readonly at: number
  readonly session: string | null
  readonly event: string | null
  readonly verdict: string | null
  readonly line: string
}

const rowOf = ({ event, session, verdict, ...row }: Row): AuditRow => ({
  ...row,
  session: session ?? undefined,
  event: event ?? undefined,
  verdict: verdict ?? undefined
})

const textAt = (value: unknown, ...path: ReadonlyArray<string>): string | null => {
  let at: unknown = value
  for (const key of path) at = isJson(at) && Object.hasOwn(at, key) ? at[key] : undefined
  // What Postgres can't store is in the line, escaped; the column is for queries.
  return typeof at === "string" && at.isWellFormed() && !at.includes("\0") ? at.slice(0, 512) : null
}

/** Reads what queries select by. The line is the record; without these columns it is kept, too. */
const columnsOf = (line: string) => {
  const value: unknown = JSON.parse(line)
  const at = isJson(value) ? value["at"] : undefined
  return {
    at: typeof at === "number" && Number.isFinite(at) ? Math.trunc(at) : 0,
    session: textAt(value, "entry", "session"),
    event: textAt(value, "entry", "event"),
    verdict: textAt(value, "entry", "verdict")
  }
}

/** Why lines are no chain, or `undefined`. */
const faultOf = (lines: ReadonlyArray<Line>): string | undefined => {
  const at = lines.findIndex((line, index) => {
    const before = lines[index - 1]
    return before !== undefined && (line.n !== before.n + 1 || line.prev !== before.hash)
  })
  return at === -1 ? undefined : `record ${lines[at]?.n} does not follow the record before it`
}

export const auditOf = (sql: SqlClient, now: Fragment): Pick<Storing, "audit" | "record" | "writers"> => {
  const writerOf = (organisation: string, machine: string, writer: string) =>
    Effect.map(
      sql<WriterInfo>`
        SELECT machine, writer, n, head FROM fleet_writers
        WHERE org = ${organisation} AND machine = ${machine} AND writer = ${writer}`,
      ([row]): chain.Link => (row === undefined ? chain.genesis(writer) : { count: row.n, hash: row.head })
    )

  const refuse = (organisation: string, machine: string, writer: string, lines: ReadonlyArray<string>, why: string) => {
    const text = JSON.stringify(lines)
    return sql`
      INSERT INTO fleet_audit_refused (org, machine, writer, hash, at, reason, lines)
      VALUES (${organisation}, ${machine}, ${writer}, ${crypto.hash("sha256", text)}, ${now}, ${why}, ${text})
      ON CONFLICT DO NOTHING`.pipe(
      away("store refused records"),
      Effect.andThen(
        new Refused({ reason: `The log ${writer} of ${machine} was not kept: ${why}. Verify it: hookline log verify` })
      )
    )
  }

  /** Moves the writer on, if it is where the batch begins. Of two batches at the same time one has an effect. */
  const keep = (
    organisation: string,
    machine: string,
    writer: string,
    from: chain.Link,
    lines: Arr.NonEmptyReadonlyArray<Line>
  ) => {
    const last = Arr.lastNonEmpty(lines)
    const moved =
      from.count === 0
        ? sql`
            INSERT INTO fleet_writers (org, machine, writer, n, head, at)
            VALUES (${organisation}, ${machine}, ${writer}, ${last.n}, ${last.hash}, ${now})
            ON CONFLICT DO NOTHING RETURNING n`
        : sql`
            UPDATE fleet_writers SET n = ${last.n}, head = ${last.hash}, at = ${now}
            WHERE org = ${organisation} AND machine = ${machine} AND writer = ${writer}
              AND n = ${from.count} AND head = ${from.hash}
            RETURNING n`
    const rows = Arr.map(lines, ({ hash, line, n }) => ({
      org: organisation,
      machine,
      writer,
      n,
      ...columnsOf(line),
      hash,
      line
    }))
    return sql.withTransaction(
      Effect.flatMap(moved, (done) =>
        done.length === 0 ? Effect.succeed(false) : Effect.as(sql`INSERT INTO fleet_audit ${sql.insert(rows)}`, true)
      )
    )
  }

  const record = Effect.fnUntraced(function* (
    organisation: string,
    machine: string,
    writer: string,
    lines: ReadonlyArray<string>
  ) {
    const read: Array<Line> = []
    for (const line of lines) {
      const place = chain.read(line)
      if (place === undefined) {
        return yield* refuse(organisation, machine, writer, lines, "a line is not what was written")
      }
      read.push({ n: place.link.count, prev: place.prev, hash: place.link.hash, line })
    }
    const broken = faultOf(read)
    if (broken !== undefined) return yield* refuse(organisation, machine, writer, lines, broken)

    const from = yield* writerOf(organisation, machine, writer).pipe(away("read a log"))
    const first = read[0]
    // After a gap nothing is kept, and the result states where to go on.
    if (first === undefined || first.n > from.count + 1) return from.count

    // A batch that is sent again has to be what is kept. As each line holds the hash of the one before it, the last is enough.
    const again = read.findLast(({ n }) => n <= from.count)
    const fresh = read.filter(({ n }) => n > from.count)
    if (again !== undefined) {
      const [kept] = yield* sql<{ hash: string }>`
        SELECT hash FROM fleet_audit
        WHERE org = ${organisation} AND machine = ${machine} AND writer = ${writer} AND n = ${again.n}`.pipe(
        away("read a log")
      )
      if (kept?.hash !== again.hash) {
        return yield* refuse(organisation, machine, writer, lines, `record ${again.n} is another one than the kept one`)
      }
    }
    if (!Arr.isReadonlyArrayNonEmpty(fresh)) return from.count
    const next = fresh[0]
    if (next.prev !== from.hash) {
      return yield* refuse(organisation, machine, writer, lines, `record ${next.n} does not follow the kept records`)
    }
    const isKept = yield* keep(organisation, machine, writer, from, fresh).pipe(away("keep records"))
    if (isKept) return from.count + fresh.length
    return (yield* writerOf(organisation, machine, writer).pipe(away("read a log"))).count
  })

  return {
    record,

    writers: (organisation) =>
      sql<WriterInfo>`
        SELECT machine, writer, n, head FROM fleet_writers WHERE org = ${organisation} ORDER BY machine, writer`.pipe(
        away("read the logs")
      ),

    audit: (organisation, { after, limit = 1000, machine, session, writer } = {}) => {
      const conditions = [
        sql`org = ${organisation}`,
        ...(machine === undefined ? [] : [sql`machine = ${machine}`]),
        ...(writer === undefined ? [] : [sql`writer = ${writer}`]),
        ...(session === undefined ? [] : [sql`session = ${session}`]),
        ...(after === undefined
          ? []
          : [sql`(machine, writer, n) > (${after.machine}, ${after.writer}, CAST(${after.n} AS BIGINT))`])
      ]
      return sql<Row>`
        SELECT machine, writer, n, at, session, event, verdict, line FROM fleet_audit WHERE ${sql.and(conditions)}
        ORDER BY machine, writer, n LIMIT ${limit}`.pipe(
        Effect.map((rows) => rows.map(rowOf)),
        away("read records")
      )
    }
  }
}
