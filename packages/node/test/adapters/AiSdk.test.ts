import { assert, describe, it } from "@effect/vitest"
import * as AiSdk from "@hookline/node/adapters/AiSdk"
import type { Hooks, OpenOptions, PlainOutcome } from "@hookline/node"
import { opened } from "../promise/opened.ts"
import { type Call, generate, type Message, outputsIn, type Result, type Script, withAnswers } from "./aiLoop.ts"

const using = (use: (hooks: Hooks) => Promise<void>, options: Partial<OpenOptions> = { approve: "host" }) =>
  opened({}, use, { trust: "all", ...options })

const prompt: ReadonlyArray<Message> = [{ role: "user", content: "go" }]
const call = (command: string, toolCallId = "c1"): Call => ({ toolCallId, toolName: "shell", input: { command } })
const once = (...calls: ReadonlyArray<Call>): Script => [{ calls }, { text: "done" }]

/** A shell that only notes what it would run. */
const shells = () => {
  const ran: Array<string> = []
  const shell = {
    execute: ({ command }: { readonly command: string }): unknown => {
      ran.push(command)
      return `ran ${command}`
    }
  }
  return { ran, tools: { shell } }
}

const names = { names: { shell: "Bash" } }

const run = async (
  hooks: Hooks,
  outcome: PlainOutcome,
  { calls = [call("ls")], settings = {} }: { readonly calls?: ReadonlyArray<Call>; readonly settings?: object } = {}
) => {
  hooks.on("PreToolUse", ({ tool }) => (tool === "Bash" ? outcome : undefined))
  const { ran, tools } = shells()
  const guard = AiSdk.guard(hooks, names)
  const play = (messages: ReadonlyArray<Message>, script: Script = once(...calls)) =>
    generate(guard.settings({ tools, ...settings, messages }), script)
  return { ran, play, first: await play(prompt) }
}

const text = (value: unknown): string => JSON.stringify(value)

