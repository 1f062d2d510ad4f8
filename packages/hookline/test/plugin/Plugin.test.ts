// The plugin with Hookline behind it: Claude Code's hooks of a project, and what becomes of opencode's objects.
import { assert, describe, it } from "@effect/vitest"
import { opencodeHost } from "@hookline/dialects/kit/opencode/host"
import type { Json } from "@hookline/schema/Json"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as PluginText from "hookline/kit/manage/attach/plugin/PluginText"
import * as fs from "node:fs"
import * as path from "node:path"
import { bin } from "../commands/hookline.ts"
import { after, type Answers, before, call, type Host, load, prompt, report } from "./fakeOpencode.ts"

/** Writes the plugin into a project, as `attach` does. */
const pluginIn = (folder: string, name = "hookline.js"): string => {
  const options = { host: opencodeHost, command: [process.execPath, bin], limitMillis: () => 60_000 } as const
  const made = PluginText.of(options)
  if (!("text" in made)) throw made
  const file = path.join(folder, ".opencode/plugins", name)
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, made.text)
  return file
}

type Hooks = Readonly<Record<string, { readonly command: string; readonly matcher?: string }>>

/** Keeps the payload of each hook that runs. */
const keep = "cat >> payloads.jsonl; echo >> payloads.jsonl"

interface Played {
  readonly host: Host
  readonly folder: string
  /** The payloads that hooks got. */
  readonly payloads: () => ReadonlyArray<Json>
}

const withHooks = (hooks: Hooks, body: (played: Played) => Promise<void>, answers?: Answers) =>
  Effect.scoped(
    Effect.gen(function* () {
      const groups = Object.entries(hooks).map(([event, { command, matcher }]) => [
        event,
        [{ ...(matcher !== undefined && { matcher }), hooks: [{ type: "command", command }] }]
      ])
      const { home, project } = yield* TestProject.make({
        ".claude/settings.json": { json: { hooks: Object.fromEntries(groups) as Json } }
      })
      yield* Effect.promise(async () => {
        const before = process.env["HOME"]
        process.env["HOME"] = home
        try {
          const host = await load(pluginIn(project), answers)
          const file = path.join(project, "payloads.jsonl")
          const payloads = () =>
            (fs.existsSync(file) ? fs.readFileSync(file, "utf8") : "")
              .split("\n")
              .filter((line) => line !== "")
              .map((line) => JSON.parse(line) as Json)
          await body({ host, folder: project, payloads })
        } finally {
          process.env["HOME"] = before
        }
      })
    })
  )

const specific = (hookEventName: string, fields: object): string =>
  `echo '${JSON.stringify({ hookSpecificOutput: { hookEventName, ...fields } })}'`

