// Thousands of hooks, many at a time.
import { describe, it } from "@effect/vitest"
import { manyHooks } from "./support/manyHooks.ts"

describe("thousands of hooks", () => {
  it.live(
    "get their own answers, in shells that wait and in those that are started, and leave nothing",
    () => manyHooks(200),
    120_000
  )
})
