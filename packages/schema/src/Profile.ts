/**
 * The profiles of confinement: what a hook may reach while it runs.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"

/**
 * Schema for a profile.
 *
 * **Details**
 *
 * - `guard`: reads everything but secrets, writes only its own temporary folder, and has no network.
 * - `work`: like `guard`, but also writes the project, the agents' state, and caches; never what configures.
 * - `net`: like `work`, with network.
 * - `notify`: like `guard`, with the desktop, sound, and the terminal.
 * - `open`: everything that the user may do.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Profile = Schema.Literals(["guard", "work", "net", "notify", "open"]).annotate({ identifier: "Profile" })

/** @since 0.1.0 */
export type Profile = typeof Profile.Type

/**
 * The rights by which profiles differ.
 *
 * @category models
 * @since 0.1.0
 */
export interface Rights {
  /** Writes the project, the agents' state, and caches. */
  readonly writes: boolean
  readonly network: boolean
  /** Reaches the session bus, sound, and the terminal. */
  readonly desktop: boolean
  /** Reads secrets, and writes anything. */
  readonly everything: boolean
}

/**
 * The rights of each profile.
 *
 * @category models
 * @since 0.1.0
 */
export const rights: Readonly<Record<Profile, Rights>> = {
  guard: { writes: false, network: false, desktop: false, everything: false },
  work: { writes: true, network: false, desktop: false, everything: false },
  net: { writes: true, network: true, desktop: false, everything: false },
  notify: { writes: false, network: false, desktop: true, everything: false },
  open: { writes: true, network: true, desktop: true, everything: true }
}

const isWithin = (one: Profile, other: Profile): boolean => {
  const [narrow, wide] = [rights[one], rights[other]]
  return (Object.keys(narrow) as ReadonlyArray<keyof Rights>).every((right) => !narrow[right] || wide[right])
}

/** From the widest to the narrowest. */
const byWidth: ReadonlyArray<Profile> = ["open", "net", "work", "notify", "guard"]

/**
 * Returns the widest profile that is within both: what a hook may have if one of two allows less.
 *
 * @category combining
 * @since 0.1.0
 */
export const narrower = (one: Profile, other: Profile): Profile =>
  byWidth.find((profile) => isWithin(profile, one) && isWithin(profile, other)) ?? "guard"

/**
 * Checks whether a profile has no right that the other lacks.
 *
 * @category guards
 * @since 0.1.0
 */
export const within: (one: Profile, other: Profile) => boolean = isWithin
