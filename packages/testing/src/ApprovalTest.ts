/**
 * The laws of every layer of `Approval`: only a grant grants, an answer for always holds for its session, hook, tool and
 * input alone, and silence denies.
 *
 * @since 0.1.0
 */
import { assert, describe, it } from "@effect/vitest"
import * as Approval from "@hookline/coordinator/Approval"
import { Hookline, type Provided } from "@hookline/node/Hookline"
import type { HandlerResult } from "@hookline/coordinator/HandlerResult"
import { cases, type HookEvent } from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"
import * as Arbitrary from "effect/Arbitrary"
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

const withAlways = ["Allow once", "Allow always", "Deny"]

type Asking = Extract<HookEvent, { readonly _tag: "PreToolUse" }>

/** Registers two hooks, each of which asks about the events of its own agent type. */
const registerByAgentType = Effect.fnUntraced(function* (
  { register }: Pick<Hookline["Service"], "register">,
  ask: (event: Asking) => ReturnType<typeof asks>
) {
  for (const name of ["a", "b"]) {
    yield* register({
      event: "PreToolUse",
      name,
      handler: (event) => (event.agentType === name ? ask(event) : Effect.succeed(Outcome.empty))
    })
  }
})

const inputs = {
  ls: { command: "ls" },
  timed: { command: "ls", timeout: 1 },
  text: { command: "ls", timeout: "1" },
  nested: { command: { "0": "ls" } },
  list: { command: ["ls"] },
  absent: { command: null },
  none: {}
}

/** Actions that differ in one or several of what a permanent grant covers. */
const actions = Arbitrary.array(
  Arbitrary.schema(
    Schema.Struct({
      session: Schema.Literals(["s1", "s2"]),
      hook: Schema.Literals(["a", "b"]),
      prompt: Schema.Literals(["sure?", "really?"]),
      tool: Schema.Literals(["Bash", "Read"]),
      input: Schema.Literals(["ls", "timed", "text", "nested", "list", "absent", "none"])
    })
  ),
  { maxLength: 12 }
)

interface Action {
  readonly session: string
  readonly hook: string
  readonly prompt: string
  readonly tool: string
  readonly input: keyof typeof inputs
}

