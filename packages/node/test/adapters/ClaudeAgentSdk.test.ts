import { assert, describe, it } from "@effect/vitest"
import * as ClaudeAgentSdk from "@hookline/node/adapters/ClaudeAgentSdk"
import { Leftovers } from "@hookline/testing"
import { names } from "@hookline/schema/HookEvent"
import * as Effect from "effect/Effect"
import { existsSync, readFileSync } from "node:fs"
import type { Hooks, OpenOptions, PlainOutcome } from "@hookline/node"
import { commands, opened } from "../promise/opened.ts"
import { bash, fire, payload } from "./claudeCode.ts"

const using = (use: (hooks: Hooks) => Promise<void>, options: Partial<OpenOptions> = { approve: "host" }) =>
  opened({}, use, { trust: "all", ...options })

const pre = payload("PreToolUse", bash)

/** The outcomes of a hook before a tool, with their effects in Claude Code. */
const effects: ReadonlyArray<readonly [name: string, PlainOutcome, Awaited<ReturnType<typeof fire>>]> = [
  ["nothing", {}, { decision: "none" }],
  ["a denial", { verdict: "deny", reason: "no" }, { decision: "deny", reason: "no" }],
  ["a question", { verdict: "ask", reason: "sure?" }, { decision: "ask", reason: "sure?" }],
  ["a deferral", { verdict: "defer", reason: "later" }, { decision: "defer", reason: "later" }],
  ["a grant", { verdict: "allow", reason: "fine" }, { decision: "allow", reason: "fine" }],
  [
    "a grant of another input",
    { verdict: "allow", reason: "fine", input: { command: "pwd" } },
    { decision: "allow", reason: "fine", input: { command: "pwd" } }
  ],
  ["context", { context: "more" }, { decision: "none", context: "more" }],
  ["a message", { notices: "look" }, { decision: "none", message: "look" }]
]

describe("the Claude Agent SDK's option `hooks`", () => {
  for (const [name, outcome, effect] of effects) {
    it.live(`has the effect of ${name}`, () =>
      using(async (hooks) => {
        hooks.on("PreToolUse", () => outcome)
        assert.deepStrictEqual(await fire(ClaudeAgentSdk.hooks(hooks), pre), effect)
      })
    )
  }

  it.live("stops the agent, and prevents the call at which it is stopped", () =>
    using(async (hooks) => {
      hooks.on("PreToolUse", () => ({ halt: "enough" }))
      const { decision, stops } = await fire(ClaudeAgentSdk.hooks(hooks), pre)
      assert.deepStrictEqual([decision, stops], ["deny", "enough"])
    })
  )

  it.live("changes the result of a tool", () =>
    using(async (hooks) => {
      hooks.on("PostToolUse", () => ({ result: { stdout: "hidden" }, context: "more" }))
      const event = payload("PostToolUse", { ...bash, tool_response: { stdout: "secret" } })
      const { context, result } = await fire(ClaudeAgentSdk.hooks(hooks), event)
      assert.deepStrictEqual([result, context], [{ stdout: "hidden" }, "more"])
    })
  )

  it.live("blocks a prompt, and the end of a turn", () =>
    using(async (hooks) => {
      hooks.on("*", () => ({ verdict: "deny", reason: "no" }))
      const matchers = ClaudeAgentSdk.hooks(hooks)
      assert.deepInclude(await fire(matchers, payload("UserPromptSubmit", { prompt: "go" })), { decision: "deny" })
      assert.deepInclude(await fire(matchers, payload("Stop", { stop_hook_active: false })), {
        decision: "deny",
        reason: "no"
      })
    })
  )

  it.live("fails where a denial is an exit code, which the SDK takes for a block", () =>
    using(async (hooks) => {
      hooks.on("WorktreeRemove", () => ({ verdict: "deny", reason: "keep it" }))
      const [matcher] = ClaudeAgentSdk.hooks(hooks).WorktreeRemove ?? []
      const call = matcher?.hooks[0]?.(
        payload("WorktreeRemove", { worktree_path: "/tmp/w" }),
        undefined,
        new AbortController()
      )
      assert.strictEqual(await call?.then(() => "answered").catch(({ message }: Error) => message), "keep it")
    })
  )

  it.live("blocks by a decision where the SDK ignores failures, and warns", () =>
    using(async (hooks) => {
      hooks.on("TaskCompleted", () => ({ verdict: "deny", reason: "not done" }))
      const event = payload("TaskCompleted", { task_id: "1", task_subject: "one" })
      const warned = new Promise<Error>((resolve) => process.once("warning", resolve))
      const { decision, reason } = await fire(ClaudeAgentSdk.hooks(hooks), event)
      assert.deepStrictEqual([decision, reason], ["deny", "not done"])
      assert.include((await warned).message, "not done")
    })
  )

  it.live("asks in this process where the program has an approver, and leaves a grant to the SDK's permissions", () =>
    using(
      async (hooks) => {
        hooks.on("PreToolUse", () => ({ verdict: "ask", reason: "sure?" }))
        assert.deepInclude(await fire(ClaudeAgentSdk.hooks(hooks), pre), { decision: "none" })
      },
      { approve: () => true }
    )
  )

  it.live("denies a question where nobody is there", () =>
    using(async (hooks) => {
      hooks.on("PreToolUse", () => ({ verdict: "ask", reason: "sure?" }))
      assert.deepInclude(await fire(ClaudeAgentSdk.hooks(hooks), pre), { decision: "deny" })
    }, {})
  )

  it.live("answers calls side by side, each by its own input", () =>
    using(async (hooks) => {
      hooks.on("PreToolUse", async ({ input: { command } }) => {
        await new Promise((done) => setTimeout(done, command === "0" ? 50 : 0))
        return command === "0" ? { verdict: "deny", reason: "no" } : undefined
      })
      const matchers = ClaudeAgentSdk.hooks(hooks)
      const calls = ["0", "1", "2"].map((command) =>
        fire(matchers, payload("PreToolUse", { ...bash, tool_input: { command } }))
      )
      const decisions = (await Promise.all(calls)).map(({ decision }) => decision)
      assert.deepStrictEqual(decisions, ["deny", "none", "none"])
    })
  )

  it.live("calls back for each event but the one whose callback must make a worktree", () =>
    using(async (hooks) => {
      const events = Object.keys(ClaudeAgentSdk.hooks(hooks)).toSorted()
      assert.deepStrictEqual(events, names.filter((name) => name !== "WorktreeCreate").toSorted())
    })
  )
})

