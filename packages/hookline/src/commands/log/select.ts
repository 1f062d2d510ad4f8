/** The records of a log that a command line asks for. */
import { type Filter, filter } from "@hookline/coordinator/AuditQuery"
import type { AuditRecord } from "@hookline/coordinator/AuditRecords"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { nameOf } from "@hookline/node/kit/cases/eventArguments"
import type { Flags } from "./flags.ts"
import { timeFrom } from "./time.ts"
import { Problem } from "../Problem.ts"

const verdicts = { pass: "Pass", allow: "Allow", ask: "Ask", defer: "Defer", deny: "Deny" } as const

const kinds = { event: "Event", injection: "Injection", approval: "Approval", lost: "Lost" } as const

const moment = (said: Option.Option<string>, name: string): Effect.Effect<number | undefined, Problem> => {
  if (Option.isNone(said)) return Effect.succeed(undefined)
  const time = timeFrom(said.value, Date.now())
  return Result.isSuccess(time)
    ? Effect.succeed(time.success)
    : Effect.fail(new Problem({ message: `--${name}: ${time.failure}` }))
}

const idsIn = (all: ReadonlyArray<AuditRecord>): ReadonlySet<string> =>
  new Set(
    all.flatMap(({ entry }) =>
      entry._tag === "Event" ? entry.hooks.map(({ id }) => id) : entry._tag === "Lost" ? [] : [entry.by]
    )
  )

/** Those of a hook, or of all hooks whose ids it is a part of. */
const ofHook = (all: ReadonlyArray<AuditRecord>, said: string, wanted: Filter): ReadonlyArray<AuditRecord> => {
  const ids = idsIn(all)
  const meant = ids.has(said) ? [said] : [...ids].filter((id) => id.includes(said))
  const found = new Set(meant.flatMap((hook) => filter(all, { ...wanted, hook })))
  return all.filter((record) => found.has(record))
}

/** Returns the records that the flags select. */
export const selected = Effect.fnUntraced(function* (all: ReadonlyArray<AuditRecord>, flags: Flags) {
  const from = yield* moment(flags.since, "since")
  const until = yield* moment(flags.until, "until")
  if (Option.isSome(flags.last) && flags.last.value < 1) {
    return yield* new Problem({
      message: `--last is how many records are shown, from 1 on; ${flags.last.value} is none`
    })
  }
  const wanted: Filter = {
    ...(from !== undefined && { from }),
    ...(until !== undefined && { until }),
    ...(Option.isSome(flags.event) && { event: nameOf(flags.event.value) }),
    ...(Option.isSome(flags.session) && { session: flags.session.value }),
    ...(Option.isSome(flags.verdict) && { verdict: verdicts[flags.verdict.value] }),
    ...(Option.isSome(flags.kind) && { kind: kinds[flags.kind.value] })
  }
  const found = Option.isSome(flags.hook) ? ofHook(all, flags.hook.value, wanted) : filter(all, wanted)
  return Option.isSome(flags.last) ? found.slice(-flags.last.value) : found
})
