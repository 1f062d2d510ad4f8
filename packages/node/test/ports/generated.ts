// Random ports that break together, after some calls that work, in events that happen several times.
import type { OnFailure } from "@hookline/schema/Hook"
import * as Effect from "effect/Effect"
import { cases } from "./law.ts"
import { type Breakage, play, textsOf } from "./play.ts"
import { ports, type Scene, ways } from "./ports.ts"

/** Numbers at random. */
interface Chance {
  readonly below: (count: number) => number
  readonly of: <A>(items: ReadonlyArray<A>) => A
}

/** A scene in which ports break. */
export interface Generated {
  readonly title: string
  readonly scene: Scene
  readonly policy: OnFailure
  readonly times: number
  readonly breakages: ReadonlyArray<Breakage>
  /** The scene's own method breaks from its first call on, so that the policy decides the first event. */
  readonly isDecided: boolean
  /** Some method breaks in a way that can't be without effect. */
  readonly isReported: boolean
}

/** Creates a scene with up to three methods that break. */
export const generate = (chance: Chance): Generated => {
  const first = chance.of(cases)
  const all = [first, ...Array.from({ length: chance.below(3) }, () => chance.of(cases))]
  const healthy = all.map(() => (chance.below(2) === 0 ? 0 : chance.below(12)))
  const breakages = all.flatMap(({ method, port, what }, index) => {
    const found = ports[port]
    return found === undefined ? [] : [{ port: found, method, way: ways[what].way, healthy: healthy[index] ?? 0 }]
  })
  const isHarmless = first.scene.harmless?.includes(first.what) === true || first.scene.isOver === true
  const title = all
    .map(({ method, port, what }, index) => `${port}.${method} ${what} after ${healthy[index]}`)
    .join(", ")
  const times = 1 + chance.below(3)
  return {
    title: `${title}, under ${first.policy}, ${times} times`,
    scene: first.scene,
    policy: first.policy,
    times,
    breakages,
    isDecided: healthy[0] === 0 && !isHarmless && first.policy === "closed" && first.scene.closed === "Deny",
    isReported: healthy[0] === 0 && !isHarmless
  }
}

/** The most seconds of a scene: an approver that never answers is asked for 300 seconds, at each event. */
const longest = 1200

/** Checks a scene. Returns the problem, if there is one. */
export const problemOf = Effect.fnUntraced(function* ({ breakages, isDecided, isReported, ...scene }: Generated) {
  const { exit, seconds } = yield* play({ ...scene, breakages }, longest)
  if (exit === undefined) return `it has not ended after ${seconds} s`
  if (exit._tag === "Failure") return `it has no report: ${String(exit.cause)}`
  const [first] = exit.value
  if (first === undefined || exit.value.length !== scene.times) return "there are too few reports"
  if (isDecided && first.outcome.verdict._tag !== "Deny") return `it is a ${first.outcome.verdict._tag}`
  const texts = textsOf(first)
  // One that breaks may keep another from being called.
  const isNamed = breakages.some(({ port }) => port.named.test(texts))
  return isReported && !isNamed ? `no text names a port: ${texts}` : undefined
})
