// The wrong place for a layer does not compile: five programs that do, and the mistakes that do not.
// The mistakes are what is tested here.
/** @effect-diagnostics missingLayerContext:off missingEffectContext:off */
import { assert, describe, it } from "@effect/vitest"
import * as Approval from "@hookline/coordinator/Approval"
import * as Conflict from "@hookline/core/Conflict"
import { Executor } from "@hookline/core/Executor"
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import { Matcher } from "@hookline/core/Matcher"
import { CommandRunner } from "@hookline/core/Runners"
import * as ShortCircuit from "@hookline/core/ShortCircuit"
import * as Timeouts from "@hookline/core/Timeouts"
import * as ProcessCommandRunner from "@hookline/executor/ProcessCommandRunner"
import { Hookline } from "@hookline/node/Hookline"
import { cases } from "@hookline/schema/HookEvent"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const event = cases.Stop.make({})

/** Runs a program on hooks that need nothing any more. */
const run = (hooks: Layer.Layer<Hookline>): Effect.Effect<string> =>
  Effect.provide(
    Hookline.use(({ emit }) => Effect.map(emit(event), ({ outcome }) => outcome.verdict._tag)),
    hooks
  )

class Database extends Context.Service<Database, { readonly url: string }>()("test/Database") {}

const limits = Layer.unwrap(Effect.map(Database, ({ url }) => Timeouts.layerFixed(url.length)))

const counting = Layer.effect(
  Matcher,
  Effect.map(Matcher, ({ compile }) => ({ compile }))
)

/** Programs that compile. */
export const programs = {
  one: Hookline.layer({ project: ".", provide: [FailurePolicy.layerClosed] }),
  all: Hookline.layer({
    project: ".",
    provide: [
      FailurePolicy.layerClosed,
      Timeouts.layerFixed("5 seconds"),
      ShortCircuit.layer(() => "onDeny"),
      Conflict.layerDeny,
      Approval.layerDeny
    ]
  }),
  decorated: Hookline.layer({ project: ".", provide: [counting, ProcessCommandRunner.layerWith({ warm: false })] }),
  reads: Hookline.layer({ project: ".", provide: [limits] }).pipe(
    Layer.provide(Layer.succeed(Database)({ url: "local" }))
  ),
  twice: Hookline.layer({ project: ".", provide: [Timeouts.layerFixed(1), Timeouts.layerFixed("5 seconds")] })
} satisfies Readonly<Record<string, Layer.Layer<Hookline>>>

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
  // @ts-expect-error forgotten, where the compiler is to insist
  void run(Hookline.layerNoDeps)
  // @ts-expect-error no part of the hooks
  void Hookline.layer({ project: ".", provide: [Layer.succeed(Database)({ url: "" })] })
  const late = [executorOn, Layer.succeed(CommandRunner)({ run: () => Effect.never })] as const
  // @ts-expect-error what the first needs comes after it in the list
  void Hookline.layer({ project: ".", provide: late })
  const open = Hookline.layer({ project: ".", provide: [limits] })
  // @ts-expect-error what a layer needs of the program stays visible
  void run(open)
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
  for (const [name, hooks] of Object.entries(programs)) {
    it.live(`run: ${name}`, () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* run(hooks), "Pass")
      })
    )
  }
})
