// Entries that will never run: they are reported once, by an answer that is shown, and they deny under `closed` the event
// that they were meant for.
import { assert, describe, it } from "@effect/vitest"
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import { Pipeline } from "@hookline/core/Pipeline"
import { Amcp } from "@hookline/dialects/Amcp"
import { Amplifier } from "@hookline/dialects/Amplifier"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import * as HookEvent from "@hookline/schema/HookEvent"
import { TestPipeline } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { answer, bash, hook, stop } from "./fixtures.ts"

const edit = HookEvent.cases.PreToolUse.make({ toolName: "Edit", toolInput: { file_path: "a" }, sessionId: "s" })

const closed = { provide: [FailurePolicy.layerClosed] }

const verdictOf = (event: HookEvent.HookEvent) => Effect.map(answer(event), ({ outcome }) => outcome.verdict._tag)

const settings = (hooks: unknown) => ({ ".claude/settings.json": { hooks } })

const group = (matcher: string, ...more: ReadonlyArray<object>) => [{ matcher, hooks: [hook("guard"), ...more] }]

describe("an entry under a misspelt event", () => {
  const names = [
    "pre_tool_use",
    "PretoolUse",
    "preToolUse",
    "PreToolUs",
    "Pre\u200bToolUse",
    "PreToоlUse",
    " PreToolUse"
  ]

  it.effect(
    "denies the event that was meant where failures are closed, and passes with a notice where they are open",
    () =>
      Effect.gen(function* () {
        for (const name of names) {
          const files = settings({ [name]: group("*") })
          const strict = TestPipeline.layer(files, { guard: {} }, closed)
          assert.deepStrictEqual(
            yield* Effect.provide(Effect.all([verdictOf(bash), verdictOf(edit), verdictOf(stop)]), strict),
            ["Deny", "Deny", "Pass"],
            name
          )
          const open = yield* Effect.provide(answer(bash), TestPipeline.layer(files, { guard: {} }))
          assert.strictEqual(open.outcome.verdict._tag, "Pass")
          assert.match(open.outcome.notices[0]?.text ?? "", /will not run: .*PreToolUse is meant/)
        }
      })
  )

  it.effect("whose value can't be read either denies that event, too", () =>
    Effect.gen(function* () {
      const layer = TestPipeline.layer(settings({ pre_tool_use: { hooks: "guard" } }), {}, closed)
      assert.strictEqual(yield* Effect.provide(verdictOf(bash), layer), "Deny")
    })
  )

  it.effect("that is not in force is no loss", () =>
    Effect.gen(function* () {
      const off = [{ matcher: "*", hooks: [hook("guard", { enabled: false })] }]
      const layer = TestPipeline.layer(settings({ pre_tool_use: off }), {}, closed)
      const report = yield* Effect.provide(answer(bash), layer)
      assert.deepStrictEqual([report.outcome.verdict._tag, report.outcome.notices], ["Pass", []])
    })
  )

  it.effect("denies by its own policy, also where failures of others are open, and passes by its own", () =>
    Effect.gen(function* () {
      const files = (onFailure: string) => settings({ pre_tool_use: [{ hooks: [{ ...hook("guard"), onFailure }] }] })
      const strict = TestPipeline.layer(files("closed"), {})
      assert.strictEqual(yield* Effect.provide(verdictOf(bash), strict), "Deny")
      const loose = TestPipeline.layer(files("open"), {}, closed)
      assert.strictEqual(yield* Effect.provide(verdictOf(bash), loose), "Pass")
    })
  )

  it.effect("that a host has as an event of its own is no loss there", () =>
    Effect.gen(function* () {
      const own = HookEvent.cases.Other.make({ name: "provider:request", data: {}, sessionId: "s" })
      const files = settings({ "provider:request": group("*") })
      const layer = TestPipeline.layer(files, { guard: {} }, { host: Amplifier, ...closed })
      const reports = yield* Effect.provide(Effect.all([answer(own), answer(bash)]), layer)
      assert.deepStrictEqual(
        reports.map(({ outcome, runs }) => [runs.length, outcome.notices.length, outcome.verdict._tag]),
        [
          [1, 0, "Pass"],
          [0, 0, "Pass"]
        ]
      )
    })
  )
})

