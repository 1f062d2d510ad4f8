// Whatever a user provides is used: each composition, as a user would write it, changes what happens, for configured hooks
// and for native handlers.
import { assert, describe, it } from "@effect/vitest"
import * as Approval from "@hookline/coordinator/Approval"
import * as Audit from "@hookline/coordinator/Audit"
import * as ContextBudget from "@hookline/coordinator/ContextBudget"
import * as ContextSink from "@hookline/coordinator/ContextSink"
import * as Display from "@hookline/coordinator/Display"
import { Settle } from "@hookline/coordinator/Settle"
import * as Background from "@hookline/core/Background"
import * as Concurrency from "@hookline/core/Concurrency"
import * as Conflict from "@hookline/core/Conflict"
import { Discoverer } from "@hookline/core/Discoverer"
import { Executor } from "@hookline/core/Executor"
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import { Mapper } from "@hookline/core/Mapper"
import { Matcher } from "@hookline/core/Matcher"
import { executing, HookFailed } from "@hookline/core/PipelineError"
import { CommandRunner, HttpRunner, PromptRunner } from "@hookline/core/Runners"
import { SessionState } from "@hookline/core/SessionState"
import * as ShortCircuit from "@hookline/core/ShortCircuit"
import * as Timeouts from "@hookline/core/Timeouts"
import { Translator } from "@hookline/core/Translator"
import { Hookline, type Provided } from "@hookline/node/Hookline"
import { cases, type HookEvent } from "@hookline/schema/HookEvent"
import type { HookReply } from "@hookline/schema/HookReply"
import * as Outcome from "@hookline/schema/Outcome"
import type { Report } from "@hookline/schema/Report"
import * as Verdict from "@hookline/schema/Verdict"
import { TestModel, TestPipeline } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

type Register = (hooks: Hookline["Service"]) => Effect.Effect<void, never, import("effect/Scope").Scope>

const call = cases.PreToolUse.make({ sessionId: "s", toolName: "Bash", toolInput: { command: "ls" } })

const settings = (...hooks: ReadonlyArray<object>) => ({
  ".claude/settings.json": { hooks: { PreToolUse: [{ matcher: "Bash", hooks }] } }
})

const command = (text: string, more: object = {}) => ({ type: "command", command: text, name: text, ...more })

const reply = (code: number, json?: unknown): HookReply => ({
  _tag: "Exit",
  code,
  stdout: json === undefined ? "" : JSON.stringify(json),
  stderr: code === 0 ? "" : "no"
})

const specific = (fields: object) => reply(0, { hookSpecificOutput: { hookEventName: "PreToolUse", ...fields } })

/** A sandbox of one's own: what it runs is here, and nowhere else. */
const sandbox = Layer.succeed(CommandRunner)({
  run: ({ handler, hook }) => {
    switch (handler.command) {
      case "denies":
        return Effect.succeed(reply(2))
      case "fails":
        return Effect.fail(executing(new HookFailed({ hook: hook.id, issue: "it broke" })))
      case "hangs":
        return Effect.never
      case "asks":
        return Effect.succeed(specific({ permissionDecision: "ask", permissionDecisionReason: "sure?" }))
      case "tells":
        return Effect.succeed(specific({ additionalContext: "look" }))
      default:
        return Effect.succeed(specific({ updatedInput: { command: handler.command } }))
    }
  }
})

/** The same hooks as native handlers. */
const native =
  (name: string): Register =>
  ({ register }) =>
    register({
      event: "PreToolUse",
      name,
      handler: () =>
        Effect.suspend((): Effect.Effect<Partial<Outcome.Outcome>, string> => {
          switch (name) {
            case "denies":
              return Effect.succeed({ verdict: Verdict.deny({ by: "", reason: "no" }) })
            case "fails":
              return Effect.fail("it broke")
            case "hangs":
              return Effect.never
            case "asks":
              return Effect.succeed({ verdict: Verdict.ask({ by: "", prompt: "sure?" }, "sure?") })
            case "tells":
              return Effect.succeed({ context: [{ by: "", text: "look", role: "system", ephemeral: false }] })
            default:
              return Effect.succeed({
                changes: [{ by: "", target: "input", mode: "replace", value: { command: name } }]
              })
          }
        })
    })

interface Row {
  readonly hooks: ReadonlyArray<string>
  /** As a user writes it; it may record what happens. */
  readonly provide: (record: Array<string>) => ReadonlyArray<Provided>
  /** What the composition changes: false of the same hooks without it. */
  readonly changes: (report: Report, record: ReadonlyArray<string>) => boolean
  readonly event?: HookEvent
  /** Set where the others can't show it. */
  readonly isFor?: "configured hooks" | "native handlers"
}

const denied = ({ outcome }: Report): boolean => outcome.verdict._tag === "Deny"
const statusOf = ({ runs }: Report, index: number) => runs[index]?.status

