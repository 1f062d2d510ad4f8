/** `hookline log`: what hooks did here, whether the log of it holds, and how each hook did. */
import { type Log, headText } from "@hookline/coordinator/AuditFiles"
import { statistics } from "@hookline/coordinator/AuditQuery"
import { linesOf, records } from "@hookline/coordinator/AuditRecords"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as ProjectAudit from "@hookline/node/kit/node/ProjectAudit"
import { printer } from "@hookline/node/kit/output/Printer"
import { follow } from "./follow.ts"
import { logIn } from "./read.ts"
import type { Flags } from "./flags.ts"
import { selected } from "./select.ts"
import { Problem } from "../Problem.ts"
import { foldersOf, print, report } from "../context.ts"
import { showRecords } from "./show.ts"
import { showStatistics } from "./showStatistics.ts"
import { headsFrom, showVerification, verifyLog } from "./verify.ts"

/** Reports the records that could not be shown, so that the output does not seem complete. */
const gaps = ({ files, unread }: Log): ReadonlyArray<string> => [
  ...unread.map(({ name, why }) => `${name} was not read: ${why}`),
  ...files.flatMap((file) => {
    const lines = linesOf(file.text).length
    const count = lines - records({ files: [file] }).length
    if (count === 0) return []
    return [
      file.text.endsWith("\n") || count > 1
        ? `${file.name}: ${count} of ${lines} lines are no records; \`hookline log --verify\` shows which`
        : `${file.name}: the last line is incomplete, as when a process is killed; all others are whole`
    ]
  })
]

/** Reports that there is no record. */
export const showEmpty = printer<{ readonly project: string; readonly isEmpty: boolean }>(({ isEmpty, project }) =>
  isEmpty
    ? `No hook has left a record in ${project} yet: \`hookline run\` and \`hookline dispatch\` write them.`
    : "No record is like that."
)

const verified = Effect.fnUntraced(function* (log: Log, folder: string, flags: Flags) {
  const kept = yield* headsFrom(flags.head)
  if (log.files.length + log.heads.length + log.unread.length + kept.length === 0)
    return yield* new Problem({ message: `there is no log in ${folder} that could be verified` })
  const found = verifyLog(log, kept, Date.now())
  yield* print(flags.json, { version: 1, folder, ...found }, showVerification, { found, folder })
  return found.isSound ? undefined : yield* new Problem({ message: "" })
})

export const log = Effect.fnUntraced(function* (flags: Flags) {
  const folders = yield* foldersOf(flags.project)
  const folder = ProjectAudit.folderOf(folders.project)
  if (flags.follow) {
    const isOther = flags.stats || flags.verify || flags.heads || Option.isSome(flags.head)
    if (!isOther) return yield* follow(folder, flags)
    return yield* new Problem({
      message: "--follow shows records as they come: leave out --stats, --verify and --heads"
    })
  }
  const found = yield* logIn(folder)
  if (flags.verify || Option.isSome(flags.head)) return yield* verified(found, folder, flags)
  if (flags.heads) return yield* Console.log(headText(verifyLog(found, [], Date.now()).heads).trimEnd())
  for (const gap of gaps(found)) yield* report(gap)
  const all = records(found)
  const wanted = yield* selected(all, flags)
  const empty = { project: folders.project, isEmpty: all.length === 0 }
  if (flags.stats) {
    const hooks = statistics(wanted)
    const statisticsOut = { version: 1, folder, hooks }
    return yield* hooks.length === 0
      ? print(flags.json, statisticsOut, showEmpty, empty)
      : print(flags.json, statisticsOut, showStatistics, hooks)
  }
  const output = { version: 1, folder, records: wanted.map(({ at, entry, file, n }) => ({ at, file, n, ...entry })) }
  return yield* wanted.length === 0
    ? print(flags.json, output, showEmpty, empty)
    : print(flags.json, output, showRecords, { records: wanted, whole: flags.text })
})
