/**
 * The policy of an organisation from its fleet: signed, versioned, and pushed as soon as a new version is published.
 *
 * **Details**
 *
 * Each version is verified with the public keys of the organisation. The last valid version stays in force while the fleet
 * is away, and is kept in a file, which is verified again when it is read. An older version is refused: from any gate, from
 * the file, and after a restart. What is refused is reported, and changes nothing.
 *
 * Until a first version has arrived, the policy is missing: the policy for failures decides on each event.
 *
 * **Gotchas**
 *
 * A user who deletes the folder of the state also deletes the mark of the highest version.
 *
 * @since 0.1.0
 */
import { limit } from "@hookline/core/kit/policy/amounts"
import * as ManagedPolicy from "@hookline/core/ManagedPolicy"
import type { ThisProject } from "@hookline/core/ThisProject"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { Signed } from "../Protocol.ts"
import { type Calls, FleetClient } from "./FleetClient.ts"
import * as Kept from "./keptPolicy.ts"
import { type Options as Held, PolicyInForce } from "./policyInForce.ts"

/**
 * Options for the policy of an organisation.
 *
 * @category models
 * @since 0.1.0
 */
export interface Options extends Held {
  /** The time without the fleet after which that is reported. Default: 600,000. */
  readonly awayMillis?: number
  /** The time after which the fleet is asked again, besides what it pushes. Default: 30,000. */
  readonly lookMillis?: number
}

/** `current` has two seconds, of which the first look may take this. */
const firstMillis = 1500
const retryMillis = 1000

/**
 * Follows the policy of an organisation until the scope closes. One is enough for all projects of a program.
 *
 * @example
 * ```ts
 * import { FleetClient } from "@hookline/fleet/FleetClient"
 * import * as FleetPolicies from "@hookline/fleet/FleetPolicies"
 * import * as Effect from "effect/Effect"
 *
 * const acme = { organisation: "acme", publicKeys: ["MCowBQYDK2VwAyEA…"], folder: "/home/me/.local/state/hookline/fleet" }
 * const managing = Effect.flatMap(FleetClient, (calls) => FleetPolicies.make(calls, acme))
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(function* (
  calls: Pick<Calls, "policies">,
  options: Options
): Effect.fn.Return<ManagedPolicy.Managing, never, Scope.Scope> {
  const { awayMillis = Kept.defaultAway, lookMillis = 30_000, organisation } = options
  yield* limit("FleetPolicies.layer, awayMillis,", awayMillis)
  yield* limit("FleetPolicies.layer, lookMillis,", lookMillis)
  const inForce = new PolicyInForce(options)
  const listeners = new Set<() => void>()
  const waiting: Array<string> = [...inForce.problems]
  const looked = Deferred.makeUnsafe<void>()
  let contact = yield* Clock.currentTimeMillis
  let failure = "it has not answered yet."
  let isAwayReported = false
  let refused: string | undefined

  const changed = (): void => listeners.forEach((listener) => listener())
  const report = (problem: string): void => {
    waiting.push(problem)
    changed()
  }
  const take = (signed: Signed) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      const accepted = inForce.accept(signed)
      if (accepted._tag === "Refused") {
        failure = accepted.problem
        // A gate that repeats it is reported once.
        if (refused !== accepted.problem) report(accepted.problem)
        refused = accepted.problem
      } else {
        contact = now
        isAwayReported = false
        refused = undefined
        if (accepted._tag === "New") {
          if (accepted.problem !== undefined) waiting.push(accepted.problem)
          changed()
        }
      }
      Deferred.doneUnsafe(looked, Exit.void)
    })

  /** Listens for a while. The newest version comes first, so that each look shows that the fleet is there. */
  const look = Effect.suspend(() => Stream.runForEach(calls.policies(0), take)).pipe(
    Effect.timeoutOption(lookMillis),
    Effect.matchEffect({
      onSuccess: (ended) => {
        if (ended._tag === "Some") return Effect.sleep(retryMillis)
        if (inForce.now === undefined && refused === undefined) failure = "it has not sent one."
        return Effect.void
      },
      onFailure: (error) => {
        failure = error.message
        Deferred.doneUnsafe(looked, Exit.void)
        return Effect.flatMap(Random.next, (part) => Effect.sleep(retryMillis * (1 + part)))
      }
    })
  )
  const watchAway = Effect.map(Clock.currentTimeMillis, (now) => {
    if (isAwayReported || now - contact < awayMillis) return
    isAwayReported = true
    report(Kept.awayText(organisation, inForce.now?.signed.version, now - contact, failure))
  })
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(look, watchAway)))
  // An organisation without a policy sends none: later events do not wait for it.
  yield* Effect.forkScoped(
    Effect.andThen(
      Effect.sleep(firstMillis),
      Effect.sync(() => Deferred.doneUnsafe(looked, Exit.void))
    )
  )

  const now = Effect.suspend(() =>
    inForce.now === undefined ? Effect.fail(Kept.missing(organisation, failure)) : Effect.succeed([inForce.now.policy])
  )
  return {
    current: Effect.suspend(() =>
      inForce.now !== undefined || Deferred.isDoneUnsafe(looked) ? now : Effect.andThen(Deferred.await(looked), now)
    ),
    watch: (onChange) =>
      Effect.acquireRelease(
        Effect.sync(() => void listeners.add(onChange)),
        () => Effect.sync(() => void listeners.delete(onChange))
      ),
    problems: () => waiting.splice(0)
  }
})

