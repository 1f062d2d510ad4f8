/** The result of a model's answer for its hook: a judgement, or a failure. */
import { executing, HookFailed, type PipelineError } from "@hookline/core/PipelineError"
import type { HookReply } from "@hookline/schema/HookReply"
import type * as AiError from "effect/ai/AiError"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Judgement from "../Judgement.ts"
import type { Answer } from "./ask.ts"
import type { Chosen } from "./choose.ts"
import { sentenceOf } from "./provider/failures.ts"

/** Shortens a text for a report. */
const excerpt = (text: string, longest = 500): string => (text.length > longest ? `${text.slice(0, longest)}…` : text)

/** The reasons for which an answer is incomplete. */
const unfinished: Readonly<Partial<Record<Answer["finish"], string>>> = {
  length: "it was cut, since it was longer than the model may answer",
  "content-filter": "the model, or its provider, declined to give one",
  "tool-calls": "the model called a tool instead",
  pause: "the model paused in it",
  error: "the model broke off in it"
}

const costOf = ({ inputTokens, model, outputTokens }: Answer): string =>
  `${model ?? "the model"} (${inputTokens ?? "?"} tokens in, ${outputTokens ?? "?"} out)`

/** Returns the judgement in an answer. An incomplete answer is never a yes, because its end is missing. */
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
    return Effect.fail(executing(new HookFailed({ hook, issue: `the model's answer is no verdict: ${why}`, detail })))
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

/** Converts a provider's error to the failure of a hook. */
export const failure = (hook: string, error: AiError.AiError): PipelineError =>
  executing(new HookFailed({ hook, issue: excerpt(sentenceOf(error.reason), 1000) }))
