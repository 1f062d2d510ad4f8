/** `hookline log --follow`: the records that come, as they come. */
import type { AuditRecord } from "@hookline/coordinator/AuditRecords"
import { records } from "@hookline/coordinator/AuditRecords"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { readdirSync, statSync } from "node:fs"
import path from "node:path"
import { logIn } from "./logRead.ts"
import { type Said, selected } from "./logSelect.ts"
import type { Problem } from "./Problem.ts"
import { reader } from "./setting.ts"
import { showRecord } from "./showLog.ts"
import { unreadable } from "./standardOutput.ts"

/** So many are shown of what was there before, unless it is said. */
const before = 10

/** What changes when something is written. */
const lookAt = (folder: string): string => {
  try {
    return readdirSync(folder)
      .map((name) => `${name} ${statSync(path.join(folder, name), { throwIfNoEntry: false })?.size ?? ""}`)
      .join("\n")
  } catch {
    // What is not there may come. What can't be read is told by whoever reads it.
    return ""
  }
}

const changed = (folder: string, seen: string): Effect.Effect<string> =>
  Effect.suspend(() => {
    const now = lookAt(folder)
    return now === seen ? Effect.andThen(Effect.sleep("200 millis"), changed(folder, seen)) : Effect.succeed(now)
  })

const nameOf = ({ file, n }: AuditRecord): string => `${file} ${n}`

const lineOf = (record: AuditRecord, said: Said): string => {
  const { at, entry, file, n } = record
  return said.json ? JSON.stringify({ version: 1, at, file, n, ...entry }) : showRecord(record, reader(), said.text)
}

const printAll = Effect.fnUntraced(function* (folder: string, said: Said): Effect.fn.Return<never, Problem> {
  const shown = new Set<string>()
  // Only of what was there before is it asked how much is wanted.
  let wish: Said = { ...said, last: Option.orElseSome(said.last, () => before) }
  let seen = lookAt(folder)
  while (true) {
    const all = records(yield* logIn(folder)).filter((record) => !shown.has(nameOf(record)))
    for (const record of yield* selected(all, wish)) yield* Console.log(lineOf(record, said))
    for (const record of all) shown.add(nameOf(record))
    wish = { ...said, last: Option.none() }
    seen = yield* changed(folder, seen)
  }
})

/** Shows the last records, and then each that comes, until nobody wants to read on. */
export const follow = (folder: string, said: Said): Effect.Effect<never, Problem> =>
  Effect.andThen(
    said.json ? Effect.void : Console.error(reader().paint.dim("Waiting for records; Ctrl-C ends it.")),
    Effect.raceFirst(printAll(folder, said), unreadable)
  )
