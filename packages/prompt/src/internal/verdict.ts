/** What a model's answer means for its hook: a judgement, or a failure in a sentence. */
import { executing, Failed, type PipelineError } from "@hookline/core/PipelineError"
import type { HookReply } from "@hookline/schema/HookReply"
import type * as AiError from "effect/ai/AiError"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Judgement from "../Judgement.ts"
import type { Answer } from "./ask.ts"
import type { Chosen } from "./choose.ts"

/** As much of a text as fits into a report. */
const excerpt = (text: string, longest = 500): string => (text.length > longest ? `${text.slice(0, longest)}…` : text)

/** How an answer ended that is not all that the model had to say. */
const unfinished: Readonly<Partial<Record<Answer["finish"], string>>> = {
  length: "it was cut, since it was longer than the model may answer",
  "content-filter": "the model, or its provider, declined to give one",
  "tool-calls": "the model called a tool instead",
  pause: "the model paused in it",
  error: "the model broke off in it"
}

const costOf = ({ inputTokens, model, outputTokens }: Answer): string =>
  `${model ?? "the model"} (${inputTokens ?? "?"} tokens in, ${outputTokens ?? "?"} out)`

/**
 * The judgement in an answer. An answer that did not end by itself may lack what it was to say in the end: it is never
 * a yes.
 */
export const conclude = (
  hook: string,
  answer: Answer,
  { name, notice }: Chosen,
  data: ReadonlyArray<string>
): Effect.Effect<HookReply, PipelineError> => {
  const cut = unfinished[answer.finish]
  const parsed = Judgement.parse(answer.text, data)
  const fails = Result.isFailure(parsed)
  const issue = cut !== undefined && (fails || Judgement.grants(parsed.success)) ? cut : undefined
  if (fails || issue !== undefined) {
    const why = issue ?? (fails ? parsed.failure : "")
    const detail = `${costOf(answer)} answered: ${excerpt(answer.text)}`
    return Effect.fail(executing(new Failed({ hook, issue: `the model's answer is no verdict: ${why}`, detail })))
  }
  const { inputTokens, model = name, outputTokens } = answer
  return Effect.succeed({
    _tag: "Judgement",
    ...parsed.success,
    ...(model !== undefined && { model }),
    ...(inputTokens !== undefined && { inputTokens }),
    ...(outputTokens !== undefined && { outputTokens }),
    ...(notice !== undefined && { notice })
  })
}

/** What went wrong with a provider, in a sentence. */
const sentenceOf = ({ reason }: AiError.AiError): string => {
  const told = "description" in reason && reason.description !== undefined ? reason.description : reason.message
  return excerpt(told, 1000)
}

/** A provider's error as the failure of a hook. */
export const failure = (hook: string, error: AiError.AiError): PipelineError =>
  executing(new Failed({ hook, issue: sentenceOf(error) }))
