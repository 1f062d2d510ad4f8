/** Tries one regular expression after the other. This worker is ended where one takes too long. */
import type { Attempt } from "../engine/Patterns.ts"

/** The messages of this worker: an attempt has begun, so that its limit counts from now, or has ended. */
export type PatternMessage = "begins" | "matches" | "differs" | "stopped"

const post = (message: PatternMessage): void => postMessage(message)

onmessage = ({ data }: MessageEvent<Attempt>) => {
  post("begins")
  try {
    post(new RegExp(data.source, data.flags).test(data.name) ? "matches" : "differs")
  } catch {
    // The stack is exhausted: the result is unknown.
    post("stopped")
  }
}
