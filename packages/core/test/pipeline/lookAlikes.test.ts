// Names of tools and events that only look like the ones that a guard names: a guard that does not run for that is reported.
import { assert, describe, it } from "@effect/vitest"
import { lettersOf } from "@hookline/core/kit/discover/EventNames"
import { Pipeline } from "@hookline/core/Pipeline"
import type { PipelineError } from "@hookline/core/PipelineError"
import * as Dialects from "@hookline/dialects/Dialects"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import type { OnFailure } from "@hookline/schema/Hook"
import { TestPipeline } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { hook } from "./fixtures.ts"

/** Ways in which a name looks like another one. */
const ways: Readonly<Record<string, (name: string) => string>> = {
  "a trailing blank": (name) => `${name} `,
  "a leading tab": (name) => `\t${name}`,
  "a NUL": (name) => `${name}\0`,
  "a zero-width space": (name) => `${name.slice(0, 1)}\u200b${name.slice(1)}`,
  "a soft hyphen": (name) => `${name.slice(0, 2)}\u00ad${name.slice(2)}`,
  "a direction": (name) => `\u202e${name}`,
  "letters of full width": (name) =>
    name.replaceAll(/[A-Za-z]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0)),
  "letters of another script": (name) => name.replaceAll("a", "а").replaceAll("e", "е").replaceAll("o", "о"),
  marks: (name) => `${name.slice(0, 1)}\u0301${name.slice(1)}`
}

/** Ways that a tool of another name may have. */
const cases: Readonly<Record<string, (name: string) => string>> = {
  "small letters": (name) => name.toLowerCase(),
  capitals: (name) => name.toUpperCase(),
  separators: (name) => name.split("").join("_")
}

const call = (tool: string, session = "s") => ({
  hook_event_name: "PreToolUse",
  session_id: session,
  cwd: "/p",
  tool_name: tool,
  tool_input: { command: "ls" }
})

const run = (payload: object) => Effect.flatMap(Pipeline, (pipeline) => pipeline.run(payload))

const report = /has other characters than "(\w+)"/

interface Guard {
  readonly matcher?: string
  readonly if?: string
}

const guards: ReadonlyArray<Guard> = [
  { matcher: "Bash" },
  { matcher: "Edit|Bash" },
  { matcher: "^(Bash|Edit)$" },
  { if: "Bash(ls *)" }
]

const files = (guard: Guard, policy?: OnFailure, more: object = {}) => ({
  ".claude/settings.json": {
    hooks: {
      PreToolUse: [
        {
          ...(guard.matcher !== undefined && { matcher: guard.matcher }),
          hooks: [{ ...hook("guard"), ...(guard.if !== undefined && { if: guard.if }), ...more }]
        }
      ]
    }
  },
  ...(policy !== undefined && { ".hookline/settings.json": { failure_policy: policy } })
})

const inPipeline = (
  given: Readonly<Record<string, unknown>>,
  use: Effect.Effect<void, PipelineError, Pipeline>,
  script = { guard: { exit: 2, stderr: "No." }, all: {} }
) => Effect.provide(use, TestPipeline.layer(given, script))

const toldIn = ({ outcome }: { readonly outcome: { readonly notices: ReadonlyArray<{ readonly text: string }> } }) =>
  outcome.notices.flatMap(({ text }) => report.exec(text)?.[1] ?? [])

