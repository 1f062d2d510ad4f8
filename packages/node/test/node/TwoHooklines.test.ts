// Several projects in one program: each has its own hooks, handlers, host and model, however their layers are built.
import { assert, describe, it } from "@effect/vitest"
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import { Pipeline } from "@hookline/core/Pipeline"
import { Amplifier } from "@hookline/dialects/Amplifier"
import { cases } from "@hookline/schema/HookEvent"
import * as Verdict from "@hookline/schema/Verdict"
import { TestModel, TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Hookline } from "@hookline/node"

const call = cases.PreToolUse.make({ sessionId: "s1", toolName: "Bash", toolInput: { command: "ls" } })

const project = (...hooks: ReadonlyArray<unknown>) =>
  TestProject.make({ ".claude/settings.json": { json: { hooks: { PreToolUse: [{ matcher: "Bash", hooks }] } } } })

const command = (text: string) => ({ type: "command", command: text })

const verdict = Effect.map(
  Effect.flatMap(Hookline, ({ emit }) => emit(call)),
  ({ outcome }) => outcome.verdict._tag
)

describe("hooks of several projects in one program", () => {
  it.live("are asked each by its own, inside of one another", () =>
    Effect.gen(function* () {
      const [open, strict] = [yield* project(command("true")), yield* project(command("exit 2"))]
      const inner = Effect.provide(verdict, Hookline.layer({ project: strict }))
      const both = Effect.provide(Effect.all([verdict, inner]), Hookline.layer({ project: open }))
      assert.deepStrictEqual(yield* both, ["Pass", "Deny"])
    })
  )

  it.live("are asked each by its own, built at once", () =>
    Effect.gen(function* () {
      const all = [yield* project(command("true")), yield* project(command("exit 2")), yield* project()]
      const memo = yield* Layer.makeMemoMap
      const scope = yield* Effect.scope
      const verdicts = yield* Effect.forEach(all, (one) =>
        Effect.flatMap(Layer.buildWithMemoMap(Hookline.layer({ project: one }), memo, scope), (built) =>
          Effect.provideContext(verdict, built)
        )
      )
      assert.deepStrictEqual(verdicts, ["Pass", "Deny", "Pass"])
    })
  )

  it.live("have handlers and a policy of their own", () =>
    Effect.gen(function* () {
      const folder = yield* project(command("/nowhere/at/all"))
      const closed = Hookline.layer({ project: folder, provide: [FailurePolicy.layerClosed] })
      yield* Effect.scoped(
        Effect.provide(
          Effect.gen(function* () {
            const hooks = yield* Hookline
            yield* hooks.register({
              event: "Stop",
              name: "outer",
              handler: () => Effect.succeed({ verdict: Verdict.deny({ by: "", reason: "go on" }) })
            })
            const stop = Effect.flatMap(Hookline, ({ emit }) => emit(cases.Stop.make({})))
            const outer = yield* stop
            const inner = yield* Effect.provide(stop, Hookline.layer({ project: folder }))
            assert.deepStrictEqual(
              [outer, inner].map(({ outcome }) => outcome.verdict._tag),
              ["Deny", "Pass"]
            )
            assert.deepStrictEqual([yield* verdict, yield* Effect.provide(verdict, closed)], ["Pass", "Deny"])
          }),
          Hookline.layer({ project: folder })
        )
      )
    })
  )

  it.live("answer in the words of their own host", () =>
    Effect.gen(function* () {
      const folder = yield* project(command("exit 2"))
      const payload = { event: "tool:pre", data: { tool_name: "Bash", tool_input: {}, session_id: "s1" } }
      const answer = Effect.flatMap(Pipeline, ({ run }) => Effect.map(run(payload), ({ reply }) => reply.body))
      const amplifier = Effect.provide(answer, Hookline.layer({ project: folder, host: Amplifier }))
      const inside = Effect.provide(amplifier, Hookline.layer({ project: folder }))
      assert.deepInclude(yield* inside, { action: "deny" })
      assert.deepStrictEqual(yield* inside, yield* amplifier)
    })
  )

  it.live("have a model of their own", () =>
    Effect.gen(function* () {
      const folder = yield* project({ type: "prompt", prompt: "May it?" })
      const judged = (ok: boolean) =>
        Hookline.layer({ project: folder }).pipe(Layer.provide(TestModel.layer({ ok, reason: "no" })))
      const inner = Effect.provide(verdict, judged(false))
      assert.deepStrictEqual(yield* Effect.provide(Effect.all([verdict, inner]), judged(true)), ["Pass", "Deny"])
      // Without one such a hook fails, which is told; with one it is asked all the same.
      const without = Hookline.layer({ project: folder })
      assert.deepStrictEqual(yield* Effect.provide(Effect.all([verdict, inner]), without), ["Pass", "Deny"])
    })
  )

  it.live("are one where they are one layer", () =>
    Effect.gen(function* () {
      const layer = Hookline.layer({ project: yield* project() })
      const twice = Effect.all([Hookline, Effect.provide(Hookline, layer)])
      const [one, other] = yield* Effect.provide(twice, layer)
      assert.strictEqual(one, other)
    })
  )
})
