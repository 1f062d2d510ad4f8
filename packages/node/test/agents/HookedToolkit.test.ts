// A toolkit whose calls pass the hooks, with models on both wires.
import * as Approval from "@hookline/coordinator/Approval"
import * as Display from "@hookline/coordinator/Display"
import { assert, describe, it } from "@effect/vitest"
import type * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"
import { Leftovers, TestProject, TestProvider } from "@hookline/testing"
import * as LanguageModel from "effect/ai/LanguageModel"
import * as Prompt from "effect/ai/Prompt"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { Hookline } from "@hookline/node"
import * as HookedToolkit from "@hookline/node/HookedToolkit"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { hooks, says, scene, specific, told, Tools, wires } from "./fixtures.ts"

const toolkit = HookedToolkit.make(Tools)

const shell = (command: string, id?: string): TestProvider.Call => ({
  name: "shell",
  input: { command },
  ...(id !== undefined && { id })
})

/** Two calls of the model, as the smallest loop has them: the tools run in the first, and the second is told of them. */
const twice = Effect.gen(function* () {
  const first = yield* LanguageModel.generateText({ prompt: "go", toolkit })
  const prompt = Prompt.concat(Prompt.make("go"), Prompt.fromResponseParts(first.content))
  yield* LanguageModel.generateText({ prompt, toolkit })
  return first
})

const calling = (...calls: ReadonlyArray<TestProvider.Call>) => TestProvider.inOrder({ calls }, { text: "done" })

const change = (updatedInput: unknown) => specific("PreToolUse", { updatedInput, permissionDecision: "allow" })

for (const wire of wires) {
  describe(`HookedToolkit over ${wire}`, () => {
    it.live("tells the model why a call was denied, and calls nothing", () =>
      scene(
        {
          wire,
          files: hooks({ "PreToolUse:shell": "echo no deleting here >&2; exit 2" }),
          script: calling(shell("rm"))
        },
        Effect.fnUntraced(function* ({ model, ran }) {
          yield* twice
          assert.deepStrictEqual(ran, [])
          assert.deepStrictEqual(told(model, 2).at(-1)?.[0], "tool")
          assert.include(told(model, 2).at(-1)?.[1], "no deleting here")
        })
      )
    )

    it.live("calls the tool with the input that a hook changed", () =>
      scene(
        {
          wire,
          files: hooks({
            "PreToolUse:shell": change({ command: "rm -i" }),
            PostToolUse: "cat > post.json"
          }),
          script: calling(shell("rm"))
        },
        Effect.fnUntraced(function* ({ folder, model, ran }) {
          yield* twice
          assert.deepStrictEqual(ran, ["rm -i"])
          const post: unknown = JSON.parse(readFileSync(join(folder, "post.json"), "utf8"))
          assert.deepInclude(post, { tool_input: { command: "rm -i" } })
          assert.include(told(model, 2).at(-1)?.[1], "ran rm -i")
        })
      )
    )

    it.live("shows texts of hooks to the model after the tool's result", () =>
      scene(
        {
          wire,
          files: hooks({
            "PreToolUse:shell": specific("PreToolUse", { additionalContext: "You are on main." }),
            "PostToolUse:shell": specific("PostToolUse", { additionalContext: "Run the tests." })
          }),
          script: calling(shell("ls"))
        },
        Effect.fnUntraced(function* ({ model }) {
          const first = yield* twice
          assert.deepStrictEqual(first.toolResults[0]?.result, { out: "ran ls" })
          const [role, text = ""] = told(model, 2).at(-1) ?? []
          assert.strictEqual(role, "tool")
          assert.strictEqual(
            text.replaceAll(/\/[0-9a-f]{12}/g, ""),
            [
              `{"out":"ran ls"}`,
              "From claude/PreToolUse (16 bytes):\nYou are on main.\n",
              "From claude/PostToolUse (14 bytes):\nRun the tests."
            ].join("\n")
          )
        })
      )
    )
  })
}

