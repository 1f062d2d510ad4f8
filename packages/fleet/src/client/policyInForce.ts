/** The policy in force on this machine: which version counts, and why others do not. */
import type { Policy } from "@hookline/core/ManagedPolicy"
import * as Result from "effect/Result"
import { join } from "node:path"
import * as files from "../internal/policyFiles.ts"
import * as PolicyBody from "../PolicyBody.ts"
import * as PolicySignature from "../PolicySignature.ts"
import type { Signed } from "../Protocol.ts"

/** Options for the policy of an organisation on this machine. */
export interface Options {
  /** The organisation of this machine's token. */
  readonly organisation: string
  /** The public keys of the organisation, as this machine got them when it joined the fleet. */
  readonly publicKeys: ReadonlyArray<string>
  /** The folder of this machine's state of the fleet. It belongs to its user alone. */
  readonly folder: string
}

/** A version in force. */
export interface InForce {
  readonly signed: Signed
  readonly policy: Policy
}

/** The result for a version that arrived. */
export type Accepted =
  | { readonly _tag: "Known" }
  /** It is in force from now on. `problem` is why it could not be kept for a restart. */
  | { readonly _tag: "New"; readonly problem?: string }
  | { readonly _tag: "Refused"; readonly problem: string }

/** The folder of the kept policy: any new version changes it. */
export const folderOf = ({ folder }: Pick<Options, "folder">): string => join(folder, "policy")

const policyOf = ({ organisation, publicKeys }: Options, signed: Signed): Result.Result<Policy, { message: string }> =>
  Result.flatMap(
    Result.mapError(PolicySignature.verify(publicKeys, organisation, signed), ({ message }) => ({ message })),
    () => Result.mapError(PolicyBody.read(organisation, signed), ({ message }) => ({ message }))
  )

/** Reads the policy that is kept on this machine. It is verified again. */
export const read = (
  options: Options
): { readonly inForce: InForce | undefined; readonly highest: number; readonly problems: ReadonlyArray<string> } => {
  const { found, highest, problems } = files.read(folderOf(options), (each) => policyOf(options, each))
  const inForce = found === undefined ? undefined : { signed: found.signed, policy: found.checked }
  return { inForce, highest, problems }
}

/** The policy in force, beginning with the kept one. */
export class PolicyInForce {
  readonly #options: Options
  #now: InForce | undefined
  #highest: number
  /** Why kept files do not count. */
  readonly problems: ReadonlyArray<string>

  constructor(options: Options) {
    const { highest, inForce, problems } = read(options)
    this.#options = options
    this.#now = inForce
    this.#highest = Math.max(highest, inForce?.signed.version ?? 0)
    this.problems = problems
  }

  get now(): InForce | undefined {
    return this.#now
  }

  /** Takes a version that arrived. The last valid one stays in force where this one is refused. */
  accept(signed: Signed): Accepted {
    const { organisation } = this.#options
    const { body, version } = signed
    const known = this.#now?.signed
    if (known?.version === version && known.body === body) return { _tag: "Known" }
    const policy = policyOf(this.#options, signed)
    if (Result.isFailure(policy)) return this.#refused(policy.failure.message)
    // Another process of this machine may have a newer one.
    const highest = Math.max(this.#highest, this.#highestKept())
    if (version < highest) {
      return this.#refused(`Version ${version} of the policy of ${organisation} is older than version ${highest}.`)
    }
    if (known?.version === version) {
      return this.#refused(
        `The fleet has another policy of ${organisation} under version ${version}, which is in force.`
      )
    }
    this.#now = { signed, policy: policy.success }
    this.#highest = version
    try {
      files.keep(folderOf(this.#options), signed)
      return { _tag: "New" }
    } catch (error) {
      this.#markHighest(version)
      const why = error instanceof Error ? error.message : String(error)
      const problem = `Version ${version} of the policy of ${organisation} is in force, but could not be kept: ${why}.`
      return { _tag: "New", problem }
    }
  }

  /** Other processes read what is kept: the older version there must not be in force for them in silence. */
  #markHighest(version: number): void {
    try {
      files.mark(folderOf(this.#options), version)
    } catch {
      // The problem of keeping the version is reported in any case, and again by the next look.
    }
  }

  #highestKept(): number {
    try {
      return files.highestIn(folderOf(this.#options))
    } catch {
      // The version in force here counts, and `keep` reports that the folder can't be used.
      return 0
    }
  }

  #refused(why: string): Accepted {
    const stays =
      this.#now === undefined ? "No version is in force." : `Version ${this.#now.signed.version} stays in force.`
    return { _tag: "Refused", problem: `${why} It was refused. ${stays}` }
  }
}
