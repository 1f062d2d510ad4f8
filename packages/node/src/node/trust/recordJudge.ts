/**
 * Judges hooks by the record of a project. What seals hooks is loaded where a file has changed, because it takes long to load.
 */
import { type Sights, stillStands } from "@hookline/core/kit/trust/sights"
import type { Hook } from "@hookline/schema/Hook"
import type { Decision } from "@hookline/schema/kit/TrustRecord"
import type { HookTrust } from "@hookline/schema/TrustState"
import * as Effect from "effect/Effect"
import * as SealFilesNode from "../SealFilesNode.ts"
import * as KeptSights from "./KeptSights.ts"
import type { RealFolders } from "./places.ts"
import * as TrustStore from "./TrustStore.ts"

/** The last judgement of a hook: by which record, and how its files looked then. */
interface Known {
  readonly reading: TrustStore.Reading
  readonly sights: Sights
  readonly trust: HookTrust
}

/** Judges a hook by the record whose file has this mark. A project that is trusted by its place may still refuse a hook. */
export type RecordJudge = (hook: Hook, mark: string, byPath: HookTrust | undefined) => Effect.Effect<HookTrust>

const trustedBy = ({ env, profile = "open" }: Decision): HookTrust => ({
  state: "trusted",
  profile,
  ...(env !== undefined && { env })
})

/** A record as it was read, and the marks that were kept under it. */
interface Record {
  readonly mark: string
  readonly reading: TrustStore.Reading
  readonly kept: KeptSights.KeptSights
}

/** Creates the judge of a project. */
export const makeRecordJudge = (folders: RealFolders): RecordJudge => {
  const known = new WeakMap<Hook, Known>()
  let last: Record | undefined

  const read = (mark: string): Record => {
    if (last?.mark === mark) return last
    const reading = TrustStore.read(folders.home, folders.project)
    const record = { mark, reading, kept: KeptSights.make(folders, mark) }
    // A file that could not be read for lack of resources looks the same afterwards.
    last = reading.problem === undefined ? record : undefined
    return record
  }

  const sealed = (hook: Hook, decision: Decision, { kept, reading }: Record): Effect.Effect<HookTrust> =>
    Effect.flatMap(
      Effect.promise(() => import("./comparedSeal.ts")),
      ({ comparedSeal }) =>
        Effect.map(comparedSeal(hook, folders, decision.seal), ({ changed, sights }): HookTrust => {
          if (changed !== undefined) return { state: "changed", changed }
          const trust = trustedBy(decision)
          // A difference may be one of the machine, which had no more files to open: it is looked for again.
          known.set(hook, { reading, sights, trust })
          kept.add(hook, sights)
          return trust
        })
    )

  return (hook, mark, byPath) =>
    Effect.suspend(() => {
      const record = read(mark)
      const { reading } = record
      const { hooks, refused = [] } = reading.record
      if (refused.includes("*") || refused.includes(hook.id)) return Effect.succeed<HookTrust>({ state: "refused" })
      if (byPath !== undefined) return Effect.succeed(byPath)
      const decision = hooks[hook.id]
      if (decision === undefined) {
        const { problem } = reading
        return Effect.succeed({ state: "new", ...(problem !== undefined && { why: problem.message }) })
      }
      const before = known.get(hook)
      const sights = before?.reading === reading ? before.sights : record.kept.of(hook)
      if (sights === undefined || !stillStands(sights, SealFilesNode.files)) return sealed(hook, decision, record)
      if (before?.reading === reading) return Effect.succeed(before.trust)
      const trust = trustedBy(decision)
      known.set(hook, { reading, sights, trust })
      return Effect.succeed(trust)
    })
}
