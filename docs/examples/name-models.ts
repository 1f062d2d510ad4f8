// Models by the names that hooks and settings give them.
import * as Models from "@hookline/prompt/Models"
import * as ModelPromptRunner from "@hookline/prompt/ModelPromptRunner"
import * as Anthropic from "@hookline/prompt/providers/Anthropic"
import * as OpenAiCompatible from "@hookline/prompt/providers/OpenAiCompatible"
import * as Layer from "effect/Layer"

const fast = Anthropic.model("claude-haiku-4-5")

const names = Models.layer({
  fast,
  strong: Anthropic.model("claude-opus-4-5"),
  local: OpenAiCompatible.model("qwen3:8b", { baseUrl: "http://localhost:11434/v1" })
})

// What names no model is judged by `fast`, and so is, with a notice, what names one that is not there.
export const runner = ModelPromptRunner.layer.pipe(Layer.provide([fast, names]))
