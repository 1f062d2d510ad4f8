/** `hookline log`: what hooks did here, whether the log of it holds, and how each hook did. */
import { type Log, headText, readLog } from "@hookline/coordinator/AuditFiles"
import { type Filter, filter, statistics } from "@hookline/coordinator/AuditQuery"
import { type AuditRecord, linesOf, records } from "@hookline/coordinator/AuditRecords"
import { sentence } from "@hookline/core/PipelineError"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { existsSync } from "node:fs"
import * as ProjectAudit from "../ProjectAudit.ts"
import { nameOf } from "./eventArguments.ts"
import { timeFrom } from "./logTime.ts"
import { Problem } from "./Problem.ts"
import { foldersOf, json, print, project, reader } from "./setting.ts"
import { showRecord } from "./showLog.ts"
import { showStatistics } from "./showStatistics.ts"
import { headsFrom, showVerification, verifyLog } from "./verifyLog.ts"

const text = (name: string, metavar: string, description: string) =>
  Flag.String(name).pipe(Flag.withMetavar(metavar), Flag.withDescription(description), Flag.optional)

const on = (name: string, description: string) =>
  Flag.Boolean(name).pipe(Flag.withDescription(description), Flag.withDefault(false))

const verdicts = { pass: "Pass", allow: "Allow", ask: "Ask", defer: "Defer", deny: "Deny" } as const

const kinds = { event: "Event", injection: "Injection", approval: "Approval", lost: "Lost" } as const

const flags = {
  event: text("event", "NAME", "Only this event"),
  hook: text("hook", "ID", "Only this hook, by its id or a part of it"),
  verdict: Flag.Literals("verdict", ["pass", "allow", "ask", "defer", "deny"]).pipe(
    Flag.withDescription("Only events with this verdict; with --hook, where that hook said it"),
    Flag.optional
  ),
  kind: Flag.Literals("kind", ["event", "injection", "approval", "lost"]).pipe(
    Flag.withDescription("Only events, texts for the model, questions to a person, or what could not be written"),
    Flag.optional
  ),
  session: text("session", "ID", "Only this session"),
  since: text("since", "TIME", "From this time on: 30m, 2h or 7d ago, 2026-11-18, 2026-11-18T14:30"),
  until: text("until", "TIME", "Before this time"),
  last: Flag.Int("last").pipe(
    Flag.withMetavar("COUNT"),
    Flag.withDescription("Only so many, the latest"),
    Flag.optional
  ),
  text: on("text", "Show texts to their end, and what hooks printed"),
  stats: on("stats", "How each hook did: runs, denials, and its times as bars"),
  verify: on("verify", "Whether the log is what was written; exits with 1 where it is not"),
  head: text("head", "FILE|-|JSON", "With --verify: heads that --heads printed, kept where nobody changes them"),
  heads: on("heads", "Print the heads of the log, to be kept elsewhere for --verify --head")
}

type Said = Command.Command.Config.Infer<typeof flags>

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
const selected = Effect.fnUntraced(function* (all: ReadonlyArray<AuditRecord>, said: Said) {
  const from = yield* moment(said.since, "since")
  const until = yield* moment(said.until, "until")
  const wanted: Filter = {
    ...(from !== undefined && { from }),
    ...(until !== undefined && { until }),
    ...(Option.isSome(said.event) && { event: nameOf(said.event.value) }),
    ...(Option.isSome(said.session) && { session: said.session.value }),
    ...(Option.isSome(said.verdict) && { verdict: verdicts[said.verdict.value] }),
    ...(Option.isSome(said.kind) && { kind: kinds[said.kind.value] })
  }
  const found = Option.isSome(said.hook) ? ofHook(all, said.hook.value, wanted) : filter(all, wanted)
  return Option.isSome(said.last) ? found.slice(Math.max(0, found.length - Math.max(0, said.last.value))) : found
})

/** What could not be shown, for whoever believes that this is all. */
const gaps = ({ files, unread }: Log): ReadonlyArray<string> => [
  ...unread.map(({ name, why }) => `${name} was not read: ${why}`),
  ...files.flatMap((file) => {
    const lines = linesOf(file.text).length
    const count = lines - records({ files: [file] }).length
    if (count === 0) return []
    return [
      file.text.endsWith("\n") || count > 1
        ? `${file.name}: ${count} of ${lines} lines are no records; \`hookline log --verify\` tells more`
        : `${file.name}: the last line was not written to its end, as when a process is killed; it alone is lost`
    ]
  })
]

const nothing = (project: string, isEmpty: boolean): string =>
  isEmpty
    ? `No hook has left a record in ${project} yet: \`hookline run\` and \`hookline dispatch\` write them.`
    : "No record is like that."

const logOf = (folder: string): Effect.Effect<Log, Problem> =>
  existsSync(folder)
    ? Effect.mapError(readLog(folder), ({ message }) => new Problem({ message: sentence(message) }))
    : Effect.succeed({ files: [], heads: [], unread: [] })

const verified = Effect.fnUntraced(function* (log: Log, folder: string, said: Said & { readonly json: boolean }) {
  const kept = yield* headsFrom(said.head)
  if (log.files.length + log.heads.length + log.unread.length + kept.length === 0)
    return yield* new Problem({ message: `there is no log in ${folder} that could be verified` })
  const found = verifyLog(log, kept, Date.now())
  yield* print(said.json, { version: 1, folder, ...found }, () => showVerification(found, folder, reader().paint))
  return found.isSound ? undefined : yield* new Problem({ message: "" })
})

export const log = Command.make(
  "log",
  { ...flags, project, json },
  Effect.fnUntraced(function* (said) {
    const folders = yield* foldersOf(said.project)
    const folder = ProjectAudit.folderOf(folders.project)
    const found = yield* logOf(folder)
    if (said.verify || Option.isSome(said.head)) return yield* verified(found, folder, said)
    if (said.heads) return yield* Console.log(headText(verifyLog(found, [], Date.now()).heads).trimEnd())
    for (const gap of gaps(found)) yield* Console.error(`hookline: ${gap}`)
    const all = records(found)
    const wanted = yield* selected(all, said)
    const empty = nothing(folders.project, all.length === 0)
    if (said.stats) {
      const hooks = statistics(wanted)
      return yield* print(said.json, { version: 1, folder, hooks }, () =>
        hooks.length === 0 ? empty : showStatistics(hooks, reader().paint)
      )
    }
    const output = wanted.map(({ at, entry, file, n }) => ({ at, file, n, ...entry }))
    return yield* print(said.json, { version: 1, folder, records: output }, () =>
      wanted.length === 0 ? empty : wanted.map((record) => showRecord(record, reader(), said.text)).join("\n")
    )
  })
).pipe(
  Command.withDescription("What hooks did here, whether the log of it holds, and how each hook did"),
  Command.withExamples([
    { command: "hookline log --since 2h --verdict deny" },
    { command: "hookline log --hook guard --text" },
    { command: "hookline log --stats --since 7d" },
    { command: "hookline log --heads >heads.jsonl && hookline log --verify --head heads.jsonl" }
  ])
)
