/** What a demonstration tells while it goes on: what it found here, each event with what came of it, and the log. */
import type { RunOutput } from "@hookline/schema/RunOutput"

/** What is known before the first event. */
export interface Begun {
  /** Programs that hooks of the example want, and that this machine has not. */
  readonly lacks: ReadonlyArray<string>
  /** Who judges when the agent wants to stop. */
  readonly judge: string
}

/** A question to a person, and what became of it. */
export interface Asked {
  readonly by: string
  readonly prompt: string
  readonly answer: string
}

/** An event, and what came of it. */
export interface Played {
  readonly tool?: string
  /** What is about to happen or has happened, in a few words. */
  readonly what: string
  readonly asked: ReadonlyArray<Asked>
  /** The tool's input as it came. */
  readonly before: unknown
  readonly output: RunOutput
}

/** What verifying says of the log. */
export interface Ended {
  readonly records: number
  readonly isSound: boolean
  readonly faults: ReadonlyArray<string>
}
