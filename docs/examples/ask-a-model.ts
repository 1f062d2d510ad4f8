// Prompt hooks, answered by a model. Which model that is, is one line.
import { Pipeline } from "@hookline/core/Pipeline"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import * as ModelAgentRunner from "@hookline/prompt/ModelAgentRunner"
import * as ModelPromptRunner from "@hookline/prompt/ModelPromptRunner"
import * as Anthropic from "@hookline/prompt/providers/Anthropic"
import * as OpenAiCompatible from "@hookline/prompt/providers/OpenAiCompatible"
import { cases } from "@hookline/schema/HookEvent"
import * as LanguageModel from "effect/ai/LanguageModel"
import * as Model from "effect/ai/Model"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as NodeExecutor from "@hookline/node/NodeExecutor"
import * as DefaultPipeline from "@hookline/node/DefaultPipeline"

// Needs ANTHROPIC_API_KEY.
export const claude = Anthropic.model("claude-haiku-4-5")
// Needs OPENAI_API_KEY.
export const gpt = OpenAiCompatible.model("gpt-5-mini")
// Needs Ollama on this machine, and no key.
export const qwen = OpenAiCompatible.model("qwen3:8b", { baseUrl: "http://localhost:11434/v1" })
// Needs nothing: a model that is a function, as tests want it.
export const rehearsal = Model.make(
  "rehearsal",
  "always-no",
  Layer.effect(
    LanguageModel.LanguageModel,
    LanguageModel.make({
      generateText: () => Effect.succeed([{ type: "text", text: '{"ok": false, "reason": "A force push is final."}' }]),
      streamText: () => Stream.empty
    })
  )
)

// The line to change: claude, gpt, qwen, or any other LanguageModel of effect's.
const judge = rehearsal

const runners = Layer.mergeAll(ModelPromptRunner.layer, ModelAgentRunner.layer).pipe(Layer.provide(judge))

const layer = DefaultPipeline.layer({
  project: "examples/judged-project",
  host: ClaudeCode,
  executor: NodeExecutor.layerWith(runners)
})

const event = cases.PreToolUse.make({ toolName: "Bash", toolInput: { command: "git push --force" } })

export const report = await Effect.runPromise(
  Effect.provide(
    Pipeline.use((pipeline) => pipeline.answer(event)),
    layer
  )
)

console.log(report.outcome.verdict) // { _tag: "Deny", reasons: [{ …, text: "A force push is final." }] }
console.log(report.runs[0]?.reply) // { _tag: "Judgement", ok: false, model: "always-no", … }
