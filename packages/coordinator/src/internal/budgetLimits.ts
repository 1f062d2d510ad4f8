/** Checks the limits of budgets while the hooks are built: with `NaN`, any text would be admitted. */
import { size } from "@hookline/core/kit/policy/amounts"
import { known } from "@hookline/core/kit/policy/knownOptions"
import * as Effect from "effect/Effect"
import type { Limits } from "../context/ContextBudget.ts"

const words: ReadonlySet<unknown> = new Set(["warn", "refuse"])

/** Checks the limits that a program gives to the layer of this name, and the names of all its options. */
export const checkLimits = <Options extends Limits>(
  layer: string,
  options: Options,
  names: Readonly<Record<keyof Options, true>>
): Effect.Effect<void> => {
  const { bytes = 0, overTurn = "warn", tokens = 0 } = options
  return Effect.gen(function* () {
    yield* known(layer, options, names)
    yield* size(`${layer}, bytes,`, bytes)
    yield* size(`${layer}, tokens,`, tokens)
    if (!words.has(overTurn))
      return yield* Effect.die(
        new Error(`${layer}, overTurn, takes "warn" or "refuse", not ${JSON.stringify(overTurn)}`)
      )
  })
}

/** The names of the limits. */
export const limitNames: Readonly<Record<keyof Limits, true>> = { bytes: true, overTurn: true, tokens: true }
