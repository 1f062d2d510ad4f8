/** The cost of judgements: the models, and their tokens. */

export interface Cost {
  readonly models: ReadonlyArray<string>
  readonly inputTokens: number | undefined
  readonly outputTokens: number | undefined
}

/** Formats a cost, as far as the providers report it. */
export const judgement = ({ inputTokens, models, outputTokens }: Cost): string =>
  [
    `judged by ${models.length === 0 ? "a model" : models.join(" and ")}`,
    ...(inputTokens === undefined ? [] : [`${inputTokens} tokens in`]),
    ...(outputTokens === undefined ? [] : [`${outputTokens} out`])
  ].join(", ")
