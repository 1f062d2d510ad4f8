// The option `trust`: whose decision about the hooks of a project counts.
import { assert, describe, it } from "@effect/vitest"
import type { OpenOptions } from "@hookline/node"
import * as Effect from "effect/Effect"
import { bash, commands, opened } from "./opened.ts"

const guard = "echo no >&2; exit 2"
const advisor = `echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"look"}}'`

/** Returns whether the call proceeds, its reasons, and its context. */
const answered = (command: string, trust: OpenOptions["trust"], project: { readonly trusted: boolean }) =>
  opened(
    commands(command),
    async (hooks) => {
      const { context, goesOn, reasons } = await hooks.emit(bash)
      return { goesOn, reasons: reasons.map(({ text }) => text), context: context.map(({ text }) => text) }
    },
    { trust },
    project
  )

describe("trust", () => {
  for (const trust of [undefined, "store"] as const) {
    it.live(`is the user's by ${String(trust)}, without whom a hook only tightens`, () =>
      Effect.gen(function* () {
        const denied = yield* answered(guard, trust, { trusted: false })
        assert.isFalse(denied.goesOn)
        // The hook's own reason could instruct the model.
        assert.notInclude(denied.reasons, "no")
        assert.deepStrictEqual((yield* answered(advisor, trust, { trusted: false })).context, [])
      })
    )
  }

  for (const [trust, trusted] of [
    ["store", true],
    ["all", false]
  ] as const) {
    it.live(`by ${trust} gives a hook its full effect${trusted ? " in a project that the user trusts" : ""}`, () =>
      Effect.gen(function* () {
        assert.deepStrictEqual((yield* answered(guard, trust, { trusted })).reasons, ["no"])
        const { context, goesOn } = yield* answered(advisor, trust, { trusted })
        assert.deepStrictEqual([goesOn, context], [true, ["look"]])
      })
    )
  }
})
