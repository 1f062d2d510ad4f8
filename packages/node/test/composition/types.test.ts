// The wrong place for a layer does not compile: five programs that do, and the mistakes that do not.
// The mistakes are what is tested here.
/** @effect-diagnostics missingLayerContext:off missingEffectContext:off */
import { assert, describe, it } from "@effect/vitest"
import * as Approval from "@hookline/coordinator/Approval"
import * as Audit from "@hookline/coordinator/Audit"
import * as ContextBudget from "@hookline/coordinator/ContextBudget"
import * as ContextSink from "@hookline/coordinator/ContextSink"
import * as Display from "@hookline/coordinator/Display"
import { Settle } from "@hookline/coordinator/Settle"
import * as Background from "@hookline/core/Background"
import * as Concurrency from "@hookline/core/Concurrency"
import * as Conflict from "@hookline/core/Conflict"
import { Discoverer } from "@hookline/core/Discoverer"
import { Executor } from "@hookline/core/Executor"
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import type { Sealed } from "@hookline/core/kit/policy/sealed"
import * as Stages from "@hookline/core/kit/stages"
import { Mapper } from "@hookline/core/Mapper"
import { Matcher } from "@hookline/core/Matcher"
import {
  AgentRunner,
  CommandRunner,
  HttpRunner,
  McpToolRunner,
  ModuleRunner,
  NativeRunner,
  PromptRunner,
  PythonRunner
} from "@hookline/core/Runners"
import { Sandbox } from "@hookline/core/Sandbox"
import * as SessionEnv from "@hookline/core/SessionEnv"
import * as ManagedPolicy from "@hookline/core/ManagedPolicy"
import { SessionState } from "@hookline/core/SessionState"
import * as ShortCircuit from "@hookline/core/ShortCircuit"
import { ThisProject } from "@hookline/core/ThisProject"
import * as Timeouts from "@hookline/core/Timeouts"
import * as Trust from "@hookline/core/Trust"
import * as TrustPolicy from "@hookline/core/TrustPolicy"
import { Translator } from "@hookline/core/Translator"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import * as ProcessCommandRunner from "@hookline/executor/ProcessCommandRunner"
import { Hookline, type Replaceable } from "@hookline/node/Hookline"
import * as NodeExecutor from "@hookline/node/NodeExecutor"
import * as NodePipeline from "@hookline/node/NodePipeline"
import * as Models from "@hookline/prompt/Models"
import { TestModel, TestPipeline } from "@hookline/testing"
import { LanguageModel } from "effect/ai/LanguageModel"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { call, command, inMemory, reply, sandbox, settings } from "./rows.ts"

const { project } = TestPipeline

/** Hooks of a project, one of which fails, one denies, and two change the same input. */
const options = inMemory(settings(command("fails"), command("one"), command("two")))

/** Runs a program on hooks that need nothing any more. */
const run = (hooks: Layer.Layer<Hookline>): Effect.Effect<string> =>
  Effect.provide(
    Hookline.use(({ emit }) => Effect.map(emit(call), ({ outcome }) => outcome.verdict._tag)),
    hooks
  )

class Database extends Context.Service<Database, { readonly url: string }>()("test/Database") {}

const limits = Layer.unwrap(Effect.map(Database, ({ url }) => Timeouts.layerFixed(url.length)))

const counting = Layer.effect(
  Matcher,
  Effect.map(Matcher, ({ compile }) => ({ compile }))
)

/** Programs that compile, with the verdict that their layers result in: without them it is `Pass`. */
export const programs = {
  none: [Hookline.layer({ ...options, provide: [sandbox] }), "Pass"],
  one: [Hookline.layer({ ...options, provide: [sandbox, FailurePolicy.layerClosed] }), "Deny"],
  all: [
    Hookline.layer({
      ...options,
      provide: [
        sandbox,
        FailurePolicy.layerOpen,
        Timeouts.layerFixed("5 seconds"),
        ShortCircuit.layer(() => "onDeny"),
        Conflict.layerDeny,
        Approval.layerDeny
      ]
    }),
    "Deny"
  ],
  decorated: [
    Hookline.layer({
      ...options,
      provide: [sandbox, counting, FailurePolicy.layerAsk, Approval.layerScripted(["Deny"])]
    }),
    "Deny"
  ],
  reads: [
    Hookline.layer({ ...options, provide: [sandbox, limits, FailurePolicy.layerClosed] }).pipe(
      Layer.provide(Layer.succeed(Database)({ url: "local" }))
    ),
    "Deny"
  ],
  twice: [
    Hookline.layer({ ...options, provide: [sandbox, FailurePolicy.layerOpen, FailurePolicy.layerClosed] }),
    "Deny"
  ]
} satisfies Readonly<Record<string, readonly [Layer.Layer<Hookline>, string]>>