describe("a call of a tool of the AI SDK", () => {
  it.live("is denied with its reason and its context, and does not run", () =>
    using(async (hooks) => {
      const { first, ran } = await run(hooks, { verdict: "deny", reason: "no", context: "because" })
      assert.deepStrictEqual(ran, [])
      assert.deepStrictEqual(outputsIn(first), [{ type: "execution-denied", reason: "no\n\nbecause" }])
    })
  )

  it.live("is denied where a hook defers it, because nobody else decides", () =>
    using(async (hooks) => {
      const { first, ran } = await run(hooks, { verdict: "defer", reason: "later" })
      assert.deepStrictEqual(ran, [])
      assert.include(text(outputsIn(first)), "No approver decided: later")
    })
  )

  it.live("is judged anew where the SDK executes another input than the one that was decided about", () =>
    using(async (hooks) => {
      hooks.on("PreToolUse", ({ input: { command } }) =>
        command === "rm" ? { verdict: "deny", reason: "no" } : undefined
      )
      const { ran, tools } = shells()
      const settings = AiSdk.guard(hooks, names).settings({ tools, toolApproval: undefined })
      // The guard has made these functions.
      const approve = settings.toolApproval as unknown as (options: object) => Promise<unknown>
      const execute = settings.tools.shell.execute as (input: object, options: object) => Promise<unknown>
      await approve({ toolCall: call("ls"), tools: settings.tools, messages: [] })
      const why = await execute({ command: "rm" }, { toolCallId: "c1", messages: [] }).catch(
        ({ message }: Error) => message
      )
      assert.deepStrictEqual([why, ran], ["no", []])
    })
  )

  it.live("runs with the input of hooks, and with context beside its result", () =>
    using(async (hooks) => {
      const { first, ran } = await run(hooks, {
        verdict: "allow",
        reason: "",
        input: { command: "pwd" },
        context: "more"
      })
      assert.deepStrictEqual(ran, ["pwd"])
      const value = [
        { type: "text", text: "ran pwd" },
        { type: "text", text: "more" }
      ]
      assert.deepStrictEqual(outputsIn(first), [{ type: "content", value }])
    })
  )

  it.live("has the result that hooks made of it", () =>
    using(async (hooks) => {
      hooks.on("PostToolUse", () => ({ result: { is: "hidden" } }))
      const { first } = await run(hooks, {})
      assert.deepStrictEqual(outputsIn(first), [{ type: "json", value: { is: "hidden" } }])
    })
  )

  it.live("passes hooks once, whichever options the SDK asks", () =>
    using(async (hooks) => {
      const events: Array<string> = []
      hooks.on("*", ({ event }) => void events.push(event))
      await run(hooks, {})
      assert.deepStrictEqual(events, ["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse"])
    })
  )

  it.live("that fails has the context of hooks in its error", () =>
    using(async (hooks) => {
      hooks.on("PostToolUseFailure", ({ fields }) => ({ context: `seen: ${String(fields["error"])}` }))
      const tools = { shell: { execute: () => Promise.reject(new Error("boom")) } }
      const result = await generate(AiSdk.guard(hooks, names).settings({ tools, messages: prompt }), once(call("ls")))
      assert.deepStrictEqual(outputsIn(result), [{ type: "error-text", value: "boom\n\nseen: boom" }])
    })
  )

  it.live("is judged by its own input beside others", () =>
    using(async (hooks) => {
      const { ran, tools } = shells()
      hooks.on("PreToolUse", async ({ input: { command } }) => {
        await new Promise((done) => setTimeout(done, command === "0" ? 40 : 0))
        return command === "0" ? { verdict: "deny", reason: "no" } : undefined
      })
      const calls = ["0", "1", "2"].map((command) => call(command, `c${command}`))
      await generate(AiSdk.guard(hooks, names).settings({ tools, messages: prompt }), once(...calls))
      assert.deepStrictEqual(ran.toSorted(), ["1", "2"])
    })
  )

  it.live("that is executed elsewhere is denied where hooks would change it, and judged in any case", () =>
    using(async (hooks) => {
      hooks.on("PreToolUse", ({ input: { command } }) =>
        command === "rm"
          ? { verdict: "deny", reason: "no" }
          : command === "ls"
            ? { input: { command: "pwd" } }
            : undefined
      )
      const guard = AiSdk.guard(hooks, names)
      const denialOf = async (one: Call) => {
        const result = await generate(guard.settings({ tools: { shell: {} }, messages: prompt }), once(one))
        return text(outputsIn(result)).includes("execution-denied")
      }
      assert.deepStrictEqual(
        [await denialOf(call("rm")), await denialOf(call("ls")), await denialOf(call("date"))],
        [true, true, false]
      )
    })
  )

  it.live("gives parts of its result as they come, and the last as hooks left it", () =>
    using(async (hooks) => {
      hooks.on("PostToolUse", () => ({ result: "hidden" }))
      const tools = {
        shell: {
          async *execute() {
            yield "one"
            yield "secret"
          }
        }
      }
      const result = await generate(AiSdk.guard(hooks, names).settings({ tools, messages: prompt }), once(call("ls")))
      assert.deepStrictEqual(result.preliminary, ["one", "hidden"])
      assert.deepStrictEqual(outputsIn(result), [{ type: "text", value: "hidden" }])
    })
  )
})

describe("a question of hooks in the AI SDK", () => {
  const asks: PlainOutcome = { verdict: "ask", reason: "sure?" }

  it.live("runs once the user has approved it, and not before", () =>
    using(async (hooks) => {
      const { first, play, ran } = await run(hooks, asks)
      assert.deepStrictEqual([ran, first.requests.length], [[], 1])
      await play(withAnswers(prompt, first, false), [{ text: "done" }])
      assert.deepStrictEqual(ran, [])
      await play(withAnswers(prompt, first, true), [{ text: "done" }])
      assert.deepStrictEqual(ran, ["ls"])
    })
  )

  it.live("names the input that runs, and no other one runs", () =>
    using(async (hooks) => {
      let command = "pwd"
      hooks.on("PreToolUse", () => ({ ...asks, input: { command } }))
      const { first, play, ran } = await run(hooks, {})
      assert.include(text(first.response.messages), "pwd")
      command = "rm -rf /"
      const last = await play(withAnswers(prompt, first, true), [{ text: "done" }])
      assert.deepStrictEqual(ran, [])
      assert.include(text(outputsIn(last)), "No approver decided")
      command = "pwd"
      await play(withAnswers(prompt, first, true), [{ text: "done" }])
      assert.deepStrictEqual(ran, ["pwd"])
    })
  )

  it.live("denies where nobody is there", () =>
    using(async (hooks) => {
      const { first, ran } = await run(hooks, asks)
      assert.deepStrictEqual(ran, [])
      assert.include(text(outputsIn(first)), "execution-denied")
    }, {})
  )

  it.live("denies in tools alone, which nobody has asked about", () =>
    using(async (hooks) => {
      hooks.on("PreToolUse", () => asks)
      const { ran, tools } = shells()
      // Its own type is kept; the SDK calls it with options.
      const execute = AiSdk.guard(hooks, names).tools(tools).shell.execute as (
        input: object,
        options: object
      ) => Promise<unknown>
      const error = await execute({ command: "ls" }, { toolCallId: "c1", messages: [] }).catch(
        (why: Error) => why.message
      )
      assert.deepStrictEqual([ran, error], [[], "No approver decided: sure?"])
    })
  )
})

