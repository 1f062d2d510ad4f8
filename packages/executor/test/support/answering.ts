// Answers events by real hooks of a real project.
import * as Concurrency from "@hookline/core/Concurrency"
import { Executor } from "@hookline/core/Executor"
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import { Pipeline } from "@hookline/core/Pipeline"
import { Sandbox } from "@hookline/core/Sandbox"
import * as SessionEnv from "@hookline/core/SessionEnv"
import * as ProcessCommandRunner from "@hookline/executor/ProcessCommandRunner"
import * as ProcessPythonRunner from "@hookline/executor/ProcessPythonRunner"
import * as HookEvent from "@hookline/schema/HookEvent"
import type { OnFailure } from "@hookline/schema/Hook"
import type { Report } from "@hookline/schema/Report"
import { TestDialects, TestPipeline, TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"

type Warm = typeof ProcessCommandRunner.Warm.Service

export const policies = {
  open: FailurePolicy.layerOpen,
  closed: FailurePolicy.layerClosed,
  ask: FailurePolicy.layerAsk
}

export const runners = {
  cold: ProcessCommandRunner.layerCold,
  warm: ProcessCommandRunner.layerWarm
}

/** A tool that is about to run. */
export const call = HookEvent.cases.PreToolUse.make({
  sessionId: "one",
  toolName: "Bash",
  toolInput: { command: "rm -rf /" }
})

/** Settings of Claude Code with one hook before every tool. */
export const guardedBy = (hook: Readonly<Record<string, unknown>>): TestProject.Files => ({
  ".claude/settings.json": { json: { hooks: { PreToolUse: [{ hooks: [{ type: "command", ...hook }] }] } } }
})

/** Provides what runners get from a project, for those that are built without one. */
export const around = Layer.provideMerge(
  Layer.mergeAll(Sandbox.layerNone, SessionEnv.layerNone, Concurrency.layerPerCpu()),
  Layer.merge(TestDialects.layer, TestPipeline.thisProject)
)

export const executorOf = (kind: keyof typeof runners) =>
  Executor.layerWith(Layer.mergeAll(runners[kind], ProcessPythonRunner.layer))

/** A pipeline over these files, while `use` runs. */
export const over = <A, E>(
  files: TestProject.Files,
  kind: keyof typeof runners,
  policy: OnFailure,
  use: (pipeline: typeof Pipeline.Service, folder: string, counts: Warm["counts"]) => Effect.Effect<A, E>,
  prepare: (folder: string) => void = () => undefined
): Effect.Effect<A, E> =>
  Effect.scoped(
    Effect.gen(function* () {
      const project = yield* TestProject.make(files)
      prepare(project.project)
      // The runner is built once, since it is the same layer; what it gives besides is there around the pipeline.
      const executor = Layer.merge(executorOf(kind), runners[kind])
      return yield* Effect.provide(
        Effect.gen(function* () {
          const made = yield* Pipeline
          const { counts, settled } = Option.getOrThrow(yield* Effect.serviceOption(ProcessCommandRunner.Warm))
          yield* settled
          return yield* use(made, project.project, counts)
        }),
        TestPipeline.layerOn(project, executor, { provide: [policies[policy]] })
      )
    })
  )

/** What a person sees: the verdict, and every reason and notice. */
export const seen = ({ outcome, runs }: Report): { readonly verdict: string; readonly text: string } => ({
  verdict: outcome.verdict._tag,
  text: [
    ...outcome.notices.map(({ text }) => text),
    ...("reasons" in outcome.verdict ? outcome.verdict.reasons.map(({ text }) => text) : []),
    ...runs.flatMap(({ failure }) => failure?.text ?? [])
  ].join("\n")
})
