// Questions of a machine, answered by persons at other machines: by real sockets, and with the gate away.
import { assert, describe, it } from "@effect/vitest"
import * as Approval from "@hookline/coordinator/Approval"
import * as FleetApproval from "@hookline/fleet/FleetApproval"
import { type Calls, FleetClient } from "@hookline/fleet/FleetClient"
import { Unreached } from "@hookline/fleet/Protocol"
import { cases } from "@hookline/schema/HookEvent"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { answerTo, approvalSuite, pair } from "./approvals.ts"
import { onGates } from "./gates.ts"

const event = cases.PreToolUse.make({ sessionId: "s1", toolName: "Bash", toolInput: { command: "git push \u001B[2J" } })

const requested = (timeoutMillis: number, more: { readonly default?: "allow" } = {}) =>
  Approval.request({ by: "guard", prompt: "Push?", options: ["Allow once", "Deny"], timeoutMillis, ...more }, event)

const verdictOf = <E extends { readonly _tag: string }>(asked: Effect.Effect<Approval.Answer, E>) =>
  Effect.match(asked, { onFailure: ({ _tag }) => _tag, onSuccess: ({ answer }) => answer })

onGates("questions over a gate", (fleet, { name }) => {
  // The other databases are in the exhaustive lane: the laws ask hundreds of questions.
  if (name === "SQLite") approvalSuite(fleet)

  describe("a question", () => {
    it.live("shows the person the tool and the whole input, with nothing hidden", () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { machine, person } = yield* pair(fleet)
          const asking = yield* Effect.forkChild(Effect.flatMap(requested(30_000), FleetApproval.ask(machine)), {
            startImmediately: true
          })
          const [question] = (yield* Stream.runCollect(
            Stream.take(
              Stream.filter(person.questions, (questions) => questions.length > 0),
              1
            )
          )).flat()
          assert.include(question?.prompt, "guard asks about PreToolUse Bash:")
          assert.include(question?.prompt, "git push")
          assert.notInclude(question?.prompt, "\u001B")
          yield* person.answer(question?.id ?? "", "Allow once")
          assert.deepStrictEqual(yield* Fiber.join(asking), { answer: "Allow once", found: "asked" })
        })
      )
    )

    it.live("that dies with its asker gets its answer when it is asked again, and only once", () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { machine, person } = yield* pair(fleet)
          const request = yield* requested(30_000)
          const first = yield* Effect.forkChild(FleetApproval.ask(machine)(request), { startImmediately: true })
          const [question] = (yield* Stream.runCollect(
            Stream.take(
              Stream.filter(person.questions, (questions) => questions.length > 0),
              1
            )
          )).flat()
          yield* Fiber.interrupt(first)
          // The gate learns of it a moment later.
          yield* Effect.sleep("1 second")
          yield* person.answer(question?.id ?? "", "Allow once")
          assert.deepStrictEqual(yield* FleetApproval.ask(machine)(request), { answer: "Allow once", found: "asked" })
          // The next time it is another question: one grant is for one asking.
          const later = { ...request, deadline: Date.now() + 1000 }
          assert.strictEqual(yield* verdictOf(FleetApproval.ask(machine)(later)), "Unanswered")
        })
      )
    )

    it.live("without an answer takes its default at the deadline", () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { machine } = yield* pair(fleet)
          const denied = Effect.flatMap(requested(500), FleetApproval.ask(machine))
          assert.strictEqual(yield* verdictOf(denied), "Unanswered")
          const allowed = Effect.flatMap(
            Approval.request({ by: "other", prompt: "Go?", timeoutMillis: 500, default: "allow" }, event),
            FleetApproval.ask(machine)
          )
          assert.strictEqual(yield* verdictOf(allowed), "allow")
        })
      )
    )

    it.live("is asked again while the fleet is away, and denied if it stays away", () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { machine, person } = yield* pair(fleet)
          const request = yield* requested(30_000)
          yield* Effect.forkScoped(answerTo(person, request, "Allow once"))
          let tries = 0
          const ask: Calls["ask"] = (...asked) =>
            Effect.suspend((): ReturnType<Calls["ask"]> => {
              tries += 1
              return tries < 3 ? Effect.fail(new Unreached({ reason: "The gate is away." })) : machine.ask(...asked)
            })
          assert.strictEqual(yield* verdictOf(FleetApproval.ask({ ask })(request)), "Allow once")
          assert.strictEqual(tries, 3)
          const away = Effect.fail(new Unreached({ reason: "The gate is away." }))
          const unreached = Effect.flatMap(requested(700), FleetApproval.ask({ ask: () => away }))
          assert.strictEqual(yield* verdictOf(unreached), "Unanswered")
        })
      )
    )

    it.live("whose input is too long to be shown whole is not asked", () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { machine } = yield* pair(fleet)
          const long = cases.PreToolUse.make({ ...event, toolInput: { command: "x".repeat(300_000) } })
          const asked = Effect.flatMap(
            Approval.request({ by: "guard", prompt: "Go?", options: [] }, long),
            FleetApproval.ask(machine)
          )
          assert.strictEqual(yield* verdictOf(asked), "Unanswered")
        })
      )
    )
  })

  it.live("the layer asks by the client around it", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { machine } = yield* pair(fleet)
        const provided = Layer.provide(FleetApproval.layer, Layer.succeed(FleetClient)(machine))
        assert.isDefined(provided)
      })
    )
  )
})
