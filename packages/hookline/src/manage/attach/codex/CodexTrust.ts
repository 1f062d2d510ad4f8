/**
 * Trust of Codex in Hookline's own hooks: without it, Codex skips them in silence.
 *
 * **Details**
 *
 * Only entries of Hookline's own commands are written, at their own positions, and no switch that trusts others.
 *
 * @since 0.1.0
 */
import { folderOf } from "@hookline/dialects/kit/settingsPlace"
import * as disk from "@hookline/node/kit/node/disk"
import * as Effect from "effect/Effect"
import * as path from "node:path"
import * as Backup from "../backup.ts"
import { Inaccessible } from "../AttachProblem.ts"
import { again, textIn, trying, write } from "../../json/textFile.ts"
import { type Listed, list, trust, type Unanswered } from "./appServer.ts"
import { ownEntries, type TrustEntry } from "./trustEntries.ts"
import { type Unedited, withoutTrust, withTrust } from "./trustText.ts"

/** The configuration beside a file of hooks that is the user's. Codex reads trust from there alone. */
export const configOf = (home: string): string =>
  path.join(folderOf({ path: ".codex/config.toml", variable: "CODEX_HOME" }, home, process.env), "config.toml")

/**
 * Returns the entries of Hookline's hooks in a file.
 *
 * @category getters
 * @since 0.1.0
 */
export const entriesOf = (file: string): Effect.Effect<ReadonlyArray<TrustEntry>, Inaccessible> =>
  Effect.map(
    trying(file, () => disk.read(file)),
    ({ bytes, real }) => {
      const text = bytes && disk.textOf(bytes)
      // Codex names files by the paths under which it looks for them.
      return text === undefined ? [] : ownEntries(JSON.parse(text), path.join(realFolder(file), path.basename(real)))
    }
  )

const realFolder = (file: string): string => path.dirname(disk.placeOf(file, undefined).real)

const failed = (file: string, { why }: Unedited): Inaccessible => new Inaccessible({ file, why })

/** Edits the configuration. A backup of it as it was before lies beside it. */
const edit = Effect.fnUntraced(function* (
  file: string,
  change: (text: string, before: string | undefined) => string | Unedited
) {
  const once = Effect.gen(function* () {
    const found = yield* trying(file, () => disk.read(file))
    const text = (yield* textIn(file, found.bytes)) ?? ""
    const kept = yield* trying(file, () => Backup.find(file))
    const before = kept && disk.textOf(kept.bytes)
    const next = change(text, before)
    if (typeof next !== "string") return yield* failed(file, next)
    if (next === text) return
    yield* trying(file, () => disk.mayWrite(found))
    const { bytes, stat } = found
    if (next === before) {
      yield* write(file, found, bytes !== undefined && next === "" ? undefined : next)
      return yield* trying(file, () => Backup.remove(file))
    }
    if (before === undefined) {
      yield* trying(file, () => Backup.keep(file, bytes ?? Buffer.alloc(0), stat))
    }
    yield* write(file, found, next)
  })
  yield* again(once, file)
})

/**
 * Writes the entries. Where their tables can't be edited as a text, Codex itself writes them.
 *
 * @category editing
 * @since 0.1.0
 */
export const add = (home: string, project: string, entries: ReadonlyArray<TrustEntry>) =>
  Effect.catchTag(
    edit(configOf(home), (text) => withTrust(text, entries)),
    "Inaccessible",
    (problem) => Effect.mapError(trust(project, entries), () => problem)
  )

/**
 * Removes the entries of these keys.
 *
 * @category editing
 * @since 0.1.0
 */
export const remove = (home: string, keys: ReadonlyArray<string>) =>
  edit(configOf(home), (text, before) => (text === "" ? text : withoutTrust(text, keys, before)))

/**
 * Returns the entries that Codex does not have, or has for another command.
 *
 * @category getters
 * @since 0.1.0
 */
export const missing = (
  home: string,
  entries: ReadonlyArray<TrustEntry>
): Effect.Effect<ReadonlyArray<TrustEntry>, Inaccessible> =>
  Effect.map(
    trying(configOf(home), () => disk.read(configOf(home))),
    ({ bytes }) => {
      const text = (bytes && disk.textOf(bytes)) ?? ""
      return entries.filter((entry) => withTrust(text, [entry]) !== text)
    }
  )

/** The verdict of Codex itself on hooks, those of others included. */
export interface Verified {
  /** Hookline's hooks that Codex would not run. */
  readonly skipped: ReadonlyArray<string>
  /** Hooks of others that Codex skips. */
  readonly others: ReadonlyArray<Listed>
}

const counts: ReadonlySet<string> = new Set(["trusted", "managed"])

/**
 * Asks Codex whether it would run the hooks of these entries.
 *
 * @category getters
 * @since 0.1.0
 */
export const verify = (project: string, entries: ReadonlyArray<TrustEntry>): Effect.Effect<Verified, Unanswered> =>
  Effect.map(list(project), (listed) => {
    const keys = new Set(entries.map(({ key }) => key))
    const running = new Set(listed.filter(({ status }) => counts.has(status)).map(({ key }) => key))
    return {
      skipped: entries.filter(({ key }) => !running.has(key)).map(({ event }) => event),
      others: listed.filter(({ key, status }) => !keys.has(key) && !counts.has(status))
    }
  })
