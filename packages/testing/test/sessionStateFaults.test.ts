// States with a planted fault, for each of which a law of `SessionStateTest` does not hold.
import { assert, describe, it } from "@effect/vitest"
import { memory } from "@hookline/core/kit/session/memory"
import { StateNotReady } from "@hookline/core/PipelineError"
import { SessionState, type Storing } from "@hookline/core/SessionState"
import { SessionStateTest } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"

type Several = SessionStateTest.Several
type Marks = Pick<Storing, "has" | "mark">

/** Two states on one storage, of which the other one may have a fault. */
const two = (change: (inner: Storing) => Partial<Storing> = () => ({})): Several => {
  const shared = memory()
  return [SessionState.apart(shared), SessionState.apart({ ...shared, ...change(shared) })]
}

const unready = (makeReady: (isAway: () => boolean) => Storing["ready"]): SessionStateTest.Unready => {
  let isAway = true
  const ready = makeReady(() => isAway)
  return {
    mend: Effect.sync(() => (isAway = false)),
    layer: SessionState.layerEffect(Effect.sync(() => ({ ...memory(), ...(ready !== undefined && { ready }) })))
  }
}

const away = new StateNotReady({ issue: "away" })

/** Settles as often as its holder says, as it was said last. */
const obedient = (inner: Storing): Partial<Storing> => ({
  claim: (key, mark, lease) =>
    Effect.map(inner.claim(key, mark, lease), (claim) =>
      claim._tag === "Granted"
        ? {
            ...claim,
            settle: (isDone) => Effect.andThen(claim.settle(isDone), isDone ? Effect.void : inner.unmark(key, mark))
          }
        : claim
    )
})

/** Releases whichever claim there is. */
const greedy = (): Several => {
  const inner = memory()
  const marks: Marks = { has: inner.has, mark: inner.mark }
  let claim = SessionState.claimBy(marks)
  const state: Storing = {
    ...inner,
    claim: (key, mark, lease) =>
      Effect.map(
        Effect.suspend(() => claim(key, mark, lease)),
        (found) =>
          found._tag === "Granted"
            ? {
                ...found,
                settle: (isDone) =>
                  Effect.andThen(
                    found.settle(isDone),
                    Effect.sync(() => (claim = SessionState.claimBy(marks)))
                  )
              }
            : found
      )
  }
  return [state, state]
}

const faults: ReadonlyArray<readonly [fault: string, law: string, parts: () => Several]> = [
  ["claims for itself", "grants a claim", () => two((inner) => ({ claim: SessionState.claimBy(inner) }))],
  [
    "holds a claim after a failure",
    "after a failure",
    () => two((inner) => ({ claim: () => inner.claim({ project: "", session: "" }, "a", 600_000) }))
  ],
  ["releases the claims of others", "after the lease", greedy],
  [
    "settles as it is told last",
    "settles a claim once",
    () => {
      const shared = memory()
      return [{ ...shared, ...obedient(shared) }, shared]
    }
  ],
  ["forgets for itself", "forgets a session for all", () => two(() => ({ end: () => Effect.void }))]
]

const machineFaults: ReadonlyArray<readonly [fault: string, law: string, parts: () => Several]> = [
  [
    "shares all marks",
    "share the marks",
    () => {
      const shared = memory()
      return [shared, shared]
    }
  ],
  ["shares no mark", "share the marks", () => [memory(), memory()]],
  [
    "keeps its own marks",
    "forget their own",
    () => {
      const apart = SessionState.apart(memory(), { ...memory(), end: () => Effect.void })
      return [apart, apart]
    }
  ]
]

const lawOf = <Part>(laws: Readonly<Record<string, Part>>, title: string): Part => {
  const [law, ...others] = Object.entries(laws).filter(([name]) => name.includes(title))
  assert.deepStrictEqual([law !== undefined, others], [true, []])
  return law?.[1] ?? assert.fail(title)
}

describe("a state that", () => {
  for (const [laws, all] of [
    [SessionStateTest.severalLaws, faults],
    [SessionStateTest.machineLaws, machineFaults]
  ] as const) {
    for (const [fault, title, parts] of all) {
      it.live(`${fault} is found`, () =>
        Effect.gen(function* () {
          assert.isTrue(Exit.isFailure(yield* Effect.exit(lawOf(laws, title)(parts()))))
        })
      )
    }
  }

  it.live("is ready at once, or never asked again, is found", () =>
    Effect.gen(function* () {
      const law = lawOf(SessionStateTest.unreadyLaws, "denies each event")
      yield* law(unready((isAway) => () => Effect.suspend(() => (isAway() ? away : Effect.void))))
      let asked = 0
      for (const part of [
        unready(() => undefined),
        unready((isAway) => () => Effect.suspend(() => (isAway() && asked++ === 0 ? away : Effect.void)))
      ]) {
        assert.isTrue(Exit.isFailure(yield* Effect.exit(law(part))))
      }
    })
  )
})

SessionStateTest.suite(
  "a state of a machine",
  SessionState.layerEffect(Effect.sync(() => SessionState.apart(memory()))),
  {
    machines: Effect.sync(() => two()),
    unready: Effect.sync(() => unready((isAway) => () => Effect.suspend(() => (isAway() ? away : Effect.void))))
  }
)