describe("the plugin with Hookline behind it", () => {
  it.live("denies by an error with the guard's reason, under Claude Code's name of the tool", () =>
    withHooks({ PreToolUse: { matcher: "Bash", command: "echo 'not here' >&2; exit 2" } }, async ({ host }) => {
      assert.strictEqual((await before(host, "bash", { command: "ls" })).error, "not here")
      assert.isUndefined((await before(host, "read", { filePath: "/x" })).error)
      // A call of a tool that is not there runs nothing.
      assert.isUndefined((await before(host, "invalid", { tool: "bash" })).error)
    })
  )

  it.live("changes the input in place, and takes keys away", () =>
    withHooks(
      {
        PreToolUse: {
          matcher: "Write",
          command: specific("PreToolUse", {
            permissionDecision: "allow",
            updatedInput: { file_path: "/other", content: "other" }
          })
        }
      },
      async ({ host }) => {
        const args = { filePath: "/x", content: "x", extra: 1 }
        assert.isUndefined((await before(host, "write", args)).error)
        assert.deepStrictEqual<unknown>(args, { filePath: "/other", content: "other" })
      }
    )
  )

  it.live("shows a hook's message each time, and the reason of a denied prompt", () =>
    withHooks(
      {
        PreToolUse: { command: `echo '{"systemMessage": "careful"}'` },
        UserPromptSubmit: { command: "echo 'no such prompts' >&2; exit 2" }
      },
      async ({ host }) => {
        await before(host, "bash", { command: "ls" })
        await before(host, "bash", { command: "ls" })
        assert.strictEqual((await prompt(host, "please go")).error, "no such prompts")
        assert.deepStrictEqual(host.toasts, ["careful", "careful", "no such prompts"])
      }
    )
  )

  it.live("stops the agent before a tool and after it, and a prompt from the start", () => {
    const enough = `echo '${JSON.stringify({ continue: false, stopReason: "enough" })}'`
    return withHooks(
      {
        PreToolUse: { matcher: "Write", command: enough },
        PostToolUse: { command: enough },
        UserPromptSubmit: { command: enough }
      },
      async ({ host }) => {
        assert.strictEqual((await before(host, "write", { filePath: "/x", content: "" }, "ses_2")).error, "enough")
        const ended = await after(host, "bash", { command: "ls" }, { title: "", output: "a", metadata: {} })
        assert.deepStrictEqual([ended.error, ended.output["output"]], [undefined, "a"])
        assert.deepStrictEqual(host.aborts, [{ path: { id: "ses_2" } }, { path: { id: "ses_1" } }])
        assert.strictEqual((await prompt(host, "please go")).error, "enough")
      }
    )
  })

  it.live("puts context behind a result, also behind that of a server's tool", () =>
    withHooks(
      { PostToolUse: { command: specific("PostToolUse", { additionalContext: "mind the gap" }) } },
      async ({ host }) => {
        const plain = await after(host, "bash", { command: "ls" }, { title: "", output: "a", metadata: {} })
        assert.strictEqual(plain.output["output"], "a\n\nmind the gap")
        const parts = await after(host, "my-srv_say_hi", {}, { content: [{ type: "text", text: "hi" }] })
        assert.deepStrictEqual(parts.output["content"], [
          { type: "text", text: "hi" },
          { type: "text", text: "mind the gap" }
        ])
      }
    )
  )

  it.live("starts a session once, and adds context to the prompt as a part of its own", () =>
    withHooks(
      {
        SessionStart: { command: `${specific("SessionStart", { additionalContext: "at the start" })}; ${keep}` },
        UserPromptSubmit: { command: specific("UserPromptSubmit", { additionalContext: "at the prompt" }) }
      },
      async ({ host, payloads }) => {
        await report(host, "session.created", { sessionID: "ses_1", info: { id: "ses_1" } })
        const texts = async (text: string) => {
          const { output } = await prompt(host, text)
          return (output["parts"] as ReadonlyArray<Json>).map((part) => part["text"])
        }
        assert.deepStrictEqual(await texts("one"), ["one", "at the start", "at the prompt"])
        assert.deepStrictEqual(await texts("two"), ["two", "at the prompt"])
        assert.deepStrictEqual(
          payloads().map(({ source }) => source),
          ["startup"]
        )
      }
    )
  )

  it.live("names the server of a tool, also of one that was added later, and a longer name before a shorter", () =>
    withHooks(
      { PreToolUse: { matcher: "mcp__a_b__.*", command: "echo 'that server' >&2; exit 2" } },
      async ({ host }) => {
        assert.strictEqual((await before(host, "a_b_run", {})).error, "that server")
        assert.isUndefined((await before(host, "a_run", {})).error)
      },
      { servers: ["a", "a_b"] }
    )
  )

  it.live("reports a subagent's tools as those of the session that started it", () =>
    withHooks(
      { PreToolUse: { command: keep }, UserPromptSubmit: { command: "exit 2" } },
      async ({ host, payloads }) => {
        await report(host, "session.created", { info: { id: "ses_2", parentID: "ses_1" } })
        // The prompt of a subagent is not the user's.
        const sent = await call(
          host,
          "chat.message",
          { sessionID: "ses_2", agent: "general" },
          { message: { id: "msg_2", sessionID: "ses_2" }, parts: [{ id: "prt_1", type: "text", text: "look" }] }
        )
        assert.isUndefined(sent.error)
        await before(host, "bash", { command: "ls" }, "ses_2")
        // One that was created before the plugin was loaded.
        await before(host, "bash", { command: "ls" }, "ses_4")
        assert.deepStrictEqual(
          payloads().map(({ agent_id: agent, agent_type: type, session_id: session }) => [session, agent, type]),
          [
            ["ses_1", "ses_2", "general"],
            ["ses_3", "ses_4", undefined]
          ]
        )
      },
      { parents: { ses_4: "ses_3" } }
    )
  )

  it.live(
    "sends the agent on at the end of a turn, with the agent and model of the prompt, and in the end lets it stop",
    () =>
      withHooks(
        {
          Stop: { command: `${keep}; echo '{"decision": "block", "reason": "go on"}'` },
          UserPromptSubmit: { command: keep }
        },
        async ({ host, payloads }) => {
          await prompt(host, "please go")
          let turns = 0
          for (; turns < 30; turns++) {
            await report(host, "session.idle", { sessionID: "ses_1" })
            if (host.prompts.length === turns) break
            await prompt(host, "go on")
          }
          assert.isAbove(turns, 1)
          assert.isBelow(turns, 30)
          assert.deepStrictEqual(host.prompts[0], {
            path: { id: "ses_1" },
            body: { agent: "build", parts: [{ type: "text", text: "go on" }] }
          })
          const names = payloads().map(({ hook_event_name: name, stop_hook_active: active }) => [name, active])
          // Its own text is no prompt of the user.
          assert.deepStrictEqual(names.slice(0, 3), [
            ["UserPromptSubmit", undefined],
            ["Stop", false],
            ["Stop", true]
          ])
        }
      )
  )

  it.live("does not send on an agent that its user stopped, or a subagent", () =>
    withHooks({ Stop: { command: `echo '{"decision": "block", "reason": "go on"}'` } }, async ({ host }) => {
      await prompt(host, "please go")
      await report(host, "session.error", { sessionID: "ses_1", error: { name: "MessageAbortedError" } })
      await report(host, "session.idle", { sessionID: "ses_1" })
      await report(host, "session.created", { info: { id: "ses_2", parentID: "ses_1" } })
      await report(host, "session.idle", { sessionID: "ses_2" })
      assert.deepStrictEqual(host.prompts, [])
    })
  )

  it.live("answers a question for permission about the call that it is for", () =>
    withHooks(
      {
        PermissionRequest: {
          matcher: "Bash",
          command: `${specific("PermissionRequest", { decision: { behavior: "allow" } })}; ${keep}`
        }
      },
      async ({ host, payloads }) => {
        await before(host, "bash", { command: "ls" })
        const asked = { sessionID: "ses_1", permission: "bash", patterns: ["ls"], tool: { callID: "call_1" } }
        await report(host, "permission.asked", { ...asked, id: "per_1" })
        await report(host, "permission.asked", { ...asked, id: "per_2", permission: "edit", tool: { callID: "other" } })
        assert.deepStrictEqual(host.permissions, [
          { path: { id: "ses_1", permissionID: "per_1" }, body: { response: "once" } }
        ])
        assert.deepStrictEqual(payloads()[0]?.["tool_input"], { command: "ls" })
      }
    )
  )

  it.live("reports a failure of a tool once, and no denial as one", () =>
    withHooks(
      { PostToolUseFailure: { command: keep }, PreToolUse: { matcher: "Write", command: "exit 2" } },
      async ({ host, payloads }) => {
        const part = (tool: string, callID: string) => ({
          part: {
            type: "tool",
            tool,
            callID,
            sessionID: "ses_1",
            state: { status: "error", input: { filePath: "/x" }, error: "File not found" }
          }
        })
        await before(host, "write", { filePath: "/x", content: "" })
        await report(host, "message.part.updated", part("write", "call_1"))
        await report(host, "message.part.updated", part("read", "call_2"))
        await report(host, "message.part.updated", part("read", "call_2"))
        assert.deepStrictEqual(
          payloads().map(({ error, tool_input: input, tool_name: tool }) => [tool, input, error]),
          [["Read", { file_path: "/x" }, "File not found"]]
        )
      }
    )
  )

  it.live("reports each file of a patch, so that guards of files see it", () =>
    withHooks(
      {
        PreToolUse: {
          matcher: "Write|Edit",
          command: `grep -q '"file_path":"[^"]*secret' && { echo 'not that file' >&2; exit 2; }; exit 0`
        }
      },
      async ({ host }) => {
        const patch = (name: string) => `*** Begin Patch\n*** Add File: ${name}\n+x\n*** End Patch`
        assert.isUndefined((await before(host, "apply_patch", { patchText: patch("a.txt") })).error)
        assert.match(
          (await before(host, "apply_patch", { patchText: patch("secret.txt") })).error ?? "",
          /not that file/
        )
      }
    )
  )

  it.live("ends its sessions, and waits for what still runs", () =>
    withHooks(
      { Stop: { command: `sleep 0.5; ${keep}` }, SessionEnd: { command: keep } },
      async ({ host, payloads }) => {
        await prompt(host, "please go")
        const idle = report(host, "session.idle", { sessionID: "ses_1" })
        await call(host, "dispose", {})
        await idle
        assert.deepStrictEqual(
          payloads().map(({ hook_event_name: name }) => name),
          ["Stop", "SessionEnd"]
        )
      }
    )
  )

  it.live("runs hooks once where the user and the project have the plugin, and twice never", () =>
    withHooks({ PreToolUse: { command: keep } }, async ({ folder, host, payloads }) => {
      const { default: plugin } = (await import(/* @vite-ignore */ `${pluginIn(folder, "again.js")}?again`)) as {
        readonly default: { readonly server: (input: object) => Promise<Host["hooks"]> }
      }
      const input = { directory: folder, client: {} }
      assert.isAbove(Object.keys(await plugin.server(input)).length, 0)
      assert.deepStrictEqual(await plugin.server(input), {})
      await before(host, "bash", { command: "ls" })
      assert.strictEqual(payloads().length, 1)
    })
  )
})
