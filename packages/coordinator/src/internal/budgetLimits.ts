/** Checks the limits of budgets while the hooks are built: with `NaN`, any text would be admitted. */
import { size } from "@hookline/core/kit/policy/amounts"
import * as Effect from "effect/Effect"
import type { Limits } from "../context/ContextBudget.ts"

/** Checks the limits that a program gives to the layer of this name. */
export const checkLimits = (layer: string, { bytes = 0, tokens = 0 }: Limits): Effect.Effect<void> =>
  Effect.andThen(size(`${layer}, bytes,`, bytes), Effect.asVoid(size(`${layer}, tokens,`, tokens)))