describe("HookedToolkit", () => {
  it.live("denies one of several calls, and makes the others", () =>
    scene(
      {
        files: hooks({ "PreToolUse:shell": `grep -q rm && { echo not that one >&2; exit 2; } || true` }),
        script: calling(shell("ls", "a"), shell("rm", "b"), shell("pwd", "c"))
      },
      Effect.fnUntraced(function* ({ ran }) {
        const { toolResults } = yield* twice
        assert.deepStrictEqual(new Set(ran), new Set(["ls", "pwd"]))
        assert.deepStrictEqual(Object.fromEntries(toolResults.map(({ id, isFailure }) => [id, isFailure])), {
          a: false,
          b: true,
          c: false
        })
      })
    )
  )

  for (const [what, input] of [
    ["of a wrong type", { command: 7 }],
    ["that lacks a field", { cmd: "ls" }]
  ] as const) {
    // proves: docs/agents.md
    it.live(`denies a call whose input was changed to one ${what}, and never makes it unchanged`, () =>
      scene(
        { files: hooks({ "PreToolUse:shell": change(input) }), script: calling(shell("rm")) },
        Effect.fnUntraced(function* ({ model, ran }) {
          yield* twice
          assert.deepStrictEqual(ran, [])
          assert.match(told(model, 2).at(-1)?.[1] ?? "", /changed the input of shell to what the tool does not take/)
        })
      )
    )
  }

  it.live("asks once about a call that was allowed always, and again about every other call", () =>
    scene(
      {
        script: TestProvider.inOrder({ calls: [shell("one"), shell("one")] }, { calls: [shell("one"), shell("two")] }),
        // There is one answer, and nobody to give a second.
        provide: [Approval.layerScripted(["Allow always"])]
      },
      Effect.fnUntraced(function* ({ ran }) {
        const { register } = yield* Hookline
        const question = { by: "", prompt: "Really?", options: ["Allow always", "Deny"] }
        const handler = () => Effect.succeed({ verdict: Verdict.ask(question, "Really?") })
        yield* register({ event: "PreToolUse", name: "asks", handler })
        yield* twice
        assert.deepStrictEqual(ran, ["one", "one", "one"])
      })
    )
  )

  it.live("denies where no approver is there to be asked", () =>
    scene(
      {
        files: hooks({ "PreToolUse:shell": specific("PreToolUse", { permissionDecision: "ask" }) }),
        script: calling(shell("ls"))
      },
      Effect.fnUntraced(function* ({ ran }) {
        const { toolResults } = yield* twice
        assert.deepStrictEqual([ran, toolResults[0]?.isFailure], [[], true])
      })
    )
  )

  it.live("denies what a hook leaves to somebody else", () =>
    scene(
      {
        files: hooks({ "PreToolUse:shell": specific("PreToolUse", { permissionDecision: "defer" }) }),
        script: calling(shell("ls"))
      },
      Effect.fnUntraced(function* ({ model, ran }) {
        yield* twice
        assert.deepStrictEqual(ran, [])
        assert.include(told(model, 2).at(-1)?.[1], "No approver decided")
      })
    )
  )

  it.live("gives the model the result that a hook changed", () =>
    scene(
      {
        files: hooks({ "PostToolUse:shell": specific("PostToolUse", { updatedToolOutput: { out: "[redacted]" } }) }),
        script: calling(shell("cat key"))
      },
      Effect.fnUntraced(function* ({ model }) {
        const { toolResults } = yield* twice
        assert.deepStrictEqual(toolResults[0]?.result, { out: "[redacted]" })
        assert.notInclude(told(model, 2).at(-1)?.[1], "cat key")
      })
    )
  )

  it.live("keeps a result that was changed to what the tool can't return, and tells the person", () => {
    const shown: Array<Outcome.Notice> = []
    return scene(
      {
        files: hooks({ "PostToolUse:shell": specific("PostToolUse", { updatedToolOutput: { out: 7 } }) }),
        script: calling(shell("ls")),
        provide: [Display.layer((notices) => Effect.sync(() => void shown.push(...notices)))]
      },
      Effect.fnUntraced(function* () {
        const { toolResults } = yield* twice
        assert.deepStrictEqual(toolResults[0]?.result, { out: "ran ls" })
        assert.isTrue(shown.some(({ text }) => text.includes("changed the result of shell")))
      })
    )
  })

  it.live("tells hooks of a failure, and the model what they say of it", () =>
    scene(
      {
        files: hooks({
          "PostToolUse:count": "echo wrong event >&2; exit 2",
          "PostToolUseFailure:count": `cat > failure.json; ${specific("PostToolUseFailure", { additionalContext: "Try less." })}`
        }),
        script: calling({ name: "count", input: { to: 300 } })
      },
      Effect.fnUntraced(function* ({ folder, model }) {
        yield* twice
        assert.deepStrictEqual(told(model, 2).at(-1), ["tool", "too far\nTry less."])
        const heard: unknown = JSON.parse(readFileSync(join(folder, "failure.json"), "utf8"))
        assert.deepInclude(heard, { tool_name: "count", error: "too far" })
      })
    )
  )

  it.live("passes preliminary results in a stream as they come, and hooks hear of the last", () =>
    scene(
      {
        files: hooks({ "PostToolUse:count": "cat >> posts.json" }),
        script: calling({ name: "count", input: { to: 3 } })
      },
      Effect.fnUntraced(function* ({ folder }) {
        const parts = yield* Stream.runCollect(LanguageModel.streamText({ prompt: "go", toolkit }))
        const results = parts.filter((part) => part.type === "tool-result")
        assert.deepStrictEqual(
          results.map(({ preliminary, result }) => [preliminary, result]),
          [
            [true, 1],
            [false, 3]
          ]
        )
        const posts = readFileSync(join(folder, "posts.json"), "utf8").trim().split("\n")
        assert.deepStrictEqual(
          posts.map((post) => (JSON.parse(post) as { readonly tool_response: unknown }).tool_response),
          [3]
        )
      })
    )
  )

  it.live("lets a tool that needs approval wait for it, and guards it when it has come", () =>
    scene(
      {
        files: hooks({ "PreToolUse:deploy": "grep -q production && exit 2 || true" }),
        script: calling({ name: "deploy", input: { to: "staging" } })
      },
      Effect.fnUntraced(function* ({ model, ran }) {
        const first = yield* LanguageModel.generateText({ prompt: "go", toolkit })
        const request = first.content.find((part) => part.type === "tool-approval-request")
        assert.isDefined(request)
        assert.deepStrictEqual(ran, [])
        const approved = Prompt.toolApprovalResponsePart({ approvalId: request?.approvalId ?? "", approved: true })
        const prompt = Prompt.make("go").pipe(
          Prompt.concat(Prompt.fromResponseParts(first.content)),
          Prompt.concat(Prompt.fromMessages([Prompt.toolMessage({ content: [approved] })]))
        )
        yield* LanguageModel.generateText({ prompt, toolkit })
        assert.deepStrictEqual(ran, ["deploy staging"])
        assert.include(told(model, 2).at(-1)?.[1], "deployed to staging")
      })
    )
  )

  for (const event of ["PreToolUse", "PostToolUse"]) {
    it.live(`fails the model's call where a hook of ${event} stops the agent`, () =>
      scene(
        {
          files: hooks({ [`${event}:shell`]: says({ continue: false, stopReason: "Enough." }) }),
          script: calling(shell("ls"))
        },
        Effect.fnUntraced(function* ({ model, ran }) {
          const error = yield* Effect.flip(twice)
          assert.strictEqual(HookedToolkit.haltOf(error)?.reason, "Enough.")
          assert.isFalse(error.isRetryable)
          assert.strictEqual(HookedToolkit.haltOf(new Error("no")), undefined)
          assert.deepStrictEqual([model.requests.length, ran], [1, event === "PreToolUse" ? [] : ["ls"]])
        })
      )
    )
  }

  it.live("tells hooks the names and keys that they know, and takes changes back in the tool's own", () => {
    const named = HookedToolkit.make(Tools, {
      names: { shell: "Bash", count: { name: "Count", keys: { to: "limit" } } }
    })
    const calls = [shell("ls"), { name: "count", input: { to: 3 } }]
    return scene(
      {
        files: hooks({
          "PreToolUse:Bash": "cat > bash.json",
          "PreToolUse:Count": `cat > count.json; ${change({ limit: 5 })}`,
          "PostToolUse:Count": "cat > counted.json"
        }),
        script: calling(...calls)
      },
      Effect.fnUntraced(function* ({ folder, ran }) {
        yield* Effect.provideService(
          LanguageModel.generateText({ prompt: "go", toolkit: named }),
          HookedToolkit.SessionFields,
          { sessionId: "s1" }
        )
        assert.deepStrictEqual(new Set(ran), new Set(["ls", 5]))
        const heard = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), "utf8"))
        assert.deepInclude(heard("bash.json"), {
          session_id: "s1",
          tool_name: "Bash",
          host_tool_name: "shell",
          tool_input: { command: "ls" }
        })
        assert.deepInclude(heard("count.json"), { tool_input: { limit: 3 }, host_tool_input: { to: 3 } })
        assert.deepInclude(heard("counted.json"), { tool_input: { limit: 5 }, host_tool_input: { to: 5 } })
      })
    )
  })

  it.live("asks the hooks of each project that it is guarded for, and the same ones once", () =>
    scene(
      { files: hooks({ "PreToolUse:shell": "echo asked >> asked" }), script: calling(shell("ls")) },
      Effect.fnUntraced(function* ({ folder, ran }) {
        const once = yield* HookedToolkit.guard(Tools)
        assert.strictEqual(yield* HookedToolkit.guard(once), once)
        const project = yield* TestProject.make(hooks({ "PreToolUse:shell": "exit 2" }))
        const strict = yield* Layer.build(Hookline.layer({ project }))
        const both = yield* Effect.provideContext(HookedToolkit.guard(once), strict)
        const call = (toolkit: typeof once) =>
          Effect.flatMap(toolkit.handle("shell", { command: "ls" }), (outputs) => Stream.runDrain(outputs))
        yield* call(both)
        assert.deepStrictEqual(ran, [])
        yield* call(once)
        assert.deepStrictEqual(ran, ["ls"])
        assert.strictEqual(readFileSync(join(folder, "asked"), "utf8"), "asked\n")
      })
    )
  )

  const bashDenied = { files: hooks({ "PreToolUse:Bash": "exit 2" }), script: calling(shell("ls")) }
  const names = { shell: "Bash" }
  const call = (toolkit: Effect.Success<ReturnType<typeof guarded>>) =>
    Effect.flatMap(toolkit.handle("shell", { command: "ls" }), (outputs) => Stream.runDrain(outputs))
  const guarded = (options?: HookedToolkit.Options) => HookedToolkit.guard(Tools, options)

  // proves: docs/agents.md
  it.live("knows tools by the names that are given to a toolkit which is guarded already", () =>
    scene(
      bashDenied,
      Effect.fnUntraced(function* ({ ran }) {
        yield* call(yield* HookedToolkit.guard(HookedToolkit.make(Tools), { names }))
        yield* call(yield* HookedToolkit.guard(guarded({ names: { count: "Count" } }), { names, server: "own" }))
        assert.deepStrictEqual(ran, [])
        const named = yield* guarded({ names, server: "own" })
        for (const known of [{}, { names }, { names: { shell: { name: "Bash", keys: {} } } }, { server: "own" }]) {
          assert.strictEqual(yield* HookedToolkit.guard(named, known), named)
        }
      })
    )
  )

  it.live("adds names inside of the hooks of another project, and asks no hooks twice", () =>
    scene(
      { files: hooks({ "PreToolUse:Bash": "echo asked >> asked" }), script: calling(shell("ls")) },
      Effect.fnUntraced(function* ({ folder, ran }) {
        const other = yield* Layer.build(Hookline.layer({ project: yield* TestProject.make({}) }))
        const own = yield* guarded()
        const inside = yield* Effect.provideContext(HookedToolkit.guard(own), other)
        yield* call(yield* HookedToolkit.guard(inside, { names }))
        assert.deepStrictEqual(ran, ["ls"])
        assert.strictEqual(readFileSync(join(folder, "asked"), "utf8"), "asked\n")
        assert.strictEqual(yield* HookedToolkit.guard(inside), inside)
      })
    )
  )

  it.live("refuses a second name of a tool, because the guards of the first would not run", () =>
    scene(
      bashDenied,
      Effect.fnUntraced(function* () {
        const why = (options: HookedToolkit.Options) =>
          Effect.map(Effect.exit(HookedToolkit.guard(guarded({ names, server: "own" }), options)), (exit) =>
            exit._tag === "Failure" ? Cause.pretty(exit.cause) : ""
          )
        assert.include(
          yield* why({ names: { shell: "Terminal" } }),
          "hooks know it as Bash already, and not as Terminal"
        )
        assert.include(yield* why({ names: { shell: { name: "Bash", keys: { cmd: "command" } } } }), "names: shell")
        assert.include(yield* why({ server: "other" }), "server: hooks know it as own already")
      })
    )
  )

  it.live("stops what runs where it is interrupted, and fires nothing for it", () =>
    scene(
      { script: calling(shell("ls")) },
      Effect.fnUntraced(function* ({ ran }) {
        const hookline = yield* Hookline
        const heard: Array<string> = []
        yield* hookline.register({
          event: "*",
          name: "all",
          handler: ({ _tag }) => Effect.sync(() => void heard.push(_tag))
        })
        yield* hookline.register({ event: "PreToolUse", name: "slow", priority: 50, handler: () => Effect.never })
        const fiber = yield* Effect.forkChild(twice)
        yield* Leftovers.until(() => heard.length > 0)
        yield* Fiber.interrupt(fiber)
        assert.deepStrictEqual([heard, ran], [["PreToolUse"], []])
      })
    )
  )
})
