/**
 * A review of a project's hooks: what each runs now, what was trusted, and what the user may decide.
 *
 * @since 0.1.0
 */
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import * as Seals from "@hookline/core/kit/trust/seal"
import type { Catalog } from "@hookline/schema/Catalog"
import { type Hook, isOfProject } from "@hookline/schema/Hook"
import type { Profile } from "@hookline/schema/Profile"
import type { Seal } from "@hookline/schema/kit/Seal"
import * as Secret from "@hookline/schema/Secret"
import type { Decision, TrustRecord } from "@hookline/schema/kit/TrustRecord"
import type { TrustState } from "@hookline/schema/TrustState"
import * as Effect from "effect/Effect"
import { hash } from "node:crypto"
import { realFolders } from "@hookline/node/kit/node/trust/places"
import { makeSealer } from "@hookline/node/kit/node/trust/sealing"
import { candidatesOf, covers, type Proposal } from "./Proposals.ts"
import { isTrustedPath } from "@hookline/node/kit/node/trust/trustedPaths"

/** A hook of a project, with its state. */
export interface Reviewed {
  readonly hook: Hook
  readonly state: TrustState
  readonly seal: Seal
  readonly decision?: Decision
  readonly difference?: Seals.Differences
  /** Files that the hook may have written itself since it was trusted. */
  readonly proposal?: Proposal
}

/** A project with its hooks. */
export interface Review {
  readonly project: string
  readonly hooks: ReadonlyArray<Reviewed>
  /** The SHA-256 of all that a yes would trust. */
  readonly digest: string
}

/** Checks whether a hook needs a decision: it is the project's, and may run. */
export const isReviewed = (hook: Hook): boolean =>
  hook.handler._tag !== "Native" && hook.enabled && hook.off === undefined && isOfProject(hook)

const stateOf = (
  { refused = [] }: TrustRecord,
  { id }: Hook,
  difference: Seals.Differences | undefined,
  isByPath: boolean
): TrustState => {
  if (refused.includes("*") || refused.includes(id)) return "refused"
  if (isByPath) return "trusted"
  if (difference === undefined) return "new"
  return Seals.isSame(difference) ? "trusted" : "changed"
}

/** Returns the paths of `given` that name a file which the hook has or had, beside those that are its state already. */
const stateFor = (given: ReadonlyArray<string>, seals: ReadonlyArray<Seal>): ReadonlyArray<string> => {
  const names = seals.flatMap(({ files }) => Object.keys(files))
  return given.filter((one) => names.some((name) => covers(one, name)))
}

/** Reviews the hooks of a catalog. `given` are paths that the user takes as the state of the hooks that have them. */
export const review = Effect.fnUntraced(function* (
  project: Project,
  { hooks, settings }: Pick<Catalog, "hooks" | "settings">,
  record: TrustRecord,
  given: ReadonlyArray<string> = []
): Effect.fn.Return<Review, Seals.SealProblem> {
  const isByPath = isTrustedPath(settings.trust?.paths ?? [], project.project, project.home)
  const folders = realFolders(project)
  const sealed = yield* makeSealer
  const reviewed = yield* Effect.forEach(
    hooks.filter(isReviewed),
    Effect.fnUntraced(function* (hook): Effect.fn.Return<Reviewed, Seals.SealProblem> {
      const decision = record.hooks[hook.id]
      const before = decision?.seal
      const own = before?.state ?? []
      const sealWith = (more: ReadonlyArray<string>) =>
        Effect.map(sealed(hook, folders, { state: [...new Set([...own, ...more])] }), ({ seal }) => seal)
      const whole = yield* sealWith([])
      const more = stateFor(given, before === undefined ? [whole] : [whole, before])
      const seal = more.length === 0 ? whole : yield* sealWith(more)
      const difference = before && Seals.differences(before, seal)
      const state = stateOf(record, hook, difference, isByPath)
      // What is state now is missing in the seal, which is no difference to look at.
      const candidates =
        before === undefined || state !== "changed"
          ? []
          : candidatesOf(before, seal).filter((name) => !more.some((one) => covers(one, name)))
      const without = candidates.length === 0 ? seal : yield* sealWith([...more, ...candidates])
      // What a command names stays in the seal.
      const files = candidates.filter((name) => !Object.hasOwn(without.files, name))
      return {
        hook,
        state,
        seal,
        ...(decision !== undefined && { decision }),
        ...(difference !== undefined && state === "changed" && { difference }),
        ...(files.length > 0 && { proposal: { files, seal: without } })
      }
    })
  )
  const seals = reviewed.map(({ hook, seal: { digest } }) => `${hook.id}\0${digest}\n`).toSorted()
  return { project: folders.project, hooks: reviewed, digest: `sha256:${hash("sha256", seals.join(""))}` }
})

/** Returns the variables with secrets that a hook gets: those that its texts name, and those of its programs. */
const variablesOf = ({ needs: { secrets, tools } }: Seal): ReadonlyArray<string> => [
  ...new Set([...secrets, ...Secret.ofPrograms(tools)])
]

/** Returns a hook with the files as its state that it may have written itself. */
export const withState = (reviewed: Reviewed): Reviewed =>
  reviewed.proposal === undefined ? reviewed : { ...reviewed, seal: reviewed.proposal.seal }

/** Returns the decision to trust a hook as it is now. */
export const decisionOf = (
  { seal }: Reviewed,
  { at, by, profile = seal.profile }: { readonly at: string; readonly by: string; readonly profile?: Profile }
): Decision => {
  const env = variablesOf(seal)
  return { decision: "trusted", at, by, profile, ...(env.length > 0 && { env }), seal }
}

/** Adds decisions to a record. A hook that was refused is not any more. */
export const trusting =
  (decided: ReadonlyArray<readonly [id: string, decision: Decision]>) =>
  (record: TrustRecord): TrustRecord => {
    const ids = new Set(decided.map(([id]) => id))
    return {
      ...record,
      hooks: { ...record.hooks, ...Object.fromEntries(decided) },
      ...(record.refused !== undefined && { refused: record.refused.filter((id) => !ids.has(id)) })
    }
  }

/** Takes decisions about hooks out of a record. */
export const forgetting =
  (ids: ReadonlyArray<string>) =>
  (record: TrustRecord): TrustRecord => ({
    ...record,
    hooks: Object.fromEntries(Object.entries(record.hooks).filter(([id]) => !ids.includes(id))),
    ...(record.refused !== undefined && { refused: record.refused.filter((id) => !ids.includes(id)) })
  })

/** Refuses hooks in a record, by their place: whatever they become, they do not run. */
export const refusing =
  (ids: ReadonlyArray<string>) =>
  (record: TrustRecord): TrustRecord => {
    const { hooks } = forgetting(ids)(record)
    return { ...record, hooks, refused: [...new Set([...(record.refused ?? []), ...ids])] }
  }
