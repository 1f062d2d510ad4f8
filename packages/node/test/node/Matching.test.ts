import { assert, describe, it } from "@effect/vitest"
import type { Dialect } from "@hookline/core/Dialect"
import * as Matcher from "@hookline/core/Matcher"
import { Amcp } from "@hookline/dialects/Amcp"
import { Amplifier } from "@hookline/dialects/Amplifier"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import * as Dialects from "@hookline/dialects/Dialects"
import * as Catalog from "@hookline/schema/Catalog"
import type { Hook } from "@hookline/schema/Hook"
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as Result from "effect/Result"

const hook = (dialect: Dialect, event: string, matcher: string): Hook => ({
  id: `${dialect.name}/${event}/${matcher}`,
  event,
  matcher,
  handler: { _tag: "Command", command: "true" },
  once: false,
  enabled: true,
  group: { index: 0, parallel: false },
  source: { dialect: dialect.name, scope: "project", file: "/p/hooks.json", folder: "/p", at: [] }
})

const heard = (host: Dialect, payload: unknown): ReadonlyArray<HookEvent> =>
  Result.getOrThrow(host.event.read(payload)).events

const running = (host: Dialect, payload: unknown, hooks: ReadonlyArray<Hook>): ReadonlyArray<string> => {
  const compiled = Matcher.compile(Dialects.all, host)({ ...Catalog.empty, hooks })
  return heard(host, payload).flatMap((event) =>
    compiled.groups(event).flatMap(({ hooks }) => hooks.map(({ matcher }) => matcher ?? ""))
  )
}

describe("matching in the words of real hosts", () => {
  it("holds matchers on agents against the agent's type and, for Amplifier's hooks, the tool's names", () => {
    const payload = { event: "tool:pre", data: { tool_name: "delegate", tool_input: { agent: "explorer" } } }
    const matchers = ["explorer", "Task", "agent", "delegate", "planner", "Bash"]
    const of = (dialect: Dialect) =>
      running(
        Amplifier,
        payload,
        matchers.map((matcher) => hook(dialect, "SubagentStart", matcher))
      )
    assert.deepStrictEqual(of(Amplifier), ["explorer", "Task", "agent", "delegate"])
    assert.deepStrictEqual(of(ClaudeCode), ["explorer"])
  })

  it("holds no matcher on agents against the tool of a host that tells none", () => {
    const payload = { hook_event_name: "SubagentStart", agent_type: "explorer", agent_id: "a", name: "Task" }
    const hooks = ["explorer", "Task"].map((matcher) => hook(Amplifier, "SubagentStart", matcher))
    assert.deepStrictEqual(running(ClaudeCode, payload, hooks), ["explorer"])
  })

  it("runs every dialect's hooks on every host's tools", () => {
    const hooks = [
      hook(Amplifier, "PreToolUse", "bash"),
      hook(Amcp, "PreToolUse", "bash"),
      hook(ClaudeCode, "PreToolUse", "Bash")
    ]
    const payloads: ReadonlyArray<readonly [Dialect, unknown]> = [
      [ClaudeCode, { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "ls" } }],
      [Amplifier, { event: "tool:pre", data: { tool_name: "bash", tool_input: { command: "ls" } } }]
    ]
    for (const [host, payload] of payloads) {
      assert.deepStrictEqual(running(host, payload, hooks), ["bash", "bash", "Bash"], host.name)
    }
  })
})
