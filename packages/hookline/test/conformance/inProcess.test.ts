// The whole table in this process.
import { beforeAll, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { onlyCommand } from "./byCommand.ts"
import { play } from "./inProcess.ts"
import { judge } from "./notYet.ts"
import { tables } from "./table.ts"

const played = new Map<string, ReadonlyArray<string>>()

/** Hooks mostly wait: several at once are done sooner. */
beforeAll(async () => {
  const cases = tables.flatMap((table) => table.cases).filter((one) => !onlyCommand(one))
  await Effect.runPromise(
    Effect.forEach(
      cases,
      (one) =>
        Effect.map(
          Effect.catchDefect(play(one), (defect) => Effect.succeed([String(defect)])),
          (wrong) => played.set(one.id, wrong)
        ),
      { concurrency: 6, discard: true }
    )
  )
}, 600_000)

for (const { cases, section } of tables) {
  describe(`conformance: ${section}`, () => {
    for (const one of cases.filter((each) => !onlyCommand(each))) {
      it(`holds: ${one.id}`, () => {
        judge("in process", one.id, played.get(one.id))
      })
    }
  })
}