/** Policies and ports: their layers fit into `provide` alone. */
const sealed = {
  Approval: Approval.layerDeny,
  Audit: Audit.layerNone,
  Background: Background.layerNone,
  Concurrency: Concurrency.layer(1),
  Conflict: Conflict.layerDeny,
  ContextBudget: ContextBudget.layer(),
  ContextSink: ContextSink.layerNone,
  Display: Display.layerNone,
  FailurePolicy: FailurePolicy.layerClosed,
  SessionEnv: SessionEnv.layerNone,
  ManagedPolicy: ManagedPolicy.layer({ current: Effect.succeed([]) }),
  SessionState: SessionState.layerMemory,
  ShortCircuit: ShortCircuit.layerNever,
  Timeouts: Timeouts.layerFixed(1),
  Trust: Trust.layerNone,
  TrustPolicy: TrustPolicy.layerConfined
} as const

const runs = { run: () => Effect.succeed(reply(0)) }

/** All others, which anybody may write: elsewhere they are used, or reported when an event runs hooks. */
const open = {
  AgentRunner: Layer.succeed(AgentRunner)(runs),
  CommandRunner: Layer.succeed(CommandRunner)(runs),
  Discoverer: Discoverer.layerStatic({ files: [], hooks: [], diagnostics: [], settings: {} }),
  Executor: Layer.succeed(Executor)({ execute: () => Effect.succeed(reply(0)) }),
  HttpRunner: Layer.succeed(HttpRunner)(runs),
  LanguageModel: TestModel.layer({ ok: true }),
  Mapper: Layer.succeed(Mapper)({ map: () => Effect.never }),
  Matcher: Layer.effect(Matcher, Effect.never),
  McpToolRunner: Layer.succeed(McpToolRunner)(runs),
  Models: Models.layer({}),
  ModuleRunner: Layer.succeed(ModuleRunner)(runs),
  NativeRunner: Layer.succeed(NativeRunner)(runs),
  Sandbox: Sandbox.layerNone,
  PromptRunner: Layer.succeed(PromptRunner)(runs),
  PythonRunner: Layer.succeed(PythonRunner)(runs),
  Settle: Settle.layerNone,
  Translator: Layer.effect(Translator, Effect.never)
} as const

type LayersOf<T> = T[keyof T]

/** The names of layers that lack the requirement: one that fits beside the hooks would be ignored there. */
type Loose = {
  [K in keyof typeof sealed]: [ThisProject] extends [Layer.Services<(typeof sealed)[K]>] ? never : K
}[keyof typeof sealed]

/** The services that another module could create. */
type Forgeable<S> = S extends { readonly Service: infer Shape } ? (Shape extends Sealed<unknown> ? never : S) : never

/** Facts that the compiler proves. */
export const proofs: {
  readonly everySealedLayerNeedsTheProject: [Loose] extends [never] ? true : Loose
  readonly noOtherModuleCreatesThem: [Forgeable<Layer.Success<LayersOf<typeof sealed>>>] extends [never] ? true : false
  readonly noOtherModuleCreatesTheProject: [Forgeable<ThisProject>] extends [never] ? true : false
  readonly noServiceIsMissingHere: [
    Exclude<Replaceable, Layer.Success<LayersOf<typeof open> | LayersOf<typeof sealed>>>
  ] extends [never]
    ? true
    : Exclude<Replaceable, Layer.Success<LayersOf<typeof open> | LayersOf<typeof sealed>>>
} = {
  everySealedLayerNeedsTheProject: true,
  noOtherModuleCreatesThem: true,
  noOtherModuleCreatesTheProject: true,
  noServiceIsMissingHere: true
}

