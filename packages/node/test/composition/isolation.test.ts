// Hooks of one project take nothing of another by accident, and what is provided in a wrong place is reported.
import { assert, describe, it } from "@effect/vitest"
import * as Approval from "@hookline/coordinator/Approval"
import * as Audit from "@hookline/coordinator/Audit"
import * as ContextBudget from "@hookline/coordinator/ContextBudget"
import * as ContextSink from "@hookline/coordinator/ContextSink"
import * as Display from "@hookline/coordinator/Display"
import { Handlers } from "@hookline/coordinator/Handlers"
import * as NativeRunner from "@hookline/coordinator/NativeRunner"
import { Settle } from "@hookline/coordinator/Settle"
import * as Background from "@hookline/core/Background"
import * as Concurrency from "@hookline/core/Concurrency"
import * as Conflict from "@hookline/core/Conflict"
import { Discoverer } from "@hookline/core/Discoverer"
import { memory } from "@hookline/core/kit/session/memory"
import { Mapper } from "@hookline/core/Mapper"
import { Matcher } from "@hookline/core/Matcher"
import { Sandbox } from "@hookline/core/Sandbox"
import * as SessionEnv from "@hookline/core/SessionEnv"
import * as ShortCircuit from "@hookline/core/ShortCircuit"
import { Translator } from "@hookline/core/Translator"
import { Executor } from "@hookline/core/Executor"
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import * as Runners from "@hookline/core/Runners"
import { CommandRunner } from "@hookline/core/Runners"
import { SessionState } from "@hookline/core/SessionState"
import * as Timeouts from "@hookline/core/Timeouts"
import * as Trust from "@hookline/core/Trust"
import * as TrustPolicy from "@hookline/core/TrustPolicy"
import { Amplifier } from "@hookline/dialects/Amplifier"
import { Hookline, type Provided } from "@hookline/node/Hookline"
import { cases } from "@hookline/schema/HookEvent"
import type { HookReply } from "@hookline/schema/HookReply"
import * as Verdict from "@hookline/schema/Verdict"
import { TestPipeline } from "@hookline/testing"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"

const call = cases.PreToolUse.make({ sessionId: "s", toolName: "Bash", toolInput: { command: "ls" } })

const inMemory = {
  project: TestPipeline.project,
  files: TestPipeline.memory({
    ".claude/settings.json": {
      hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "guard", once: false }] }] }
    }
  }),
  trust: Trust.layerAll
}

const exits = (code: number): HookReply => ({ _tag: "Exit", code, stdout: "", stderr: "no" })

/** A sandbox that records its name. */
const sandbox = (name: string, used: Array<string>, code = 0) =>
  Layer.succeed(CommandRunner)({ run: () => Effect.sync(() => (used.push(name), exits(code))) })

/** A place in a program that has hooks of its own. */
const Place = (name: string) => Context.Service<Hookline["Service"]["emit"]>(`test/Place/${name}`)

const emit = Effect.flatMap(Hookline, (hooks) => hooks.emit(call))

