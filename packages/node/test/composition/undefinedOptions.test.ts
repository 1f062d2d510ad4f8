// An option that is `undefined` is absent: programs without types, and those without `exactOptionalPropertyTypes`, omit it so.
import { assert, describe, it } from "@effect/vitest"
import * as AuditLog from "@hookline/coordinator/AuditLog"
import type * as ContextBudget from "@hookline/coordinator/ContextBudget"
import { layer as budget } from "@hookline/coordinator/ContextBudget"
import * as ContextSpill from "@hookline/coordinator/ContextSpill"
import type { HandlerResult } from "@hookline/coordinator/HandlerResult"
import { type Defaults, Handlers, type Registration } from "@hookline/coordinator/Handlers"
import type { EmitOptions as CoreEmitOptions } from "@hookline/core/Pipeline"
import { Pipeline } from "@hookline/core/Pipeline"
import { type EmitOptions, Hookline as PlainHookline, type HandlerOptions, type OpenOptions } from "@hookline/node"
import * as AiSdk from "@hookline/node/adapters/AiSdk"
import * as ClaudeAgentSdk from "@hookline/node/adapters/ClaudeAgentSdk"
import * as LangChain from "@hookline/node/adapters/LangChain"
import * as HookedAgent from "@hookline/node/HookedAgent"
import * as HookedToolkit from "@hookline/node/HookedToolkit"
import { Hookline, type HooklineOptions, type Provided } from "@hookline/node/Hookline"
import * as ModelAgentRunner from "@hookline/prompt/ModelAgentRunner"
import * as Anthropic from "@hookline/prompt/providers/Anthropic"
import * as OpenAiCompatible from "@hookline/prompt/providers/OpenAiCompatible"
import { cases, type HookEvent } from "@hookline/schema/HookEvent"
import * as Settings from "@hookline/schema/Settings"
import { TestHookline, TestModel, TestProject } from "@hookline/testing"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Tool from "effect/ai/Tool"
import * as Toolkit from "effect/ai/Toolkit"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { classes } from "../adapters/langchainAgent.ts"
import { call, command, inMemory, sandbox, settings } from "./rows.ts"

type Fields = Readonly<Record<string, unknown>>

/** Options as a program gives them, the paths of the optional ones, and what becomes of them. */
interface Door {
  readonly given: Fields
  readonly optional: ReadonlyArray<string>
  readonly run: (options: never) => Effect.Effect<unknown, never, Scope.Scope>
}

/** The names of all fields, of which the type keeps the list complete. */
const all = <A>(fields: Readonly<Record<keyof A, true>>): ReadonlyArray<string> => Object.keys(fields)

const inside = (name: string, fields: ReadonlyArray<string>): ReadonlyArray<string> =>
  fields.map((field) => `${name}.${field}`)

/** Returns options whose field at a path is `undefined`. */
const withUndefined = (options: unknown, [key = "", ...rest]: ReadonlyArray<string>): Fields => {
  const fields = Object(options) as Fields
  return { ...fields, [key]: rest.length === 0 ? undefined : withUndefined(fields[key], rest) }
}

const without = (options: unknown, [key = "", ...rest]: ReadonlyArray<string>): Fields => {
  const { [key]: field, ...others } = Object(options) as Fields
  return rest.length === 0 ? others : { ...others, [key]: without(field, rest) }
}

const files = settings(command("denies"))

const ofSettings = {
  given: {
    trust: { owners: [], paths: [], unconfined: "deny" },
    sandbox: { untrusted: "guard", trusted: "open", user: "open" },
    env: { PATH: "/bin", HOME: "/home/me" },
    profiles: { "user:a": "guard", "user:b": "work" },
    failurePolicy: "closed",
    defaultTimeoutMillis: 1000
  },
  optional: [
    ...Object.keys(Settings.Settings.fields),
    ...inside("trust", Object.keys(Settings.Trust.fields)),
    ...inside("sandbox", Object.keys(Settings.SandboxProfiles.fields)),
    "env.HOME",
    "profiles.user:b"
  ]
}

const Shell = Toolkit.make(
  Tool.make("shell", { parameters: Schema.Struct({ cmd: Schema.String, dir: Schema.String }), success: Schema.String }),
  Tool.make("look", { parameters: Schema.Struct({ path: Schema.String }), success: Schema.String })
)
const handlers = Shell.toLayer({ shell: () => Effect.succeed("done"), look: () => Effect.succeed("seen") })
const script = [{ tool: "shell", input: { cmd: "ls", dir: "." } }, { text: "done" }]

