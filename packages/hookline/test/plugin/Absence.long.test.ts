// The plugin without Hookline behind it, with each fault.
import { describe } from "@effect/vitest"
import { all, meansPolicy } from "./absentHookline.ts"

describe("the plugin without Hookline behind it", () => {
  meansPolicy(all)
})