describe("two projects in one program", () => {
  it.effect("run each in its own sandbox, though one is built inside of the other", () => {
    const used: Array<string> = []
    const inner = Hookline.layer({ ...inMemory, provide: [sandbox("inner", used)] })
    const outer = Hookline.layer({ ...inMemory, provide: [sandbox("outer", used, 2)] })
    return Effect.gen(function* () {
      const both = yield* Effect.provide(Effect.all([emit, Effect.provide(emit, inner)]), outer)
      assert.deepStrictEqual(used, ["outer", "inner"])
      assert.deepStrictEqual(
        both.map(({ outcome }) => outcome.verdict._tag),
        ["Deny", "Pass"]
      )
    })
  })

  it.effect("take nothing of each other, though one is built by a layer in the `provide` of the other", () => {
    const used: Array<string> = []
    return Effect.gen(function* () {
      const inner = Hookline.layer({ ...inMemory, provide: [sandbox("inner", used)] })
      const bare = Hookline.layer({ ...inMemory })
      const origins: Array<string> = []
      const reporting = Audit.layerEffect(
        Effect.gen(function* () {
          const { describe: described } = yield* Effect.provide(Hookline, bare)
          origins.push(...new Set(described.map(({ origin }) => origin._tag)))
          const { emit } = yield* Effect.provide(Hookline, inner)
          return { record: () => Effect.asVoid(emit(call)), notices: Effect.succeed([]) }
        })
      )
      const outer = Hookline.layer({ ...inMemory, provide: [sandbox("outer", used), reporting] })
      const { outcome } = yield* Effect.provide(emit, outer)
      assert.deepStrictEqual([used, origins], [["outer", "inner"], ["Default"]])
      assert.deepStrictEqual(outcome.notices, [])
    })
  })

  it.effect("share no state of sessions, unless it is provided to both", () =>
    Effect.gen(function* () {
      const one = Hookline.layer({ ...inMemory })
      const other = Hookline.layer({ ...inMemory, host: Amplifier })
      const states = (layer: typeof one) => Effect.provide(SessionState, layer)
      const apart = yield* Effect.provide(Effect.all([SessionState, states(other)]), one)
      assert.notStrictEqual(apart[0], apart[1])
      const shared = SessionState.layerEffect(Effect.succeed(memory()))
      const [first, second] = yield* Effect.all([
        states(Hookline.layer({ ...inMemory, provide: [shared] })),
        states(Hookline.layer({ ...inMemory, host: Amplifier, provide: [shared] }))
      ])
      assert.strictEqual(first, second)
    })
  )

  it.effect("are built once for each value, however often it is used", () =>
    Effect.gen(function* () {
      let built = 0
      const counting = Layer.effect(
        Executor,
        Effect.map(Executor, (executor) => {
          built += 1
          return executor
        })
      )
      const hooks = Hookline.layer({ ...inMemory, provide: [counting] })
      yield* Effect.provide(Effect.all([Hookline, Handlers]), Layer.merge(hooks, hooks))
      assert.strictEqual(built, 1)
    })
  )
})

describe("a runner around the hooks", () => {
  it.effect("is used, and one in `provide` comes before it", () => {
    const used: Array<string> = []
    return Effect.gen(function* () {
      const around = Hookline.layer({ ...inMemory }).pipe(Layer.provide(sandbox("around", used)))
      yield* Effect.provide(emit, around)
      const both = Hookline.layer({ ...inMemory, provide: [sandbox("provided", used)] }).pipe(
        Layer.provide(sandbox("around", used))
      )
      yield* Effect.provide(emit, both)
      assert.deepStrictEqual(used, ["around", "provided"])
    })
  })

  it.effect("is used, though the same value is in the `provide` of other hooks", () => {
    const used: Array<string> = []
    const same = sandbox("same", used, 2)
    return Effect.gen(function* () {
      const inside = Hookline.layer({ ...inMemory, provide: [same] })
      const around = Hookline.layer({ ...inMemory }).pipe(Layer.provide(same))
      const verdicts = yield* Effect.provide(Effect.all([emit, Effect.provide(emit, around)]), inside)
      const later = yield* Effect.provide(emit, Hookline.layer({ ...inMemory }).pipe(Layer.provide(same)))
      assert.deepStrictEqual(
        [...verdicts, later].map(({ outcome }) => outcome.verdict._tag),
        ["Deny", "Deny", "Deny"]
      )
      assert.deepStrictEqual(used, ["same", "same", "same"])
    })
  })

  it.effect("that differs between two uses of one value is used in each", () => {
    const used: Array<string> = []
    return Effect.gen(function* () {
      const hooks = Hookline.layer({ ...inMemory })
      const place = (name: string) =>
        Layer.effect(
          Place(name),
          Effect.map(Hookline, ({ emit }) => emit)
        ).pipe(Layer.provide(hooks), Layer.provide(sandbox(name, used)))
      const both = Effect.gen(function* () {
        yield* (yield* Place("one"))(call)
        yield* (yield* Place("other"))(call)
      })
      yield* Effect.provide(both, Layer.merge(place("one"), place("other")))
      assert.deepStrictEqual(used, ["one", "other"])
    })
  })

  it.effect("of which hooks take no notice is reported once, with the place where it belongs", () => {
    const used: Array<string> = []
    const hooks = Hookline.layer({ ...inMemory, provide: [sandbox("provided", used)] })
    return Effect.gen(function* () {
      const beside = Layer.merge(hooks, sandbox("beside", used))
      const [first, second] = yield* Effect.provide(Effect.all([emit, emit]), beside)
      assert.deepStrictEqual(used, ["provided", "provided"])
      const [notice] = first.outcome.notices
      assert.include(notice?.text, "give it to Hookline.layer({ provide })")
      assert.deepStrictEqual(second.outcome.notices, [])
      const own = yield* Effect.provide(emit, hooks)
      assert.deepStrictEqual(own.outcome.notices, [])
    })
  })
})

