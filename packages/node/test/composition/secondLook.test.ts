// The input that runs was judged: whoever changed it, in any order, mix of dialects and policy.
import { assert, describe, it } from "@effect/vitest"
import { Handlers } from "@hookline/coordinator/Handlers"
import * as Conflict from "@hookline/core/Conflict"
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import { Pipeline } from "@hookline/core/Pipeline"
import type { Work } from "@hookline/core/Runner"
import * as ShortCircuit from "@hookline/core/ShortCircuit"
import * as Change from "@hookline/schema/Change"
import { cases, type HookEvent } from "@hookline/schema/HookEvent"
import { type Json } from "@hookline/schema/Json"
import * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"
import type { Report } from "@hookline/schema/Report"
import { Hookline } from "@hookline/node/Hookline"
import { runsOf } from "@hookline/testing/kit/internal/runsOf"
import { TestApproval, TestHookline, TestRunner } from "@hookline/testing"
import { Amcp } from "@hookline/testing/TestDialects"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

const call = cases.PreToolUse.make({ sessionId: "s", toolName: "Bash", toolInput: { command: "ls" } })

const Place = Schema.Literals(["before", "amplifier", "parallel", "amcp", "claude", "after"])

/**
 * `set` is the same whatever it is given, `append` and `key` are not, and `back` is what the agent wanted. `refuse` denies
 * each input but the first, and `ask` asks about each.
 */
const Deed = Schema.Literals(["pass", "set", "append", "key", "back", "refuse", "ask", "fail"])

const Mixed = Schema.Struct({
  place: Place,
  deed: Deed,
  /** Runs only on commands that a hook has set, and only in Claude Code's files. */
  isConditional: Schema.Boolean,
  isAsync: Schema.Boolean
})
type Mixed = typeof Mixed.Type

const Mix = Schema.Array(Mixed).check(Schema.isMinLength(1), Schema.isMaxLength(6))
const Resolution = Schema.Literals(["lastInOrder", "merge", "deny"])
const Policy = Schema.Literals(["open", "ask", "closed"])

const idOf = (index: number): string => `h${index}`
const lastOf = (id: string): string => id.slice(id.lastIndexOf("/") + 1)
const isConditional = ({ isConditional, place }: Mixed): boolean => isConditional && place === "claude"
const isAsync = ({ isAsync, place }: Mixed): boolean => isAsync && place === "claude"

const inputOf = (event: HookEvent): Json => ("toolInput" in event ? event.toolInput : {})

/** What it makes of an input, if it changes it. */
const changedBy = ({ deed }: Mixed, id: string, input: Json): Json | undefined => {
  switch (deed) {
    case "set":
      return { ...input, command: id }
    case "append":
      return { ...input, command: `${String(input["command"])} ${id}` }
    case "key":
      return { ...input, [id]: Number(input[id] ?? 0) + 1 }
    case "back":
      return { command: "ls" }
    default:
      return undefined
  }
}

const isRefused = ({ deed }: Mixed, input: Json): boolean => deed === "refuse" && input["command"] !== "ls"

const says = (fields: object) => ({ json: { hookSpecificOutput: { hookEventName: "PreToolUse", ...fields } } })

interface Given {
  readonly id: string
  readonly input: Json
  readonly isSecond: boolean
}

