// Names of tools for hooks, of which one is misspelt: the guards of the tool that is meant would not run, and nothing else
// would show it.
import { assert, describe, it } from "@effect/vitest"
import { Hookline } from "@hookline/node"
import * as AiSdk from "@hookline/node/adapters/AiSdk"
import * as LangChain from "@hookline/node/adapters/LangChain"
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

  it("is none if it is a tool's own, or one of another toolkit", () => {
    const make = (names: HookedToolkit.Options["names"]) => () => void HookedToolkit.make(Tools, names ? { names } : {})
    for (const name of others) assert.doesNotThrow(make({ [name]: "Bash", run_shell: "Bash", read: "Read" }))
    for (const name of misspelt) assert.doesNotThrow(make({ [name]: "Bash", run_shell: "Bash" }))
    assert.doesNotThrow(make({ write: "Write", list_files: "LS" }))
  })
})
