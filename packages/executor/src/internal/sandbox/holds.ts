/** Tables of what a sandbox prevents. */
import { type Attempt, attempts, type Confined, confined, type Holds } from "@hookline/core/Sandbox"
import { rights } from "@hookline/schema/Profile"

/** Returns the attempts that a profile permits, so that no sandbox prevents them. */
const permitted = (profile: Confined): ReadonlyArray<Attempt> => {
  const { desktop, network, writes } = rights[profile]
  return [
    ...(writes ? (["writeProject"] as const) : []),
    ...(network ? (["connect"] as const) : []),
    ...(desktop ? (["connectSocketFile"] as const) : [])
  ]
}

type Missing = (profile: Confined) => ReadonlyArray<Attempt>

/** Returns the table of a sandbox that prevents all attempts but those that it misses, and those that a profile permits. */
export const holdsBut = (missing: Missing, held: "yes" | "untested" = "yes"): Holds => {
  const table = confined.map((profile) => {
    const open = new Set([...permitted(profile), ...missing(profile)])
    return [profile, Object.fromEntries(attempts.map((attempt) => [attempt, open.has(attempt) ? "no" : held]))]
  })
  // Each profile and each attempt is in the table.
  return Object.fromEntries(table) as Holds
}

/** Returns the attempts on what configures, for profiles that may write the project. */
export const ofWriters =
  (...found: ReadonlyArray<Attempt>) =>
  (profile: Confined): ReadonlyArray<Attempt> =>
    rights[profile].writes ? found : []
