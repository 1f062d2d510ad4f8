/**
 * Waits until something changes that cases depend on.
 *
 * **Details**
 *
 * Files are looked at a few times a second: there are few of them, and systems may not report each change. Cases run hooks, and
 * hooks write: what they leave behind is no change, or each run would bring the next. So what was read for a run is
 * compared with how it was before that, and all else that lies beside the hooks with how it was afterwards.
 */
import * as Dialects from "@hookline/dialects/Dialects"
import * as Effect from "effect/Effect"
import { readdirSync, statSync } from "node:fs"
import path from "node:path"
import type { Verdict } from "@hookline/node/kit/cases/HookCases"

const markers: ReadonlyArray<string> = [...Dialects.markers, ".hookline"]

const passedOver = new Set(["node_modules", ".git"])

/** Files, each with what changes when it does. */
export type Look = ReadonlyMap<string, string>

const standingOf = (file: string): string => {
  const stat = statSync(file, { throwIfNoEntry: false })
  return stat === undefined ? "" : `${stat.ino} ${stat.size} ${stat.mtimeMs} ${stat.mode}`
}

const below = (folder: string, found: Map<string, string>): void => {
  let entries
  try {
    entries = readdirSync(folder, { withFileTypes: true })
  } catch {
    // The run itself reports a file that is missing or can't be read.
    return
  }
  for (const entry of entries) {
    const at = path.join(folder, entry.name)
    if (!entry.isDirectory()) found.set(at, standingOf(at))
    else if (!passedOver.has(entry.name)) below(at, found)
  }
}

/** Returns the state of all files beside hooks. */
export const look = (folders: ReadonlyArray<string>, files: ReadonlyArray<string>): Look => {
  const found = new Map(files.map((file) => [file, standingOf(file)]))
  for (const folder of folders) for (const marker of markers) below(path.join(folder, marker), found)
  return found
}

/** The files that a run has read: those of its cases, and those of its hooks. */
export const readBy = (verdicts: ReadonlyArray<Verdict>): ReadonlySet<string> =>
  new Set(verdicts.flatMap(({ file, output }) => [file, ...(output?.runs ?? []).map(({ source }) => source.file)]))

/** Checks whether two states differ. */
export const differ = (one: Look, other: Look): boolean =>
  one.size !== other.size || [...one].some(([file, standing]) => other.get(file) !== standing)

/** Returns the state to compare with: that before the run for files that it read, and the current one for all others. */
export const expected = (before: Look, after: Look, read: ReadonlySet<string>): Look =>
  new Map([...after, ...[...before].filter(([file]) => read.has(file))])

/** Ends when a look differs from the one that is expected. */
export const changed = (wanted: Look, now: () => Look): Effect.Effect<void> =>
  Effect.suspend(() =>
    differ(wanted, now()) ? Effect.void : Effect.andThen(Effect.sleep("200 millis"), changed(wanted, now))
  )
