import * as PromptRunner from "@hookline/prompt/PromptRunner"
import * as Anthropic from "@hookline/prompt/providers/Anthropic"
import * as Layer from "effect/Layer"

export const judge = PromptRunner.layer.pipe(Layer.provide(Anthropic.model("claude-haiku-4-5")))
