// An agent with its whole life, with models on both wires and real hooks.
import * as Approval from "@hookline/coordinator/Approval"
import { assert, describe, it } from "@effect/vitest"
import type { Tag } from "@hookline/schema/HookEvent"
import * as Verdict from "@hookline/schema/Verdict"
import { Leftovers, TestProvider } from "@hookline/testing"
import * as Prompt from "effect/ai/Prompt"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { Hookline } from "@hookline/node"
import * as HookedAgent from "@hookline/node/HookedAgent"
import * as HookedToolkit from "@hookline/node/HookedToolkit"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { hooks, says, scene, specific, told, Tools, wires } from "./fixtures.ts"

const shell = (command: string): TestProvider.Call => ({ name: "shell", input: { command } })

/** The events of a session, as a native handler hears them. */
const events = Effect.gen(function* () {
  const { register } = yield* Hookline
  const heard: Array<Tag> = []
  yield* register({ event: "*", name: "all", handler: ({ _tag }) => Effect.sync(() => void heard.push(_tag)) })
  return heard
})

const context = (event: string, additionalContext: string) => specific(event, { additionalContext })

for (const wire of wires) {
  describe(`HookedAgent over ${wire}`, () => {
    it.live("lives a whole life, and tells every step of it", () =>
      scene(
        { wire, script: TestProvider.inOrder({ calls: [shell("ls")] }, { text: "All is well." }) },
        Effect.fnUntraced(function* ({ ran }) {
          const heard = yield* events
          const answer = yield* HookedAgent.run("look around", { toolkit: Tools, system: "You are terse." })
          assert.deepStrictEqual(answer, { text: "All is well.", ended: "done" })
          assert.deepStrictEqual(ran, ["ls"])
          assert.deepStrictEqual(heard, [
            "SessionStart",
            "UserPromptSubmit",
            "PreToolUse",
            "PostToolUse",
            "Stop",
            "SessionEnd"
          ])
        })
      )
    )

    it.live(
      "tells the model what hooks add, in the same turn, in the role asked for, and after the tool's result",
      () =>
        scene(
          {
            wire,
            files: hooks({
              SessionStart: context("SessionStart", "It is Friday."),
              UserPromptSubmit: "echo Mind the tests.",
              PreToolUse: context("PreToolUse", "On main."),
              PostToolUse: context("PostToolUse", "Formatted.")
            }),
            script: TestProvider.inOrder({ calls: [shell("ls")] }, { text: "done" })
          },
          Effect.fnUntraced(function* ({ model }) {
            const { register } = yield* Hookline
            yield* register({
              event: "PostToolUse",
              name: "asUser",
              handler: () =>
                Effect.succeed({
                  context: [{ by: "", text: "Says the user.", role: "user", ephemeral: false } as const]
                })
            })
            yield* HookedAgent.run("go", { toolkit: Tools })
            const [system, rest] = [told(model, 2).filter(([role]) => role === "system"), told(model, 2)]
            for (const text of ["It is Friday.", "Mind the tests.", "On main.", "Formatted."]) {
              assert.include(system.map(([, said]) => said).join("\n"), text)
            }
            const roles = rest.filter(([role]) => role !== "system")
            assert.deepStrictEqual(roles, [
              ["user", "go"],
              ["tool", `{"out":"ran ls"}`],
              ["user", "Says the user."]
            ])
          })
        )
    )

    it.live("goes on where a hook of Stop wants it to, with the reason as its next instruction", () =>
      scene(
        {
          wire,
          files: hooks({ Stop: `test -e once || { touch once; echo run the tests first >&2; exit 2; }` }),
          script: TestProvider.inOrder({ text: "done" }, { text: "really done" })
        },
        Effect.fnUntraced(function* ({ model }) {
          const { text } = yield* HookedAgent.run("go")
          assert.strictEqual(text, "really done")
          assert.deepStrictEqual(told(model, 2).at(-1), ["user", "run the tests first"])
        })
      )
    )
  })
}

