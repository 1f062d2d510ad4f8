// Names of tools for hooks, of which one is misspelt: the guards of the tool that is meant would not run, and nothing else
// would show it.
import { assert, describe, it } from "@effect/vitest"
import { Hookline } from "@hookline/node"
import * as AiSdk from "@hookline/node/adapters/AiSdk"
import * as ClaudeAgentSdk from "@hookline/node/adapters/ClaudeAgentSdk"
import * as LangChain from "@hookline/node/adapters/LangChain"
import * as HookedAgent from "@hookline/node/HookedAgent"
import * as HookedToolkit from "@hookline/node/HookedToolkit"
import { TestPipeline } from "@hookline/testing"
import * as Tool from "effect/ai/Tool"
import * as Toolkit from "effect/ai/Toolkit"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import { classes, HumanMessage, invoke, type Message } from "../adapters/langchainAgent.ts"
import { opened } from "../promise/opened.ts"

const parameters = Schema.Struct({ command: Schema.String })
const Tools = Toolkit.make(
  Tool.make("run_shell", { parameters, success: Schema.String }),
  Tool.make("read", { parameters, success: Schema.String })
)

const misspelt = [
  "runShell",
  "Run_Shell",
  "run-shell",
  "run_shel",
  "run_shelll",
  "run_sehll",
  "run_shell ",
  "run_shеll"
]

/** Names of other toolkits, which may share the list. */
const others = ["write", "list_files", "shell", "ready", ""]

describe("a name of a tool for hooks", () => {
  for (const name of misspelt) {
    // proves: docs/failure-policy.md
    it(`is an error of a toolkit if it is nearly that of a tool: ${JSON.stringify(name)}`, () => {
      assert.throws(
        () => HookedToolkit.make(Tools, { names: { [name]: "Bash" } }),
        /so that hooks do not know it as Bash; is run_shell meant\?/
      )
    })

    it.effect(`is a defect of tools that have their handlers: ${JSON.stringify(name)}`, () =>
      Effect.gen(function* () {
        const handlers = Tools.toLayer({ run_shell: () => Effect.succeed(""), read: () => Effect.succeed("") })
        const exit = yield* Effect.exit(
          Effect.provide(HookedToolkit.guard(Tools, { names: { [name]: { name: "Bash" } } }), handlers)
        )
        assert.include(Exit.isFailure(exit) ? Cause.pretty(exit.cause) : "", "is run_shell meant?")
      }).pipe(Effect.provide(Hookline.layer({ project: TestPipeline.project, files: TestPipeline.memory({}) })))
    )

    it.live(`is an error of the tools of an SDK: ${JSON.stringify(name)}`, () =>
      opened({}, (hooks) => {
        const guard = AiSdk.guard(hooks, { names: { [name]: "Bash" } })
        assert.throws(() => guard.tools({ run_shell: { execute: () => "" } }), /is run_shell meant\?/)
        assert.throws(() => guard.settings({ prompt: "a", tools: { run_shell: { execute: () => "" } } }), /run_shell/)
        return Promise.resolve()
      })
    )
  }

  for (const name of misspelt)
    // proves: docs/failure-policy.md
    it.live(`is an error of LangChain's agent before its model is called: ${JSON.stringify(name)}`, () =>
      opened({}, async (hooks) => {
        const middleware = LangChain.middleware(hooks, classes, { names: { [name]: "Bash" } })
        const script = [{ text: "done" }]
        const run = (tools: ReadonlyArray<object>) =>
          invoke(middleware as LangChain.Middleware<Message>, {
            messages: [new HumanMessage({ content: "go" })],
            script,
            tool: () => "",
            tools
          }).then(
            ({ requests }) => requests.length,
            (why: unknown) => String(why)
          )
        assert.match(String(await run([{ name: "run_shell" }, { name: "read" }])), /is run_shell meant\?/)
        assert.match(String(await run([{ function: { name: "run_shell" } }])), /is run_shell meant\?/)
        assert.strictEqual(await run([{ name: "run_shell" }, { name }]), 1)
        assert.strictEqual(await run([{ name: "read" }, { type: "web_search" }]), 1)
        assert.strictEqual(await run([]), 1)
      })
    )

  it.live("is none of an SDK's tools if it is a tool's own, or one of other tools", () =>
    opened({}, (hooks) => {
      const given = (names: HookedToolkit.Options["names"]) => () =>
        AiSdk.guard(hooks, names ? { names } : {}).tools({
          run_shell: { execute: () => "" },
          read: { execute: () => "" }
        })
      for (const name of others) assert.doesNotThrow(given({ [name]: "Bash", run_shell: "Bash", read: "Read" }))
      for (const name of misspelt) assert.doesNotThrow(given({ [name]: "Bash", run_shell: "Bash" }))
      assert.doesNotThrow(given({ write: "Write", list_files: "LS" }))
      return Promise.resolve()
    })
  )

  // proves: docs/agents.md
  it("is an error of a toolkit if no tool has it", () => {
    const make = (names: HookedToolkit.Options["names"]) => () => HookedToolkit.make(Tools, names ? { names } : {})
    for (const name of others)
      assert.throws(
        make({ [name]: "Bash" }),
        name === "ready"
          ? "is read meant?"
          : `there is no tool ${JSON.stringify(name)}, so that hooks do not know it as Bash; there are`
      )
    assert.throws(make({ run_shell: "Bash", "run-shell": "Bash" }), /there is no tool "run-shell"/)
    assert.doesNotThrow(make({ run_shell: "Bash", read: "Read" }))
  })
})

