/**
 * The models of this environment: whose key is there is asked, and Anthropic's first. Without any key each question is a
 * failure that names the variable to set.
 */
import * as Models from "@hookline/prompt/Models"
import * as Anthropic from "@hookline/prompt/providers/Anthropic"
import * as OpenAiCompatible from "@hookline/prompt/providers/OpenAiCompatible"
import type { LanguageModel } from "effect/ai/LanguageModel"
import * as Layer from "effect/Layer"

type Env = Readonly<Record<string, string | undefined>>

/** Small and quick ones: a hook holds an agent up. */
const usual = { anthropic: "claude-haiku-4-5", openAi: "gpt-5-mini" }

const has = (env: Env, ...names: ReadonlyArray<string>): boolean => names.some((name) => (env[name] ?? "") !== "")

const asksOpenAi = (env: Env): boolean =>
  !has(env, "ANTHROPIC_API_KEY") && has(env, "OPENAI_API_KEY", "OPENAI_BASE_URL")

/** The one that is asked where a hook names none. */
export const modelNameOf = (env: Env): string => (asksOpenAi(env) ? usual.openAi : usual.anthropic)

/** Checks for a key of any provider. */
export const hasModel = (env: Env): boolean => has(env, "ANTHROPIC_API_KEY", "OPENAI_API_KEY", "OPENAI_BASE_URL")

/** A model by its name, from the provider whose it is by its name, else from the one that is asked here. */
const named = (env: Env, name: string): Layer.Layer<LanguageModel> =>
  name.startsWith("claude") || !asksOpenAi(env) ? Anthropic.model(name) : OpenAiCompatible.model(name)

/** The model that judges, and those that hooks name. */
export const modelOf = (env: Env): Layer.Layer<LanguageModel> =>
  Layer.merge(
    named(env, modelNameOf(env)),
    Models.layerBy((name) => named(env, name))
  )