const names = {
  given: { shell: { name: "Bash", keys: { cmd: "command", dir: "cwd" } }, look: "Read" },
  optional: ["shell", "look", "shell.keys", "shell.keys.cmd", "shell.keys.dir"]
}

/** Returns an event without the times and the ids that each run has of its own. */
const shown = ({ timestamp: _timestamp, ...event }: HookEvent): unknown => ({
  ...event,
  sessionId: typeof event.sessionId,
  agentId: typeof event.agentId,
  toolUseId: "",
  durationMs: 0
})

/** Records the events of a program's agent. */
const events = <A, E, R>(program: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const seen: Array<unknown> = []
    const { register } = yield* Hookline
    yield* register({ event: "*", name: "sees", handler: (event) => Effect.sync(() => void seen.push(shown(event))) })
    return [yield* program, seen]
  }).pipe(
    Effect.scoped,
    Effect.provide(Layer.mergeAll(handlers, Hookline.layer(inMemory({})), TestModel.layer(script))),
    Effect.orDie
  )

const facts = all<HookedToolkit.SessionFields>({
  agentId: true,
  agentType: true,
  cwd: true,
  permissionMode: true,
  promptId: true,
  sessionId: true,
  transcriptPath: true
})
const someFacts = Object.fromEntries(facts.map((name) => [name, `my ${name}`]))

const agent = {
  given: { toolkit: Shell, names: names.given, facts: someFacts },
  optional: [
    ...all<Omit<HookedAgent.Options<typeof Shell.tools>, "toolkit">>({
      compaction: true,
      concurrency: true,
      facts: true,
      history: true,
      names: true,
      onText: true,
      server: true,
      source: true,
      system: true,
      turns: true
    }),
    ...inside("facts", facts),
    ...inside("names", names.optional)
  ]
}

const provided = (layer: (options: never) => Provided, given: Fields, optional: ReadonlyArray<string>): Door => ({
  given,
  optional,
  run: (options) =>
    Effect.map(
      Effect.provide(
        Effect.flatMap(Hookline, ({ emit }) => emit(call)),
        Hookline.layer({ ...inMemory(files), provide: [sandbox, layer(options)] })
      ),
      ({ outcome }) => outcome
    )
})

const limits = all<ContextBudget.Limits>({ bytes: true, overTurn: true, tokens: true })
const endpoint = all<Anthropic.Options>({
  apiKey: true,
  baseUrl: true,
  firstWait: true,
  longestWait: true,
  maxTokens: true,
  retries: true,
  structured: true
})

/** Opens hooks by promises, and uses them. */
const opened = (options: object, use: (hooks: Awaited<ReturnType<typeof PlainHookline.open>>) => unknown) =>
  Effect.flatMap(TestProject.make({ ".claude/settings.json": { json: {} } }), ({ home, project }) =>
    Effect.promise(async () => {
      await using hooks = await PlainHookline.open({ project, home, ...options })
      return await use(hooks)
    })
  )

const bash = { event: "PreToolUse", tool: "Bash", input: { command: "ls" }, session: "s" }
const judged = ({ outcome }: { readonly outcome: unknown }): unknown => outcome

const emitOptions = all<EmitOptions>({ continuations: true, signal: true })

