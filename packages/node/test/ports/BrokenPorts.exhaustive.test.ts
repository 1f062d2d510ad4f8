// Ports that break: every method of every port, in every way, under every policy.
import { describe } from "@effect/vitest"
import { rowsOf } from "@hookline/testing/kit/internal/runsOf"
import { cases, test } from "./law.ts"

describe("an event of which", () => {
  test(rowsOf(cases, 2))
})
