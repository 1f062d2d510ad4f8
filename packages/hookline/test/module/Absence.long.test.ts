// The module without Hookline behind it, with each fault.
import { describe } from "@effect/vitest"
import { all, meansPolicy } from "./absentHookline.ts"

describe("the module without Hookline behind it", () => {
  meansPolicy(all)
})
