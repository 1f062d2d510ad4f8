/**
 * The marks of sealed files, kept for the next process: a host starts one for each event, and each would read and parse all that
 * a hook runs. They are beside the record, where only the user may write, and count for that record alone.
 *
 * @since 0.1.0
 */
import { isSettled, type Sights } from "@hookline/core/kit/trust/sights"
import type { Hook } from "@hookline/schema/Hook"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { fileOf, type RealFolders } from "./places.ts"
import { sealPlace } from "./sealPlace.ts"
import * as TrustStore from "./TrustStore.ts"

const KeptHook = Schema.Struct({
  /** The hook and the place of its process, by which other files could be found. */
  key: Schema.String,
  lookedAt: Schema.Number,
  changedAt: Schema.Number,
  marks: Schema.Record(Schema.String, Schema.String)
})

const KeptFile = Schema.Struct({
  version: Schema.Literal(1),
  /** The mark of the record by which the hooks were found to be trusted. */
  record: Schema.String,
  hooks: Schema.Record(Schema.String, KeptHook)
})

type KeptFile = typeof KeptFile.Type

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(KeptFile))

/** After this time the files are read again, because no mark shows a folder of `PATH` that others may write by now. */
const keptMillis = 3_600_000

/** More paths take longer to keep than to seal. */
const mostPaths = 20_000

const placeOf = ({ home, project }: RealFolders): string => fileOf(home, project).replace(/\.json$/, ".marks")

const keyOf = (hook: Hook, folders: RealFolders): string => JSON.stringify([hook, sealPlace(hook, folders)])

const read = (folders: RealFolders, record: string): KeptFile["hooks"] => {
  const file = placeOf(folders)
  try {
    if (TrustStore.openProblem(folders.home, file) !== undefined) return {}
    const kept = Option.getOrUndefined(decode(TrustStore.textIn(file) ?? ""))
    return kept?.record === record ? kept.hooks : {}
  } catch {
    // What was not kept is sealed.
    return {}
  }
}

/**
 * The marks that are kept for the hooks of a project, under one record.
 *
 * @category models
 * @since 0.1.0
 */
export interface KeptSights {
  readonly of: (hook: Hook) => Sights | undefined
  readonly add: (hook: Hook, sights: Sights) => void
}

/**
 * Reads the marks that are kept for a project under the record with this mark. What is added is written once for all hooks that
 * are judged together.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (folders: RealFolders, record: string): KeptSights => {
  const before = read(folders, record)
  const hooks: Record<string, KeptFile["hooks"][string]> = { ...before }
  let isWritten = true
  const write = (): void => {
    if (isWritten) return
    isWritten = true
    process.removeListener("exit", write)
    const file = placeOf(folders)
    try {
      TrustStore.makeReady(folders.home, file)
      TrustStore.replace(file, JSON.stringify({ version: 1, record, hooks } satisfies KeptFile))
    } catch {
      // The disk refuses, or others may write there: then the next process seals them again.
    }
  }
  return {
    of: (hook) => {
      const kept = Object.hasOwn(hooks, hook.id) ? hooks[hook.id] : undefined
      if (kept === undefined || Math.abs(Date.now() - kept.lookedAt) > keptMillis) return undefined
      if (kept.key !== keyOf(hook, folders)) return undefined
      return { ...kept, marks: new Map(Object.entries(kept.marks)), searched: new Set() }
    },
    add: (hook, { changedAt, lookedAt, marks }) => {
      if (!isSettled({ changedAt, lookedAt }) || marks.size > mostPaths) return
      hooks[hook.id] = { key: keyOf(hook, folders), lookedAt, changedAt, marks: Object.fromEntries(marks) }
      if (!isWritten) return
      isWritten = false
      // The process of an event may end before.
      process.once("exit", write)
      setImmediate(write).unref()
    }
  }
}