const rows: Readonly<Record<string, Row>> = {
  "a failure policy": { hooks: ["fails"], provide: () => [FailurePolicy.layerClosed], changes: denied },
  "a time limit": {
    hooks: ["hangs"],
    provide: () => [Timeouts.layerFixed("20 millis")],
    changes: (report) => statusOf(report, 0) === "failed"
  },
  "a short circuit": {
    hooks: ["denies", "hangs"],
    provide: () => [ShortCircuit.layerOnDeny],
    changes: (report) => denied(report) && statusOf(report, 1) === "interrupted",
    isFor: "configured hooks"
  },
  "no short circuit": {
    hooks: ["denies", "tells"],
    provide: () => [ShortCircuit.layerNever],
    changes: (report) => report.runs.every(({ status }) => status === "ran") && report.runs.length === 2,
    // A deny of theirs ends the event by default.
    isFor: "native handlers"
  },
  "a policy for conflicts": {
    hooks: ["one", "two"],
    provide: () => [Conflict.layerDeny],
    changes: denied,
    // Native handlers run one after the other, and each gets what the one before it changed.
    isFor: "configured hooks"
  },
  "a bound on concurrency": {
    hooks: ["tells", "one"],
    provide: (record) => [
      Concurrency.layer(1),
      Layer.effect(
        CommandRunner,
        Effect.map(CommandRunner, (runner) => {
          let running = 0
          return {
            run: (work) =>
              Effect.suspend(() => {
                running += 1
                record.push(String(running))
                return Effect.ensuring(
                  Effect.andThen(Effect.yieldNow, runner.run(work)),
                  Effect.sync(() => (running -= 1))
                )
              })
          }
        })
      )
    ],
    // The first of them looks once more at what the second makes of the input.
    changes: (_, record) => record.length === 3 && record.every((running) => running === "1"),
    isFor: "configured hooks"
  },
  "a discoverer": {
    hooks: ["denies"],
    provide: () => [
      Layer.effect(
        Discoverer,
        Effect.map(Discoverer, (discoverer) => ({
          ...discoverer,
          open: (project, options) =>
            Effect.map(discoverer.open(project, options), (catalogs) => {
              const catalog = { files: [], hooks: [], diagnostics: [], settings: {} }
              return { ...catalogs, current: () => catalog, fresh: Effect.succeed(catalog) }
            })
        }))
      )
    ],
    changes: (report) => report.runs.length === 0,
    isFor: "configured hooks"
  },
  "a matcher": {
    hooks: ["denies"],
    provide: () => [
      Layer.effect(
        Matcher,
        Effect.map(Matcher, ({ compile }) => ({
          compile: (catalog) => compile({ ...catalog, hooks: catalog.hooks.filter(({ name }) => name !== "denies") })
        }))
      )
    ],
    changes: (report) => report.runs.length === 0,
    isFor: "configured hooks"
  },
  "an executor": {
    hooks: ["denies"],
    provide: (record) => [
      Layer.effect(
        Executor,
        Effect.map(Executor, (executor) => ({
          ...executor,
          execute: (work, onStart) => {
            record.push(work.hook.id)
            return executor.execute(work, onStart)
          }
        }))
      )
    ],
    changes: (report, record) => denied(report) && record.length === 1
  },
  "a translator": {
    hooks: ["tells"],
    provide: () => [
      Layer.effect(
        Translator,
        Effect.map(Translator, (translator) => ({
          ...translator,
          translate: (dialect, hook, event, reply) => {
            const { outcome } = translator.translate(dialect, hook, event, reply)
            return { outcome: { ...outcome, verdict: Verdict.deny({ by: hook.id, reason: "translated" }) } }
          }
        }))
      )
    ],
    changes: denied
  },
  "a stage that settles": {
    hooks: ["asks"],
    provide: () => [
      Layer.effect(
        Settle,
        Effect.map(Settle, () => ({ settle: (_, report) => Effect.succeed({ ...report, env: { SETTLED: "1" } }) }))
      )
    ],
    changes: (report) => report.env["SETTLED"] === "1" && report.outcome.verdict._tag === "Ask"
  },
  "an approver": {
    hooks: ["asks"],
    provide: () => [Approval.layerScripted(["Allow once"])],
    changes: (report) => !denied(report)
  },
  "a display": {
    hooks: ["fails"],
    provide: (record) => [
      Display.layer((notices) => Effect.sync(() => record.push(...notices.map(({ text }) => text))))
    ],
    changes: (_, record) => record.some((text) => text.includes("it broke"))
  },
  "an audit": {
    hooks: ["denies"],
    provide: (record) => [Audit.layer(({ _tag }) => Effect.sync(() => record.push(_tag)))],
    changes: (_, record) => record.includes("Event")
  },
  "a sink for context": {
    hooks: ["tells"],
    provide: (record) => [
      ContextSink.layer((messages) => Effect.sync(() => record.push(...messages.map(({ content }) => content))))
    ],
    changes: (_, record) => record.some((content) => content.includes("look"))
  },
  "a budget for context": {
    hooks: ["tells"],
    provide: () => [ContextBudget.layer({ bytes: 1 })],
    changes: ({ outcome }) => outcome.context.length === 0
  },
  "a state of sessions": {
    hooks: ["tells"],
    provide: (record) => [
      Layer.effect(
        SessionState,
        Effect.map(SessionState, (state) => ({
          ...state,
          problems: () => (record.push("asked"), ["the state is full"])
        }))
      )
    ],
    changes: ({ outcome }, record) => record.length > 0 && outcome.notices.some(({ text }) => text.includes("full"))
  },
  "a receiver of background hooks": {
    hooks: ["background"],
    provide: (record) => [Background.layer(({ run }) => Effect.sync(() => record.push(run.id)))],
    changes: (_, record) => record.length === 1,
    isFor: "configured hooks"
  },
  "two layers of one service, of which the last counts": {
    hooks: ["fails"],
    provide: () => [FailurePolicy.layerOpen, FailurePolicy.layerClosed],
    changes: denied
  }
}

