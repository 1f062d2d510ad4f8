/**
 * The policy of an organisation as it is kept on this machine. Apart from `FleetPolicies`, so that a process that answers by
 * what is kept loads no client.
 */
import * as ManagedPolicy from "@hookline/core/ManagedPolicy"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as fs from "node:fs"
import { join } from "node:path"
import { folderOf, type Options as Held, read } from "./policyInForce.ts"

/** Options for the policy of an organisation. */
export interface Options extends Held {
  /** The time without the fleet after which that is reported. Default: 600,000. */
  readonly awayMillis?: number
  /** The time after which the fleet is asked again, besides what it pushes. Default: 30,000. */
  readonly lookMillis?: number
}

export const defaultAway = 600_000

const minutes = (millis: number): string => {
  const count = Math.max(1, Math.round(millis / 60_000))
  return `${count} minute${count === 1 ? "" : "s"}`
}

/** The notice of an absence. */
export const awayText = (organisation: string, version: number | undefined, millis: number, why: string): string => {
  const stays = version === undefined ? "No version is in force." : `Version ${version} stays in force.`
  return `The policy of ${organisation} was not confirmed by the fleet for ${minutes(millis)}: ${why} ${stays}`
}

/** The failure without a valid version. */
export const missing = (organisation: string, why: string) =>
  new ManagedPolicy.PolicyMissing({
    issue: `no valid version of the policy of ${organisation} is on this machine: ${why}`
  })

/** Times of processes that end: of the last look, of the last one that the fleet confirmed, and of the last report. */
export interface Looks {
  readonly at: number
  readonly confirmed: number
  readonly reported: number
}

const never: Looks = { at: 0, confirmed: 0, reported: 0 }

const looksFile = ({ folder }: Pick<Options, "folder">): string => join(folder, "looked")

/** Returns the times. */
export const looksOf = (options: Pick<Options, "folder">): Looks => {
  try {
    const [at = 0, confirmed = 0, reported = 0] = fs.readFileSync(looksFile(options), "utf8").split(" ").map(Number)
    return [at, confirmed, reported].every(Number.isFinite) ? { at, confirmed, reported } : never
  } catch {
    // Without the file the fleet is asked, which is right for a machine that has just joined.
    return never
  }
}

const fieldOf = (millis: number): string => String(Math.trunc(millis)).padStart(16, "0")

/**
 * Notes a look, in place, so that the folder stays as it is. The text is written over the one before, which is as long: a
 * full disk has room for it, and no moment has an empty file, after which an absence of the fleet would begin anew.
 */
export const noteLook = (options: Pick<Options, "folder">, { at, confirmed, reported }: Looks): void => {
  try {
    fs.mkdirSync(options.folder, { recursive: true, mode: 0o700 })
    const file = fs.openSync(looksFile(options), fs.constants.O_WRONLY | fs.constants.O_CREAT, 0o600)
    try {
      fs.ftruncateSync(file, fs.writeSync(file, [at, confirmed, reported].map(fieldOf).join(" "), 0))
    } finally {
      fs.closeSync(file)
    }
  } catch {
    // Without the note the next process looks again.
  }
}

/** Returns when the kept policy was last confirmed: without a note, when it was kept. */
const confirmedAt = (options: Options, { confirmed }: Looks): number => {
  if (confirmed > 0) return confirmed
  try {
    return fs.statSync(folderOf(options)).mtimeMs
  } catch {
    // It was read a moment ago. The next event reads it again.
    return 0
  }
}

/** Reads the policy that is kept on this machine. It makes no call. */
export const makeKept = (options: Options): ManagedPolicy.Managing => {
  const { awayMillis = defaultAway, organisation } = options
  const waiting: Array<string> = []
  return {
    reads: [folderOf(options)],
    current: Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const { inForce, problems } = read(options)
      waiting.push(...problems)
      if (inForce === undefined) {
        return Effect.fail(missing(organisation, problems[0] ?? "the fleet has not sent one yet."))
      }
      const looks = looksOf(options)
      const confirmed = confirmedAt(options, looks)
      // A clock that was set back would have a later time there, and hide each absence until it is reached.
      const awayFor = confirmed > 0 ? Math.abs(now - confirmed) : 0
      // Each event has a process of its own, and its user reads this once in that time.
      if (Math.min(awayFor, Math.abs(now - looks.reported)) >= awayMillis) {
        noteLook(options, { ...looks, confirmed, reported: now })
        waiting.push(awayText(organisation, inForce.signed.version, awayFor, "`hookline fleet sync` shows why."))
      }
      return Effect.succeed([inForce.policy])
    }),
    problems: () => waiting.splice(0)
  }
}

/** Checks whether the fleet has to be asked for a newer policy. It reads one small file. */
export const isDue = (options: Pick<Options, "folder">, now: number, everyMillis = 60_000): boolean =>
  Math.abs(now - looksOf(options).at) >= everyMillis