const played = (
  mix: ReadonlyArray<Mixed>,
  resolution: typeof Resolution.Type,
  policy: typeof Policy.Type,
  isNever: boolean
) => {
  const given: Array<Given> = []
  const all = mix.map((hook, index) => ({ ...hook, id: idOf(index) }))
  const actOf = (hook: Mixed & { readonly id: string }) => (work: Work) => {
    const input = inputOf(work.event)
    given.push({ id: hook.id, input, isSecond: /"second_look":true/.test(work.payload()) })
    const updatedInput = changedBy(hook, hook.id, input)
    if (updatedInput !== undefined) return says({ updatedInput })
    if (hook.deed === "ask") return says({ permissionDecision: "ask", permissionDecisionReason: JSON.stringify(input) })
    if (hook.deed === "fail") return { exit: 1 }
    return isRefused(hook, input) ? says({ permissionDecision: "deny", permissionDecisionReason: "no" }) : {}
  }
  const handlerOf = (hook: Mixed & { readonly id: string }) => (event: HookEvent) =>
    Effect.suspend((): Effect.Effect<Partial<Outcome.Outcome>, string> => {
      const input = inputOf(event)
      given.push({ id: hook.id, input, isSecond: false })
      const value = changedBy(hook, hook.id, input)
      if (value !== undefined) {
        return Effect.succeed({ changes: [{ by: "", target: "input", mode: "replace", value }] })
      }
      if (hook.deed === "ask")
        return Effect.succeed({ verdict: Verdict.ask({ by: "", prompt: JSON.stringify(input) }, "") })
      if (hook.deed === "fail") return Effect.fail("it broke")
      return Effect.succeed(isRefused(hook, input) ? { verdict: Verdict.deny({ by: "", reason: "no" }) } : {})
    })
  const entriesOf = (place: Mixed["place"]) =>
    all
      .filter((hook) => hook.place === place)
      .map((hook) => ({
        type: "command",
        command: hook.id,
        name: hook.id,
        ...(isConditional(hook) && { if: "Bash(h*)" }),
        ...(isAsync(hook) && { async: true })
      }))
  const files = {
    ".claude/settings.json": { hooks: { PreToolUse: [{ hooks: entriesOf("claude") }] } },
    ".amcp/hooks.json": { hooks: { PreToolUse: { handlers: entriesOf("amcp") } } },
    ".amplifier/hooks/hooks.json": {
      hooks: {
        PreToolUse: [{ hooks: entriesOf("amplifier") }, { parallel: true, hooks: entriesOf("parallel") }]
      }
    }
  }
  const script: TestRunner.Script = Object.fromEntries(all.map((hook) => [hook.id, actOf(hook)]))
  return Effect.scoped(
    Effect.gen(function* () {
      const { register } = yield* Handlers
      for (const hook of all) {
        if (hook.place !== "before" && hook.place !== "after") continue
        const priority = hook.place === "before" ? 0 : 30
        yield* register({ event: "PreToolUse", name: hook.id, priority, handler: handlerOf(hook) })
      }
      const { answer } = yield* Pipeline
      return { report: yield* answer(call), given }
    })
  ).pipe(
    Effect.provide(
      TestHookline.layer(files, script, {
        provide: [
          { lastInOrder: Conflict.layerLastInOrder, merge: Conflict.layerMerge, deny: Conflict.layerDeny }[resolution],
          { open: FailurePolicy.layerOpen, ask: FailurePolicy.layerAsk, closed: FailurePolicy.layerClosed }[policy],
          ...(isNever ? [ShortCircuit.layerNever] : [])
        ]
      })
    )
  )
}

const keyOf = (input: Json): string =>
  JSON.stringify(Object.entries(input).toSorted(([one], [other]) => (one < other ? -1 : 1)))

/** The input that runs, and who made it what it is. */
const endOf = (changes: ReadonlyArray<Change.Change>) => {
  let input: Json = call.toolInput
  let author: string | undefined
  for (const change of changes) {
    // Every hook here changes an object to an object.
    const next = Change.applyOne(input, change) as Json
    if (keyOf(next) !== keyOf(input)) author = lastOf(change.by)
    input = next
  }
  return { input, author }
}

const isRunning = ({ halts, verdict }: Outcome.Outcome): boolean => halts.length === 0 && verdict._tag !== "Deny"

