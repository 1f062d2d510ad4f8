// The variables of hooks, with more random cases than `environment.test.ts` has.
import { describe } from "@effect/vitest"
import { runsOf } from "@hookline/testing/kit/internal/runsOf"
import { areTheSame } from "./support/variables.ts"

describe("variables", () => {
  areTheSame(runsOf(40))
})
