// The keys of the payload before are kept, so that the next one is read by them. Whatever came before, a payload means the
// same.
import { assert, describe, it } from "@effect/vitest"
import * as HookEvent from "@hookline/schema/HookEvent"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { tableOf } from "../../../src/format/wire/fields.ts"
import { flat } from "../../../src/format/wire/flat.ts"

const Event = Schema.Literals(["PreToolUse", "PostToolUse", "UserPromptSubmit", "Stop", "SessionStart"])

const keys = [
  ...new Set(
    Event.literals.flatMap((name) =>
      tableOf(name, HookEvent.cases[name].fields, { toolName: ["line"] }).fields.flatMap(({ names }) => names)
    )
  ),
  "hookName",
  "other"
]

const Value = Schema.NullOr(Schema.Literals(["", "a", "b", 5, true, "{}", "startup"]))

/** Keys in any order, of which many payloads have the same. */
const Payload = Schema.Struct({
  event: Event,
  given: Schema.Array(Schema.Tuple([Schema.Literals(keys), Value])),
  /** True for the keys of the payload before, with other values. */
  isLike: Schema.Boolean
})

const payloadsOf = (all: ReadonlyArray<typeof Payload.Type>): ReadonlyArray<Readonly<Record<string, unknown>>> => {
  const payloads: Array<Record<string, unknown>> = []
  for (const { event, given, isLike } of all) {
    const before = payloads.at(-1)
    const base = { hook_event_name: event, session_id: "s", cwd: "/", tool_name: "Bash", tool_input: {} }
    // The same keys in the same order, with other values.
    const like =
      before === undefined || !isLike
        ? base
        : Object.fromEntries(Object.keys(before).map((key, at) => [key, given[at]?.[1] ?? before[key]]))
    payloads.push(isLike ? { ...like, hook_event_name: event } : { ...base, ...Object.fromEntries(given) })
  }
  return payloads
}

const host = () => flat({ dialect: "any", nameKey: "hookName", spellings: { toolName: ["line"] } })

describe("a payload", () => {
  it.prop(
    "is read as by a reader that read no other before",
    [Schema.Array(Payload)],
    ([all]) => {
      const kept = host()
      for (const payload of payloadsOf(all)) assert.deepStrictEqual(kept.read(payload), host().read(payload))
    },
    { arbitrary: { runs: 400, size: 12 } }
  )

  it("is read with what it has by its class, also after one with the same keys", () => {
    class Prompt {
      readonly hook_event_name = "UserPromptSubmit"
      readonly session_id = "s"
      readonly cwd = "/"
      get prompt(): string {
        return "delete it"
      }
    }
    const kept = host()
    const plain = { hook_event_name: "UserPromptSubmit", session_id: "s", cwd: "/" }
    for (const payload of [plain, new Prompt(), plain, Object.create(new Prompt())]) {
      const prompt = payload === plain ? "" : "delete it"
      const [event] = Result.getOrThrow(kept.read(payload)).events
      assert.deepInclude({ ...event }, { prompt })
    }
    const two = Object.assign(new Prompt(), { user_prompt: "keep it" })
    assert.isDefined(Result.getOrThrow(kept.read(two)).contradiction)
  })
})