/** Every service inline in a list, after a policy: each compiles. They are never called. */
export const inline = () => {
  const closed = FailurePolicy.layerClosed
  const lists = [
    Hookline.layer({ project: ".", provide: [closed, Layer.succeed(AgentRunner, runs)] }),
    Hookline.layer({ project: ".", provide: [closed, Layer.succeed(CommandRunner, runs)] }),
    Hookline.layer({ project: ".", provide: [closed, Layer.succeed(HttpRunner)(runs)] }),
    Hookline.layer({ project: ".", provide: [closed, Layer.succeed(McpToolRunner, runs)] }),
    Hookline.layer({ project: ".", provide: [closed, Layer.succeed(ModuleRunner, runs)] }),
    Hookline.layer({ project: ".", provide: [closed, Layer.succeed(NativeRunner, runs)] }),
    Hookline.layer({ project: ".", provide: [closed, Layer.succeed(PromptRunner, runs)] }),
    Hookline.layer({ project: ".", provide: [closed, Layer.succeed(PythonRunner, runs)] }),
    Hookline.layer({
      project: ".",
      provide: [
        closed,
        Layer.effect(
          CommandRunner,
          Effect.map(CommandRunner, (own) => ({ ...own }))
        )
      ]
    }),
    Hookline.layer({
      project: ".",
      provide: [
        closed,
        Layer.effect(
          Discoverer,
          Effect.map(Discoverer, (own) => ({ ...own }))
        )
      ]
    }),
    Hookline.layer({
      project: ".",
      provide: [
        closed,
        Layer.effect(
          Mapper,
          Effect.map(Mapper, ({ map }) => ({ map }))
        )
      ]
    }),
    Hookline.layer({
      project: ".",
      provide: [
        closed,
        Layer.effect(
          Matcher,
          Effect.map(Matcher, ({ compile }) => ({ compile }))
        )
      ]
    }),
    Hookline.layer({
      project: ".",
      provide: [
        closed,
        Layer.effect(
          Executor,
          Effect.map(Executor, (own) => ({ ...own }))
        )
      ]
    }),
    Hookline.layer({
      project: ".",
      provide: [
        closed,
        Layer.effect(
          Translator,
          Effect.map(Translator, (own) => ({ ...own }))
        )
      ]
    }),
    Hookline.layer({
      project: ".",
      provide: [
        closed,
        Layer.effect(
          Settle,
          Effect.map(Settle, ({ settle }) => ({ settle }))
        )
      ]
    }),
    Hookline.layer({
      project: ".",
      provide: [
        closed,
        Layer.effect(
          Timeouts.Timeouts,
          Effect.map(Timeouts.Timeouts, (own) => ({ ...own, limitMillis: () => 1 }))
        )
      ]
    }),
    Hookline.layer({
      project: ".",
      provide: [closed, SessionState.layerEffect(Effect.map(SessionState, (own) => ({ ...own })))]
    }),
    Hookline.layer({
      project: ".",
      provide: [closed, SessionEnv.layerEffect(Effect.map(SessionEnv.SessionEnv, (own) => ({ ...own })))]
    }),
    Hookline.layer({
      project: ".",
      provide: [
        closed,
        Layer.effect(
          LanguageModel,
          Effect.map(LanguageModel, (own) => ({ ...own }))
        )
      ]
    }),
    Hookline.layer({
      project: ".",
      provide: [
        closed,
        Layer.effect(
          Models.Models,
          Effect.map(Models.Models, ({ find }) => ({ find }))
        )
      ]
    }),
    Hookline.layer({
      project: ".",
      provide: [closed, Layer.unwrap(Effect.map(ThisProject, () => Timeouts.layerFixed(1)))]
    }),
    Hookline.layer({
      project: ".",
      provide: [
        Layer.mergeAll(
          closed,
          Layer.effect(
            Matcher,
            Effect.map(Matcher, ({ compile }) => ({ compile }))
          )
        )
      ]
    })
  ] satisfies ReadonlyArray<Layer.Layer<Hookline>>
  const pipeline: Layer.Layer<NodePipeline.Parts> = NodePipeline.layer({
    project: ".",
    provide: [
      closed,
      Layer.effect(
        Matcher,
        Effect.map(Matcher, ({ compile }) => ({ compile }))
      )
    ]
  })
  const stages = Stages.layer({
    project,
    host: ClaudeCode,
    dialects: [],
    files: options.files,
    provide: [
      closed,
      Layer.effect(
        Matcher,
        Effect.map(Matcher, ({ compile }) => ({ compile }))
      )
    ]
  })
  const reads: Layer.Layer<Hookline, never, Database> = Hookline.layer({
    project: ".",
    provide: [Layer.unwrap(Effect.map(Database, ({ url }) => Timeouts.layerFixed(url.length)))]
  })
  return { lists, pipeline, stages, reads }
}

