// Questions of machines, each answered by two persons at the same time: one answer counts, for both and for the asker.
import { cases } from "@hookline/schema/HookEvent"
import * as Approval from "@hookline/coordinator/Approval"
import type { Calls } from "@hookline/fleet/FleetClient"
import * as FleetApproval from "@hookline/fleet/FleetApproval"
import { storable } from "@hookline/fleet/kit/ids"
import * as Effect from "effect/Effect"

/** A question with all that was told of it. */
export interface Asked {
  /** The answer that the asker acts on. `undefined`: denied, because there was none before the deadline. */
  readonly heard: string | undefined
  /** The answers that the persons were told to count. */
  readonly told: ReadonlyArray<string>
  /** The time from the first call of a person until the asker heard. */
  readonly millis: number
}

const event = (index: number) =>
  cases.PreToolUse.make({ sessionId: `q${index}`, toolName: "Bash", toolInput: { command: `git push ${index}` } })

/** Answers until the fleet has taken an answer, as a person does who sees that the first call failed. */
const answer = (person: Calls, id: string, text: string): Effect.Effect<string> =>
  Effect.gen(function* () {
    for (;;) {
      const answered = yield* Effect.result(person.answer(id, text))
      if (answered._tag === "Success") return answered.success.answer
      yield* Effect.sleep("200 millis")
    }
  })

/** Asks questions, and lets two persons answer each of them at once. */
export const askAll = Effect.fnUntraced(function* (
  machine: Calls,
  persons: readonly [Calls, Calls],
  count: number,
  timeoutMillis: number = 40_000
) {
  const asked = FleetApproval.ask(machine)
  const one = Effect.fnUntraced(function* (index: number): Effect.fn.Return<Asked> {
    const request = yield* Approval.request(
      { by: "guard", prompt: `Push ${index}?`, options: ["Allow once", "Deny"], timeoutMillis },
      event(index)
    )
    let first = 0
    const both = Effect.andThen(
      Effect.sync(() => {
        first = performance.now()
      }),
      Effect.all(
        [answer(persons[0], storable(request.id), "Allow once"), answer(persons[1], storable(request.id), "Deny")],
        { concurrency: 2 }
      )
    )
    const [heard, told] = yield* Effect.all(
      [
        Effect.match(asked(request), { onFailure: () => undefined, onSuccess: (found) => found.answer }).pipe(
          Effect.map((answer) => ({ answer, at: performance.now() }))
        ),
        Effect.andThen(Effect.sleep("1 second"), both)
      ],
      { concurrency: 2 }
    )
    return { heard: heard.answer, told, millis: heard.at - first }
  })
  return yield* Effect.forEach(
    Array.from({ length: count }, (_, index) => index),
    one,
    { concurrency: "unbounded" }
  )
})
