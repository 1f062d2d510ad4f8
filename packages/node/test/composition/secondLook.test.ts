// The input that runs was judged: whoever changed it, in any order, mix of dialects and policy.
import { assert, describe, it } from "@effect/vitest"
import { Handlers } from "@hookline/coordinator/Handlers"
import * as Conflict from "@hookline/core/Conflict"
import { Pipeline } from "@hookline/core/Pipeline"
import type { Work } from "@hookline/core/Runner"
import * as ShortCircuit from "@hookline/core/ShortCircuit"
import * as Change from "@hookline/schema/Change"
import { cases, type HookEvent } from "@hookline/schema/HookEvent"
import { type Json } from "@hookline/schema/Json"
import * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"
import { TestHookline, type TestRunner } from "@hookline/testing"
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

const played = (mix: ReadonlyArray<Mixed>, resolution: typeof Resolution.Type, isNever: boolean) => {
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
  it.effect.prop(
    "was given to every synchronous hook that it matches, or was changed last by it",
    [Mix, Resolution, Schema.Boolean],
    ([mix, resolution, isNever]) =>
      Effect.gen(function* () {
        const { given, report } = yield* played(mix, resolution, isNever)
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
    { arbitrary: { runs: 600, size: 6 } }
  )
})
