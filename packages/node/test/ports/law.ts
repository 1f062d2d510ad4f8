// The law of a broken method: the event ends in time, with a report that names the port, and the policy decides it.
import { assert, it } from "@effect/vitest"
import type { OnFailure } from "@hookline/schema/Hook"
import * as Effect from "effect/Effect"
import { play, textsOf } from "./play.ts"
import { ports, type Scene, scenesOf, ways } from "./ports.ts"

type Name = keyof typeof ways

/** A broken method under one policy. */
export interface Case {
  readonly port: string
  readonly method: string
  readonly scene: Scene
  readonly what: Name
  readonly policy: OnFailure
}

// The keys of the table are those of its type.
const names = Object.keys(ways) as ReadonlyArray<Name>

/** All cases: each port, method, way and policy. */
export const cases: ReadonlyArray<Case> = Object.entries(ports).flatMap(([port, found]) =>
  scenesOf(found).flatMap(({ method, scene }) =>
    names
      .filter((what) => scene.isSync !== true || what === "by throwing")
      .flatMap((what) =>
        (scene.policies ?? (["open", "closed", "ask"] as const)).map((policy) => ({
          port,
          method,
          scene,
          what,
          policy
        }))
      )
  )
)

/** Checks a case. Returns the problem, if there is one. */
export const problemOf = Effect.fnUntraced(function* ({ method, policy, port, scene, what }: Case) {
  const found = ports[port]
  if (found === undefined) return `there is no port ${port}`
  const { issue, way } = ways[what]
  const { exit, seconds } = yield* play({ scene, policy, breakages: [{ port: found, method, way }] })
  if (exit === undefined) return `it has not ended after ${seconds} s`
  if (exit._tag === "Failure") return `it has no report: ${String(exit.cause)}`
  if (seconds > (scene.within ?? 5)) return `it ends after ${seconds} s`
  const [answered] = exit.value
  if (answered === undefined) return "there is no report"
  const { verdict } = answered.outcome
  if (scene.harmless?.includes(what) === true) return verdict._tag === "Pass" ? undefined : `it is a ${verdict._tag}`
  const texts = textsOf(answered)
  if (scene.isOver !== true && !found.named.test(texts)) return `no text names the port: ${texts}`
  if (scene.isOver !== true && !issue.test(texts)) return `no text names the problem: ${texts}`
  const lawful: ReadonlyArray<string> =
    policy === "open"
      ? [scene.open ?? "Pass"]
      : policy === "ask" && scene.closed === "Deny"
        ? ["Ask", "Deny"]
        : [scene.closed]
  return lawful.includes(verdict._tag) ? undefined : `it is a ${verdict._tag}: ${texts}`
})

/** Tests these cases. */
export const test = (some: ReadonlyArray<Case>): void => {
  for (const one of some) {
    const { method, policy, port, what } = one
    it.effect(`${port}.${method} breaks ${what}, under ${policy}`, () =>
      Effect.gen(function* () {
        assert.isUndefined(yield* problemOf(one))
      })
    )
  }
}