/** Each action is an event. The hooks take their questions from its folder, so that they are constant otherwise. */
const eventOf = ({ hook, input, prompt, session, tool }: Action): Asking =>
  cases.PreToolUse.make({
    sessionId: session,
    agentType: hook,
    cwd: prompt,
    toolName: tool,
    toolInput: inputs[input]
  })

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

    it.effect("is denied where no approver is there, with the question among the reasons", () =>
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
        yield* hooks.register({ event: "PreToolUse", name: "a", handler: () => asks("sure?", { options: withAlways }) })
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

    it.effect("of a hook that offers no options is granted once, also by an answer for always", () =>
      Effect.gen(function* () {
        const hooks = yield* Hookline
        yield* hooks.register({ event: "PreToolUse", name: "a", handler: () => asks("sure?") })
        const verdict = Effect.map(hooks.emit(bash), ({ outcome }) => outcome.verdict._tag)
        assert.deepStrictEqual([yield* verdict, yield* verdict], ["Pass", "Deny"])
      }).pipe(Effect.provide(around(person(["Allow always", "Deny"]))), Effect.scoped)
    )

    it.effect("that was granted for always grants no other tool, input, event, hook or session", () =>
      Effect.gen(function* () {
        const hooks = yield* Hookline
        const handler = () => asks("sure?", { options: withAlways })
        for (const event of ["PreToolUse", "PermissionRequest", "UserPromptSubmit"] as const) {
          yield* hooks.register({ event, name: "a", handler })
        }
        const verdict = (event: HookEvent) => Effect.map(hooks.emit(event), ({ outcome }) => outcome.verdict._tag)
        assert.strictEqual(yield* verdict(bash), "Pass")
        const prompt = cases.UserPromptSubmit.make({ sessionId: "s1", prompt: "Tidy up." })
        const others: ReadonlyArray<HookEvent> = [
          { ...bash, toolName: "Read" },
          { ...bash, toolInput: { command: "rm -rf ~" } },
          { ...bash, toolInput: { command: "ls", timeout: 1 } },
          { ...bash, toolInput: {} },
          { ...bash, sessionId: "s2" },
          cases.PermissionRequest.make({ sessionId: "s1", toolName: "Bash", toolInput: { command: "ls" } }),
          prompt
        ]
        for (const other of others) assert.strictEqual(yield* verdict(other), "Deny", JSON.stringify(other))
        assert.strictEqual(yield* verdict(bash), "Pass")
        yield* hooks.register({ event: "PreToolUse", name: "b", handler })
        assert.strictEqual(yield* verdict(bash), "Deny")
      }).pipe(Effect.provide(around(person(["Allow always"]))), Effect.scoped)
    )

    it.effect.prop(
      "that was granted for always is granted again where all is the same, and only there",
      [actions],
      ([all]) =>
        Effect.gen(function* () {
          const hooks = yield* Hookline
          yield* registerByAgentType(hooks, (event) => asks(String(event.cwd), { options: withAlways }))
          for (const one of all) {
            const isFirst = JSON.stringify(one) === JSON.stringify(all[0])
            assert.strictEqual((yield* hooks.emit(eventOf(one))).outcome.verdict._tag, isFirst ? "Pass" : "Deny")
          }
        }).pipe(Effect.provide(around(person(["Allow always"]))), Effect.scoped)
    )

    it.effect("that was granted for always speaks for the input that runs, not for the one that came", () =>
      Effect.gen(function* () {
        const hooks = yield* Hookline
        let command = "ls -l"
        const change = (): Effect.Effect<HandlerResult> =>
          Effect.succeed({ changes: [{ by: "", target: "input", mode: "replace", value: { command } }] })
        yield* hooks.register({ event: "PreToolUse", name: "a", handler: () => asks("sure?", { options: withAlways }) })
        yield* hooks.register({ event: "PreToolUse", name: "b", handler: change })
        const verdict = Effect.suspend(() => Effect.map(hooks.emit(bash), ({ outcome }) => outcome.verdict._tag))
        assert.deepStrictEqual([yield* verdict, yield* verdict], ["Pass", "Pass"])
        command = "rm -rf ~"
        assert.strictEqual(yield* verdict, "Deny")
      }).pipe(Effect.provide(around(person(["Allow always"]))), Effect.scoped)
    )

    it.effect("that was granted for always covers what its hook named as its scope, and no other scope", () =>
      Effect.gen(function* () {
        const hooks = yield* Hookline
        const scopeOf = ({ toolInput }: Asking) => String(toolInput["command"]).split(" ", 2).join(" ")
        yield* registerByAgentType(hooks, (event) =>
          asks(`Run ${String(event.toolInput["command"])}?`, { options: withAlways, scope: scopeOf(event) })
        )
        const verdict = (command: string, hook = "a", sessionId = "s1", toolName = "Bash") =>
          Effect.map(
            hooks.emit({ ...bash, sessionId, toolName, agentType: hook, toolInput: { command } }),
            ({ outcome }) => outcome.verdict._tag
          )
        assert.strictEqual(yield* verdict("git push origin"), "Pass")
        assert.strictEqual(yield* verdict("git push fork"), "Pass")
        assert.strictEqual(yield* verdict("git pull origin"), "Deny")
        assert.strictEqual(yield* verdict("git push fork", "b"), "Deny")
        assert.strictEqual(yield* verdict("git push fork", "a", "s2"), "Deny")
        assert.strictEqual(yield* verdict("git push fork", "a", "s1", "Write"), "Deny")
      }).pipe(Effect.provide(around(person(["Allow always"]))), Effect.scoped)
    )

    it.effect("that is granted keeps what other hooks returned", () =>
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