describe("HookedAgent", () => {
  it.live("is let go by a hook of Stop that always blocks, after eight times without a tool call", () =>
    scene(
      { files: hooks({ Stop: `echo more >&2; exit 2` }), script: () => ({ text: "done" }) },
      Effect.fnUntraced(function* ({ model }) {
        const { ended } = yield* HookedAgent.run("go")
        assert.deepStrictEqual([ended, model.requests.length], ["done", 9])
      })
    )
  )

  it.live("is let go by a handler of the program, too, and counts anew after a tool call", () =>
    scene(
      { script: (_, count) => (count === 5 ? { calls: [shell("ls")] } : { text: "done" }) },
      Effect.fnUntraced(function* ({ model }) {
        const { register } = yield* Hookline
        const active: Array<boolean> = []
        yield* register({
          event: "Stop",
          name: "more",
          handler: ({ stopHookActive }) =>
            Effect.sync(() => {
              active.push(stopHookActive)
              return { verdict: Verdict.deny({ by: "", reason: "more" }) }
            })
        })
        yield* HookedAgent.run("go", { toolkit: Tools })
        assert.strictEqual(model.requests.length, 5 + 9)
        assert.deepStrictEqual(active.slice(0, 6), [false, true, true, true, false, true])
      })
    )
  )

  it.live("does not go on where it is halted, though another hook wants it to", () =>
    scene(
      {
        files: hooks({ Stop: says({ continue: false, stopReason: "Enough.", decision: "block", reason: "more" }) }),
        script: TestProvider.inOrder({ text: "done" })
      },
      Effect.fnUntraced(function* () {
        assert.deepStrictEqual(yield* HookedAgent.run("go"), { text: "done", ended: "halted", reason: "Enough." })
      })
    )
  )

  it.live("does not ask the model what a hook refuses, and tells why", () =>
    scene(
      { files: hooks({ UserPromptSubmit: `echo no secrets >&2; exit 2` }), script: TestProvider.inOrder() },
      Effect.fnUntraced(function* ({ model }) {
        assert.deepStrictEqual(yield* HookedAgent.run("go"), { text: "", ended: "blocked", reason: "no secrets" })
        assert.strictEqual(model.requests.length, 0)
      })
    )
  )

  it.live("asks the model what a hook made of the prompt", () =>
    scene(
      { script: TestProvider.inOrder({ text: "done" }) },
      Effect.fnUntraced(function* ({ model }) {
        const { register } = yield* Hookline
        yield* register({
          event: "UserPromptSubmit",
          name: "polite",
          handler: ({ prompt }) =>
            Effect.succeed({
              changes: [{ by: "", target: "prompt", mode: "replace", value: `${prompt}, please` } as const]
            })
        })
        yield* HookedAgent.run("go")
        assert.deepStrictEqual(told(model, 1), [["user", "go, please"]])
      })
    )
  )

  for (const [event, ran] of [
    ["SessionStart", 0],
    ["UserPromptSubmit", 0],
    ["PreToolUse", 1],
    ["PostToolUse", 1]
  ] as const) {
    it.live(`stops where a hook of ${event} halts it`, () =>
      scene(
        {
          files: hooks({ [event]: says({ continue: false, stopReason: "Enough." }) }),
          script: TestProvider.inOrder({ text: "I look.", calls: [shell("ls")] })
        },
        Effect.fnUntraced(function* ({ model }) {
          const answer = yield* HookedAgent.run("go", { toolkit: Tools })
          assert.deepInclude(answer, { ended: "halted", reason: "Enough." })
          assert.strictEqual(model.requests.length, ran)
        })
      )
    )
  }

  it.live("stops after as many calls of the model as it may make", () =>
    scene(
      { script: () => ({ calls: [shell("ls")] }) },
      Effect.fnUntraced(function* ({ model }) {
        const { ended } = yield* HookedAgent.run("go", { toolkit: Tools, turns: 3 })
        assert.deepStrictEqual([ended, model.requests.length], ["turns", 3])
      })
    )
  )

  it.live("fires Stop where it ends by the number of calls, which a block can't put off", () =>
    scene(
      {
        files: hooks({ Stop: `echo stop >> stops; ${says({ decision: "block", reason: "Run the tests." })}` }),
        script: () => ({ text: "More.", calls: [shell("ls")] })
      },
      Effect.fnUntraced(function* ({ folder, model }) {
        const answer = yield* HookedAgent.run("go", { toolkit: Tools, turns: 2 })
        assert.deepStrictEqual([answer.ended, model.requests.length], ["turns", 2])
        assert.match(answer.reason ?? "", /called 2 times.*A hook wanted it to go on: .*Run the tests\./)
        assert.strictEqual(readFileSync(join(folder, "stops"), "utf8"), "stop\n")
      })
    )
  )

  it.live("remembers the conversation, and forgets what was for one call", () =>
    scene(
      {
        script: TestProvider.inOrder({ text: "one" }, { text: "two" })
      },
      Effect.fnUntraced(function* ({ model }) {
        const { register } = yield* Hookline
        yield* register({
          event: "UserPromptSubmit",
          name: "clock",
          handler: ({ prompt }) =>
            Effect.succeed({ context: [{ by: "", text: `at ${prompt}`, role: "user", ephemeral: true } as const] })
        })
        const agent = yield* HookedAgent.open()
        yield* agent.prompt("first")
        yield* agent.prompt("second")
        assert.deepStrictEqual(
          model.requests[1]?.messages.map(({ text }) => text),
          ["first", "one", "second", "at second"]
        )
      })
    )
  )

  it.live("has a person asked where neither a hook nor anybody else approves a tool that needs it", () => {
    const asked: Array<string> = []
    return scene(
      {
        files: hooks({
          "PermissionRequest:deploy": `grep -q staging && ${specific("PermissionRequest", { decision: { behavior: "allow" } })} || true`
        }),
        script: TestProvider.inOrder(
          { calls: [{ name: "deploy", input: { to: "staging" } }] },
          { calls: [{ name: "deploy", input: { to: "production" } }] },
          { calls: [{ name: "deploy", input: { to: "the moon" } }] },
          { text: "done" }
        ),
        provide: [
          Approval.layer(({ prompt }) =>
            Effect.sync(() => {
              asked.push(prompt)
              return { answer: prompt.includes("moon") ? "Deny" : "Allow once", found: "asked" }
            })
          )
        ]
      },
      Effect.fnUntraced(function* ({ model, ran }) {
        const heard = yield* events
        yield* HookedAgent.run("go", { toolkit: Tools })
        assert.deepStrictEqual(ran, ["deploy staging", "deploy production"])
        assert.deepStrictEqual(asked, [`Run deploy with {"to":"production"}?`, `Run deploy with {"to":"the moon"}?`])
        assert.include(told(model, 4).at(-1)?.[1], "refused")
        assert.strictEqual(heard.filter((tag) => tag === "PermissionDenied").length, 1)
        assert.strictEqual(heard.filter((tag) => tag === "PreToolUse").length, 3)
      })
    )
  })

  for (const [what, input, ran, told] of [
    ["one that the tool takes", { target: "staging" }, ["deploy staging"], "deployed to staging"],
    ["one that it does not take", { target: 7 }, [], "changed the input of deploy to what the tool does not take"]
  ] as const) {
    it.live(`has a hook of PermissionRequest change the input to ${what}, by the names that hooks know`, () =>
      scene(
        {
          files: hooks({
            "PermissionRequest:Deploy": specific("PermissionRequest", {
              decision: { behavior: "allow", updatedInput: input }
            })
          }),
          script: TestProvider.inOrder({ calls: [{ name: "deploy", input: { to: "production" } }] }, { text: "done" })
        },
        Effect.fnUntraced(function* (seen) {
          const names = { deploy: { name: "Deploy", keys: { to: "target" } } }
          yield* HookedAgent.run("go", { toolkit: Tools, names })
          assert.deepStrictEqual(seen.ran, [...ran])
          assert.include(JSON.stringify(seen.model.requests[1]?.messages), told)
        })
      )
    )
  }

  it.live("guards tools once, that were guarded before", () =>
    scene(
      {
        files: hooks({ PreToolUse: "echo once >> calls" }),
        script: TestProvider.inOrder({ calls: [shell("ls")] }, { text: "done" })
      },
      Effect.fnUntraced(function* ({ folder }) {
        yield* HookedAgent.run("go", { toolkit: HookedToolkit.make(Tools) })
        assert.strictEqual(readFileSync(join(folder, "calls"), "utf8"), "once\n")
      })
    )
  )

  it.live("knows tools that were guarded before by the names of its own options", () =>
    scene(
      {
        files: hooks({ "PreToolUse:Bash": "echo once >> calls; exit 2" }),
        script: TestProvider.inOrder({ calls: [shell("ls")] }, { text: "done" })
      },
      Effect.fnUntraced(function* ({ folder, ran }) {
        yield* HookedAgent.run("go", { toolkit: HookedToolkit.make(Tools), names: { shell: "Bash" } })
        assert.deepStrictEqual(ran, [])
        assert.strictEqual(readFileSync(join(folder, "calls"), "utf8"), "once\n")
      })
    )
  )

  it.live("makes the conversation shorter unless a hook keeps it from that, and begins anew then", () =>
    scene(
      {
        files: hooks({
          PreCompact: "test -e open || { echo not now >&2; exit 2; }",
          "SessionStart:compact": "echo Remember the tests."
        }),
        script: TestProvider.inOrder({ text: "one" }, { text: "two" }, { text: "three" })
      },
      Effect.fnUntraced(function* ({ folder, model }) {
        let isDue = true
        const agent = yield* HookedAgent.open({
          compaction: {
            when: ({ content }) => isDue && content.length > 2,
            compact: () => Effect.succeed(Prompt.make("what was said"))
          }
        })
        yield* agent.prompt("first")
        yield* agent.prompt("second")
        assert.deepStrictEqual(
          told(model, 2).map(([, text]) => text),
          ["first", "second"]
        )
        assert.isFalse(yield* agent.compact)
        isDue = false
        yield* Effect.promise(() => import("node:fs/promises").then((fs) => fs.writeFile(join(folder, "open"), "")))
        assert.isTrue(yield* agent.compact)
        yield* agent.prompt("third")
        assert.deepStrictEqual(told(model, 3), [
          ["system", "Remember the tests."],
          ["user", "what was said"],
          ["user", "third"]
        ])
      })
    )
  )

  it.live("tells its text as it comes", () =>
    scene(
      { script: TestProvider.inOrder({ text: "I look. ", calls: [shell("ls")] }, { text: "Done." }) },
      Effect.fnUntraced(function* ({ ran }) {
        const heard: Array<string> = []
        const onText = (text: string) => Effect.sync(() => void heard.push(text))
        const answer = yield* HookedAgent.run("go", { toolkit: Tools, onText })
        assert.deepStrictEqual([answer.text, heard.join(""), ran], ["Done.", "I look. Done.", ["ls"]])
      })
    )
  )

  it.live("runs an agent inside it, whose end a hook may put off, and whose calls carry its name", () =>
    scene(
      {
        files: hooks({
          "SubagentStart:explorer": context("SubagentStart", "Read only."),
          "SubagentStop:explorer": "test -e once || { touch once; echo look closer >&2; exit 2; }",
          "PreToolUse:shell": "cat > call.json"
        }),
        script: TestProvider.inOrder({ calls: [shell("ls")] }, { text: "nothing" }, { text: "a bug" })
      },
      Effect.fnUntraced(function* ({ folder, model }) {
        const heard = yield* events
        const agent = yield* HookedAgent.open({ facts: { sessionId: "s1" } })
        const answer = yield* HookedAgent.nested("explorer", "find it", { toolkit: Tools, facts: agent.facts })
        assert.strictEqual(answer.text, "a bug")
        assert.deepStrictEqual(told(model, 1), [
          ["system", "Read only."],
          ["user", "find it"]
        ])
        assert.deepStrictEqual(told(model, 3).at(-1), ["user", "look closer"])
        const call: unknown = JSON.parse(readFileSync(join(folder, "call.json"), "utf8"))
        assert.deepInclude(call, { session_id: "s1", agent_type: "explorer" })
        const ends = heard.filter((tag) => tag !== "PreToolUse" && tag !== "PostToolUse")
        assert.deepStrictEqual(ends, ["SessionStart", "SubagentStart", "SubagentStop", "SubagentStop"])
      })
    )
  )

  it.live("fires SessionEnd where it is interrupted in the middle of a tool", () =>
    scene(
      { files: hooks({ SessionEnd: "touch ended" }), script: TestProvider.inOrder({ calls: [shell("wait")] }) },
      Effect.fnUntraced(function* ({ folder, ran }) {
        const heard = yield* events
        const fiber = yield* Effect.forkChild(HookedAgent.run("go", { toolkit: Tools }))
        yield* Leftovers.until(() => ran.length > 0)
        yield* Fiber.interrupt(fiber)
        assert.isTrue(existsSync(join(folder, "ended")))
        assert.deepStrictEqual(heard.slice(-2), ["PreToolUse", "SessionEnd"])
      })
    )
  )

  it.live("leaves no process where it is interrupted while a hook of a tool runs", () =>
    Leftovers.none(
      scene(
        {
          files: hooks({
            "PreToolUse:shell": "echo $$ > pid; exec sleep 300",
            SessionEnd: "touch ended"
          }),
          script: TestProvider.inOrder({ calls: [shell("ls")] })
        },
        Effect.fnUntraced(function* ({ folder, ran }) {
          const pid = join(folder, "pid")
          const written = () => existsSync(pid) && readFileSync(pid, "utf8").trim() !== ""
          const fiber = yield* Effect.forkChild(HookedAgent.run("go", { toolkit: Tools }))
          yield* Leftovers.until(written)
          yield* Fiber.interrupt(fiber)
          assert.isTrue(existsSync(join(folder, "ended")))
          assert.deepStrictEqual(ran, [])
          return readFileSync(pid, "utf8")
        })
      ).pipe(Effect.tap((pid) => Leftovers.until(() => !Leftovers.isAlive(pid))))
    )
  )
})
