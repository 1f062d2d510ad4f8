/** The steps of a demonstration: its findings here, each event with its result, and the log. */
import type { RunOutput } from "@hookline/schema/RunOutput"

/** The findings before the first event. */
export interface Begun {
  /** Programs that hooks of the example want, and that this machine has not. */
  readonly lacks: ReadonlyArray<string>
  /** The judge of the end of a turn. */
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
  /** The action before or after the event, in a few words. */
  readonly what: string
  readonly asked: ReadonlyArray<Asked>
  /** The tool's input as it came. */
  readonly before: unknown
  readonly output: RunOutput
}

/** The result of verifying the log. */
export interface Ended {
  readonly records: number
  readonly isSound: boolean
  readonly faults: ReadonlyArray<string>
}