describe("a tool whose name only looks like one that a guard names", () => {
  for (const [way, disguise] of Object.entries(ways)) {
    // proves: docs/failure-policy.md
    it.effect(`by ${way} is reported under open, asked about and denied otherwise`, () =>
      Effect.gen(function* () {
        const tool = disguise("Bash")
        for (const guard of guards) {
          const about = `${guard.matcher} ${guard.if}`
          yield* inPipeline(
            files(guard),
            Effect.gen(function* () {
              const first = yield* run(call(tool))
              assert.deepStrictEqual([first.outcome.verdict._tag, toldIn(first)], ["Pass", ["Bash"]], about)
              assert.deepStrictEqual(toldIn(yield* run(call(tool))), [], "once in a session")
              assert.deepStrictEqual(toldIn(yield* run(call(tool, "t"))), ["Bash"])
              assert.strictEqual((yield* run(call("Bash"))).outcome.verdict._tag, "Deny")
            })
          )
          for (const [policy, verdict] of [
            ["closed", "Deny"],
            ["ask", "Ask"]
          ] as const) {
            const strict = Effect.map(run(call(tool)), ({ outcome }) => {
              assert.strictEqual(outcome.verdict._tag, verdict, about)
              assert.match(JSON.stringify(outcome), /other characters/)
            })
            yield* inPipeline(files(guard, policy), strict)
            yield* inPipeline(files(guard, undefined, { onFailure: policy }), strict)
          }
        }
      })
    )
  }

  for (const [way, respelt] of Object.entries(cases)) {
    // proves: docs/failure-policy.md
    it.effect(`by ${way} may be another tool, and is reported once in a session under every policy`, () =>
      Effect.gen(function* () {
        const tool = respelt("Bash")
        for (const guard of guards.filter(({ matcher }) => matcher !== undefined)) {
          for (const policy of [undefined, "closed"] as const) {
            yield* inPipeline(
              files(guard, policy),
              Effect.gen(function* () {
                const first = yield* run(call(tool))
                assert.deepStrictEqual([first.outcome.verdict._tag, toldIn(first)], ["Pass", ["Bash"]])
                assert.deepStrictEqual(toldIn(yield* run(call(tool))), [])
              })
            )
          }
        }
      })
    )
  }

  it.effect("is none where the guard runs, by its dialect, by its matcher or by another entry", () =>
    Effect.gen(function* () {
      const pre = (matcher: string, command = "guard") => ({ matcher, hooks: [hook(command)] })
      const settings = (...groups: ReadonlyArray<object>) => ({
        ".claude/settings.json": { hooks: { PreToolUse: groups } }
      })
      const quiet: ReadonlyArray<Readonly<Record<string, unknown>>> = [
        { ".amplifier/hooks/hooks.json": { hooks: { PreToolUse: [pre("Bash")] } } },
        settings(pre("bash|Bash")),
        settings(pre("bash"), pre("Bash")),
        settings(pre("[bB]ash")),
        settings(pre("Write"), pre("Read.*")),
        { ".claude/settings.json": { hooks: { PreToolUse: [pre("*")], PostToolUse: [pre("Bash")] } } },
        {
          ".claude/settings.json": {
            hooks: { PreToolUse: [{ matcher: "Bash", hooks: [{ ...hook("guard"), enabled: false }] }] }
          }
        }
      ]
      for (const each of quiet) {
        yield* inPipeline(
          each,
          Effect.map(run(call("bash")), (answered) =>
            assert.deepStrictEqual(toldIn(answered), [], JSON.stringify(each))
          )
        )
      }
    })
  )

  it.effect("is reported beside hooks that run, and named by its session's first event with it", () =>
    inPipeline(
      {
        ".claude/settings.json": {
          hooks: { PreToolUse: [{ hooks: [hook("all")] }, { matcher: "Bash", hooks: [hook("guard")] }] }
        }
      },
      Effect.gen(function* () {
        assert.deepStrictEqual(toldIn(yield* run(call("Read"))), [])
        const answered = yield* run(call("bash"))
        assert.deepStrictEqual([toldIn(answered), answered.reports[0]?.runs.length], [["Bash"], 1])
      })
    )
  )

  it.effect("is no second report of a matcher that no tool has", () =>
    inPipeline(
      { ".claude/settings.json": { hooks: { PreToolUse: [{ matcher: "bash", hooks: [hook("guard")] }] } } },
      Effect.map(run(call("Bash")), (answered) => assert.deepStrictEqual(toldIn(answered), []))
    )
  )
})

describe("an event whose name only looks like a known one", () => {
  for (const host of Dialects.all)
    for (const [way, disguise] of Object.entries(ways)) {
      // proves: docs/failure-policy.md
      it.effect(`of ${host.name} by ${way} is that event`, () =>
        Effect.sync(() => {
          const payload = (name: string) =>
            host.name === "amplifier"
              ? { event: name, data: { session_id: "s", tool_name: "bash", tool_input: {} } }
              : { ...call("Bash"), hook_event_name: name }
          const [known, disguised] = ["PreToolUse", disguise("PreToolUse")].map((name) =>
            host.event.read(payload(name))
          )
          const tagOf = (read: typeof known) => (read?._tag === "Success" ? read.success.events[0]?._tag : undefined)
          assert.deepStrictEqual([tagOf(known), tagOf(disguised)], ["PreToolUse", "PreToolUse"])
        })
      )
    }

  it.effect("is none where other letters are in it", () =>
    Effect.sync(() => {
      for (const name of ["PreToolUsed", "PreTool", "BeforeEverything", "ToolUsePre"]) {
        const read = ClaudeCode.event.read({ ...call("Bash"), hook_event_name: name })
        assert.strictEqual(read._tag === "Success" ? read.success.events[0]?._tag : undefined, "Other", name)
      }
    })
  )
})

describe("lettersOf", () => {
  it.prop("of a name in ASCII are those of the name in any script", [Schema.String], ([text]) => {
    const name = text.replaceAll(/[^\x20-\x7e]/g, "|")
    // A hidden character takes the way of all other scripts.
    assert.strictEqual(lettersOf(name), lettersOf(`${name}\u200b`))
  })
})