describe("the input that runs", () => {
  // proves: docs/failure-policy.md
  it.effect.prop(
    "was given to every synchronous hook that it matches, or was changed last by it",
    [Mix, Resolution, Policy, Schema.Boolean],
    ([mix, resolution, policy, isNever]) =>
      Effect.gen(function* () {
        const { given, report } = yield* played(mix, resolution, policy, isNever)
        if (!isRunning(report.outcome)) return
        const { author, input } = endOf(report.outcome.changes)
        for (const [index, hook] of mix.entries()) {
          const id = idOf(index)
          if (isAsync(hook) || id === author) continue
          if (isConditional(hook) && !String(input["command"]).startsWith("h")) continue
          assert.isTrue(
            given.some((one) => one.id === id && keyOf(one.input) === keyOf(input)),
            `${id} was not given ${JSON.stringify(input)}: ${JSON.stringify(given)}`
          )
          // A guard that refuses what runs was given it, so that it can't run.
          assert.isFalse(isRefused(hook, input), `${id} refuses ${JSON.stringify(input)}`)
        }
      }),
    { arbitrary: { runs: runsOf(800), size: 6 } }
  )
})

const hook = (command: string, more: object = {}) => ({ type: "command", command, name: command, ...more })

const claude = (...hooks: ReadonlyArray<object>) => ({
  ".claude/settings.json": { hooks: { PreToolUse: [{ hooks }] } }
})

const amcp = (...handlers: ReadonlyArray<object>) => ({ ".amcp/hooks.json": { hooks: { PreToolUse: { handlers } } } })

const denying = says({ permissionDecision: "deny", permissionDecisionReason: "no" })

/** A guard against `rm`. */
const guard = ({ event }: Work) => (String(inputOf(event)["command"]).includes("rm") ? denying : {})

const removing = says({ updatedInput: { command: "rm -rf ~" } })

const shown = ({ runs }: Report) =>
  runs.map(({ id, look, status }) => `${lastOf(id)} ${status}${look === undefined ? "" : ` in look ${look}`}`)