const emitted = (
  row: Row,
  files: Readonly<Record<string, unknown>>,
  register: Register,
  provide: ReadonlyArray<Provided>
) =>
  Effect.scoped(
    Effect.gen(function* () {
      const hooks = yield* Hookline
      yield* register(hooks)
      const report = yield* hooks.emit(row.event ?? call)
      // Background hooks end by themselves.
      yield* Effect.sleep(20)
      return report
    }).pipe(
      Effect.timeoutOption(2000),
      Effect.provide(
        Hookline.layer({
          project: TestPipeline.project,
          files: TestPipeline.memory(files),
          provide: [sandbox, ...provide]
        })
      )
    )
  )

const ways = {
  "configured hooks": (names: ReadonlyArray<string>) => ({
    files: settings(...names.map((name) => command(name, name === "background" ? { async: true } : {}))),
    register: (() => Effect.void) as Register
  }),
  "native handlers": (names: ReadonlyArray<string>) => ({
    files: {},
    register: ((hooks) => Effect.forEach(names, (name) => native(name)(hooks), { discard: true })) as Register
  })
}

for (const [way, of] of Object.entries(ways)) {
  describe(`with ${way}, hooks use`, () => {
    for (const [what, row] of Object.entries(rows)) {
      if (row.isFor !== undefined && row.isFor !== way) continue
      it.live(what, () =>
        Effect.gen(function* () {
          const { files, register } = of(row.hooks)
          const record: Array<string> = []
          const report = yield* emitted(row, files, register, row.provide(record))
          assert.isTrue(report._tag === "Some" && row.changes(report.value, record), JSON.stringify(report))
          const without = yield* emitted(row, files, register, [])
          assert.isFalse(without._tag === "Some" && row.changes(without.value, []), "the default differs")
        })
      )
    }
  })
}

describe("hooks use", () => {
  it.effect("a mapper of one's own for every payload, which is decoded once", () => {
    let mapped = 0
    const counting = Layer.effect(
      Mapper,
      Effect.map(Mapper, ({ map }) => ({
        map: (payload) =>
          Effect.map(map(payload), (decoded) => {
            mapped += 1
            return { ...decoded, events: [...decoded.events, ...decoded.events] }
          })
      }))
    )
    const payload = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: {}, session_id: "s" }
    return Effect.gen(function* () {
      const { run } = yield* Hookline
      const { events, reports } = yield* run(payload)
      assert.deepStrictEqual([mapped, events.length, reports.length], [1, 2, 2])
    }).pipe(
      Effect.provide(
        Hookline.layer({
          project: TestPipeline.project,
          files: TestPipeline.memory(settings(command("tells"))),
          provide: [sandbox, counting]
        })
      )
    )
  })

  it.live("runners of one's own, of every kind", () =>
    Effect.gen(function* () {
      const seen: Array<string> = []
      const http = Layer.succeed(HttpRunner)({
        run: ({ handler }) => Effect.sync(() => (seen.push(handler.url), reply(0)))
      })
      const prompts = Layer.succeed(PromptRunner)({
        run: ({ handler }) => Effect.sync(() => (seen.push(handler.prompt), reply(0)))
      })
      const files = settings(
        { type: "http", url: "http://127.0.0.1:1/never" },
        { type: "prompt", prompt: "May it?" },
        command("tells")
      )
      yield* Effect.provide(
        Effect.flatMap(Hookline, ({ emit }) => emit(call)),
        Hookline.layer({
          project: TestPipeline.project,
          files: TestPipeline.memory(files),
          provide: [sandbox, http, prompts]
        })
      )
      assert.deepStrictEqual(seen.toSorted(), ["May it?", "http://127.0.0.1:1/never"])
    })
  )

  it.live("the model in `provide` before the one around", () =>
    Effect.gen(function* () {
      const layer = Hookline.layer({
        project: TestPipeline.project,
        files: TestPipeline.memory(settings({ type: "prompt", prompt: "May it?" })),
        provide: [TestModel.layer({ ok: false, reason: "no" })]
      }).pipe(Layer.provide(TestModel.layer({ ok: true })))
      const report = yield* Effect.provide(
        Effect.flatMap(Hookline, ({ emit }) => emit(call)),
        layer
      )
      assert.isTrue(denied(report))
    })
  )
})