describe("a matcher that no tool satisfies", () => {
  it.effect("denies the tool that its text names where failures are closed", () =>
    Effect.gen(function* () {
      for (const matcher of ["Bash(rm *)", "Bash(", "Bash^", 'tool == "Bash"']) {
        const layer = TestPipeline.layer(settings({ PreToolUse: group(matcher) }), { guard: {} }, closed)
        const got = yield* Effect.provide(Effect.all([verdictOf(bash), verdictOf(edit)]), layer)
        assert.deepStrictEqual(got, ["Deny", "Pass"], matcher)
      }
    })
  )

  it.effect("denies the tool under the name that its host has for it", () =>
    Effect.gen(function* () {
      const layer = TestPipeline.layer(
        settings({ PreToolUse: group("Write(src/**)") }),
        {},
        { host: Amplifier, ...closed }
      )
      const write = HookEvent.cases.PreToolUse.make({ toolName: "write_file", toolInput: {}, sessionId: "s" })
      assert.deepStrictEqual(yield* Effect.provide(Effect.all([verdictOf(write), verdictOf(bash)]), layer), [
        "Deny",
        "Pass"
      ])
    })
  )

  it.effect("denies every tool where its text names none", () =>
    Effect.gen(function* () {
      const layer = TestPipeline.layer(settings({ PreToolUse: group("*.jsonl") }), { guard: {} }, closed)
      assert.deepStrictEqual(yield* Effect.provide(Effect.all([verdictOf(bash), verdictOf(edit)]), layer), [
        "Deny",
        "Deny"
      ])
    })
  )

  it.effect("is only doubtful if another host has such a tool, and neither under that host", () =>
    Effect.gen(function* () {
      const files = settings({ PreToolUse: group("bash") })
      const here = yield* Effect.provide(answer(bash), TestPipeline.layer(files, { guard: {} }, closed))
      assert.strictEqual(here.outcome.verdict._tag, "Pass")
      assert.match(here.outcome.notices[0]?.text ?? "", /may never run: No tool is called `bash`/)
      const call = HookEvent.cases.PreToolUse.make({ toolName: "bash", toolInput: {}, sessionId: "s" })
      const there = yield* Effect.provide(
        answer(call),
        TestPipeline.layer(files, { guard: {} }, { host: Amplifier, ...closed })
      )
      assert.deepStrictEqual([there.runs.length, there.outcome.notices], [1, []])
    })
  )
})

describe("a key twice in one entry", () => {
  const twice = (entry: string, matcher = "Bash") => ({
    ".claude/settings.json": `{"hooks": {"PreToolUse": [{"matcher": "${matcher}", "hooks": [${entry}]}]}}`
  })
  const commands = `{"type": "command", "command": "guard", "command": "other"}`

  it.effect("denies the tools of its group where failures are closed", () =>
    Effect.gen(function* () {
      const layer = TestPipeline.layer(twice(commands), { other: {} }, closed)
      const got = yield* Effect.provide(Effect.all([verdictOf(bash), verdictOf(edit)]), layer)
      assert.deepStrictEqual(got, ["Deny", "Pass"])
    })
  )

  it.effect("is no loss with the same value, or in a field for the user", () =>
    Effect.gen(function* () {
      for (const entry of [
        `{"type": "command", "command": "guard", "command": "guard"}`,
        `{"type": "command", "command": "guard", "description": "a", "description": "b"}`
      ]) {
        const layer = TestPipeline.layer(twice(entry), { guard: {} }, closed)
        assert.strictEqual(yield* Effect.provide(verdictOf(bash), layer), "Pass", entry)
      }
    })
  )

  it.effect("of matchers denies the tools of the one that does not count", () =>
    Effect.gen(function* () {
      const files = {
        ".claude/settings.json": `{"hooks": {"PreToolUse": [{"matcher": "Bash", "matcher": "Edit", "hooks": [{"type": "command", "command": "guard"}]}]}}`
      }
      const layer = TestPipeline.layer(files, { guard: {} }, closed)
      assert.deepStrictEqual(yield* Effect.provide(Effect.all([verdictOf(bash), verdictOf(edit)]), layer), [
        "Deny",
        "Pass"
      ])
    })
  )
})

describe("fields of a reply that mean nothing", () => {
  const reply = { json: { level: "info" } }
  const layer = TestPipeline.layer(settings({ PreToolUse: [{ hooks: [hook("guard")] }] }), { guard: reply })

  it.effect("are a notice once in a session, and in the record of every run", () =>
    Effect.gen(function* () {
      const told = []
      for (const event of [bash, bash, { ...bash, sessionId: "another" }]) {
        const { outcome, runs } = yield* answer(event)
        told.push([outcome.notices.length, runs[0]?.outcome?.notices.length])
      }
      assert.deepStrictEqual(told, [
        [1, 1],
        [0, 1],
        [1, 1]
      ])
    }).pipe(Effect.provide(layer))
  )

  it.effect("are a notice each time if they belong elsewhere, because they may be a denial", () =>
    Effect.gen(function* () {
      const levels = []
      for (const event of [bash, bash]) levels.push((yield* answer(event)).outcome.notices.map(({ level }) => level))
      assert.deepStrictEqual(levels, [["warning"], ["warning"]])
    }).pipe(
      Effect.provide(
        TestPipeline.layer(settings({ PreToolUse: [{ hooks: [hook("guard")] }] }), {
          guard: { json: { additionalContext: "x" } }
        })
      )
    )
  )
})

