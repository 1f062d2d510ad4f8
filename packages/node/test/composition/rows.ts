// Compositions as a user would write them: each service that can be replaced, and what it changes.
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
import type { Runner } from "@hookline/core/Runner"
import {
  AgentRunner,
  CommandRunner,
  HttpRunner,
  McpToolRunner,
  ModuleRunner,
  NativeRunner,
  PromptRunner,
  PythonRunner
} from "@hookline/core/Runners"
import * as SessionEnv from "@hookline/core/SessionEnv"
import { SessionState } from "@hookline/core/SessionState"
import * as ShortCircuit from "@hookline/core/ShortCircuit"
import { Sandbox, SandboxProblem } from "@hookline/core/Sandbox"
import * as Timeouts from "@hookline/core/Timeouts"
import * as Trust from "@hookline/core/Trust"
import * as TrustPolicy from "@hookline/core/TrustPolicy"
import { Translator } from "@hookline/core/Translator"
import * as Models from "@hookline/prompt/Models"
import { Hookline, type Provided } from "@hookline/node/Hookline"
import { cases, type HookEvent } from "@hookline/schema/HookEvent"
import type { Handler, Kind } from "@hookline/schema/Handler"
import type { HookReply } from "@hookline/schema/HookReply"
import * as Outcome from "@hookline/schema/Outcome"
import type { Report } from "@hookline/schema/Report"
import * as Catalog from "@hookline/schema/Catalog"
import * as Verdict from "@hookline/schema/Verdict"
import { TestModel, TestPipeline } from "@hookline/testing"
import { LanguageModel as modelKey } from "effect/ai/LanguageModel"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

export type Register = (hooks: Hookline["Service"]) => Effect.Effect<void, never, import("effect/Scope").Scope>

export const call = cases.PreToolUse.make({ sessionId: "s", toolName: "Bash", toolInput: { command: "ls" } })

export const settings = (...hooks: ReadonlyArray<object>) => ({
  ".claude/settings.json": { hooks: { PreToolUse: [{ matcher: "Bash", hooks }] } }
})

/** Options for a project on files in memory, all of whose hooks are trusted. */
export const inMemory = (files: Readonly<Record<string, unknown>>) => ({
  project: TestPipeline.project,
  files: TestPipeline.memory(files),
  trust: Trust.layerAll
})

export const command = (text: string, more: object = {}) => ({ type: "command", command: text, name: text, ...more })

export const reply = (code: number, json?: unknown): HookReply => ({
  _tag: "Exit",
  code,
  stdout: json === undefined ? "" : JSON.stringify(json),
  stderr: code === 0 ? "" : "no"
})

const specific = (fields: object) => reply(0, { hookSpecificOutput: { hookEventName: "PreToolUse", ...fields } })

