/**
 * The laws of every layer of `Approval`: only a grant grants, an answer for always is remembered for its session, and
 * silence denies.
 *
 * @since 0.1.0
 */
import { assert, describe, it } from "@effect/vitest"
import * as Approval from "@hookline/coordinator/Approval"
import { Hookline, type Provided } from "@hookline/node/Hookline"
import { cases } from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as TestHookline from "./TestHookline.ts"

/**
 * The layer to test, with an approver behind it who gives these answers, one for each question, and then no more.
 *
 * @category models
 * @since 0.1.0
 */
export type Person = (answers: ReadonlyArray<string>) => Provided

const bash = cases.PreToolUse.make({ sessionId: "s1", toolName: "Bash", toolInput: { command: "ls" } })

const asks = (prompt: string, more: Partial<Verdict.Question> = {}) =>
  Effect.succeed(Outcome.make({ verdict: Verdict.ask({ by: "", prompt, ...more }, prompt) }))

/** Provides this approver, and no hooks but registered ones. */
const around = (person: Provided) => TestHookline.layer({}, {}, { provide: [person] })

/** Returns the verdict of a question under these answers. */
const answered = (person: Person, answers: ReadonlyArray<string>, more: Partial<Verdict.Question> = {}) =>
  Effect.gen(function* () {
    const hooks = yield* Hookline
    yield* hooks.register({ event: "PreToolUse", name: "guard", handler: () => asks("sure?", more) })
    return (yield* hooks.emit(bash)).outcome
  }).pipe(Effect.provide(around(person(answers))), Effect.scoped)

/**
 * Registers the suite.
 *
 * @category suites
 * @since 0.1.0
 */
export const suite = (name: string, person: Person): void => {
  describe(`${name} keeps the laws of approvals: a question`, () => {
    for (const answer of ["allow", "Allow once", "ALLOW ALWAYS", " Allow "]) {
      it.effect(`is granted by ${JSON.stringify(answer)}`, () =>
        Effect.gen(function* () {
          const { verdict } = yield* answered(person, [answer])
          assert.strictEqual(verdict._tag, "Pass")
        })
      )
    }

    for (const answer of ["Deny", "", "yes", "Allow it", "denied", "allow\u0000"]) {
      it.effect(`is denied by ${JSON.stringify(answer)}, also where that was offered`, () =>
        Effect.gen(function* () {
          const outcome = yield* answered(person, [answer], { options: ["Allow it", "yes"] })
          assert.strictEqual(outcome.verdict._tag, "Deny")
          assert.isFalse(Outcome.proceeds(outcome))
        })
      )
    }

    it.effect.prop("is granted by nothing but a grant", [Schema.String], ([answer]) =>
      Effect.gen(function* () {
        const { verdict } = yield* answered(person, [answer])
        assert.strictEqual(verdict._tag === "Deny", !Approval.isGrant(answer))
      })
    )

    it.effect("is denied where nobody is there, with the question among the reasons", () =>
      Effect.gen(function* () {
        const { verdict } = yield* answered(person, [])
        assert.strictEqual(verdict._tag, "Deny")
        assert.include(
          Verdict.reasonsOf(verdict)
            .map(({ text }) => text)
            .join(),
          "sure?"
        )
      })
    )

    it.effect("is asked after the one before it was granted, and not after one that was denied", () => {
      const from = (answers: ReadonlyArray<string>) =>
        Effect.gen(function* () {
          const hooks = yield* Hookline
          for (const hook of ["a", "b", "c"]) {
            yield* hooks.register({ event: "PreToolUse", name: hook, handler: () => asks(`${hook}?`) })
          }
          const { verdict } = (yield* hooks.emit(bash)).outcome
          return verdict._tag === "Deny" ? verdict.reasons.map(({ by }) => by) : verdict._tag
        }).pipe(Effect.provide(around(person(answers))), Effect.scoped)
      return Effect.gen(function* () {
        assert.deepStrictEqual(yield* from(["Allow once", "Deny", "Allow once"]), ["b"])
        assert.deepStrictEqual(yield* from(["Allow once", "Allow once", "Allow once"]), "Pass")
        assert.deepStrictEqual(yield* from(["Allow once", "Allow once"]), ["c"])
      })
    })

    it.effect("that was granted for always is not asked again, by the same hook in the same session", () =>
      Effect.gen(function* () {
        const hooks = yield* Hookline
        yield* hooks.register({ event: "PreToolUse", name: "a", handler: () => asks("sure?") })
        const verdict = (sessionId: string) =>
          Effect.map(hooks.emit({ ...bash, sessionId }), ({ outcome }) => outcome.verdict._tag)
        assert.deepStrictEqual([yield* verdict("s1"), yield* verdict("s1")], ["Pass", "Pass"])
        // Another session asks anew, and the memory ends with its session.
        assert.strictEqual(yield* verdict("s2"), "Deny")
        assert.strictEqual(yield* verdict("s1"), "Pass")
        yield* hooks.emit(cases.SessionEnd.make({ sessionId: "s1" }))
        assert.strictEqual(yield* verdict("s1"), "Deny")
      }).pipe(Effect.provide(around(person(["Allow always", "Deny"]))), Effect.scoped)
    )

    it.effect("that was granted for always, where that was not offered, is granted once", () =>
      Effect.gen(function* () {
        const hooks = yield* Hookline
        const question = () => asks("sure?", { options: ["Allow once", "Deny"] })
        yield* hooks.register({ event: "PreToolUse", name: "a", handler: question })
        const verdict = Effect.map(hooks.emit(bash), ({ outcome }) => outcome.verdict._tag)
        assert.deepStrictEqual([yield* verdict, yield* verdict], ["Pass", "Deny"])
      }).pipe(Effect.provide(around(person(["Allow always", "Deny"]))), Effect.scoped)
    )

    it.effect("that is granted keeps what other hooks said", () =>
      Effect.gen(function* () {
        const hooks = yield* Hookline
        yield* hooks.register({ event: "PreToolUse", name: "a", handler: () => asks("sure?") })
        const others = Outcome.make({
          context: [{ by: "", text: "look", role: "system", ephemeral: false }],
          changes: [{ by: "", target: "input", mode: "replace", value: { command: "ls -l" } }],
          notices: [{ by: "", level: "info", text: "hm" }]
        })
        yield* hooks.register({ event: "PreToolUse", name: "b", handler: () => Effect.succeed(others) })
        const { changes, context, notices, verdict } = (yield* hooks.emit(bash)).outcome
        assert.deepStrictEqual(
          [verdict._tag, context.map(({ text }) => text), changes.length, notices.map(({ text }) => text)],
          ["Pass", ["look"], 1, ["hm"]]
        )
      }).pipe(Effect.provide(around(person(["Allow once"]))), Effect.scoped)
    )

    it.effect("is not asked where the action does not happen anyway", () =>
      Effect.gen(function* () {
        const hooks = yield* Hookline
        yield* hooks.register({ event: "PreToolUse", name: "a", handler: () => asks("sure?") })
        let isHalted = true
        yield* hooks.register({
          event: "PreToolUse",
          name: "b",
          handler: () => Effect.sync(() => (isHalted ? { halts: [{ by: "", reason: "enough" }] } : {}))
        })
        assert.strictEqual((yield* hooks.emit(bash)).outcome.verdict._tag, "Deny")
        isHalted = false
        // The one answer is still available.
        assert.strictEqual((yield* hooks.emit(bash)).outcome.verdict._tag, "Pass")
      }).pipe(Effect.provide(around(person(["Allow once"]))), Effect.scoped)
    )
  })
}