describe("the notice of a loss", () => {
  const files = settings({ pre_tool_use: group("*") })
  const run = (payload: object) =>
    Effect.flatMap(Pipeline, (pipeline) => Effect.map(pipeline.run(payload), ({ reply }) => reply))

  const claude = (name: string, more: object = {}) => ({ hook_event_name: name, session_id: "s", cwd: "/p", ...more })
  const call = (more: object = {}) =>
    claude("PreToolUse", { tool_name: "Read", tool_input: { file_path: "a" }, ...more })

  const has = ({ body }: { readonly body?: object }) => JSON.stringify(body ?? {}).includes("PreToolUse is meant")

  it.effect("is kept for the first event whose answer Claude Code shows", () =>
    Effect.gen(function* () {
      const unseen = [
        claude("Setup", { trigger: "init" }),
        claude("InstructionsLoaded", { file_path: "/a", memory_type: "User", load_reason: "session_start" }),
        claude("Notification", { message: "m", notification_type: "idle_prompt" }),
        claude("PreCompact", { trigger: "auto", custom_instructions: null })
      ]
      for (const payload of unseen) assert.isFalse(has(yield* run(payload)), JSON.stringify(payload))
      assert.isTrue(has(yield* run(call())))
      assert.isFalse(has(yield* run(call())))
    }).pipe(Effect.provide(TestPipeline.layer(files, {}, { host: ClaudeCode })))
  )

  it.effect("is in the answer to the first event that AMCP fires", () =>
    Effect.gen(function* () {
      const event = (name: string, more: object = {}) => ({
        hook_event_name: name,
        session_id: "s",
        cwd: "/p",
        ...more
      })
      const write = event("PreToolUse", { tool_name: "read_file", tool_input: { path: "a" } })
      assert.isTrue(has(yield* run(event("UserPromptSubmit", { prompt: "hi" }))))
      assert.isFalse(has(yield* run(write)))
    }).pipe(Effect.provide(TestPipeline.layer(files, {}, { host: Amcp })))
  )

  it.effect("of hooks that are switched off is in that answer, too, because AMCP starts no session", () =>
    Effect.gen(function* () {
      const prompt = { hook_event_name: "UserPromptSubmit", session_id: "s", cwd: "/p", prompt: "hi" }
      const hasOff = ({ body }: { readonly body?: object }) =>
        JSON.stringify(body ?? {}).includes("1 hook is switched off")
      assert.isTrue(hasOff(yield* run(prompt)))
      assert.isFalse(hasOff(yield* run(prompt)))
    }).pipe(
      Effect.provide(
        TestPipeline.layer(
          settings({ PreToolUse: [{ hooks: [hook("guard", { enabled: false })] }] }),
          {},
          { host: Amcp }
        )
      )
    )
  )

  it.effect("is sent once to Amplifier, and again with an answer whose message it shows", () =>
    Effect.gen(function* () {
      const event = (tool: string) => ({
        event: "tool:pre",
        data: { tool_name: tool, tool_input: {}, session_id: "s" }
      })
      assert.isTrue(has(yield* run(event("read_file"))))
      assert.isFalse(has(yield* run(event("read_file"))))
      assert.isTrue(has(yield* run(event("bash"))))
      assert.isFalse(has(yield* run(event("bash"))))
    }).pipe(
      Effect.provide(
        TestPipeline.layer(
          settings({ pre_tool_use: group("*"), PreToolUse: [{ matcher: "Bash", hooks: [hook("deny")] }] }),
          { deny: { exit: 2, stderr: "no" } },
          { host: Amplifier }
        )
      )
    )
  )

  it.effect("without a session is repeated once an hour", () =>
    Effect.gen(function* () {
      const anyone = { hook_event_name: "PreToolUse", cwd: "/p", tool_name: "Read", tool_input: {} }
      assert.isTrue(has(yield* run(anyone)))
      assert.isFalse(has(yield* run(anyone)))
      yield* TestClock.adjust("1 hour")
      assert.isTrue(has(yield* run(anyone)))
      assert.isFalse(has(yield* run(anyone)))
    }).pipe(Effect.provide(TestPipeline.layer(files, {}, { host: ClaudeCode })))
  )

  it.effect("of a program's own session is in the report of its first event", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* answer(stop)).outcome.notices.length, 1)
      assert.strictEqual((yield* answer(bash)).outcome.notices.length, 0)
    }).pipe(Effect.provide(TestPipeline.layer(files, {})))
  )

  it.effect("counts what is lost in a file with many losses", () =>
    Effect.gen(function* () {
      const many = Array.from({ length: 20 }, (_, at) => ({ matcher: "Bash(rm *)", hooks: [hook(`guard ${at}`)] }))
      const layer = TestPipeline.layer(settings({ PreToolUse: many }), {}, closed)
      const { outcome } = yield* Effect.provide(answer(bash), layer)
      assert.strictEqual(outcome.notices.length, 4)
      assert.match(outcome.notices[3]?.text ?? "", /^17 more losses in .*settings\.json; `hookline check`/)
    })
  )
})
