/** A hook that is asked through the real executor. */
import * as Concurrency from "@hookline/core/Concurrency"
import { Executor } from "@hookline/core/Executor"
import { Pipeline } from "@hookline/core/Pipeline"
import type { PipelineError } from "@hookline/core/PipelineError"
import type { Work } from "@hookline/core/Runner"
import { type Handler, textOf } from "@hookline/schema/Handler"
import { cases, type HookEvent, nameOf } from "@hookline/schema/HookEvent"
import type { HookReply } from "@hookline/schema/HookReply"
import type { Settings } from "@hookline/schema/Settings"
import { TestPipeline, TestRunner } from "@hookline/testing"
import type { LanguageModel } from "effect/ai/LanguageModel"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ModelAgentRunner from "../src/ModelAgentRunner.ts"
import * as ModelPromptRunner from "../src/ModelPromptRunner.ts"

export interface Asked {
  readonly handler?: Handler
  readonly event?: HookEvent
  readonly limitMillis?: number
  readonly settings?: Settings
  readonly projectDir?: string
}

export const bash = cases.PreToolUse.make({ toolName: "Bash", toolInput: { command: "rm -rf build" } })

/** The work of a hook as a pipeline gives it to its runner. */
export const workOf = ({
  event = bash,
  handler = { _tag: "Prompt", prompt: "May it run? $ARGUMENTS" },
  limitMillis = 10_000,
  projectDir = "/project",
  settings = {}
}: Asked = {}): Effect.Effect<Work> => {
  const hook = { ...TestPipeline.hookOf("judge"), event: nameOf(event), handler }
  const seen = TestRunner.record()
  return Pipeline.use((pipeline) => pipeline.answer(event)).pipe(
    // Built anew: inside of a test that has an executor, that one would take this one's place.
    Effect.provide(TestPipeline.layerOf([hook], { [textOf(handler)]: {} }, { seen }), { local: true }),
    Effect.map(() => {
      const [work] = seen.started
      if (work === undefined) throw new Error("the hook was not run")
      return { ...work, facts: { ...work.facts, projectDir }, limitMillis, settings }
    })
  )
}

/** Provides what an executor gets from a project, for those that are built without one. */
export const around = Layer.provide(Concurrency.layerPerCpu(), TestPipeline.thisProject)

/** Both runners, by the model that is given. */
export const runnersOf = (model: Layer.Layer<LanguageModel>) =>
  Layer.mergeAll(ModelPromptRunner.layer, ModelAgentRunner.layer).pipe(Layer.provide(model))

/** The executor with both runners, by the model that is given. */
export const executorOf = (model: Layer.Layer<LanguageModel>): Layer.Layer<Executor, never, Concurrency.Concurrency> =>
  Executor.layerWith(runnersOf(model))

export const execute = (
  model: Layer.Layer<LanguageModel>,
  asked: Asked = {}
): Effect.Effect<HookReply, PipelineError> =>
  Effect.flatMap(workOf(asked), (work) =>
    Effect.provide(
      Executor.use((executor) => executor.execute(work)),
      Layer.provide(executorOf(model), around)
    )
  )

/** The sentence of its failure. */
export const sentence = (model: Layer.Layer<LanguageModel>, asked: Asked = {}): Effect.Effect<string, HookReply> =>
  Effect.map(Effect.flip(execute(model, asked)), ({ reason }) => reason.message)
