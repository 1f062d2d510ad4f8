import { assert, describe, it } from "@effect/vitest"
import * as LangChain from "@hookline/node/adapters/LangChain"
import type { Hooks, OpenOptions, PlainOutcome } from "@hookline/node"
import { opened } from "../promise/opened.ts"
import { type Call, classes, HumanMessage, Interrupt, invoke, type Message, ToolMessage } from "./langchainAgent.ts"

const using = (use: (hooks: Hooks) => Promise<void>, options: Partial<OpenOptions> = { approve: "host" }) =>
  opened({}, use, { trust: "all", ...options })

const call = (command: string, id = "c1"): Call => ({ name: "shell", args: { command }, id })
const names = { names: { shell: "Bash" } }

/** An agent with a shell that only notes what it would run. */
const agentOf = (hooks: Hooks, options: LangChain.Options = names) => {
  const middleware = LangChain.middleware(hooks, classes, options) as LangChain.Middleware<Message>
  const ran: Array<unknown> = []
  const run = (run: Partial<Parameters<typeof invoke>[1]> = {}, ...calls: ReadonlyArray<Call>) =>
    invoke(middleware, {
      messages: [new HumanMessage({ content: "go" })],
      script: [{ calls: calls.length === 0 ? [call("ls")] : calls }, { text: "done" }],
      tool: ({ command }) => {
        ran.push(command)
        return `ran ${String(command)}`
      },
      ...run
    })
  return { ran, run }
}

const results = ({ messages }: { readonly messages: ReadonlyArray<Message> }): ReadonlyArray<unknown> =>
  messages.filter(({ type }) => type === "tool").map(({ content }) => content)

const before = (hooks: Hooks, outcome: PlainOutcome) => {
  hooks.on("PreToolUse", ({ tool }) => (tool === "Bash" ? outcome : undefined))
  return agentOf(hooks)
}

const failure = (running: Promise<unknown>): Promise<unknown> =>
  running.then(
    () => "ended",
    (why: unknown) => why
  )

describe("a call of a tool of LangChain", () => {
  it.live("is denied with its reason and its context, and does not run", () =>
    using(async (hooks) => {
      const { ran, run } = before(hooks, { verdict: "deny", reason: "no", context: "because" })
      assert.deepStrictEqual([results(await run()), ran], [["no\n\nbecause"], []])
    })
  )

  it.live("is denied where a hook defers it, because nobody else decides", () =>
    using(async (hooks) => {
      const { ran, run } = before(hooks, { verdict: "defer", reason: "later" })
      assert.deepStrictEqual([results(await run()), ran], [["No approver decided: later"], []])
    })
  )

  it.live("runs with the input of hooks, and with context beside its result", () =>
    using(async (hooks) => {
      const { ran, run } = before(hooks, { verdict: "allow", reason: "", input: { command: "pwd" }, context: "more" })
      assert.deepStrictEqual([results(await run()), ran], [["ran pwd\n\nmore"], ["pwd"]])
    })
  )

  it.live("has the result that hooks made of it, also in a command", () =>
    using(async (hooks) => {
      hooks.on("PostToolUse", () => ({ result: { is: "hidden" } }))
      const { run } = agentOf(hooks)
      assert.deepStrictEqual(results(await run()), [`{"is":"hidden"}`])
      const message = new ToolMessage({ content: "secret", tool_call_id: "c1" })
      const tool = () => ({ lg_name: "Command", update: { messages: [message] } })
      assert.deepStrictEqual(results(await run({ tool })), [`{"is":"hidden"}`])
    })
  )

  it.live("that fails is an error for the model, with the context of hooks", () =>
    using(async (hooks) => {
      hooks.on("PostToolUseFailure", () => ({ context: "seen" }))
      const tool = () => Promise.reject(new Error("boom"))
      const content = "Error: boom\n Please fix your mistakes.\n\nseen"
      assert.deepStrictEqual(results(await agentOf(hooks).run({ tool })), [content])
      const error = await failure(agentOf(hooks, { ...names, errors: "throw" }).run({ tool }))
      assert.strictEqual((error as Error).message, "boom")
    })
  )

  it.live("is judged by its own input beside others", () =>
    using(async (hooks) => {
      hooks.on("PreToolUse", async ({ input: { command } }) => {
        await new Promise((done) => setTimeout(done, command === "0" ? 40 : 0))
        return command === "0" ? { verdict: "deny", reason: "no" } : undefined
      })
      const { ran, run } = agentOf(hooks)
      await run({}, ...["0", "1", "2"].map((command) => call(command, `c${command}`)))
      assert.deepStrictEqual(new Set(ran), new Set(["1", "2"]))
    })
  )
})

