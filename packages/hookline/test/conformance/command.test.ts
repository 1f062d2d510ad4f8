// Those cases of the table through the real command that are about a host's answer, a process's environment or its
// input, and every eighth of the others.
import { beforeAll, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { canPlay, onlyCommand, play } from "./byCommand.ts"
import { judge } from "./notYet.ts"
import { cases } from "./table.ts"

const isTold = ({ steps }: (typeof cases)[number]): boolean => steps.some(({ expect }) => expect.answer !== undefined)

const chosen = cases.filter((one, at) => onlyCommand(one) || (canPlay(one) && (isTold(one) || at % 8 === 0)))

const played = new Map<string, ReadonlyArray<string>>()

beforeAll(async () => {
  await Effect.runPromise(
    Effect.forEach(
      chosen,
      (one) =>
        Effect.map(
          Effect.catchDefect(play(one), (defect) => Effect.succeed([String(defect)])),
          (wrong) => played.set(one.id, wrong)
        ),
      { concurrency: 4, discard: true }
    )
  )
}, 600_000)

describe("conformance of the command", () => {
  for (const one of chosen) {
    it(`holds: ${one.id}`, () => {
      judge("by the command", one.id, played.get(one.id))
    })
  }
})
