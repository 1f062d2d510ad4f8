// A service in any place is used, or reported, or does not compile: it is never ignored silently. Layers that do not
// compile elsewhere are put there in spite of that.
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
import { Executor } from "@hookline/core/Executor"
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import { HookDialects } from "@hookline/core/HookDialects"
import { HostDialect } from "@hookline/core/HostDialect"
import { NativeHooks } from "@hookline/core/kit/match/NativeHooks"
import { Mapper } from "@hookline/core/Mapper"
import { Matcher } from "@hookline/core/Matcher"
import { CommandRunner } from "@hookline/core/Runners"
import * as SessionEnv from "@hookline/core/SessionEnv"
import { SessionState } from "@hookline/core/SessionState"
import * as ShortCircuit from "@hookline/core/ShortCircuit"
import { Sandbox } from "@hookline/core/Sandbox"
import * as Timeouts from "@hookline/core/Timeouts"
import * as Trust from "@hookline/core/Trust"
import * as TrustPolicy from "@hookline/core/TrustPolicy"
import { Translator } from "@hookline/core/Translator"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import * as Dialects from "@hookline/dialects/Dialects"
import { Hookline, type Provided } from "@hookline/node/Hookline"
import type { Report } from "@hookline/schema/Report"
import { TestPipeline } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { emitted, inMemory, type Row, rows, sandbox, ways } from "./rows.ts"

const { thisProject } = TestPipeline

/** Every service with its default, for layers that decorate one, outside of a project. */
const defaults = (files: Readonly<Record<string, unknown>>) =>
  Layer.mergeAll(Settle.layer, Handlers.layer).pipe(
    Layer.provideMerge(Executor.layerWith(Layer.merge(sandbox, NativeRunner.layer))),
    Layer.provideMerge(Layer.mergeAll(Mapper.layerNoDeps, Matcher.layerNoDeps, Translator.layerNoDeps)),
    Layer.provideMerge(Layer.mergeAll(Discoverer.layerNoDeps, NativeHooks.layer, sandbox)),
    Layer.provideMerge(
      Layer.mergeAll(
        Timeouts.layerDialect,
        ShortCircuit.layerDialect,
        FailurePolicy.layerSettings,
        Sandbox.layerNone,
        Trust.layerAll,
        TrustPolicy.layerConfined,
        Conflict.layerLastInOrder,
        Concurrency.layer(4)
      )
    ),
    Layer.provideMerge(
      Layer.mergeAll(
        Approval.layerDeny,
        Audit.layerNone,
        Background.layerNone,
        ContextBudget.layer(),
        ContextSink.layerNone,
        Display.layerNone,
        SessionEnv.layerNone,
        SessionState.layerMemory
      )
    ),
    Layer.provideMerge(
      Layer.mergeAll(
        TestPipeline.memory(files),
        HookDialects.layer(Dialects.all),
        HostDialect.layer(ClaudeCode),
        thisProject
      )
    )
  )

// The wrong places are what is tested here.
/** @effect-diagnostics unsafeEffectTypeAssertion:off multipleEffectProvide:off */

/** Returns a layer that fits anywhere, as a cast or a hand-made project would make one. */
const anywhere = (layer: Provided, files: Readonly<Record<string, unknown>>): Layer.Layer<never> =>
  // Runners and models are the only services that `defaults` lacks, and no row decorates a runner of another kind.
  Layer.provide(layer, defaults(files)) as Layer.Layer<never>

type Hooks = (provide: ReadonlyArray<Provided>) => Layer.Layer<Hookline>

/** The places of a layer: how hooks are built with it, and how an event is emitted. */
const places: Readonly<
  Record<string, (hooks: Hooks, own: Provided, free: Layer.Layer<never>) => (e: Emits) => Effect.Effect<Report>>
> = {
  "in `provide`": (hooks, own) => Effect.provide(hooks([own])),
  "in `provide`, and in that of other hooks": (hooks, own) => (event) =>
    Effect.provide(Effect.andThen(Effect.provide(event, hooks([own])), event), Layer.fresh(hooks([own]))),
  around: (hooks, _, free) => Effect.provide(Layer.provide(hooks([]), free)),
  "around, and in `provide` of other hooks": (hooks, own, free) => (event) =>
    Effect.provide(Effect.provide(event, Layer.provide(hooks([]), free)), Layer.fresh(hooks([own]))),
  beside: (hooks, _, free) => Effect.provide(Layer.merge(hooks([]), free)),
  "provided to the effect": (hooks, _, free) => (event) => Effect.provide(Effect.provide(event, free), hooks([]))
}

type Emits = Effect.Effect<Report, never, Hookline>

const isReported = ({ service: { key } }: Row, { outcome }: Report): boolean =>
  outcome.notices.some(({ by, text }) => by === "hookline" && text.includes(key) && text.includes("they do not use it"))

/** A model may be the program's own: only hooks that need one, and have none, report it. */
const failed = ({ runs }: Report): boolean => runs.some(({ status }) => status === "failed")

describe("wherever it is provided,", () => {
  for (const [place, build] of Object.entries(places)) {
    describe(`a layer ${place}`, () => {
      for (const [what, row] of Object.entries(rows)) {
        it.live(`is used or reported: ${what}`, () =>
          Effect.gen(function* () {
            const { files, provide: given, register } = ways[row.isFor ?? "configured hooks"](row)
            const record: Array<string> = []
            const own = Layer.mergeAll(...(row.provide(record) as [Provided, ...Array<Provided>]))
            // What the row replaces must not be in the list, where it would win.
            const others = [sandbox, ...given, ...(row.needs ?? [])].filter(
              (layer) => !(layer === sandbox && row.service.key === CommandRunner.key)
            )
            const hooks: Hooks = (more) => Hookline.layer({ ...inMemory(files), provide: [...others, ...more] })
            const event = Effect.suspend(() => {
              // Only the last event counts.
              record.length = 0
              return emitted(row, register)
            })
            const report = yield* build(hooks, own, anywhere(own, files))(event)
            const isUsed = row.changes(report, record)
            if (place.startsWith("in ")) assert.isTrue(isUsed, JSON.stringify(report))
            else if (row.service.key === "effect/ai/LanguageModel") assert.isTrue(isUsed || failed(report))
            else assert.isTrue(isUsed || isReported(row, report), JSON.stringify(report))
          })
        )
      }
    })
  }
})