describe("hooks that are put together by hand", () => {
  it.effect("need every service, and use each", () => {
    const used: Array<string> = []
    const policies = Layer.mergeAll(
      FailurePolicy.layerClosed,
      Timeouts.layerDialect,
      Trust.layerAll,
      TrustPolicy.layerConfined,
      ShortCircuit.layerDialect,
      Conflict.layerLastInOrder,
      Concurrency.layer(4)
    )
    const ports = Layer.mergeAll(
      Approval.layerDeny,
      Audit.layerNone,
      Background.layerNone,
      ContextBudget.layer(),
      ContextSink.layerNone,
      Display.layerNone,
      Sandbox.layerNone,
      SessionEnv.layerNone,
      SessionState.layerMemory
    )
    const stages = Layer.mergeAll(Mapper.layerNoDeps, Matcher.layerNoDeps, Translator.layerNoDeps, Settle.layer)
    const runners = Layer.provideMerge(
      Layer.mergeAll(sandbox("by hand", used, 2), NativeRunner.layer, Sandbox.layerNone),
      Runners.layerNone
    )
    const hooks: Layer.Layer<Hookline> = Hookline.layerNoDeps({
      ...inMemory,
      provide: [policies, ports, stages, runners, Discoverer.layerNoDeps, Executor.layerNoDeps]
    })
    return Effect.gen(function* () {
      const { outcome } = yield* Effect.provide(emit, hooks)
      assert.deepStrictEqual([outcome.verdict._tag, used], ["Deny", ["by hand"]])
      const { describe: described, register } = yield* Effect.provide(Hookline, hooks)
      assert.isFunction(register)
      assert.deepStrictEqual(
        described.filter(({ origin }) => origin._tag === "Default").map(({ service }) => service),
        ["@hookline/skills/SkillIndex", "@hookline/core/NativeHooks", "@hookline/coordinator/Handlers"]
      )
    })
  })

  it.effect("take what is required from around them, and lack nothing else", () => {
    const used: Array<string> = []
    const rest = Hookline.layerNoDeps({
      ...inMemory,
      provide: [
        Layer.mergeAll(
          FailurePolicy.layerClosed,
          Sandbox.layerNone,
          Timeouts.layerDialect,
          Trust.layerAll,
          TrustPolicy.layerConfined,
          ShortCircuit.layerDialect,
          Conflict.layerLastInOrder,
          Concurrency.layer(4),
          Background.layerNone,
          Sandbox.layerNone,
          SessionEnv.layerNone,
          SessionState.layerMemory,
          Approval.layerDeny,
          Audit.layerNone,
          ContextBudget.layer(),
          ContextSink.layerNone,
          Display.layerNone
        ),
        Layer.mergeAll(Mapper.layerNoDeps, Matcher.layerNoDeps, Translator.layerNoDeps, Discoverer.layerNoDeps),
        Settle.layer,
        Executor.layerNoDeps
      ]
    })
    // Exactly the runners are missing.
    const complete: Layer.Layer<Hookline, never, Runners.Runners> = rest
    const runners = Layer.provideMerge(sandbox("around", used, 2), Runners.layerNone)
    return Effect.gen(function* () {
      const { outcome } = yield* Effect.provide(emit, Layer.provide(complete, runners))
      assert.deepStrictEqual([outcome.verdict._tag, used], ["Deny", ["around"]])
    })
  })
})

