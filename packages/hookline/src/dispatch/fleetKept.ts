/** The kept policy of an organisation, which is asked for before an answer where it is missing. */
import { type Managing, type Policy, PolicyMissing } from "@hookline/core/ManagedPolicy"
import type { Refreshed } from "@hookline/fleet/FleetPolicies"
import * as KeptPolicy from "@hookline/fleet/kit/client/keptPolicy"
import { homeOf } from "@hookline/node/kit/node/xdg"
import type { Fleet } from "@hookline/schema/Settings"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import type { Looks } from "./fleetPolicy.ts"

/** The time for a look before an answer, below the limit of the port. */
const lookMillis = 1500

/** Asks the fleet once. */
export type Ask = (
  fleet: Fleet,
  options: KeptPolicy.Options
) => Effect.Effect<Pick<Refreshed, "isRefused" | "problem" | "unkept">>

/** Asks the fleet once. A failure is a sentence. */
const askOnce: Ask = Effect.fnUntraced(function* (fleet, options) {
  const { pathOf, tokenIn } = yield* Effect.promise(() => import("../manage/fleet/TokenFile.ts"))
  const token = tokenIn(pathOf(fleet.tokenFile, homeOf(process.env)))
  if (Result.isFailure(token)) return { isRefused: false, problem: token.failure }
  const { refresh } = yield* Effect.promise(() => import("./fleetLook.ts"))
  return yield* refresh(fleet, token.success, options, Math.min(fleet.limitMillis ?? lookMillis, lookMillis))
})

const withReason = ({ issue }: PolicyMissing, why: string): PolicyMissing =>
  new PolicyMissing({ issue: `${issue} ${why}` })

/**
 * Creates the policy. At a session's start the fleet is asked first; what is kept stays in force where it is away.
 *
 * It is asked before the policy is read, because a reading that is late counts as a policy that is missing: on a slow machine
 * the client takes long to load.
 */
export const kept = Effect.fnUntraced(function* (
  fleet: Fleet,
  options: KeptPolicy.Options,
  looks: Looks,
  ask: Ask = askOnce
): Effect.fn.Return<Managing> {
  const inner = KeptPolicy.makeKept(options)
  const waiting: Array<string> = []
  let why: string | undefined
  let unkept: Policy | undefined
  let isDone = false
  const lookOnce = Effect.suspend(() => {
    if (isDone) return Effect.void
    isDone = true
    const late = { isRefused: false, problem: `The fleet was not asked within ${lookMillis} ms.`, unkept: undefined }
    const asked = Effect.map(
      Effect.timeoutOption(ask(fleet, options), lookMillis),
      Option.getOrElse(() => late)
    )
    return Effect.map(asked, (found) => {
      why = found.problem
      unkept = found.unkept
      if ((found.isRefused || unkept !== undefined) && why !== undefined) waiting.push(why)
    })
  })
  const now = Effect.suspend(() => (unkept === undefined ? inner.current : Effect.succeed([unkept])))
  if (looks.now) yield* lookOnce
  return {
    ...inner,
    current: Effect.suspend(() => {
      // A fleet that does not answer is asked once in a while, and not by each event.
      const orLook = (missing: PolicyMissing) =>
        !isDone && looks.ifMissing && KeptPolicy.isDue(options, Date.now())
          ? Effect.andThen(lookOnce, now)
          : Effect.fail(missing)
      return now.pipe(
        Effect.catch(orLook),
        Effect.mapError((missing) => (why === undefined ? missing : withReason(missing, why)))
      )
    }),
    problems: () => [...waiting.splice(0), ...(inner.problems?.() ?? [])]
  }
})
