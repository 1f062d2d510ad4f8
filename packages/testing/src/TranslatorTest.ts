/**
 * The laws of every layer of `Translator`: no reply, and no answer to the host, becomes weaker than it is in its dialect, or
 * misses a part.
 *
 * @since 0.1.0
 */
import { assert } from "@effect/vitest"
import type { Dialect, HostReply, Interpretation } from "@hookline/core/Dialect"
import { HostDialect } from "@hookline/core/HostDialect"
import { Translator } from "@hookline/core/Translator"
import * as fit from "@hookline/core/kit/translate/fit"
import * as Capabilities from "@hookline/schema/Capabilities"
import type { Hook } from "@hookline/schema/Hook"
import * as HookEvent from "@hookline/schema/HookEvent"
import type { HookReply } from "@hookline/schema/HookReply"
import * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Arbitraries from "./Arbitraries.ts"
import * as HookEvents from "./HookEvents.ts"
import { dialectName, dialectNamed } from "./internal/dialectNames.ts"
import * as Law from "./Law.ts"
import { modelOf } from "./hosts/heard.ts"
import * as TestDialects from "./TestDialects.ts"

/**
 * A layer of `Translator`.
 *
 * @category models
 * @since 0.1.0
 */
export type Part = Layer.Layer<Translator, never, HostDialect>

const by = "test/PreToolUse/guard"

const hookOf = (dialect: Dialect, event: HookEvent.HookEvent, handler: Hook["handler"]): Hook => ({
  id: by,
  event: HookEvent.nameOf(event),
  handler,
  once: false,
  enabled: true,
  group: { index: 0, parallel: false },
  source: { dialect: dialect.name, scope: "project", file: "/p/hooks.json", folder: "/p", at: [] }
})

const command: Hook["handler"] = { _tag: "Command", command: "./guard.sh" }
const module: Hook["handler"] = { _tag: "Module", path: "./guard.js" }

const withTranslator = (
  part: Part,
  host: string,
  use: (translator: (typeof Translator)["Service"]) => void
): Effect.Effect<void> =>
  Effect.flatMap(Translator, (translator) => Effect.sync(() => use(translator))).pipe(
    // `fresh`, because a layer is otherwise shared between hosts.
    Effect.provide(Layer.provide(Layer.fresh(part), HostDialect.layer(dialectNamed(host))))
  )

/** Asserts that a verdict that is stricter than Allow stays as strict, and that no other becomes an Allow. */
const isNoWeaker = (got: Verdict.Tag, than: Verdict.Tag): void => {
  if (Verdict.isStricter(than, "Allow")) assert.isFalse(Verdict.isStricter(than, got), `${than} became ${got}`)
  if (than === "Pass") assert.notStrictEqual(got, "Allow")
}

/** Asserts that a list has each element of another, in any place. */
const hasAll = <A>(got: ReadonlyArray<A>, all: ReadonlyArray<A>, message: string): void =>
  assert.includeDeepMembers([...got], [...all], message)

const questionsOf = (verdict: Verdict.Verdict): ReadonlyArray<Verdict.Question> =>
  verdict._tag === "Ask" ? verdict.questions : []

/** Asserts that a translation has all that the reply means in its dialect, and guards as it does. */
const hasAllOf = (got: Interpretation, dialect: Interpretation): void => {
  const [own, than] = [got.outcome, dialect.outcome]
  isNoWeaker(own.verdict._tag, than.verdict._tag)
  hasAll(own.context, than.context, "its texts for the model")
  hasAll(own.notices, than.notices, "its messages")
  hasAll(got.remarks ?? [], dialect.remarks ?? [], "the remarks about it")
  if (Verdict.isStricter(than.verdict._tag, "Allow") || own.verdict._tag === than.verdict._tag) {
    hasAll(Verdict.reasonsOf(own.verdict), Verdict.reasonsOf(than.verdict), "its reasons")
  }
  // A denial may be in the place of a question, and for all that would happen if it was granted.
  if (own.verdict._tag === "Deny" && than.verdict._tag !== "Deny") return
  assert.deepStrictEqual(questionsOf(own.verdict), questionsOf(than.verdict), "its questions")
  assert.deepStrictEqual(own.halts, than.halts)
  assert.deepStrictEqual(own.changes, than.changes)
  hasAll(own.effects, than.effects, "its effects")
  assert.strictEqual(got.failure === undefined, dialect.failure === undefined, "its failure")
  assert.strictEqual(
    got.softFailure === undefined,
    dialect.softFailure === undefined,
    "its failure under other policies"
  )
}

