import * as ModelPromptRunner from "@hookline/prompt/ModelPromptRunner"
import * as Anthropic from "@hookline/prompt/providers/Anthropic"
import * as Layer from "effect/Layer"

export const judge = ModelPromptRunner.layer.pipe(Layer.provide(Anthropic.model("claude-haiku-4-5")))