/** Mistakes, none of which compiles. They are never called. */
export const mistakes = () => {
  const hooks = Hookline.layer({ project: "." })
  // @ts-expect-error merged beside
  void run(Layer.merge(hooks, FailurePolicy.layerClosed))
  // @ts-expect-error provided around
  void run(Layer.provide(hooks, FailurePolicy.layerClosed))
  // @ts-expect-error provided to the effect
  void Effect.runPromise(Effect.provide(run(hooks), FailurePolicy.layerClosed))
  // @ts-expect-error in the wrong order
  void run(Layer.provide(FailurePolicy.layerClosed, hooks))
  // @ts-expect-error written by hand, to be put anywhere
  void Layer.succeed(FailurePolicy.FailurePolicy)({ onFailure: "closed" })
  // @ts-expect-error a port, merged beside
  void run(Layer.merge(hooks, Approval.layerDeny))
  // @ts-expect-error the state of sessions, merged beside
  void run(Layer.merge(hooks, SessionState.layerMemory))
  // @ts-expect-error the state of sessions, provided around
  void run(Layer.provide(hooks, SessionState.layerMemory))
  // @ts-expect-error a project written by hand, in which a policy would fit anywhere
  void Layer.provide(FailurePolicy.layerClosed, Layer.succeed(ThisProject)({ project, host: ClaudeCode }))
  // @ts-expect-error forgotten, where the compiler is to insist
  void run(Hookline.layerNoDeps({ project: ".", provide: [FailurePolicy.layerClosed] }))
  // @ts-expect-error no part of the hooks
  void Hookline.layer({ project: ".", provide: [Layer.succeed(Database)({ url: "" })] })
  const late = [executorOn, Layer.succeed(CommandRunner)(runs)] as const
  // @ts-expect-error what the first needs comes after it in the list
  void Hookline.layer({ project: ".", provide: late })
  const decorator = Layer.effect(
    CommandRunner,
    Effect.map(CommandRunner, (own) => ({ ...own }))
  )
  void Hookline.layer({ project: ".", provide: [Layer.succeed(CommandRunner)(runs), decorator] })
  // @ts-expect-error what the first decorates is replaced after it, and the decorator lost
  void Hookline.layer({ project: ".", provide: [decorator, Layer.succeed(CommandRunner)(runs)] })
  const own = Executor.layerWith(ProcessCommandRunner.layer)
  // @ts-expect-error an executor on runners of its own does not use the sandbox before it
  void Hookline.layer({ project: ".", provide: [Layer.succeed(CommandRunner)(runs), own] })
  // @ts-expect-error nor the one after it
  void Hookline.layer({ project: ".", provide: [own, Layer.succeed(CommandRunner)(runs)] })
  void Hookline.layer({ project: ".", provide: [Layer.succeed(CommandRunner)(runs), executorOn] })
  void Hookline.layer({ project: ".", provide: [NodeExecutor.layer, Layer.succeed(CommandRunner)(runs)] })
  const unmet = Hookline.layer({ project: ".", provide: [limits] })
  // @ts-expect-error what a layer needs of the program stays visible
  void run(unmet)
  void Effect.gen(function* () {
    const { register } = yield* Hookline
    yield* register({ event: "Stop", handler: () => Effect.void, once: false })
    yield* register({ event: "Stop", name: "named", handler: () => Effect.void, once: true })
    // @ts-expect-error `once` needs a name
    yield* register({ event: "Stop", handler: () => Effect.void, once: true })
  })
}

const executorOn = Layer.effect(
  Executor,
  Effect.gen(function* () {
    const { run } = yield* CommandRunner
    const inner = yield* Executor
    return Executor.of({
      ...inner,
      execute: (work, onStart) =>
        work.handler._tag === "Command" ? run({ ...work, handler: work.handler }) : inner.execute(work, onStart)
    })
  })
)

describe("layers in the right place", () => {
  for (const [name, [hooks, verdict]] of Object.entries(programs)) {
    it.live(`decide: ${name}`, () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* run(hooks), verdict)
      })
    )
  }
})
