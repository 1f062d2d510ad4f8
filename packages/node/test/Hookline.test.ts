// The service that an agent holds: configured hooks and native ones, and all parts by default.
import { assert, describe, it } from "@effect/vitest"
import * as Approval from "@hookline/coordinator/Approval"
import { Amplifier } from "@hookline/dialects/Amplifier"
import { cases } from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"
import { TestModel, TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { Hookline, type HooklineOptions, type Provided } from "@hookline/node"

const push = cases.PreToolUse.make({ sessionId: "s1", toolName: "Bash", toolInput: { command: "git push" } })

const settings = (hook: unknown, more: object = {}) => ({
  ".claude/settings.json": { json: { hooks: { PreToolUse: [{ matcher: "Bash", hooks: [hook] }] } } },
  ...more
})

const guard = settings({ type: "command", command: "echo no >&2; exit 2" })

/** Runs with the hooks of a project made of these files. */
const on = <A, E>(
  files: TestProject.Files,
  program: Effect.Effect<A, E, Hookline | Scope.Scope>,
  part?: Provided,
  options: Partial<HooklineOptions> = {}
) =>
  Effect.gen(function* () {
    const project = yield* TestProject.make(files)
    return yield* Effect.scoped(
      Effect.provide(program, Hookline.layer({ project, ...options, provide: part === undefined ? [] : [part] }))
    )
  })

describe("Hookline", () => {
  it.live("answers by the hooks of a project, and by those of the program", () =>
    on(
      guard,
      Effect.gen(function* () {
        const hooks = yield* Hookline
        const first = yield* hooks.emit(push)
        assert.deepStrictEqual(
          [Outcome.proceeds(first.outcome), first.runs.map(({ kind }) => kind)],
          [false, ["Command"]]
        )
        assert.strictEqual((yield* hooks.plan(push)).groups.length, 1)
        const stop = cases.Stop.make({})
        assert.isFalse(hooks.wants(stop))
        yield* hooks.register({
          event: "Stop",
          name: "more",
          handler: () => Effect.succeed({ verdict: Verdict.deny({ by: "", reason: "go on" }) })
        })
        assert.isTrue(hooks.wants(stop))
        assert.strictEqual((yield* hooks.emit(stop)).outcome.verdict._tag, "Deny")
      })
    )
  )

  it.live("asks nobody, unless somebody is there", () => {
    const ask = settings({
      type: "command",
      command: `echo '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "ask", "permissionDecisionReason": "sure?"}}'`
    })
    const verdict = Effect.flatMap(Hookline, ({ emit }) =>
      Effect.map(emit(push), ({ outcome }) => outcome.verdict._tag)
    )
    return Effect.gen(function* () {
      assert.strictEqual(yield* on(ask, verdict), "Deny")
      assert.strictEqual(yield* on(ask, verdict, Approval.layerScripted(["Allow once"])), "Pass")
      // A permanent grant holds for the session, and ends with it.
      const again = Effect.gen(function* () {
        const { emit, register } = yield* Hookline
        const question = { by: "", prompt: "sure?", options: ["Allow always", "Deny"] }
        const handler = () => Effect.succeed({ verdict: Verdict.ask(question, "sure?") })
        yield* register({ event: "PreToolUse", name: "asks", handler })
        const [one, two] = [yield* verdict, yield* verdict]
        yield* emit(cases.SessionEnd.make({ sessionId: "s1" }))
        return [one, two, yield* verdict]
      })
      assert.deepStrictEqual(yield* on({}, again, Approval.layerScripted(["Allow always"])), ["Pass", "Pass", "Deny"])
    })
  })

  it.live("judges native handlers by the settings' policy, too", () => {
    const closed = { "~/.hookline/settings.json": { json: { failure_policy: "closed" } } }
    const files = { ".hookline/settings.json": closed["~/.hookline/settings.json"] }
    return on(
      files,
      Effect.gen(function* () {
        const { emit, register } = yield* Hookline
        yield* register({ event: "PreToolUse", name: "broken", handler: () => Effect.fail("no") })
        assert.strictEqual((yield* emit(push)).outcome.verdict._tag, "Deny")
      })
    )
  })

  it.live("takes a host's own names, where it has some", () =>
    on(
      {},
      Effect.gen(function* () {
        const { emit, register } = yield* Hookline
        let asked = 0
        yield* register({ event: "tool:pre", name: "pre", handler: () => Effect.sync(() => void (asked += 1)) })
        yield* emit(push)
        assert.strictEqual(asked, 1)
      }),
      undefined,
      { host: Amplifier }
    )
  )

  const judged = settings({ type: "prompt", prompt: "Is this harmless?" })
  const model = TestModel.layer({ ok: false, reason: "no pushing" })

  it.live("has prompt hooks judged by the model that is provided, and says what to add where none is", () => {
    const report = Effect.flatMap(Hookline, ({ emit }) => emit(push))
    return Effect.gen(function* () {
      const without = yield* on(judged, report)
      assert.match(without.runs[0]?.failure?.text ?? "", /provide ModelPromptRunner.layer, and a LanguageModel/)
      const { outcome } = yield* on(judged, report, model)
      assert.deepStrictEqual(
        Verdict.reasonsOf(outcome.verdict).map(({ text }) => text),
        ["no pushing"]
      )
    })
  })
})