describe("a result of LangChain's tools", () => {
  const message = (fields: object) => new ToolMessage({ content: "a secret", ...fields })
  const command = (update: unknown) => ({ update })

  for (const [what, result] of [
    ["a message", message({ tool_call_id: "c1" })],
    ["a message without an id", message({})],
    ["a message with another id", message({ tool_call_id: "c2" })],
    ["blocks", message({ tool_call_id: "c1", content: [{ type: "text", text: "a secret" }] })],
    ["an artifact beside it", message({ tool_call_id: "c1", artifact: { bytes: 5 } })],
    ["a command", command({ messages: [message({ tool_call_id: "c1" })] })],
    ["a command with another id", command({ messages: [message({ tool_call_id: "c2" })] })],
    ["a command with one message", command({ messages: message({ tool_call_id: "c1" }) })],
    [
      "a command with two messages",
      command({ messages: [message({ tool_call_id: "c1" }), message({ tool_call_id: "c1" })] })
    ],
    [
      "a command with a list of keys",
      command([
        ["messages", [message({ tool_call_id: "c1" })]],
        ["files", {}]
      ])
    ]
  ] as const) {
    it.live(`is what hooks made of it, in whatever form: ${what}`, () =>
      using(async (hooks) => {
        hooks.on("PostToolUse", () => ({ result: "removed" }))
        const middleware = LangChain.middleware(hooks, classes, names) as LangChain.Middleware<Message>
        const toolCall = call("ls")
        const ended: unknown = await middleware.wrapToolCall({ toolCall, runtime: {} }, () => result as object)
        assert.notInclude(JSON.stringify(ended), "secret")
        assert.include(JSON.stringify(ended), "removed")
      })
    )
  }

  it.live("is replaced by an error where hooks change one that has no message", () =>
    using(async (hooks) => {
      hooks.on("PostToolUse", () => ({ result: "removed" }))
      const { run } = agentOf(hooks)
      const { messages } = await run({ tool: () => command({ messages: [], files: { a: "a secret" } }) })
      assert.notInclude(JSON.stringify(messages), "a secret")
      assert.match(JSON.stringify(messages), /hooks can't change its result/)
    })
  )

  it.live("stops only the thread in which hooks stop it", () =>
    using(async (hooks) => {
      hooks.on("PostToolUse", ({ input }) => (input?.["command"] === "first" ? { halt: "enough" } : undefined))
      const { run } = agentOf(hooks)
      assert.lengthOf((await run({ thread: "one" }, call("first"))).requests, 1)
      assert.lengthOf((await run({ thread: "two" }, call("second"))).requests, 2)
    })
  )
})

describe("prompts for LangChain", () => {
  const human = (content: unknown, fields: object = {}) => new HumanMessage({ content, ...fields })
  const ai = new classes.AIMessage({ content: "so" })
  const system = Object.assign(human("be brief"), { type: "system" })

  for (const [what, messages] of [
    ["before instructions", [human("a secret"), system]],
    ["before the begin of the answer", [human("a secret"), ai]],
    ["before another one", [human("a secret"), human("go")]],
    ["after another one", [human("go"), human("a secret")]],
    ["with the mark of one that hooks made", [human("a secret", { additional_kwargs: { hookline: "continues" } })]],
    ["in parts", [human([{ type: "image" }, { type: "text", text: "a secret" }])]],
    ["with a role alone", [Object.assign(human("a secret"), { type: "generic", role: "user" })]]
  ] as const) {
    it.live(`are judged: one ${what}`, () =>
      using(async (hooks) => {
        hooks.on("UserPromptSubmit", ({ prompt }) =>
          prompt?.includes("secret") ? { verdict: "deny", reason: "no secrets" } : undefined
        )
        const { run } = agentOf(hooks)
        const { messages: all, requests } = await run({ messages })
        assert.lengthOf(requests, 0)
        assert.notInclude(JSON.stringify(all), "a secret")
      })
    )
  }
})

describe("a question of hooks in LangChain", () => {
  const asks: PlainOutcome = { verdict: "ask", reason: "sure?" }
  const answer = (type: string) => ({ decisions: [{ type, message: "not today" }] })

  it.live("interrupts the graph, and runs once the user has approved it", () =>
    using(async (hooks) => {
      const { ran, run } = before(hooks, asks)
      const interrupt = await failure(run())
      assert.instanceOf(interrupt, Interrupt)
      assert.deepStrictEqual(interrupt.value, {
        actionRequests: [{ name: "shell", args: { command: "ls" }, description: "sure?" }],
        reviewConfigs: [{ actionName: "shell", allowedDecisions: ["approve", "reject"] }]
      })
      assert.deepStrictEqual(results(await run({ answers: [answer("reject")] })), ["not today"])
      assert.deepStrictEqual(ran, [])
      await run({ answers: [answer("approve")] })
      assert.deepStrictEqual(ran, ["ls"])
    })
  )

  it.live("is put anew where hooks would run another input than the one that was approved", () =>
    using(async (hooks) => {
      let command = "pwd"
      hooks.on("PreToolUse", () => ({ ...asks, input: { command } }))
      const { ran, run } = agentOf(hooks)
      await failure(run())
      command = "rm -rf /"
      assert.instanceOf(await failure(run({ answers: [answer("approve")] })), Interrupt)
      assert.deepStrictEqual(ran, [])
    })
  )

  it.live("is answered by the last of its answers", () =>
    using(async (hooks) => {
      let command = "pwd"
      hooks.on("PreToolUse", () => ({ ...asks, input: { command } }))
      const { ran, run } = agentOf(hooks)
      await failure(run())
      command = "rm -rf /"
      await failure(run({ answers: [answer("approve")] }))
      assert.deepStrictEqual(results(await run({ answers: [answer("approve"), answer("reject")] })), ["not today"])
      assert.deepStrictEqual(ran, [])
      // Another process knows nothing of the questions.
      const other = agentOf(hooks)
      await other.run({ answers: [answer("approve"), answer("reject")] })
      assert.deepStrictEqual(other.ran, [])
      await other.run({ answers: [answer("reject"), answer("approve")] })
      assert.deepStrictEqual(other.ran, ["rm -rf /"])
    })
  )

  it.live("is that of its own thread, whose calls may have the ids of another", () =>
    using(async (hooks) => {
      let command = "pwd"
      hooks.on("PreToolUse", () => ({ ...asks, input: { command } }))
      const { ran, run } = agentOf(hooks)
      await failure(run({ thread: "one" }))
      command = "ls"
      await failure(run({ thread: "two" }))
      // The other thread's question is no question of this one.
      assert.instanceOf(await failure(run({ thread: "one", answers: [answer("approve")] })), Interrupt)
      await run({ thread: "two", answers: [answer("approve")] })
      assert.deepStrictEqual(ran, ["ls"])
    })
  )

  for (const value of [undefined, true, "yes", { decisions: [] }, { decisions: [{ type: "edit" }] }]) {
    it.live(`is refused by an answer that is none: ${JSON.stringify(value)}`, () =>
      using(async (hooks) => {
        const { ran, run } = before(hooks, asks)
        await run({ answers: [value] })
        assert.deepStrictEqual(ran, [])
      })
    )
  }
})

describe("a turn of LangChain", () => {
  it.live("does not begin with a prompt that hooks block, which the model is never given", () =>
    using(async (hooks) => {
      hooks.on("UserPromptSubmit", () => ({ verdict: "deny", reason: "no such prompts" }))
      const { messages, requests } = await agentOf(hooks).run()
      assert.lengthOf(requests, 0)
      const contents = messages.map(({ content }) => content)
      assert.deepStrictEqual(contents, ["(A hook blocked this prompt.)", "no such prompts"])
    })
  )

  it.live("begins with the prompt as hooks left it, and a session for each thread", () =>
    using(async (hooks) => {
      hooks.on("SessionStart", ({ session }) => ({ context: `welcome ${session}` }))
      hooks.on("UserPromptSubmit", () => ({ prompt: "go slowly" }))
      const { run } = agentOf(hooks)
      const said = async (thread: string) => (await run({ thread })).requests[0]?.map(({ content }) => content)
      assert.deepStrictEqual(await said("t1"), ["go slowly", "welcome t1"])
      assert.deepStrictEqual(await said("t1"), ["go slowly"])
      assert.deepStrictEqual(await said("t2"), ["go slowly", "welcome t2"])
    })
  )

  it.live("ends at a halt, before the model is called again", () =>
    using(async (hooks) => {
      const { ran, run } = before(hooks, { halt: "enough" })
      const { requests } = await run()
      assert.lengthOf(requests, 1)
      assert.deepStrictEqual(ran, [])
    })
  )

  it.live("goes on where hooks send it on, and not for ever", () =>
    using(async (hooks) => {
      const seen: Array<unknown> = []
      hooks.on("Stop", ({ fields }) => {
        seen.push(fields["stop_hook_active"])
        return { verdict: "deny", reason: "one more thing" }
      })
      const { messages, requests } = await agentOf(hooks).run({ script: [{ text: "done" }] })
      assert.include(
        messages.map(({ content }) => content),
        "one more thing"
      )
      assert.deepStrictEqual(seen.slice(0, 2), [false, true])
      assert.isAtLeast(requests.length, 2)
      assert.isAtMost(requests.length, 10)
    })
  )
})

describe("a failure behind LangChain", () => {
  for (const [policy, expected] of [
    ["closed", []],
    ["open", ["ls"]]
  ] as const) {
    it.live(`of a hook is decided by the policy ${policy}`, () =>
      using(
        async (hooks) => {
          hooks.on("PreToolUse", () => Promise.reject(new Error("boom")))
          const { ran, run } = agentOf(hooks)
          await run()
          assert.deepStrictEqual(ran, [...expected])
        },
        { settings: { failurePolicy: policy } }
      )
    )
  }

  it.live("of Hookline itself denies the call, and hides a result that no hook has seen", () =>
    using(async (hooks) => {
      const { run } = agentOf(hooks)
      const tool = async () => (await hooks.close(), "secret")
      assert.notInclude(String(await failure(run({ tool }))), "secret")
      const ai = new HumanMessage({ content: "so", additional_kwargs: { hookline: "continues" } })
      const { ran, run: again } = agentOf(hooks)
      await failure(again({ messages: [ai] }))
      assert.deepStrictEqual(ran, [])
    })
  )

  it.live("that is an abort runs nothing", () =>
    using(async (hooks) => {
      const abort = new AbortController()
      hooks.on("PreToolUse", (_, { signal }) => {
        abort.abort(new Error("escape"))
        return new Promise((done) => signal.addEventListener("abort", () => done(undefined)))
      })
      const { ran, run } = agentOf(hooks)
      assert.strictEqual(((await failure(run({ signal: abort.signal }))) as Error).message, "escape")
      assert.deepStrictEqual(ran, [])
    })
  )
})
