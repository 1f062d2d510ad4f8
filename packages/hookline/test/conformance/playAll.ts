// Registers a test for each of these cases, which are played through the real command, several at once.
import { beforeAll, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { play } from "./byCommand.ts"
import type { Case } from "./Case.ts"
import { judge } from "./notYet.ts"

/** The time for all cases of a file, on a busy machine, too. */
const patience = 600_000

/** Registers the tests. Hooks mostly wait, so that several at once are done sooner. */
export const playAll = (cases: ReadonlyArray<Case>): void => {
  const played = new Map<string, ReadonlyArray<string>>()

  describe("conformance of the command", () => {
    beforeAll(async () => {
      await Effect.runPromise(
        Effect.forEach(
          cases,
          (one) =>
            Effect.map(
              Effect.catchDefect(play(one), (defect) => Effect.succeed([String(defect)])),
              (wrong) => played.set(one.id, wrong)
            ),
          { concurrency: 4, discard: true }
        )
      )
    }, patience)

    for (const one of cases) {
      it(`holds: ${one.id}`, () => {
        judge("by the command", one.id, played.get(one.id))
      })
    }
  })
}