describe("a session of the Claude Agent SDK", () => {
  const started = async (hooks: Hooks) => {
    const sources: Array<unknown> = []
    hooks.on("SessionStart", ({ source }) => {
      sources.push(source)
      return { context: "welcome" }
    })
    hooks.on("UserPromptSubmit", () => ({ context: "and now" }))
    const matchers = ClaudeAgentSdk.hooks(hooks)
    const prompt = (session: string) => fire(matchers, payload("UserPromptSubmit", { prompt: "go" }, session))
    return { matchers, prompt, sources }
  }

  it.live("begins with its first prompt, because nothing is called back for its start", () =>
    using(async (hooks) => {
      const { prompt, sources } = await started(hooks)
      const contexts = [await prompt("s1"), await prompt("s1"), await prompt("s2")].map(({ context }) => context)
      assert.deepStrictEqual(contexts, ["welcome\n\nand now", "and now", "welcome\n\nand now"])
      assert.deepStrictEqual(sources, ["startup", "startup"])
    })
  )

  it.live("begins once where its start is called back for", () =>
    using(async (hooks) => {
      const { matchers, prompt, sources } = await started(hooks)
      await fire(matchers, payload("SessionStart", { source: "resume" }))
      assert.deepInclude(await prompt("s1"), { context: "and now" })
      assert.deepStrictEqual(sources, ["resume"])
    })
  )

  it.live("does not go on where its start stops the agent", () =>
    using(async (hooks) => {
      hooks.on("SessionStart", () => ({ halt: "not here" }))
      const { stops } = await fire(ClaudeAgentSdk.hooks(hooks), payload("UserPromptSubmit", { prompt: "go" }))
      assert.strictEqual(stops, "not here")
    })
  )
})

describe("a failure behind the Claude Agent SDK", () => {
  for (const [policy, decision] of [
    ["closed", "deny"],
    ["ask", "ask"],
    ["open", "none"]
  ] as const) {
    it.live(`of a hook is decided by the policy ${policy}`, () =>
      using(
        async (hooks) => {
          hooks.on("PreToolUse", () => Promise.reject(new Error("boom")))
          assert.strictEqual((await fire(ClaudeAgentSdk.hooks(hooks), pre)).decision, decision)
        },
        { approve: "host", settings: { failurePolicy: policy } }
      )
    )
  }

  it.live("of Hookline itself blocks, whatever is allowed", () =>
    using(
      async (hooks) => {
        const matchers = ClaudeAgentSdk.hooks(hooks)
        await hooks.close()
        assert.strictEqual((await fire(matchers, pre)).decision, "deny")
        assert.strictEqual((await fire(matchers, payload("UserPromptSubmit", { prompt: "go" }))).decision, "deny")
      },
      { settings: { failurePolicy: "open" } }
    )
  )

  it.live("that is a payload without a known event blocks", () =>
    using(async (hooks) => {
      const [matcher] = ClaudeAgentSdk.hooks(hooks).PreToolUse ?? []
      const call = matcher?.hooks[0]?.({ hook_event_name: "" }, undefined, new AbortController())
      assert.strictEqual(await call?.then(() => "answered").catch((error: Error) => error.name), "HooklineError")
    })
  )

  it.live("that is an abort ends the hook with its processes", () =>
    opened(commands("echo $$ > pid.tmp; mv pid.tmp pid; sleep 300"), async (hooks, { project }) => {
      const abort = new AbortController()
      const fired = fire(ClaudeAgentSdk.hooks(hooks), pre, abort)
      await Effect.runPromise(Leftovers.until(() => existsSync(`${project}/pid`)))
      abort.abort(new Error("escape"))
      assert.deepStrictEqual(await fired, { decision: "deny", reason: "escape" })
      const pid = readFileSync(`${project}/pid`, "utf8").trim()
      await Effect.runPromise(Leftovers.until(() => !Leftovers.isAlive(pid)))
    })
  )
})
