/**
 * The user's own hooks, as they were at the start of the last session. Where all marks of their files are the same nothing
 * is read but the record.
 */
import type { UserChange, UserChanges } from "@hookline/core/Trust"
import { codeOf } from "@hookline/core/kit/discover/transientErrors"
import { sightOf } from "@hookline/core/kit/trust/internal/seal/sight"
import type { Hook } from "@hookline/schema/Hook"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SealFilesNode from "../SealFilesNode.ts"
import { type RealFolders, userFileOf } from "./places.ts"
import * as TrustStore from "./TrustStore.ts"
import type { SealedUserHook } from "./userSeals.ts"

const texts = Schema.Record(Schema.String, Schema.String)

/** Schema for the record: the marks of all files, and what each hook ran. */
const UserRecord = Schema.Struct({
  version: Schema.Literal(1),
  marks: texts,
  hooks: Schema.Record(Schema.String, Schema.Struct({ file: Schema.String, entry: Schema.String, files: texts }))
})

type UserRecord = typeof UserRecord.Type

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(UserRecord))

const nothing: UserRecord = { version: 1, marks: {}, hooks: {} }

/** The record, or the reason for which it is unknown. Without a file there is none yet. */
interface Reading {
  readonly text?: string | undefined
  readonly record?: UserRecord | undefined
  readonly issue?: string
}

const read = (home: string): Reading => {
  const file = userFileOf(home)
  try {
    const problem = TrustStore.openProblem(home, file)
    if (problem !== undefined) return { issue: problem.message }
    const text = TrustStore.textIn(file)
    if (text === undefined) return {}
    const record = Option.getOrUndefined(decode(text))
    return record === undefined ? { text, issue: `${file} can't be read, and begins anew.` } : { text, record }
  } catch (error) {
    return { issue: `${file} can't be read (${codeOf(error)}).` }
  }
}

/** Writes the record. Where that is impossible the next session compares with the same one. */
const write = (home: string, text: string): void => {
  const file = userFileOf(home)
  try {
    TrustStore.makeReady(home, file)
    TrustStore.replace(file, text)
  } catch {
    // The disk refuses, or others may write there: the store itself is reported by `hookline check`.
  }
}

const isSame = ({ hooks: known, marks }: UserRecord, hooks: ReadonlyArray<Hook>): boolean =>
  hooks.every(({ id }) => Object.hasOwn(known, id)) &&
  Object.entries(marks).every(([path, mark]) => sightOf(SealFilesNode.files, path).mark === mark)

/** Returns the files of a hook that differ. One that was not there counts: something runs it now. */
const differing = (
  before: Readonly<Record<string, string>>,
  now: Readonly<Record<string, string>>
): ReadonlyArray<string> =>
  [...new Set([...Object.keys(before), ...Object.keys(now)])].filter((file) => before[file] !== now[file]).toSorted()

const changesOf = (
  before: UserRecord,
  sealed: ReadonlyArray<SealedUserHook>,
  hooks: ReadonlyArray<Hook>
): ReadonlyArray<UserChange> => {
  const present = new Set(hooks.map(({ id }) => id))
  const isChanged = (file: string): boolean => sightOf(SealFilesNode.files, file).mark !== before.marks[file]
  return [
    ...sealed.flatMap(({ entry, file, files, id, name }): ReadonlyArray<UserChange> => {
      const known = before.hooks[id]
      if (known === undefined) return [{ hook: name, what: "new", files: [file] }]
      const changed = differing(known.files, files)
      if (known.entry !== entry) return [{ hook: name, what: "changed", files: [`its entry in ${file}`, ...changed] }]
      return changed.length === 0 ? [] : [{ hook: name, what: "changed", files: changed }]
    }),
    // Which files of the user count may depend on the project: a hook is gone where its own file has changed.
    ...Object.entries(before.hooks).flatMap(([id, { file }]): ReadonlyArray<UserChange> =>
      present.has(id) || !isChanged(file)
        ? []
        : [{ hook: id.slice(id.lastIndexOf("/") + 1), what: "gone", files: [file] }]
    )
  ]
}

/** Returns what has changed of the user's own hooks, and records how they are now. */
export const userChanges = (hooks: ReadonlyArray<Hook>, folders: RealFolders): Effect.Effect<UserChanges> =>
  Effect.gen(function* () {
    const { issue, record, text } = read(folders.home)
    if (record === undefined && issue === undefined && hooks.length === 0) return { changes: [] }
    if (record !== undefined && isSame(record, hooks)) return { changes: [] }
    const { sealUserHooks } = yield* Effect.promise(() => import("./userSeals.ts"))
    const { marks, sealed } = yield* sealUserHooks(hooks, folders)
    const changes = record === undefined ? [] : changesOf(record, sealed, hooks)
    const before = record ?? nothing
    const gone = new Set(
      changes.flatMap(({ files: [file], what }) => (what === "gone" && file !== undefined ? [file] : []))
    )
    const present = new Set(hooks.map(({ id }) => id))
    // Hooks of the user in other projects stay known.
    const others = Object.entries(before.hooks).filter(([id, { file }]) => present.has(id) || !gone.has(file))
    const now: UserRecord = {
      version: 1,
      marks: { ...before.marks, ...marks },
      hooks: {
        ...Object.fromEntries(others),
        ...Object.fromEntries(sealed.map(({ entry, file, files, id }) => [id, { file, entry, files }]))
      }
    }
    const encoded = `${JSON.stringify(now, undefined, 2)}\n`
    if (encoded !== text) write(folders.home, encoded)
    return { changes, ...(issue !== undefined && { issue }) }
  })
