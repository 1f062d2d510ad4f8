// The law of a project's exports, for random ones, under every rule of the user, with and without a wrapping program.
import { describe, it } from "@effect/vitest"
import { runsOf } from "@hookline/testing/kit/internal/runsOf"
import * as Schema from "effect/Schema"
import { assertBounded, Line } from "./support/projectExports.ts"

const Setting = Schema.Struct({
  kind: Schema.Literals(["cold", "warm"]),
  rule: Schema.Literals(["none", "minimal", "list", "plain"]),
  isWrapped: Schema.Boolean
})

describe("a project's exports", () => {
  it.live.prop(
    "reach its own hooks within the user's rule, and neither the user's hooks nor a wrapping program",
    { setting: Setting, lines: Schema.NonEmptyArray(Line) },
    ({ lines, setting }) => assertBounded(lines, setting),
    { arbitrary: { runs: runsOf(60), size: 8 }, timeout: 300_000 }
  )
})
