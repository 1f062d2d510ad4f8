/** What asks a model, in the command. */
import * as AgentRunner from "@hookline/prompt/AgentRunner"
import * as PromptRunner from "@hookline/prompt/PromptRunner"
import * as Layer from "effect/Layer"
import { modelHere } from "../internal/modelHere.ts"

const model = Layer.suspend(() => modelHere(process.env))

export const prompts = { layer: Layer.provide(PromptRunner.layer, model) }
export const agents = { layer: Layer.provide(AgentRunner.layer, model) }