describe("an approval of the program in the AI SDK", () => {
  const own: ReadonlyArray<readonly [name: string, settings: object]> = [
    ["a function", { toolApproval: () => "user-approval" }],
    ["a status of the tool", { toolApproval: { shell: "user-approval" } }],
    ["a function of the tool", { toolApproval: { shell: () => ({ type: "user-approval" }) } }]
  ]
  for (const [name, settings] of own) {
    it.live(`that is ${name} stays in force beside hooks that allow`, () =>
      using(async (hooks) => {
        const { first, play, ran } = await run(hooks, { verdict: "allow", reason: "fine" }, { settings })
        assert.deepStrictEqual(ran, [])
        await play(withAnswers(prompt, first, true), [{ text: "done" }])
        assert.deepStrictEqual(ran, ["ls"])
      })
    )
  }

  it.live("that the tool itself needs stays in force, though the SDK asks no tool beside a function", () =>
    using(async (hooks) => {
      const { ran, tools } = shells()
      const settings = { tools: { shell: { ...tools.shell, needsApproval: true } }, messages: prompt }
      await generate(AiSdk.guard(hooks, names).settings(settings), once(call("ls")))
      assert.deepStrictEqual(ran, [])
    })
  )

  it.live("is no way around a hook that denies", () =>
    using(async (hooks) => {
      const { ran } = await run(
        hooks,
        { verdict: "deny", reason: "no" },
        { settings: { toolApproval: () => "approved" } }
      )
      assert.deepStrictEqual(ran, [])
    })
  )
})

describe("a turn of the AI SDK", () => {
  const error = (running: Promise<Result>): Promise<unknown> =>
    running.then(
      () => "ended",
      (why: unknown) => why
    )

  it.live("does not begin with a prompt that hooks block", () =>
    using(async (hooks) => {
      hooks.on("UserPromptSubmit", () => ({ verdict: "deny", reason: "no such prompts" }))
      const halt = await error(generate(AiSdk.guard(hooks).settings({ messages: prompt }), [{ text: "done" }]))
      assert.instanceOf(halt, AiSdk.HookHalt)
    })
  )

  it.live("begins with the prompt as hooks left it, and with their context", () =>
    using(async (hooks) => {
      hooks.on("SessionStart", () => ({ context: "welcome" }))
      hooks.on("UserPromptSubmit", () => ({ prompt: "go slowly", context: "and now" }))
      const { requests } = await generate(AiSdk.guard(hooks).settings({ messages: prompt }), [{ text: "done" }])
      assert.deepStrictEqual(requests[0], [
        { role: "user", content: "go slowly" },
        { role: "user", content: "welcome\n\nand now" }
      ])
    })
  )

  it.live("ends at a halt: by the program's conditions, or else by an error", () =>
    using(async (hooks) => {
      const { first } = await run(hooks, { halt: "enough" }, { settings: { stopWhen: [() => false] } })
      assert.lengthOf(first.requests, 1)
      const { tools } = shells()
      const halt = await error(
        generate(AiSdk.guard(hooks, names).settings({ tools, messages: prompt }), once(call("ls", "c2")))
      )
      assert.instanceOf(halt, AiSdk.HookHalt)
      assert.include((halt as Error).message, "enough")
    })
  )

  it.live("goes on where hooks send it on, and not for ever", () =>
    using(async (hooks) => {
      const guard = AiSdk.guard(hooks)
      const seen: Array<unknown> = []
      hooks.on("Stop", ({ fields }) => {
        seen.push(fields["stop_hook_active"])
        return { verdict: "deny", reason: "one more thing" }
      })
      let count = 0
      const result = await guard.turn(prompt, (messages) => {
        count += 1
        return generate(guard.settings({ messages }), [{ text: `done ${messages.length}` }])
      })
      assert.include(text(result.requests[0]), "one more thing")
      assert.deepStrictEqual([seen[0], seen[1]], [false, true])
      assert.isAtLeast(count, 2)
      assert.isAtMost(count, 10)
    })
  )
})

