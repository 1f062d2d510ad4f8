/** Prints a demonstration: in lines for programs, or in sentences for people. */
import * as Console from "effect/Console"
import { fitted } from "../output/layout.ts"
import type * as Effect from "effect/Effect"
import { jsonLine } from "@hookline/schema/kit/shown/jsonLine"
import { reader } from "../commands/context.ts"
import type { Begun, Ended, Played } from "./Played.ts"
import { showBegun, showEnded, showPlayed } from "./show.ts"

/** Receives each step as it happens. */
export interface Narration {
  readonly begin: (begun: Begun) => Effect.Effect<void>
  readonly played: (played: Played) => Effect.Effect<void>
  readonly end: (ended: Ended) => Effect.Effect<void>
}

export const inLines: Narration = {
  begin: (begun) => Console.log(jsonLine({ version: 1, begun })),
  played: (played) => Console.log(jsonLine({ version: 1, played })),
  end: (ended) => Console.log(jsonLine({ version: 1, ended }))
}

export const inWords = (): Narration => {
  const here = reader()
  return {
    begin: (begun) => Console.log(fitted(showBegun(begun, here), process.stdout)),
    played: (played) => Console.log(fitted(showPlayed(played, here), process.stdout)),
    end: (ended) => Console.log(fitted(showEnded(ended, here), process.stdout))
  }
}
