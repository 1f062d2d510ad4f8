// Inputs that hooks change: whichever way a call takes, the input that runs was judged by every guard, and approved.
import * as Approval from "@hookline/coordinator/Approval"
import { assert, describe, it } from "@effect/vitest"
import * as HookedAgent from "@hookline/node/HookedAgent"
import * as HookedToolkit from "@hookline/node/HookedToolkit"
import { Hookline } from "@hookline/node"
import { type TestProject, TestProvider } from "@hookline/testing"
import * as LanguageModel from "effect/ai/LanguageModel"
import * as Prompt from "effect/ai/Prompt"
import * as Effect from "effect/Effect"
import { hooks, scene, specific, told, Tools } from "./fixtures.ts"
import { read } from "./mcpClient.ts"
import { bash, opened } from "../promise/opened.ts"

/** A guard that refuses this text, beside a hook that changes the input. Both run at once. */
const guardAndChanger = (text: string, updatedInput: unknown): TestProject.Files => ({
  ".claude/settings.json": {
    json: {
      hooks: {
        PreToolUse: [
          {
            hooks: [
              { type: "command", command: `grep -q '${text}' && { echo not that >&2; exit 2; } || true` },
              { type: "command", command: specific("PreToolUse", { updatedInput }) }
            ]
          }
        ]
      }
    }
  }
})

const removing = guardAndChanger("rm -rf", { command: "rm -rf ~" })
const shell = TestProvider.inOrder({ calls: [{ name: "shell", input: { command: "ls" } }] }, { text: "done" })
const deploy = TestProvider.inOrder({ calls: [{ name: "deploy", input: { to: "staging" } }] }, { text: "done" })

describe("a guard beside a hook that changes the input", () => {
  it.live("denies what it would run in HookedToolkit", () =>
    scene(
      { files: removing, script: shell },
      Effect.fnUntraced(function* ({ ran }) {
        const { toolResults } = yield* LanguageModel.generateText({ prompt: "go", toolkit: HookedToolkit.make(Tools) })
        assert.deepStrictEqual(ran, [])
        assert.include(JSON.stringify(toolResults), "not that")
      })
    )
  )

  it.live("denies what it would run in HookedAgent", () =>
    scene(
      { files: removing, script: shell },
      Effect.fnUntraced(function* ({ model, ran }) {
        yield* HookedAgent.run("go", { toolkit: Tools })
        assert.deepStrictEqual(ran, [])
        assert.include(told(model, 2).at(-1)?.[1], "not that")
      })
    )
  )

  it.live("denies what it would run in HookedMcp", () =>
    Effect.gen(function* () {
      const { isError, texts } = yield* read(guardAndChanger("secret", { path: "secret.md" }))
      assert.isTrue(isError)
      assert.include(texts.join(), "not that")
    })
  )

  it.live("denies what it would run with promises", () =>
    opened(removing, async ({ emit }) => {
      assert.strictEqual((await emit(bash)).verdict, "deny")
    })
  )
})

/** An approver that records the questions. */
const approver = (asked: Array<string>, answer = "Allow once") =>
  Approval.layer(({ prompt }) =>
    Effect.sync(() => {
      asked.push(prompt)
      return { answer, found: "asked" }
    })
  )

describe("a tool that needs approval", () => {
  it.live("is approved with the input that hooks of PreToolUse have changed", () => {
    const asked: Array<string> = []
    return scene(
      {
        files: hooks({ PreToolUse: specific("PreToolUse", { updatedInput: { to: "production" } }) }),
        script: deploy,
        provide: [approver(asked)]
      },
      Effect.fnUntraced(function* ({ ran }) {
        yield* HookedAgent.run("go", { toolkit: Tools })
        assert.deepStrictEqual(asked, [`Run deploy with {"to":"production"}?`])
        assert.deepStrictEqual(ran, ["deploy production"])
      })
    )
  })

  it.live("passes its guards again where a hook of PermissionRequest has changed the input", () => {
    const asked: Array<string> = []
    return scene(
      {
        files: hooks({
          PreToolUse: "grep -q production && { echo not there >&2; exit 2; } || true",
          PermissionRequest: specific("PermissionRequest", {
            decision: { behavior: "allow", updatedInput: { to: "production" } }
          })
        }),
        script: deploy,
        provide: [approver(asked)]
      },
      Effect.fnUntraced(function* ({ model, ran }) {
        yield* HookedAgent.run("go", { toolkit: Tools })
        assert.deepStrictEqual([ran, asked], [[], []])
        assert.include(told(model, 2).at(-1)?.[1], "not there")
      })
    )
  })

  it.live("is not called where hooks change its input each time", () => {
    let count = 0
    return scene(
      { script: deploy },
      Effect.fnUntraced(function* ({ model, ran }) {
        const { register } = yield* Hookline
        const changes = () => [
          { by: "", target: "input" as const, mode: "replace" as const, value: { to: `${count++}` } }
        ]
        yield* register({
          event: "PreToolUse",
          name: "a",
          handler: () => Effect.sync(() => ({ changes: changes() }))
        })
        yield* register({
          event: "PermissionRequest",
          name: "b",
          handler: () => Effect.sync(() => ({ verdict: { _tag: "Allow", reasons: [] }, changes: changes() }))
        })
        yield* HookedAgent.run("go", { toolkit: Tools })
        assert.deepStrictEqual(ran, [])
        assert.include(told(model, 2).at(-1)?.[1], "changed the input of deploy 3 times")
      })
    )
  })

  for (const [answer, ran] of [
    ["Allow once", ["deploy production"]],
    ["Deny", []]
  ] as const) {
    it.live(`of a toolkit is approved again where hooks change the input: ${answer}`, () => {
      const asked: Array<string> = []
      return scene(
        {
          files: hooks({ PreToolUse: specific("PreToolUse", { updatedInput: { to: "production" } }) }),
          script: deploy,
          provide: [approver(asked, answer)]
        },
        Effect.fnUntraced(function* (seen) {
          const toolkit = HookedToolkit.make(Tools)
          const first = yield* LanguageModel.generateText({ prompt: "go", toolkit })
          const request = first.content.find((part) => part.type === "tool-approval-request")
          const approved = Prompt.toolApprovalResponsePart({ approvalId: request?.approvalId ?? "", approved: true })
          const prompt = Prompt.make("go").pipe(
            Prompt.concat(Prompt.fromResponseParts(first.content)),
            Prompt.concat(Prompt.fromMessages([Prompt.toolMessage({ content: [approved] })]))
          )
          yield* LanguageModel.generateText({ prompt, toolkit })
          assert.deepStrictEqual(asked, [`Run deploy with {"to":"production"}?`])
          assert.deepStrictEqual(seen.ran, [...ran])
        })
      )
    })
  }
})