/** Creates replies: most of any kind, and some that deny, halt, change or fail for sure. */
const reply: Arbitrary.Arbitrary<HookReply> = Arbitrary.map(
  Arbitrary.all([
    Arbitraries.reply,
    Arbitrary.schema(Schema.String),
    Arbitrary.schema(Schema.Literals(["any", "any", "denies", "asks", "halts", "changes", "fails"]))
  ]),
  ([any, text, kind]): HookReply => {
    const prints = (fields: object): HookReply => ({
      _tag: "Exit",
      code: 0,
      stdout: JSON.stringify(fields),
      stderr: ""
    })
    const specific = (fields: object): HookReply =>
      prints({ hookSpecificOutput: { hookEventName: "PreToolUse", ...fields } })
    switch (kind) {
      case "any":
        return any
      case "denies":
        return { _tag: "Exit", code: 2, stdout: "", stderr: text }
      case "asks":
        return specific({ permissionDecision: "ask", permissionDecisionReason: text })
      case "halts":
        return prints({ continue: false, stopReason: text })
      case "changes":
        return specific({ updatedInput: { command: text } })
      case "fails":
        return { _tag: "Exit", code: 7, stdout: "", stderr: text }
    }
  }
)

/** Creates an event: a tool that is about to run, which hooks can change, as often as any other. */
const event: Arbitrary.Arbitrary<HookEvent.HookEvent> = Arbitrary.map(
  Arbitrary.all([HookEvents.example, Arbitrary.schema(Schema.Boolean)]),
  ([any, isTool]) => (isTool ? HookEvents.examples.PreToolUse : any)
)

const isAmplifier = ({ name }: Dialect): boolean => name === TestDialects.Amplifier.name

/** Returns the outcome on which a host acts after an answer. Amplifier's host reads other fields than its hooks write. */
const heard = (host: Dialect, reply: HostReply, event: HookEvent.HookEvent): Outcome.Outcome => {
  const { body, exit, stderr = "", text } = reply
  const model = modelOf(host)
  if (model !== undefined) return model(reply, event)
  return isAmplifier(host)
    ? TestDialects.toOutcome(Schema.decodeUnknownSync(TestDialects.HookResult)(body), "host", event)
    : host.reply.read(
        { _tag: "Exit", code: exit, stdout: body === undefined ? (text ?? "") : JSON.stringify(body), stderr },
        hookOf(host, event, command),
        event
      ).outcome
}

/** Asserts that a host which gets one answer acts as with another: it may get more reports, and more denials. */
const answersAllOf = (host: Dialect, event: HookEvent.HookEvent, got: HostReply, than: HostReply): void => {
  const [own, other] = [heard(host, got, event), heard(host, than, event)]
  const textsOf = (all: ReadonlyArray<{ readonly text: string }>): string => all.map(({ text }) => text).join("\n")
  isNoWeaker(own.verdict._tag, other.verdict._tag)
  for (const { text } of other.context) assert.include(textsOf(own.context), text)
  for (const { text } of other.notices) assert.include(textsOf(own.notices), text)
  hasAll(got.unsupported, than.unsupported, "what the host has no words for")
  if (own.verdict._tag === other.verdict._tag) {
    const reasons = textsOf(Verdict.reasonsOf(own.verdict))
    for (const { text } of Verdict.reasonsOf(other.verdict)) assert.include(reasons, text)
  }
  if (own.verdict._tag === "Deny" && other.verdict._tag !== "Deny") return
  assert.strictEqual(own.halts.length > 0, other.halts.length > 0, "the agent is stopped")
  assert.deepStrictEqual(own.changes, other.changes)
  hasAll(own.effects, other.effects, "its effects")
}

/** Sets the hook's id where `by` is empty. A hook hides its own output alone. */
const signed = (outcome: Outcome.Outcome): Outcome.Outcome => {
  const own = <A extends { readonly by: string }>(all: ReadonlyArray<A>): ReadonlyArray<A> =>
    all.map((one) => (one.by === "" ? { ...one, by } : one))
  const { verdict } = outcome
  return {
    verdict:
      verdict._tag === "Pass"
        ? verdict
        : {
            ...verdict,
            reasons: own(verdict.reasons),
            ...(verdict._tag === "Ask" && { questions: own(verdict.questions) })
          },
    changes: own(outcome.changes),
    context: own(outcome.context),
    notices: own(outcome.notices),
    halts: own(outcome.halts),
    quiet: outcome.quiet.filter((id) => id === "" || id === by).map(() => by),
    effects: own(outcome.effects)
  }
}

const sizes = { size: 6, runs: 300 }

/**
 * The laws of translators.
 *
 * @category laws
 * @since 0.1.0
 */
