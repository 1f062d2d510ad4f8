/** Moves trust with an update that the user has seen and accepted. */
import { type Profile, within } from "@hookline/schema/Profile"
import type { Seal } from "@hookline/schema/kit/Seal"
import type { Decision } from "@hookline/schema/kit/TrustRecord"
import * as Review from "./Review.ts"

/** Returns the profile after an update: the one that was chosen, unless the update needs more, which was shown. */
const profileOf = ({ decision, seal }: Review.Reviewed, after: Review.Reviewed): Profile => {
  const chosen = decision?.profile ?? "open"
  const isEnough = within(after.seal.profile, chosen) || within(after.seal.profile, seal.profile)
  return isEnough ? chosen : after.seal.profile
}

/** Returns the profile of a hook that an update brought: as its neighbours, all rights only where they have all. */
const profileOfNew = (before: ReadonlyArray<Review.Reviewed>, { seal }: Review.Reviewed): Profile =>
  before.every(({ decision }) => (decision?.profile ?? "open") === "open") ? "open" : seal.profile

/**
 * Returns the decisions after an update. A hook that was trusted stays so. A new one is trusted only if all hooks of the
 * plugin were, or if every file was shown, because an update shows what has changed, and not what the user never accepted. A
 * refusal stays.
 */
export const movedTrust = (
  before: ReadonlyArray<Review.Reviewed>,
  after: ReadonlyArray<Review.Reviewed>,
  { at, isAllShown }: { readonly at: string; readonly isAllShown: boolean }
): ReadonlyArray<readonly [id: string, decision: Decision]> => {
  const known = new Map(before.map((reviewed) => [reviewed.hook.id, reviewed]))
  const isWhole = isAllShown || (before.length > 0 && before.every(({ state }) => state === "trusted"))
  return after.flatMap((reviewed): ReadonlyArray<readonly [string, Decision]> => {
    if (reviewed.state !== "new" && reviewed.state !== "changed") return []
    const old = known.get(reviewed.hook.id)
    if (old === undefined ? !isWhole : old.state !== "trusted") return []
    const profile = old === undefined ? profileOfNew(before, reviewed) : profileOf(old, reviewed)
    return [[reviewed.hook.id, Review.decisionOf(reviewed, { at, by: "update", profile })]]
  })
}

/**
 * Checks whether a seal has exactly the files of a folder that were shown, of all that it has in there. Files are known by
 * their paths in the folder, and their hashes.
 */
export const isAsShown = ({ files }: Seal, folder: string, shown: ReadonlyMap<string, string>): boolean =>
  Object.entries(files).every(([file, { link, sha256 }]) => {
    if (!file.startsWith(`${folder}/`)) return true
    const digest = shown.get(file.slice(folder.length + 1))
    return digest !== undefined && link === undefined && sha256 === `sha256:${digest}`
  })