const doors: Readonly<Record<string, Door>> = {
  "Hookline.layer": {
    given: { settings: ofSettings.given },
    optional: [
      ...all<Omit<HooklineOptions, "project" | "files" | "trust"> & { readonly provide: unknown }>({
        dialects: true,
        env: true,
        envIsHosts: true,
        excludeHostHooks: true,
        host: true,
        nativeHooks: true,
        once: true,
        provide: true,
        settings: true
      }),
      ...inside("settings", ofSettings.optional)
    ],
    run: (options: object) =>
      Effect.gen(function* () {
        const { catalog } = yield* Pipeline
        return [judged(yield* (yield* Hookline).emit(call)), (yield* catalog()).settings]
      }).pipe(Effect.provide(Hookline.layer({ ...inMemory(files), env: {}, ...options })))
  },
  "Hookline.open": {
    given: { settings: ofSettings.given, model: { provider: "anthropic", name: "a", maxTokens: 5 } },
    optional: [
      ...all<Omit<OpenOptions, "project" | "home">>({
        approve: true,
        audit: true,
        context: true,
        display: true,
        excludeHostHooks: true,
        host: true,
        model: true,
        settings: true,
        trust: true
      }),
      ...inside("settings", ofSettings.optional),
      ...inside("model", ["apiKey", "baseUrl", "maxTokens"])
    ],
    run: (options: object) =>
      opened(options, async (hooks) => {
        const { notices, verdict } = await hooks.emit(bash)
        return [verdict, notices]
      })
  },
  "calls of hooks": {
    given: {},
    optional: emitOptions,
    run: (options: object) =>
      opened({}, async (hooks) => {
        const report = await hooks.emit(bash, options)
        await hooks.answer({ hook_event_name: "Stop", session_id: "s" }, options)
        return report.verdict
      })
  },
  "a handler of promises": {
    given: { name: "mine" },
    optional: all<HandlerOptions>({ name: true, onFailure: true, priority: true, timeout: true }),
    run: (options: object) =>
      opened({}, async (hooks) => {
        hooks.on("PreToolUse", () => ({ verdict: "deny" as const, reason: undefined, notices: undefined }), options)
        return (await hooks.emit(bash)).runs.map(({ id, status }) => [id, status])
      })
  },
  emit: {
    given: {},
    optional: all<CoreEmitOptions>({ continuations: true, forHost: true }),
    run: (options: object) =>
      Effect.map(
        Effect.flatMap(Hookline, ({ emit }) => emit(call, options)),
        judged
      ).pipe(Effect.provide(Hookline.layer({ ...inMemory(files), provide: [sandbox] })))
  },
  register: {
    given: { event: "PreToolUse", handler: () => Effect.succeed({ context: [] }) },
    optional: all<Omit<Registration<string, never, never>, "event" | "handler">>({
      name: true,
      onFailure: true,
      once: true,
      priority: true,
      timeout: true
    }),
    run: (options: never) =>
      Effect.gen(function* () {
        const { emit, register } = yield* Hookline
        yield* register<string, never, never>(options)
        const reports = [yield* emit(call), yield* emit(call)]
        return reports.map(({ runs }) => runs.map(({ id, status }) => [id, status]))
      }).pipe(Effect.provide(TestHookline.layer()))
  },
  "the result of a native handler": {
    given: { halts: [{ by: "", reason: "stop" }] },
    optional: all<HandlerResult>({
      changes: true,
      context: true,
      data: true,
      effects: true,
      halts: true,
      notices: true,
      quiet: true,
      verdict: true
    }),
    run: (result: never) =>
      Effect.gen(function* () {
        const { emit, register } = yield* Hookline
        yield* register({ event: "PreToolUse", name: "mine", handler: () => Effect.succeed(result) })
        return judged(yield* emit(call))
      }).pipe(Effect.provide(TestHookline.layer()))
  },
  setDefaults: {
    given: { cwd: "/x", sessionId: "a" },
    optional: all<Defaults>({
      cwd: true,
      data: true,
      permissionMode: true,
      promptId: true,
      scratchpadDir: true,
      sessionId: true,
      transcriptPath: true
    }),
    run: (defaults: never) =>
      Effect.gen(function* () {
        const { complete, setDefaults } = yield* Handlers
        yield* setDefaults(defaults)
        return [complete(cases.Stop.make({})), complete(cases.Other.make({ name: "my:event", data: {} }))]
      }).pipe(Effect.provide(TestHookline.layer()))
  },
  "an event beside setDefaults": {
    given: { _tag: "Stop", sessionId: "own", cwd: "/own" },
    optional: ["sessionId", "cwd", "transcriptPath"],
    run: (event: never) =>
      Effect.gen(function* () {
        const { complete, setDefaults } = yield* Handlers
        yield* setDefaults({ sessionId: "a", cwd: "/x", promptId: "p" })
        const { cwd, promptId, sessionId } = complete(event)
        return { cwd, promptId, sessionId }
      }).pipe(Effect.provide(TestHookline.layer()))
  },
  "HookedAgent.run": { ...agent, run: (options) => events(HookedAgent.run("go", options)) },
  "HookedAgent.nested": { ...agent, run: (options) => events(HookedAgent.nested("helper", "go", options)) },
  "the SessionFields of tools": {
    given: someFacts,
    optional: facts,
    run: (fields: HookedToolkit.SessionFields) =>
      events(
        Effect.gen(function* () {
          const { handle } = yield* HookedToolkit.make(Shell)
          const nested = yield* HookedAgent.nested("helper", "go", { toolkit: Shell })
          return [typeof (yield* handle("look", { path: "a" })), nested]
        }).pipe(Effect.provideService(HookedToolkit.SessionFields, fields))
      )
  },
  "HookedToolkit.guard, twice": {
    given: { names: names.given, server: "files" },
    optional: ["names", "server", ...inside("names", names.optional)],
    run: (options) =>
      events(
        HookedAgent.run("go", {
          toolkit: HookedToolkit.guard(HookedToolkit.guard(Shell, options), { names: { look: "Read" } })
        })
      )
  },
  "AiSdk.guard": {
    given: { names: names.given, session: "s" },
    optional: [
      ...all<AiSdk.Options>({ cwd: true, names: true, server: true, session: true }),
      ...inside("names", names.optional)
    ],
    run: (options: object) =>
      opened({}, async (hooks) => {
        const seen: Array<unknown> = []
        hooks.on("PreToolUse", ({ fields: _fields, ...event }) => void seen.push(event))
        const tools = AiSdk.guard(hooks, options).tools({
          shell: { execute: (_input: object, _options: object) => Promise.resolve("done") },
          look: { execute: () => "seen" }
        })
        await tools.shell.execute({ cmd: "ls", dir: "." }, { toolCallId: "1", messages: [] })
        return seen
      })
  },
  "LangChain.middleware": {
    given: { names: names.given, session: "s" },
    optional: [
      ...all<LangChain.Options>({ cwd: true, errors: true, names: true, server: true, session: true }),
      ...inside("names", names.optional)
    ],
    run: (options: object) =>
      opened({}, (hooks) =>
        Object.keys(LangChain.middleware(hooks, classes, options)).filter((key) => key !== "wrapModelCall")
      )
  },
  "ClaudeAgentSdk.hooks": {
    given: {},
    optional: all<ClaudeAgentSdk.Options>({ events: true, onFailure: true, source: true, timeout: true }),
    run: (options: object) => opened({}, (hooks) => JSON.stringify(ClaudeAgentSdk.hooks(hooks, options)))
  },
  "ContextBudget.layer": provided((options: object) => budget(options), { bytes: 100 }, limits),
  "ContextSpill.layer": provided(
    (options: object) => Layer.orDie(Layer.provide(ContextSpill.layer(options), NodeServices.layer)),
    { bytes: 100 },
    [...limits, ...all<Omit<ContextSpill.Options, keyof ContextBudget.Limits>>({ folder: true, previewBytes: true })]
  ),
  "AuditLog.layer": {
    ...provided((options: AuditLog.Options) => AuditLog.layer(options), {}, []),
    optional: all<Omit<AuditLog.Options, "folder">>({ heads: true, kept: true, turns: true, within: true }),
    run: (options: object) =>
      Effect.flatMap(TestProject.make({}), ({ project }) =>
        provided((more: object) => AuditLog.layer({ folder: `${project}/log`, ...more }), {}, []).run(options as never)
      )
  },
  "ModelAgentRunner.layerWith": provided(
    (options: object) => Layer.provide(ModelAgentRunner.layerWith(options), TestModel.layer({ ok: true })),
    { turns: 2 },
    all<ModelAgentRunner.Options>({ callsPerTurn: true, turns: true })
  ),
  "Anthropic.model": provided((options: object) => Anthropic.model("a", options), { maxTokens: 5 }, endpoint),
  "OpenAiCompatible.model": provided(
    (options: object) => OpenAiCompatible.model("a", options),
    { maxTokens: 5 },
    endpoint
  )
}

const told = (exit: Exit.Exit<unknown>): unknown =>
  Exit.isFailure(exit) ? Cause.pretty(exit.cause).split("\n")[0] : exit.value

describe("an option that is undefined", () => {
  for (const [name, { given, optional, run }] of Object.entries(doors))
    // proves: docs/answering-events.md
    it.live(`is absent: ${name}`, () =>
      Effect.gen(function* () {
        const played = (options: Fields) =>
          // Programs without types give anything.
          Effect.map(Effect.exit(Effect.scoped(Effect.suspend(() => run(options as never)))), told)
        const results: Record<string, unknown> = {}
        const expected: Record<string, unknown> = {}
        for (const field of [...optional, "unheardOf"]) {
          const path = field.split(".")
          results[field] = yield* played(withUndefined(given, path))
          expected[field] = yield* played(without(given, path))
        }
        assert.deepStrictEqual(results, expected)
        assert.isTrue(Object.values(expected).every((result) => typeof result !== "string" || !/Error/.test(result)))
      })
    )
})
