/** Judges patterns in a worker of their own, which is ended at the limit that the pipeline has for one attempt. */
import { limitMillis } from "@hookline/core/kit/match/PatternGuard"
import type { Attempt, Judgement } from "../engine/Patterns.ts"
import patternWorker from "virtual:patterns"
import type { PatternMessage } from "./patterns.ts"
import { startWorker } from "./startWorker.ts"

/** A worker that has not begun for want of a processor is waited for this long. */
const startMillis = 10_000

/** The pipeline repeats an attempt that got hardly any time of a processor as often. A browser does not show that time. */
const attempts = 4

let worker: Worker | undefined

const end = (): void => {
  worker?.terminate()
  worker = undefined
}

/** Tries a pattern once. A worker that is ended leaves the result unknown. */
const tryOnce = (attempt: Attempt): Promise<Judgement> =>
  new Promise((resolve) => {
    worker ??= startWorker(patternWorker)
    const own = worker
    const listening = new AbortController()
    const { signal } = listening
    let timer: ReturnType<typeof setTimeout>
    const settle = (judgement: Judgement): void => {
      clearTimeout(timer)
      listening.abort()
      resolve(judgement)
    }
    const stop = (): void => {
      end()
      settle("stopped")
    }
    timer = setTimeout(stop, startMillis)
    own.addEventListener("error", stop, { signal })
    own.addEventListener(
      "message",
      ({ data }: MessageEvent<PatternMessage>) => {
        if (data !== "begins") return settle(data)
        clearTimeout(timer)
        // An answer that has come meanwhile is waiting behind this timer, and is read first.
        timer = setTimeout(() => (timer = setTimeout(stop)), limitMillis)
      },
      { signal }
    )
    own.postMessage(attempt)
  })

/** Judges a pattern. It is stopped if no attempt ended within the limit. */
export const tryPattern = async (attempt: Attempt): Promise<Judgement> => {
  for (let count = 1; count < attempts; count += 1) {
    const judgement = await tryOnce(attempt)
    if (judgement !== "stopped") return judgement
  }
  return tryOnce(attempt)
}
