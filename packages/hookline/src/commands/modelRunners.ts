/** The runners of the command that ask a model. */
import * as ModelAgentRunner from "@hookline/prompt/ModelAgentRunner"
import * as ModelPromptRunner from "@hookline/prompt/ModelPromptRunner"
import * as Layer from "effect/Layer"
import { modelOf } from "@hookline/node/kit/node/EnvironmentModel"

const model = Layer.suspend(() => modelOf(process.env))

export const prompts = { layer: Layer.provide(ModelPromptRunner.layer, model) }
export const agents = { layer: Layer.provide(ModelAgentRunner.layer, model) }