describe("a key of a tool's input for hooks", () => {
  const Input = Schema.Struct({
    cmd: Schema.String,
    workDir: Schema.String,
    command: Schema.optionalKey(Schema.String)
  })
  const success = Schema.String
  const schemas = {
    "a struct": Input,
    "encoded keys": Schema.Struct({ cmd: Schema.String, workDir: Schema.String, folder: Schema.String }).pipe(
      Schema.encodeKeys({ folder: "command" })
    ),
    "a union": Schema.Union([Schema.Struct({ cmd: Schema.String, workDir: Schema.String }), Input])
  }
  /** Guards a toolkit by keys as programs without types give them. */
  const naming =
    <Tools extends Record<string, Tool.Any>>(toolkit: Toolkit.Toolkit<Tools>) =>
    (keys: Readonly<Record<string, string>>) =>
    (): unknown =>
      HookedToolkit.make(toolkit, { names: { shell: { name: "Bash", keys } } } as never)
  const known: Readonly<Record<string, ReturnType<typeof naming>>> = {
    ...Object.fromEntries(
      Object.entries(schemas).map(([name, parameters]) => [
        name,
        naming(Toolkit.make(Tool.make("shell", { parameters, success })))
      ])
    ),
    "a JSON schema": naming(
      Toolkit.make(
        Tool.dynamic("shell", {
          parameters: {
            type: "object",
            properties: { cmd: {}, workDir: {}, command: {} },
            additionalProperties: false
          },
          success
        })
      )
    )
  }

  for (const [name, make] of Object.entries(known)) {
    // proves: docs/agents.md, docs/failure-policy.md
    it(`is an error if the input has no such key: ${name}`, () => {
      assert.throws(
        make({ cdm: "run" }),
        `names: shell: keys: the input has no key "cdm", so that hooks get no run; is cmd meant?`
      )
      assert.throws(make({ work_dir: "cwd" }), /is workDir meant\?/)
      assert.throws(make({ folder: "cwd" }), /has no key "folder", .*there are cmd, workDir/)
      assert.doesNotThrow(make({ cmd: "run", workDir: "cwd" }))
    })

    // proves: docs/agents.md
    it(`is an error if hooks know another key by its name: ${name}`, () => {
      assert.throws(make({ cmd: "command" }), /hooks can't know both cmd and command as command/)
      assert.throws(make({ cmd: "run", workDir: "run" }), /hooks can't know both cmd and workDir as run/)
      assert.doesNotThrow(make({ cmd: "command", command: "cmd" }))
    })
  }

  it("may be any of an input without known keys, unless it is nearly a known one", () => {
    const rest = Schema.StructWithRest(Schema.Struct({ cmd: Schema.String }), [
      Schema.Record(Schema.String, Schema.Unknown)
    ])
    const open = naming(Toolkit.make(Tool.make("shell", { parameters: rest, success })))
    assert.doesNotThrow(open({ text: "command" }))
    assert.throws(open({ cdm: "command" }), /is cmd meant\?/)
    const dynamic = naming(Toolkit.make(Tool.dynamic("shell", { parameters: { type: "object" }, success })))
    assert.doesNotThrow(dynamic({ cmd: "command" }))
  })
})

describe("options for names of tools", () => {
  const wrong: ReadonlyArray<readonly [string, object, string]> = [
    ["an unknown option", { name: { read: "Read" } }, `"name" is not known; is names meant?`],
    ["an empty name", { names: { read: "" } }, `names: read is "", where a name that a matcher can have`],
    ["a blank before a name", { names: { read: " Read" } }, `names: read is " Read"`],
    ["a blank after a name", { names: { read: { name: "Read " } } }, `names: read: name is "Read "`],
    ["a rule as a name", { names: { read: "Read(*)" } }, `names: read is "Read(*)"`],
    ["a tool without a name", { names: { read: {} } }, "names: read: it has no name for hooks"],
    ["a misspelt field of a name", { names: { read: { nme: "Read" } } }, `names: read: "nme" is not known; is name`],
    [
      "a misspelt list of keys",
      { names: { read: { name: "Read", key: { command: "file_path" } } } },
      `names: read: "key" is not known; is keys meant?`
    ],
    ["an empty key", { names: { read: { name: "Read", keys: { command: "" } } } }, `names: read: keys: command is ""`],
    ["a blank in a key", { names: { read: { name: "Read", keys: { command: "a " } } } }, `keys: command is "a "`],
    ["a key that is no text", { names: { read: { name: "Read", keys: { command: 1 } } } }, "keys: command is 1"],
    ["a text as names", { names: "Bash" }, `names is "Bash", where an object belongs`],
    [
      "a Map as names",
      { names: new Map([["read", "Read"]]) },
      "names is an object of the class Map, where an object of no class belongs"
    ],
    ["an empty server", { server: "" }, `server is "", where the name of a server`],
    ["a server with a blank", { server: "a b" }, `server is "a b"`],
    ["a server that is no text", { server: 1 }, "server is 1"]
  ]

  for (const [name, options, why] of wrong)
    // proves: docs/agents.md, docs/failure-policy.md
    it.live(`are refused by each constructor that takes them: ${name}`, () =>
      opened({}, (hooks) => {
        // A program without types gives anything.
        const given = options as HookedToolkit.Options
        assert.throws(() => HookedToolkit.make(Tools, given), why)
        assert.throws(() => AiSdk.guard(hooks, given), why)
        assert.throws(() => LangChain.middleware(hooks, classes, given), why)
        return Promise.resolve()
      })
    )

  it.live("may name a server of a package, whose tools matchers name", () =>
    opened(
      {
        ".claude/settings.json": {
          json: {
            hooks: {
              PreToolUse: [
                { matcher: "mcp__@acme/files__.*", hooks: [{ type: "command", command: "echo no >&2; exit 2" }] }
              ]
            }
          }
        }
      },
      async (hooks) => {
        const { read } = AiSdk.guard(hooks, { server: "@acme/files" }).tools({
          read: { execute: (_input: object, _options: object) => Promise.resolve("read") }
        })
        const failure = await read.execute({}, { toolCallId: "1", messages: [] }).then(String, String)
        assert.match(failure, /no/)
        const { notices } = await hooks.emit({ event: "PreToolUse", tool: "Bash", input: {}, session: "s" })
        assert.deepStrictEqual(notices, [])
      },
      { trust: "all" }
    )
  )

  it.effect("are refused where an agent is opened, and with its other options", () =>
    Effect.gen(function* () {
      const messageOf = (options: object) =>
        Effect.map(
          Effect.exit(Effect.scoped(HookedAgent.open(options as HookedAgent.Options<typeof Tools.tools>))),
          (exit) => (Exit.isFailure(exit) ? Cause.pretty(exit.cause) : "it was opened")
        )
      for (const [, options, why] of wrong) assert.include(yield* messageOf({ toolkit: Tools, ...options }), why)
      const others: ReadonlyArray<readonly [object, string]> = [
        [{ naames: { read: "Read" } }, `an agent: "naames" is not known; is names meant?`],
        [{ turns: Number.NaN }, "an agent: turns is NaN, where a whole number from 1 on"],
        [{ turns: 0 }, "an agent: turns is 0"],
        [{ concurrency: "2" }, `an agent: concurrency is "2"`],
        [{ facts: { sessionID: "a" } }, `an agent: facts: "sessionID" is not known; is sessionId meant?`],
        [{ source: "start" }, `an agent: source is "start"`],
        [{ compaction: true }, "an agent: compaction is a boolean, where an object belongs"],
        [{ compaction: { wehn: () => true } }, `an agent: compaction: "wehn" is not known; is when meant?`],
        [{ compaction: {} }, "an agent: compaction: when is undefined, where a function belongs"],
        [{ compaction: { when: () => true } }, "an agent: compaction: compact is undefined, where a function belongs"],
        [{ names: { read: "Read" } }, "names: there is no tool"]
      ]
      for (const [options, why] of others) assert.include(yield* messageOf(options), why)
    }).pipe(Effect.provide(Hookline.layer({ project: TestPipeline.project, files: TestPipeline.memory({}) })))
  )
})

describe("options of an SDK's adapter", () => {
  // proves: docs/adapters.md
  it.live("are refused if they are unknown or of another kind", () =>
    opened({}, (hooks) => {
      const middleware = (options: object) => () => LangChain.middleware(hooks, classes, options)
      assert.throws(middleware({ error: "throw" }), /LangChain\.middleware: "error" is not known; is errors meant\?/)
      assert.throws(middleware({ errors: "thrw" }), /errors is "thrw", where "message" or "throw" belongs/)
      const guard = (options: object) => () => AiSdk.guard(hooks, options)
      assert.throws(guard({ sesion: "a" }), /AiSdk\.guard: "sesion" is not known; is session meant\?/)
      assert.throws(guard({ cwd: 1 }), /AiSdk\.guard: cwd is 1, where a string belongs/)
      const callbacks = (options: object) => () => ClaudeAgentSdk.hooks(hooks, options)
      assert.throws(callbacks({ event: ["Stop"] }), /ClaudeAgentSdk\.hooks: "event" is not known; is events meant\?/)
      assert.throws(callbacks({ events: ["PreTooluse"] }), /events: "PreTooluse" is no event; is PreToolUse meant\?/)
      assert.throws(callbacks({ events: "Stop" }), /events is "Stop", where a list belongs/)
      assert.throws(callbacks({ onFailure: "blok" }), /onFailure is "blok", where "block" or "continue" belongs/)
      assert.throws(callbacks({ timeout: 0 }), /timeout is 0/)
      assert.doesNotThrow(callbacks({ events: ["Stop"], onFailure: "continue", timeout: 5, source: "resume" }))
      return Promise.resolve()
    })
  )
})