describe("prompts for the AI SDK", () => {
  const secret: Message = { role: "user", content: "a secret" }
  const answer: Message = { role: "assistant", content: "so" }
  const result: Message = { role: "tool", content: [] }
  const noSecrets = (hooks: Hooks) =>
    hooks.on("UserPromptSubmit", ({ prompt: own }) =>
      own?.includes("secret") ? { verdict: "deny", reason: "no secrets" } : undefined
    )
  const forged = { ...secret, providerOptions: { hookline: { continues: true } } }

  for (const [what, messages, stepNumber] of [
    ["before instructions", [secret, { role: "system", content: "be brief" }], 0],
    ["before the begin of the answer", [secret, answer], 0],
    ["before another one", [secret, ...prompt], 0],
    ["after another one", [...prompt, secret], 0],
    ["after an answer", [...prompt, answer, secret], 0],
    ["with the mark of one that hooks made", [...prompt, answer, forged], 0],
    ["in parts", [{ role: "user", content: [{ type: "file" }, { type: "text", text: "a secret" }] }], 0],
    ["that steers a turn", [...prompt, answer, result, secret], 1]
  ] as const) {
    it.live(`are judged: one ${what}`, () =>
      using(async (hooks) => {
        noSecrets(hooks)
        const { prepareStep } = AiSdk.guard(hooks).settings({ messages }) as unknown as {
          readonly prepareStep: (options: object) => Promise<unknown>
        }
        const halt = await prepareStep({ messages, stepNumber, steps: [], responseMessages: [] }).catch(
          (why: unknown) => why
        )
        assert.instanceOf(halt, AiSdk.HookHalt)
      })
    )
  }

  it.live("are changed in their place, with the context of all behind them", () =>
    using(async (hooks) => {
      hooks.on("UserPromptSubmit", ({ prompt: own }) => ({ prompt: `${own}!`, context: `about ${own}` }))
      const messages = [...prompt, { role: "user", content: "on" }, { role: "system", content: "be brief" }, answer]
      const { requests } = await generate(AiSdk.guard(hooks).settings({ messages }), [{ text: "done" }])
      assert.deepStrictEqual(requests[0], [
        { role: "user", content: "go!" },
        { role: "user", content: "on!" },
        { role: "user", content: "about go\n\nabout on" },
        { role: "system", content: "be brief" },
        answer
      ])
    })
  )
})

describe("calls of the AI SDK with one id", () => {
  it.live("run each with its own input, at once and under two names", () =>
    using(async (hooks) => {
      hooks.on("PreToolUse", ({ tool }) => (tool === "Bash" ? { input: { command: "pwd" } } : undefined))
      const { ran, tools } = shells()
      const both = {
        ...tools,
        note: { execute: ({ command }: { readonly command: string }) => ran.push(`note ${command}`) }
      }
      const calls = [call("ls"), { ...call("ls"), toolName: "note" }]
      for (const order of [calls, calls.toReversed()]) {
        await generate(AiSdk.guard(hooks, names).settings({ tools: both, messages: prompt }), once(...order))
        assert.deepStrictEqual(ran.splice(0).toSorted(), ["note ls", "pwd"])
      }
    })
  )

  it.live("have nothing of each other in the sessions of one guard", () =>
    using(async (hooks) => {
      hooks.on("PostToolUse", ({ input }) =>
        text(input).includes("first") ? { context: "only of the first", halt: "enough" } : undefined
      )
      const { tools } = shells()
      const guard = AiSdk.guard(hooks, names)
      const play = (command: string) =>
        generate(guard.settings({ tools, messages: prompt, stopWhen: [() => false] }), once(call(command)))
      const first = await play("first")
      assert.include(text(outputsIn(first)), "only of the first")
      assert.lengthOf(first.requests, 1)
      const second = await play("second")
      assert.notInclude(text(outputsIn(second)), "only of the first")
      assert.lengthOf(second.requests, 2)
    })
  )

  it.live("are judged by the input that runs, also where it is changed in its place", () =>
    using(async (hooks) => {
      hooks.on("PreToolUse", ({ input }) =>
        text(input).includes("rm") ? { verdict: "deny", reason: "no" } : undefined
      )
      const { ran, tools } = shells()
      const guard = AiSdk.guard(hooks, names)
      const settings = guard.settings({ tools, messages: prompt }) as unknown as {
        readonly toolApproval: (options: object) => Promise<{ readonly type: string }>
        readonly tools: { readonly shell: { readonly execute: (input: object, options: object) => Promise<unknown> } }
      }
      const input = { command: "ls" }
      const toolCall = { toolCallId: "c1", toolName: "shell", input }
      assert.strictEqual((await settings.toolApproval({ toolCall, tools, messages: [] })).type, "not-applicable")
      input.command = "rm"
      const error = await settings.tools.shell.execute(input, { toolCallId: "c1", messages: [] }).catch(String)
      assert.deepStrictEqual([error, ran], ["Error: no", []])
    })
  )

  it.live("do not run by an approval that the conversation also refuses", () =>
    using(async (hooks) => {
      const asks: PlainOutcome = { verdict: "ask", reason: "sure?" }
      const { first, play, ran } = await run(hooks, asks)
      const approved = withAnswers(prompt, first, true)
      const refused = withAnswers(prompt, first, false).at(-1)
      assert.isDefined(refused)
      await play(
        [...approved.slice(0, -1), ...(refused === undefined ? [] : [refused]), ...approved.slice(-1)],
        [{ text: "" }]
      )
      assert.deepStrictEqual(ran, [])
    })
  )
})