describe("a list of layers", () => {
  it.effect("says for each service which layer is in force", () =>
    Effect.gen(function* () {
      const { describe: described } = yield* Hookline
      const of = (service: string) => described.find((one) => one.service.endsWith(service))?.origin
      assert.deepStrictEqual(of("/Timeouts"), { _tag: "Provided", index: 2 })
      assert.deepStrictEqual(of("/FailurePolicy"), { _tag: "Provided", index: 0 })
      assert.deepStrictEqual(of("/Runners/Command"), { _tag: "Around" })
      assert.deepStrictEqual(of("/Settle"), { _tag: "Default" })
      assert.strictEqual(new Set(described.map(({ service }) => service)).size, described.length)
    }).pipe(
      Effect.provide(
        Hookline.layer({
          ...inMemory,
          provide: [FailurePolicy.layerClosed, Timeouts.layerFixed(1), Timeouts.layerFixed(2)]
        }).pipe(Layer.provide(sandbox("around", [])))
      )
    )
  )

  it.effect("that is made at run time and has runners that its executor does not use ends the program", () =>
    Effect.gen(function* () {
      const own = Executor.layerWith(sandbox("own", [], 2))
      const lists: ReadonlyArray<ReadonlyArray<Provided>> = [
        [sandbox("lost", []), own],
        [own, sandbox("lost", [])]
      ]
      for (const provide of lists) {
        const exit = yield* Effect.exit(Effect.provide(emit, Hookline.layer({ ...inMemory, provide })))
        assert.include(
          Exit.isFailure(exit) ? Cause.pretty(exit.cause) : "",
          "does not use the @hookline/core/Runners/C"
        )
      }
      const around = Hookline.layer({ ...inMemory, provide: [own] }).pipe(Layer.provide(sandbox("lost", [])))
      assert.isTrue(Exit.isFailure(yield* Effect.exit(Effect.provide(emit, around))))
      const { outcome } = yield* Effect.provide(emit, Hookline.layer({ ...inMemory, provide: [own] }))
      assert.strictEqual(outcome.verdict._tag, "Deny")
    })
  )

  it.effect("with an executor on runners of its own leaves native guards in force", () =>
    Effect.gen(function* () {
      const { emit, register } = yield* Hookline
      const deny = { verdict: Verdict.deny({ by: "", reason: "native" }) }
      yield* register({ event: "PreToolUse", handler: () => Effect.succeed(deny) })
      const { outcome, runs } = yield* emit(call)
      assert.deepStrictEqual([outcome.verdict._tag, runs.map(({ status }) => status)], ["Deny", ["ran", "skipped"]])
    }).pipe(
      Effect.scoped,
      Effect.provide(Hookline.layer({ ...inMemory, provide: [Executor.layerWith(sandbox("own", []))] }))
    )
  )

  it.effect("that is made at run time and replaces nothing ends the program before it begins", () =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(Effect.provide(emit, Hookline.layer({ ...inMemory, provide: [Layer.empty] })))
      assert.isTrue(Exit.isFailure(exit))
      assert.include(Exit.isFailure(exit) ? Cause.pretty(exit.cause) : "", "provides nothing that hooks use")
    })
  )
})