export const laws: ReadonlyArray<Law.Law<Part>> = [
  Law.make(
    "makes of no reply less than its dialect does, and keeps all that it has beside its verdict",
    Arbitrary.all([dialectName, dialectName, reply, event]),
    (part, [host, name, said, event]) =>
      withTranslator(part, host, ({ translate }) => {
        const own = dialectNamed(name)
        const hook = hookOf(own, event, command)
        hasAllOf(translate(own, hook, event, said), own.reply.read(said, hook, event))
      }),
    sizes
  ),
  Law.make(
    "reads each reply of a hook as that reply, and answers with each outcome, whatever came before",
    Arbitrary.all([
      dialectName,
      dialectName,
      Arbitrary.array(Arbitrary.all([reply, event, Arbitraries.outcome]), { minLength: 2, maxLength: 3 })
    ]),
    (part, [host, name, all]) =>
      withTranslator(part, host, ({ answer, translate }) => {
        const [own, of] = [dialectNamed(name), dialectNamed(host)]
        for (const [said, event, any] of all) {
          const hook = hookOf(own, event, command)
          hasAllOf(translate(own, hook, event, said), own.reply.read(said, hook, event))
          const outcome = fit.toEvent(Capabilities.of(event), HookEvent.nameOf(event), any)
          answersAllOf(of, event, answer(outcome, event), of.reply.write(outcome, event))
        }
      }),
    { size: 6, runs: 100 }
  ),
  Law.make(
    "makes of no outcome that a function returned less than it is",
    Arbitrary.all([dialectName, dialectName, Arbitraries.outcome, event]),
    (part, [host, name, outcome, event]) =>
      withTranslator(part, host, ({ translate }) => {
        const own = dialectNamed(name)
        const value: HookReply = { _tag: "Value", value: outcome }
        const meant = fit.toEvent(Capabilities.of(event), HookEvent.nameOf(event), signed(outcome))
        hasAllOf(translate(own, hookOf(own, event, module), event, value), { outcome: meant })
      }),
    sizes
  ),
  Law.make(
    "fails where a function returned a verdict that is none",
    Arbitrary.all([dialectName, Arbitrary.schema(Schema.Json), event]),
    (part, [name, verdict, event]) =>
      Schema.is(Verdict.Verdict)(verdict)
        ? Effect.void
        : withTranslator(part, name, ({ translate }) => {
            const own = dialectNamed(name)
            const said = translate(own, hookOf(own, event, module), event, { _tag: "Value", value: { verdict } })
            assert.isTrue(said.failure !== undefined || said.outcome.verdict._tag === "Deny")
          }),
    sizes
  ),
  Law.make(
    "keeps every outcome within the capabilities of its event",
    Arbitrary.all([dialectName, reply, event]),
    (part, [name, said, event]) =>
      withTranslator(part, name, ({ translate }) => {
        const own = dialectNamed(name)
        const { outcome } = translate(own, hookOf(own, event, command), event, said)
        assert.strictEqual(fit.toEvent(Capabilities.of(event), HookEvent.nameOf(event), outcome), outcome)
      }),
    sizes
  ),
  Law.make(
    "grants nothing beside a failure",
    Arbitrary.all([dialectName, reply, event]),
    (part, [name, said, event]) =>
      withTranslator(part, name, ({ translate }) => {
        const own = dialectNamed(name)
        const { failure, outcome } = translate(own, hookOf(own, event, command), event, said)
        if (failure !== undefined) assert.notStrictEqual(outcome.verdict._tag, "Allow")
      }),
    sizes
  ),
  Law.make(
    "answers a host with no weaker verdict than its dialect does, and with all that it has beside it",
    Arbitrary.all([dialectName, Arbitraries.outcome, event]),
    (part, [name, any, event]) =>
      withTranslator(part, name, ({ answer }) => {
        const host = dialectNamed(name)
        const outcome = fit.toEvent(Capabilities.of(event), HookEvent.nameOf(event), any)
        answersAllOf(host, event, answer(outcome, event), host.reply.write(outcome, event))
      }),
    sizes
  ),
  Law.make(
    "answers a host so that a denied tool does not run",
    Arbitrary.all([dialectName, HookEvents.of("PreToolUse"), Arbitrary.schema(Schema.String)]),
    (part, [name, event, reason]) =>
      withTranslator(part, name, ({ answer }) => {
        const host = dialectNamed(name)
        for (const outcome of [
          Outcome.make({ verdict: Verdict.deny({ by, reason }) }),
          Outcome.make({ halts: [{ by, reason }] })
        ]) {
          assert.strictEqual(heard(host, answer(outcome, event), event).verdict._tag, "Deny")
        }
      }),
    sizes
  )
]

/**
 * Registers the suite.
 *
 * @example
 * ```ts
 * import { Translator } from "@hookline/core/Translator"
 * import * as TranslatorTest from "@hookline/testing/TranslatorTest"
 *
 * const test = () => TranslatorTest.suite("My translator", Translator.layerNoDeps)
 * ```
 *
 * @category suites
 * @since 0.1.0
 */
export const suite = (title: string, part: Part): void => Law.suite(title, laws, part)
