/**
 * Judges hooks by the record of a project. It is loaded where there is a record, because what seals hooks takes long to load.
 */
import * as Seals from "@hookline/core/kit/trust/seal"
import type { Hook } from "@hookline/schema/Hook"
import type { Decision } from "@hookline/schema/TrustRecord"
import type { HookTrust } from "@hookline/schema/TrustState"
import * as Effect from "effect/Effect"
import * as SealFilesNode from "../SealFilesNode.ts"
import type { RealFolders } from "./places.ts"
import { makeSealer } from "./sealing.ts"
import * as TrustStore from "./TrustStore.ts"

/** The last judgement of a hook: by which record, and how its files looked then. */
interface Known {
  readonly reading: TrustStore.Reading
  readonly sights: Seals.Sights | undefined
  readonly trust: HookTrust
}

/** Judges a hook by the record whose file has this mark. A project that is trusted by its place may still refuse a hook. */
export type RecordJudge = (hook: Hook, mark: string, byPath: HookTrust | undefined) => Effect.Effect<HookTrust>

const compared = (
  { env, profile = "open", seal: before }: Decision,
  { seal: now, sights }: Seals.Sealed
): Pick<Known, "sights" | "trust"> => {
  const differences = Seals.differences(before, now)
  if (Seals.isSame(differences)) {
    return { sights, trust: { state: "trusted", profile, ...(env !== undefined && { env }) } }
  }
  const { appeared, changed, entry, gone } = differences
  return {
    sights,
    trust: { state: "changed", changed: [...(entry ? ["its entry"] : []), ...changed, ...appeared, ...gone] }
  }
}

/** Creates the judge of a project. */
export const makeRecordJudge = (folders: RealFolders): RecordJudge => {
  const known = new WeakMap<Hook, Known>()
  let last: { readonly mark: string; readonly reading: TrustStore.Reading } | undefined

  const read = (mark: string): TrustStore.Reading => {
    if (last?.mark === mark) return last.reading
    const reading = TrustStore.read(folders.home, folders.project)
    // A file that could not be read for lack of resources looks the same afterwards.
    last = reading.problem === undefined ? { mark, reading } : undefined
    return reading
  }

  const judged = (hook: Hook, reading: TrustStore.Reading): Effect.Effect<HookTrust> => {
    const decision = reading.record.hooks[hook.id]
    if (decision === undefined) {
      const { problem } = reading
      return Effect.succeed({ state: "new", ...(problem !== undefined && { why: problem.message }) })
    }
    // Each judgement reads the files anew: they may have changed since the one before.
    const sealed = Effect.flatMap(makeSealer, (seal) =>
      seal(hook, folders, { before: decision.seal, state: decision.seal.state })
    )
    return Effect.match(sealed, {
      onSuccess: (now) => {
        const found = compared(decision, now)
        // A difference may be one of the machine, which had no more files to open: it is looked for again.
        if (found.trust.state !== "changed") known.set(hook, { reading, ...found })
        return found.trust
      },
      // What can't be sealed is not what was.
      onFailure: ({ path: file }): HookTrust => ({ state: "changed", changed: [file] })
    })
  }

  return (hook, mark, byPath) =>
    Effect.suspend(() => {
      const reading = read(mark)
      const { refused = [] } = reading.record
      if (refused.includes("*") || refused.includes(hook.id)) return Effect.succeed<HookTrust>({ state: "refused" })
      if (byPath !== undefined) return Effect.succeed(byPath)
      const before = known.get(hook)
      const isSame =
        before?.reading === reading &&
        (before.sights === undefined || Seals.stillStands(before.sights, SealFilesNode.files))
      return isSame ? Effect.succeed(before.trust) : judged(hook, reading)
    })
}