/**
 * Provides the policy of an organisation.
 *
 * @example
 * ```ts
 * import { FleetClient } from "@hookline/fleet/FleetClient"
 * import * as FleetPolicies from "@hookline/fleet/FleetPolicies"
 * import { Hookline } from "@hookline/node"
 * import * as Layer from "effect/Layer"
 *
 * const fleet = FleetClient.layer({ url: "https://fleet.example:7420", token: "hookline_machine_…" })
 * const acme = { organisation: "acme", publicKeys: ["MCowBQYDK2VwAyEA…"], folder: "/home/me/.local/state/hookline/fleet" }
 * const policies = FleetPolicies.layer(acme).pipe(Layer.provide(fleet))
 *
 * const hooks = Hookline.layer({ project: ".", provide: [policies] })
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (options: Options): Layer.Layer<ManagedPolicy.ManagedPolicy, never, FleetClient | ThisProject> =>
  ManagedPolicy.layerEffect(Effect.flatMap(FleetClient, (calls) => make(calls, options)))

/**
 * Reads the policy that is kept on this machine, for a program that runs for one event. It makes no call: `refresh` does,
 * after the answer.
 *
 * @example
 * ```ts
 * import * as FleetPolicies from "@hookline/fleet/FleetPolicies"
 *
 * const acme = { organisation: "acme", publicKeys: ["MCowBQYDK2VwAyEA…"], folder: "/home/me/.local/state/hookline/fleet" }
 * const policies = FleetPolicies.makeKept(acme).current
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const makeKept = (options: Options): ManagedPolicy.Managing => Kept.makeKept(options)

/**
 * Provides the policy that is kept on this machine, for a program that runs for one event.
 *
 * @example
 * ```ts
 * import * as FleetPolicies from "@hookline/fleet/FleetPolicies"
 *
 * const acme = { organisation: "acme", publicKeys: ["MCowBQYDK2VwAyEA…"], folder: "/home/me/.local/state/hookline/fleet" }
 * const provide = [FleetPolicies.layerKept(acme)]
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerKept = (options: Options): Layer.Layer<ManagedPolicy.ManagedPolicy, never, ThisProject> => {
  const { awayMillis = Kept.defaultAway } = options
  return ManagedPolicy.layerEffect(
    Effect.as(limit("FleetPolicies.layerKept, awayMillis,", awayMillis), makeKept(options))
  )
}

/**
 * Checks whether the fleet has to be asked for a newer policy. It reads one small file.
 *
 * @example
 * ```ts
 * import * as FleetPolicies from "@hookline/fleet/FleetPolicies"
 *
 * const isDue = FleetPolicies.isDue({ folder: "/home/me/.local/state/hookline/fleet" }, Date.now())
 * ```
 *
 * @category checks
 * @since 0.1.0
 */
export const isDue = (options: Pick<Options, "folder">, now: number, everyMillis?: number): boolean =>
  Kept.isDue(options, now, everyMillis)

/**
 * The result of a look: true if another version is in force from now on, and what has to be reported.
 *
 * @category models
 * @since 0.1.0
 */
export interface Refreshed {
  readonly isNew: boolean
  readonly problem: string | undefined
  /** True if the fleet sent a version that is refused, which no later look makes better. */
  readonly isRefused: boolean
  /**
   * The new version, if it could not be kept: it is in force for the caller alone. Others have no valid version until it
   * can be kept, and the next look is due at once.
   */
  readonly unkept?: ManagedPolicy.Policy
}

/**
 * Asks the fleet once for the newest policy, and keeps it for the next event.
 *
 * @example
 * ```ts
 * import { FleetClient } from "@hookline/fleet/FleetClient"
 * import * as FleetPolicies from "@hookline/fleet/FleetPolicies"
 * import * as Effect from "effect/Effect"
 *
 * const fleet = FleetClient.layerHttp({ url: "https://fleet.example:7420", token: "hookline_machine_…" })
 * const acme = { organisation: "acme", publicKeys: ["MCowBQYDK2VwAyEA…"], folder: "/home/me/.local/state/hookline/fleet" }
 * const refreshed = FleetPolicies.refresh(acme).pipe(Effect.provide(fleet))
 * ```
 *
 * @category refreshing
 * @since 0.1.0
 */
export const refresh = (options: Options, limitMillis = 2000): Effect.Effect<Refreshed, never, FleetClient> =>
  Effect.gen(function* () {
    const calls = yield* FleetClient
    const at = yield* Clock.currentTimeMillis
    const { confirmed, reported } = Kept.looksOf(options)
    // Noted before, so that processes at the same time do not all look.
    Kept.noteLook(options, { at, confirmed: confirmed === 0 ? at : confirmed, reported })
    const found = yield* calls
      .policies(0)
      .pipe(Stream.take(1), Stream.runCollect, Effect.timeoutOption(limitMillis), Effect.result)
    if (found._tag === "Failure") return { isNew: false, isRefused: false, problem: found.failure.message }
    const signed = found.success._tag === "Some" ? found.success.value[0] : undefined
    if (signed === undefined) {
      const problem = `The fleet sent no policy of ${options.organisation} within ${limitMillis} ms.`
      return { isNew: false, isRefused: false, problem }
    }
    const inForce = new PolicyInForce(options)
    const accepted = inForce.accept(signed)
    if (accepted._tag === "Refused") return { isNew: false, isRefused: true, problem: accepted.problem }
    const unkept = accepted._tag === "New" && accepted.problem !== undefined ? inForce.now?.policy : undefined
    if (accepted._tag === "New" && unkept !== undefined) {
      Kept.noteLook(options, { at: 0, confirmed: confirmed === 0 ? at : confirmed, reported })
      return { isNew: true, isRefused: false, problem: accepted.problem, unkept }
    }
    Kept.noteLook(options, { at, confirmed: at, reported })
    return { isNew: accepted._tag === "New", isRefused: false, problem: undefined }
  })