describe("a failure behind the AI SDK", () => {
  for (const [policy, ran] of [
    ["closed", []],
    ["open", ["ls"]]
  ] as const) {
    it.live(`of a hook is decided by the policy ${policy}`, () =>
      using(
        async (hooks) => {
          hooks.on("PreToolUse", () => Promise.reject(new Error("boom")))
          assert.deepStrictEqual((await run(hooks, {})).ran, [...ran])
        },
        { settings: { failurePolicy: policy } }
      )
    )
  }

  // proves: docs/adapters.md
  it.live("of Hookline itself denies the call, and hides a result that no hook has seen", () =>
    using(async (hooks) => {
      const { ran, tools } = shells()
      const guard = AiSdk.guard(hooks, names)
      const closing = { shell: { execute: async () => (await hooks.close(), "secret") } }
      const play = (own: typeof closing | typeof tools, messages: ReadonlyArray<Message>) =>
        generate(guard.settings({ tools: own, messages }), once(call("ls")))
      assert.notInclude(text(outputsIn(await play(closing, prompt))), "secret")
      const after = await play(tools, [...prompt, { role: "tool", content: [] }])
      assert.deepStrictEqual(ran, [])
      assert.include(text(outputsIn(after)), "No hook could be run")
    })
  )

  it.live("is denied where its input is no JSON", () =>
    using(async (hooks) => {
      hooks.on("PreToolUse", () => undefined)
      class Command {
        readonly command = "ls"
      }
      const list = Object.assign(["ls"], { command: "ls" })
      const values = [
        new Map([["command", "ls"]]),
        new Date(Number.NaN),
        new URL("https://example.com"),
        list,
        new Command(),
        Number.NaN
      ]
      // A date has no fields. Within others it is its time.
      for (const input of [new Date(0), ...values.flatMap((value) => [value, { command: value }])]) {
        // The fields of a renamed call have its input, too.
        for (const options of [{}, names]) {
          const { ran, tools } = shells()
          const settings = AiSdk.guard(hooks, options).settings({ tools, messages: prompt })
          await generate(settings, once({ toolCallId: "c1", toolName: "shell", input }))
          assert.deepStrictEqual(ran, [])
        }
      }
    })
  )

  it.live("that is an abort runs nothing", () =>
    using(async (hooks) => {
      const abort = new AbortController()
      hooks.on("PreToolUse", (_, { signal }) => {
        abort.abort(new Error("escape"))
        return new Promise((done) => signal.addEventListener("abort", () => done(undefined)))
      })
      const { ran, tools } = shells()
      const settings = AiSdk.guard(hooks, names).settings({ tools, messages: prompt, abortSignal: abort.signal })
      const why = await generate(settings, once(call("ls"))).catch((error: Error) => error.message)
      assert.deepStrictEqual([why, ran], ["escape", []])
    })
  )
})
