// Prompt hooks, answered by a model. Which model that is, is one line.
import * as Trust from "@hookline/core/Trust"
import * as Anthropic from "@hookline/prompt/providers/Anthropic"
import * as OpenAiCompatible from "@hookline/prompt/providers/OpenAiCompatible"
import { cases } from "@hookline/schema/HookEvent"
import * as LanguageModel from "effect/ai/LanguageModel"
import * as Model from "effect/ai/Model"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { Hookline } from "hookline"

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

// The runners of prompt and agent hooks use the model of `provide`, or else a model around this layer.
const layer = Hookline.layer({ project: "examples/judged-project", trust: Trust.layerAll, provide: [judge] })

const event = cases.PreToolUse.make({ toolName: "Bash", toolInput: { command: "git push --force" } })

export const report = await Effect.runPromise(
  Effect.provide(
    Hookline.use((hooks) => hooks.emit(event)),
    layer
  )
)

console.log(report.outcome.verdict) // { _tag: "Deny", reasons: [{ …, text: "A force push is final." }] }
console.log(report.runs[0]?.reply) // { _tag: "Judgement", ok: false, model: "always-no", … }
