// What hooks say is legible in every report, and so is what is only added to the answer for a host.
import { assert, describe, it } from "@effect/vitest"
import { Pipeline } from "@hookline/core/Pipeline"
import { SessionState } from "@hookline/core/SessionState"
import { Amplifier } from "@hookline/dialects/Amplifier"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import { HiddenText, TestPipeline } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { answer, claude, context, deny, hook, reasons } from "./fixtures.ts"

const escape = "\u{1b}[31m"
const said = `no${escape}\u{202e} ${HiddenText.text}`

const broken = Layer.effect(
  SessionState,
  Effect.map(SessionState, (inner) =>
    SessionState.of({
      ...inner,
      skills: { ...inner.skills, open: () => Effect.die(new Error(`no space${escape}`)) }
    })
  )
)

describe("hidden characters of hooks", () => {
  it.effect("are in no report, while the run keeps what its hook wrote", () =>
    Effect.gen(function* () {
      const report = yield* answer()
      const [context] = report.outcome.context
      for (const text of [...reasons(report), context?.text ?? ""]) {
        assert.match(text, /^no /)
        assert.deepStrictEqual(HiddenText.find(text), [])
      }
      assert.include(JSON.stringify(report.runs), JSON.stringify(escape).slice(1, -1))
    }).pipe(
      Effect.provide(
        TestPipeline.layer(claude([hook("a"), hook("b")]), { a: deny(said), b: context(said) }, { host: ClaudeCode })
      )
    )
  )

  it.effect("are in no answer to a host that reports a broken port", () =>
    Effect.gen(function* () {
      const pipeline = yield* Pipeline
      const data = { session_id: "s", skill_name: "deploy" }
      const { outcome, reply } = yield* pipeline.run({ event: "skill:loaded", data })
      assert.match(outcome.notices.map(({ text }) => text).join(), /no space/)
      assert.notInclude(JSON.stringify([outcome, reply]), JSON.stringify(escape).slice(1, -1))
    }).pipe(Effect.provide(TestPipeline.layer({}, {}, { host: Amplifier, provide: [broken] })))
  )
})