/** A sandbox of one's own: what it runs is here, and nowhere else. */
export const sandbox = Layer.succeed(CommandRunner)({
  run: ({ handler, hook }) => {
    switch (handler.command) {
      case "denies":
        return Effect.succeed(reply(2))
      case "fails":
        return Effect.fail(executing(new HookFailed({ hook: hook.id, issue: "it broke" })))
      case "takes":
        return Effect.delay(Effect.succeed(reply(0)), 300)
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
            case "takes":
              return Effect.delay(Effect.succeed({}), 300)
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

export interface Row {
  /** The service that is replaced. */
  readonly service: { readonly key: string }
  readonly hooks: ReadonlyArray<string>
  /** Configured hooks of other kinds than commands. */
  readonly handlers?: ReadonlyArray<Handler>
  /** As a user writes it; it may record what happens. */
  readonly provide: (record: Array<string>) => ReadonlyArray<Provided>
  /** What the composition changes: false of the same hooks without it. */
  readonly changes: (report: Report, record: ReadonlyArray<string>) => boolean
  /** What the service needs in force beside it. */
  readonly needs?: ReadonlyArray<Provided>
  /** True if the event comes as a payload. */
  readonly isPayload?: boolean
  /** Set where the others can't show it. */
  readonly isFor?: "configured hooks" | "native handlers"
}

export const denied = ({ outcome }: Report): boolean => outcome.verdict._tag === "Deny"
const statusOf = ({ runs }: Report, index: number) => runs[index]?.status

const renamed = (event: HookEvent): HookEvent =>
  event._tag === "PreToolUse" ? cases.PostToolUse.make({ toolName: event.toolName, toolInput: event.toolInput }) : event

/** A row for the runner of a kind: it runs what the default can't. */
const runnerRow = <I, K extends Kind>(
  service: Context.Key<I, Runner<K>>,
  handler: Extract<Handler, { readonly _tag: K }>
): Row => ({
  service,
  hooks: [],
  handlers: [handler],
  provide: (record) => [
    Layer.succeed(service)({ run: () => Effect.sync(() => (record.push(handler._tag), reply(2))) })
  ],
  changes: (_, record) => record.length === 1 && record[0] === handler._tag,
  isFor: "configured hooks"
})

const runnerRows: Readonly<Record<string, Row>> = {
  "a runner of commands": runnerRow(CommandRunner, { _tag: "Command", command: "guard" }),
  "a runner of requests": runnerRow(HttpRunner, { _tag: "Http", url: "http://127.0.0.1:1/never" }),
  "a runner of prompts": runnerRow(PromptRunner, { _tag: "Prompt", prompt: "May it?" }),
  "a runner of agents": runnerRow(AgentRunner, { _tag: "Agent", prompt: "May it?" }),
  "a runner of Python": runnerRow(PythonRunner, { _tag: "Python", script: "/nowhere/guard.py" }),
  "a runner of modules": runnerRow(ModuleRunner, { _tag: "Module", path: "/nowhere/guard.mjs" }),
  "a runner of MCP tools": runnerRow(McpToolRunner, { _tag: "McpTool", server: "none", tool: "guard" }),
  "a runner of native handlers": {
    service: NativeRunner,
    hooks: ["denies"],
    provide: (record) => [
      Layer.succeed(NativeRunner)({
        run: ({ hook }) => Effect.sync(() => (record.push(hook.id), { _tag: "Value", value: {} }))
      })
    ],
    changes: (report, record) => record.length === 1 && !denied(report),
    isFor: "native handlers"
  }
}

export const rows: Readonly<Record<string, Row>> = {
  "a failure policy": {
    service: FailurePolicy.FailurePolicy,
    hooks: ["fails"],
    provide: () => [FailurePolicy.layerClosed],
    changes: denied
  },
  "a time limit": {
    service: Timeouts.Timeouts,
    hooks: ["takes"],
    provide: () => [Timeouts.layerFixed("20 millis")],
    changes: (report) => statusOf(report, 0) === "failed"
  },
  "a judge of trust": {
    service: Trust.Trust,
    hooks: ["tells"],
    provide: () => [Trust.layerNone],
    changes: (report) => report.runs[0]?.status !== "ran" || report.runs[0].confined?.profile === "guard",
    isFor: "configured hooks"
  },
  "a policy for trust": {
    service: TrustPolicy.TrustPolicy,
    hooks: ["denies"],
    provide: () => [TrustPolicy.layer(() => ({ _tag: "Skip", why: "not today" }))],
    changes: (report) => statusOf(report, 0) === "skipped" && !denied(report),
    needs: [Trust.layerNone],
    isFor: "configured hooks"
  },
  "a sandbox": {
    service: Sandbox,
    hooks: ["denies"],
    provide: (record) => [
      Layer.succeed(Sandbox)({
        status: Effect.sync(() => {
          record.push("tried")
          return { _tag: "Missing", why: "it is closed" }
        }),
        enter: () => Effect.fail(new SandboxProblem({ backend: "own", issue: "it is closed" }))
      })
    ],
    changes: (_, record) => record.includes("tried"),
    needs: [Trust.layerNone],
    isFor: "configured hooks"
  },
  "a short circuit": {
    service: ShortCircuit.ShortCircuit,
    hooks: ["denies", "takes"],
    provide: () => [ShortCircuit.layerOnDeny],
    changes: (report) => denied(report) && statusOf(report, 1) === "interrupted",
    isFor: "configured hooks"
  },
  "no short circuit": {
    service: ShortCircuit.ShortCircuit,
    hooks: ["denies", "tells"],
    provide: () => [ShortCircuit.layerNever],
    changes: (report) => report.runs.every(({ status }) => status === "ran") && report.runs.length === 2,
    // A deny of theirs ends the event by default.
    isFor: "native handlers"
  },
  "a policy for conflicts": {
    service: Conflict.Conflict,
    hooks: ["one", "two"],
    provide: () => [Conflict.layerDeny],
    changes: denied,
    // Native handlers run one after the other, and each gets what the one before it changed.
    isFor: "configured hooks"
  },
  "a bound on concurrency": {
    service: Concurrency.Concurrency,
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
    service: Discoverer,
    hooks: ["denies"],
    provide: () => [
      Layer.effect(
        Discoverer,
        Effect.map(Discoverer, (discoverer) => ({
          ...discoverer,
          open: (project, options) =>
            Effect.map(discoverer.open(project, options), (catalogs) => {
              const catalog = { files: [], hooks: [], diagnostics: [], settings: {} }
              return { ...catalogs, current: () => catalog, read: () => Effect.succeed(catalog) }
            })
        }))
      )
    ],
    changes: (report) => report.runs.length === 0,
    isFor: "configured hooks"
  },
  "a matcher": {
    service: Matcher,
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
    service: Executor,
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
    service: Translator,
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
    service: Settle,
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
    service: Approval.Approval,
    hooks: ["asks"],
    provide: () => [Approval.layerScripted(["Allow once"])],
    changes: (report) => !denied(report)
  },
  "a display": {
    service: Display.Display,
    hooks: ["fails"],
    provide: (record) => [
      Display.layer((notices) => Effect.sync(() => record.push(...notices.map(({ text }) => text))))
    ],
    changes: (_, record) => record.some((text) => text.includes("it broke"))
  },
  "an audit": {
    service: Audit.Audit,
    hooks: ["denies"],
    provide: (record) => [Audit.layer(({ _tag }) => Effect.sync(() => record.push(_tag)))],
    changes: (_, record) => record.includes("Event")
  },
  "a sink for context": {
    service: ContextSink.ContextSink,
    hooks: ["tells"],
    provide: (record) => [
      ContextSink.layer((messages) => Effect.sync(() => record.push(...messages.map(({ content }) => content))))
    ],
    changes: (_, record) => record.some((content) => content.includes("look"))
  },
  "a budget for context": {
    service: ContextBudget.ContextBudget,
    hooks: ["tells"],
    provide: () => [ContextBudget.layer({ bytes: 1 })],
    changes: ({ outcome }) => outcome.context.length === 0
  },
  "a state of sessions": {
    service: SessionState,
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
    service: Background.Background,
    hooks: ["background"],
    provide: (record) => [Background.layer(({ run }) => Effect.sync(() => record.push(run.id)))],
    changes: (_, record) => record.length === 1,
    isFor: "configured hooks"
  },
  "two layers of one service, of which the last counts": {
    service: FailurePolicy.FailurePolicy,
    hooks: ["fails"],
    provide: () => [FailurePolicy.layerOpen, FailurePolicy.layerClosed],
    changes: denied
  },
  "a store of exports": {
    service: SessionEnv.SessionEnv,
    hooks: ["denies"],
    provide: (record) => [
      SessionEnv.layerEffect(
        Effect.map(SessionEnv.SessionEnv, (env) => ({
          ...env,
          isKept: true,
          refresh: () => Effect.sync(() => (record.push("read"), []))
        }))
      )
    ],
    changes: (_, record) => record.includes("read"),
    // Functions of the program have no file to which they could export.
    isFor: "configured hooks"
  },
  "a mapper": {
    service: Mapper,
    hooks: ["denies"],
    isPayload: true,
    provide: () => [
      Layer.effect(
        Mapper,
        Effect.map(Mapper, ({ map }) => ({
          map: (payload) => Effect.map(map(payload), (decoded) => ({ ...decoded, events: decoded.events.map(renamed) }))
        }))
      )
    ],
    changes: (report) => report.event === "PostToolUse"
  },
  "a model": {
    service: modelKey,
    hooks: [],
    handlers: [{ _tag: "Prompt", prompt: "May it?" }],
    provide: () => [TestModel.layer({ ok: false, reason: "no" })],
    changes: denied,
    isFor: "configured hooks"
  },
  "names of models": {
    service: Models.Models,
    hooks: [],
    handlers: [{ _tag: "Prompt", prompt: "May it?", model: "strict" }],
    needs: [TestModel.layer({ ok: true })],
    provide: () => [Models.layerBy(() => TestModel.layer({ ok: false, reason: "no" }))],
    changes: denied,
    isFor: "configured hooks"
  },
  ...runnerRows
}

/** The ways to have the same hooks. */
export const ways = {
  "configured hooks": ({ handlers = [], hooks }: Row) => ({
    files: settings(...hooks.map((name) => command(name, name === "background" ? { async: true } : {}))),
    provide: handlers.length === 0 ? [] : [Discoverer.layerStatic(catalogOf(handlers))],
    register: (() => Effect.void) as Register
  }),
  "native handlers": ({ hooks }: Row) => ({
    files: {},
    provide: [],
    register: ((service) => Effect.forEach(hooks, (name) => native(name)(service), { discard: true })) as Register
  })
}

const catalogOf = (handlers: ReadonlyArray<Handler>): Catalog.Catalog => ({
  ...Catalog.empty,
  hooks: handlers.map((handler) => ({ ...TestPipeline.hookOf(handler._tag), handler }))
})

const payload = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "ls" }, session_id: "s" }

/** Sends the event of a row to hooks. */
export const emitted = ({ hooks: names, isPayload = false }: Row, register: Register) =>
  Effect.scoped(
    Effect.gen(function* () {
      const hooks = yield* Hookline
      yield* register(hooks)
      const report = isPayload
        ? yield* Effect.flatMap(Effect.orDie(hooks.run(payload)), ({ reports: [report] }) =>
            report === undefined ? Effect.die("no event was answered") : Effect.succeed(report)
          )
        : yield* hooks.emit(call)
      // Background hooks end by themselves.
      if (names.includes("background")) yield* Effect.sleep(20)
      return report
    })
  )
