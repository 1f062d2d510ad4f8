/** How a demonstration is told: in lines for programs, or in words for people. */
import * as Console from "effect/Console"
import type * as Effect from "effect/Effect"
import { paintFor } from "@hookline/node/kit/output/paint"
import type { Begun, Ended, Played } from "./Played.ts"
import { showBegun, showEnded, showPlayed } from "./show.ts"

/** Told of everything as it happens. */
export interface Telling {
  readonly begin: (begun: Begun) => Effect.Effect<void>
  readonly played: (played: Played) => Effect.Effect<void>
  readonly end: (ended: Ended) => Effect.Effect<void>
}

export const inLines: Telling = {
  begin: (begun) => Console.log(JSON.stringify({ version: 1, begun })),
  played: (played) => Console.log(JSON.stringify({ version: 1, played })),
  end: (ended) => Console.log(JSON.stringify({ version: 1, ended }))
}

export const inWords = (): Telling => {
  const paint = paintFor(process.stdout, process.env)
  return {
    begin: (begun) => Console.log(showBegun(begun, paint)),
    played: (played) => Console.log(showPlayed(played, paint)),
    end: (ended) => Console.log(showEnded(ended, paint))
  }
}
