/** Judges questions beside the page, so that a large file or a slow pattern never holds up what the user types. */
import * as Effect from "effect/Effect"
import { judge } from "../engine/judge.ts"
import type { Judged, Unclear } from "../engine/Judged.ts"
import { Patterns } from "../engine/Patterns.ts"
import type { Question } from "../engine/Question.ts"
import { tryPattern } from "./tryPatterns.ts"

/** A failure of the engine itself. */
export interface Broken {
  readonly _tag: "Broken"
  readonly problem: string
}

/** A message of this worker: how many patterns are judged, or the answer. */
export type EngineMessage = { readonly _tag: "Progress"; readonly patterns: number } | Judged | Unclear | Broken

const patterns = new Patterns()

const post = (message: EngineMessage): void => postMessage(message)

/** Judges a question again after each round of patterns: what one hook is matched with may depend on another. */
const answer = async (question: Question): Promise<Judged | Unclear> => {
  for (;;) {
    const judged = await Effect.runPromise(judge(question, patterns.realm))
    const attempts = patterns.takeNoted()
    if (attempts.length === 0) return judged
    for (const [index, attempt] of attempts.entries()) {
      if (index % 10 === 9) post({ _tag: "Progress", patterns: index + 1 })
      patterns.add(attempt, await tryPattern(attempt))
    }
  }
}

onmessage = ({ data }: MessageEvent<Question>) => {
  answer(data).then(post, (error: unknown) => {
    post({ _tag: "Broken", problem: error instanceof Error ? error.message : String(error) })
  })
}