const texts = ({ outcome }: Report) => outcome.notices.map(({ text }) => text.replaceAll(/\S*\//g, ""))

const emitted = Effect.flatMap(Hookline, ({ emit }) => emit(call))

describe("a second look", () => {
  it.effect("lets a guard deny what a hook beside it made of the input", () => {
    const seen = TestRunner.record()
    return Effect.gen(function* () {
      const report = yield* emitted
      assert.deepStrictEqual(shown(report), ["guard ran", "changes ran", "guard ran in look 2"])
      assert.strictEqual(report.outcome.verdict._tag, "Deny")
      assert.deepStrictEqual(
        seen.started.map((work) => (JSON.parse(work.payload()) as { readonly second_look?: true }).second_look),
        [undefined, undefined, true]
      )
    }).pipe(
      Effect.provide(TestHookline.layer(claude(hook("guard"), hook("changes")), { guard, changes: removing }, { seen }))
    )
  })

  it.effect("runs a guard that its rule left out before", () =>
    Effect.gen(function* () {
      const report = yield* emitted
      assert.deepStrictEqual(shown(report), ["changes ran", "guard ran in look 2"])
      assert.strictEqual(report.outcome.verdict._tag, "Deny")
    }).pipe(
      Effect.provide(
        TestHookline.layer(claude(hook("guard", { if: "Bash(rm *)" }), hook("changes")), { guard, changes: removing })
      )
    )
  )

  it.effect("runs native handlers, too", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { emit, register } = yield* Hookline
        yield* register({
          event: "PreToolUse",
          name: "native",
          handler: ({ toolInput }) =>
            Effect.succeed(toolInput["command"] === "ls" ? {} : { verdict: Verdict.deny({ by: "", reason: "no" }) })
        })
        const report = yield* emit(call)
        assert.deepStrictEqual(shown(report), ["native ran", "changes ran", "native ran in look 2"])
        assert.strictEqual(report.outcome.verdict._tag, "Deny")
      })
    ).pipe(Effect.provide(TestHookline.layer(claude(hook("changes")), { changes: removing })))
  )

  it.effect("is none where nothing changed, and none for a change that changes nothing", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(shown(yield* emitted), ["guard ran", "same ran"])
    }).pipe(
      Effect.provide(
        TestHookline.layer(claude(hook("guard"), hook("same")), {
          guard,
          same: says({ updatedInput: { command: "ls" } })
        })
      )
    )
  )

  it.effect("counts only what tightens: neither a text, nor a message, nor an allow", () => {
    const talks = ({ payload }: Work) => ({
      json: {
        systemMessage: payload().includes("second_look") ? "again" : "once",
        hookSpecificOutput: {
          hookEventName: "PreToolUse",
          additionalContext: payload().includes("second_look") ? "again" : "once",
          permissionDecision: "allow"
        }
      }
    })
    return Effect.gen(function* () {
      const { outcome } = yield* emitted
      assert.deepStrictEqual(
        outcome.context.map(({ text }) => text),
        ["once"]
      )
      assert.isTrue(outcome.notices.some(({ text }) => text === "once"))
      assert.isFalse(outcome.notices.some(({ text }) => text === "again"))
      // The grant was for another input.
      assert.strictEqual(outcome.verdict._tag, "Pass")
    }).pipe(Effect.provide(TestHookline.layer(claude(hook("talks"), hook("changes")), { talks, changes: removing })))
  })

  it.effect("makes one question of two, which shows what would run", () => {
    const seen = TestApproval.record()
    const asks = ({ event }: Work) =>
      says({ permissionDecision: "ask", permissionDecisionReason: String(inputOf(event)["command"]) })
    return Effect.gen(function* () {
      yield* emitted
      assert.deepStrictEqual(
        seen.asked.map(({ event, prompt }) => [inputOf(event)["command"], prompt.includes("rm -rf ~")]),
        [["rm -rf ~", true]]
      )
    }).pipe(
      Effect.provide(
        TestHookline.layer(
          claude(hook("asks"), hook("changes")),
          { asks, changes: removing },
          { provide: [TestApproval.layer(["Deny"], seen)] }
        )
      )
    )
  })

  it.effect("runs what runs once in a session on what is left, and not on the next event", () =>
    Effect.gen(function* () {
      const { emit, register } = yield* Hookline
      const given: Array<unknown> = []
      yield* register({
        event: "PreToolUse",
        name: "once",
        once: true,
        handler: ({ toolInput }) => Effect.sync(() => void given.push(toolInput["command"]))
      })
      yield* emit(call)
      yield* emit(call)
      assert.deepStrictEqual(given, ["ls", "rm -rf ~"])
    }).pipe(Effect.scoped, Effect.provide(TestHookline.layer(claude(hook("changes")), { changes: removing })))
  )

  const again = (id: string) => (work: Work) =>
    says({ updatedInput: { ...inputOf(work.event), [id]: Number(inputOf(work.event)[id] ?? 0) + 1 } })

  const conflict = (layer: typeof Conflict.layerDeny) =>
    emitted.pipe(
      Effect.provide(
        TestHookline.layer(amcp(hook("a"), hook("b")), { a: again("a"), b: again("b") }, { provide: [layer] })
      )
    )

  it.effect("drops a wish to change it again, and names both", () =>
    Effect.gen(function* () {
      const report = yield* conflict(Conflict.layerLastInOrder)
      assert.deepStrictEqual(endOf(report.outcome.changes).input, { command: "ls", a: 1, b: 1 })
      assert.deepStrictEqual(texts(report), [
        "a would change the input again that b changed last: the change of b counts"
      ])
    })
  )

  it.effect("denies such a wish where the policy says so", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* conflict(Conflict.layerDeny)).outcome.verdict._tag, "Deny")
    })
  )

  it.effect("denies after the third look where changes are put together and never end", () =>
    Effect.gen(function* () {
      const report = yield* conflict(Conflict.layerMerge)
      assert.deepStrictEqual(shown(report), ["a ran", "b ran", "a ran in look 2", "b ran in look 3"])
      assert.strictEqual(report.outcome.verdict._tag, "Deny")
    })
  )

  it.effect("names no hook as in conflict with itself where changes are put together", () =>
    Effect.gen(function* () {
      const report = yield* emitted
      const { input } = endOf(report.outcome.changes)
      assert.deepInclude(input, { command: "ls", x: 1, y: 1 })
      const own = texts(report).filter((text) => /^(\S+) would change the \w+ again that \1 changed last/.test(text))
      assert.deepStrictEqual(own, [])
    }).pipe(
      Effect.provide(
        TestHookline.layer(
          claude(hook("x"), hook("y")),
          {
            x: (work) => says({ updatedInput: { ...inputOf(work.event), x: 1 } }),
            // Its change differs with what it is given.
            y: (work) =>
              says({ updatedInput: { ...inputOf(work.event), y: 1, seen: Object.keys(inputOf(work.event)).length } })
          },
          { provide: [Conflict.layerMerge] }
        )
      )
    )
  )

  it.effect("gives the last author what another change was put together with", () =>
    Effect.gen(function* () {
      const report = yield* emitted
      assert.deepStrictEqual(shown(report), [
        "changes ran",
        "guard ran",
        // It did not see what its own change was put together with.
        "changes ran in look 2",
        "guard ran in look 2"
      ])
      assert.strictEqual(report.outcome.verdict._tag, "Deny")
    }).pipe(
      Effect.provide(
        TestHookline.layer(
          claude(hook("changes"), hook("guard")),
          {
            changes: removing,
            guard: (work) =>
              String(inputOf(work.event)["command"]).includes("rm")
                ? denying
                : says({ updatedInput: { ...inputOf(work.event), timeout: 1 } })
          },
          { provide: [Conflict.layerMerge] }
        )
      )
    )
  )

  it.effect("does not ask a model again about the same text", () =>
    Effect.gen(function* () {
      const { emit, register } = yield* Hookline
      yield* register({
        event: "PreToolUse",
        name: "native",
        priority: 30,
        // JSON has no undefined, so that the model would be asked about the same text.
        handler: () =>
          Effect.succeed({
            changes: [{ by: "", target: "input", mode: "replace", value: { command: "ls", more: undefined } }]
          })
      })
      assert.deepStrictEqual(shown(yield* emit(call)), ["judge ran", "guard ran", "native ran", "guard ran in look 2"])
    }).pipe(
      Effect.scoped,
      Effect.provide(
        TestHookline.layer(claude({ type: "prompt", prompt: "judge", name: "judge" }, hook("guard")), {
          guard,
          judge: { reply: { _tag: "Judgement", ok: true, reason: "" } }
        })
      )
    )
  )
})

