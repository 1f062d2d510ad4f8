/** The records of a log that a command line asks for. */
import { type Filter, filter } from "@hookline/coordinator/AuditQuery"
import type { AuditRecord } from "@hookline/coordinator/AuditRecords"
import type * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { nameOf } from "./eventArguments.ts"
import type { flags } from "./logFlags.ts"
import { timeFrom } from "./logTime.ts"
import { Problem } from "./Problem.ts"

const verdicts = { pass: "Pass", allow: "Allow", ask: "Ask", defer: "Defer", deny: "Deny" } as const

const kinds = { event: "Event", injection: "Injection", approval: "Approval", lost: "Lost" } as const

/** What the command line says. */
export type Said = Command.Command.Config.Infer<typeof flags> & {
  readonly project: Option.Option<string>
  readonly json: boolean
}

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

/** The records that are wanted. */
export const selected = Effect.fnUntraced(function* (all: ReadonlyArray<AuditRecord>, said: Said) {
  const from = yield* moment(said.since, "since")
  const until = yield* moment(said.until, "until")
  if (Option.isSome(said.last) && said.last.value < 1) {
    return yield* new Problem({
      message: `--last is how many records are shown, from 1 on; ${said.last.value} is none`
    })
  }
  const wanted: Filter = {
    ...(from !== undefined && { from }),
    ...(until !== undefined && { until }),
    ...(Option.isSome(said.event) && { event: nameOf(said.event.value) }),
    ...(Option.isSome(said.session) && { session: said.session.value }),
    ...(Option.isSome(said.verdict) && { verdict: verdicts[said.verdict.value] }),
    ...(Option.isSome(said.kind) && { kind: kinds[said.kind.value] })
  }
  const found = Option.isSome(said.hook) ? ofHook(all, said.hook.value, wanted) : filter(all, wanted)
  return Option.isSome(said.last) ? found.slice(-said.last.value) : found
})
