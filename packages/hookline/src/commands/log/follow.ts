/** `hookline log --follow`: the records that come, as they come. */
import type { AuditRecord } from "@hookline/coordinator/AuditRecords"
import { records } from "@hookline/coordinator/AuditRecords"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { readdirSync, statSync } from "node:fs"
import path from "node:path"
import { logIn } from "./read.ts"
import type { Flags } from "./flags.ts"
import { selected } from "./select.ts"
import type { Problem } from "../Problem.ts"
import { print, reader } from "../context.ts"
import { showRecords } from "./show.ts"
import { unreadable } from "../../output/standardOutput.ts"

/** The number of existing records that are shown first, unless `--last` is given. */
const before = 10

/** The state of a file that changes with each write. */
const lookAt = (folder: string): string => {
  try {
    return readdirSync(folder)
      .map((name) => `${name} ${statSync(path.join(folder, name), { throwIfNoEntry: false })?.size ?? ""}`)
      .join("\n")
  } catch {
    // A missing file may appear. The reader reports one that can't be read.
    return ""
  }
}

const changed = (folder: string, seen: string): Effect.Effect<string> =>
  Effect.suspend(() => {
    const now = lookAt(folder)
    return now === seen ? Effect.andThen(Effect.sleep("200 millis"), changed(folder, seen)) : Effect.succeed(now)
  })

const nameOf = ({ file, n }: AuditRecord): string => `${file} ${n}`

const printRecord = (record: AuditRecord, flags: Flags): Effect.Effect<void> => {
  const { at, entry, file, n } = record
  const output = { version: 1, at, file, n, ...entry }
  return print(flags.json, output, showRecords, { records: [record], whole: flags.text })
}

const printAll = Effect.fnUntraced(function* (folder: string, flags: Flags): Effect.fn.Return<never, Problem> {
  const shown = new Set<string>()
  // Only of what was there before is it asked how much is wanted.
  let wish: Flags = { ...flags, last: Option.orElseSome(flags.last, () => before) }
  let seen = lookAt(folder)
  while (true) {
    const all = records(yield* logIn(folder)).filter((record) => !shown.has(nameOf(record)))
    for (const record of yield* selected(all, wish)) yield* printRecord(record, flags)
    for (const record of all) shown.add(nameOf(record))
    wish = { ...flags, last: Option.none() }
    seen = yield* changed(folder, seen)
  }
})

/** Shows the last records, and then each new one, until the reader ends. */
export const follow = (folder: string, flags: Flags): Effect.Effect<never, Problem> =>
  Effect.andThen(
    flags.json ? Effect.void : Console.error(reader().paint.dim("Waiting for records; Ctrl-C ends it.")),
    Effect.raceFirst(printAll(folder, flags), unreadable)
  )