describe("a change that the host can't make", () => {
  const payload = {
    hook_event_name: "PreToolUse",
    session_id: "s",
    cwd: "/project",
    tool_name: "bash",
    tool_input: { command: "ls", description: "list" }
  }

  const files = {
    ".amplifier/hooks/hooks.json": { hooks: { PreToolUse: [{ hooks: [hook("changes")] }] } },
    ...amcp(hook("guard"))
  }

  // AMCP lays an input over its own, so that no key can be taken away.
  const answered = (policy: typeof FailurePolicy.layerOpen, changes: TestRunner.Act = removing) => {
    const given: Array<unknown> = []
    const script: TestRunner.Script = {
      changes,
      guard: (work) => {
        given.push(inputOf(work.event))
        return {}
      }
    }
    return Effect.flatMap(Hookline, ({ run }) => run(payload)).pipe(
      Effect.map((answer) => ({ ...answer, given })),
      Effect.provide(TestHookline.layer(files, script, { host: Amcp, provide: [policy] }))
    )
  }

  it.effect("is dropped before a guard is given it, with a notice", () =>
    Effect.gen(function* () {
      const { given, outcome } = yield* answered(FailurePolicy.layerOpen)
      assert.deepStrictEqual(given, [payload.tool_input])
      assert.deepStrictEqual(outcome.changes, [])
      assert.isTrue(outcome.notices.some(({ text }) => text.includes("changed the input")))
      assert.strictEqual(outcome.verdict._tag, "Pass")
    })
  )

  it.effect("denies under a closed policy", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* answered(FailurePolicy.layerClosed)).outcome.verdict._tag, "Deny")
    })
  )

  it.effect("is given on where the host can make it", () =>
    Effect.gen(function* () {
      const input = { command: "ls -l", description: "list" }
      const { given, outcome } = yield* answered(FailurePolicy.layerClosed, says({ updatedInput: input }))
      assert.deepStrictEqual(given, [input])
      assert.strictEqual(outcome.verdict._tag, "Pass")
    })
  )
})
