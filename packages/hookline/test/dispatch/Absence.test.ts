// Hookline is gone, broken or sent garbage: its entry itself says what that means.
import { assert, describe, it } from "@effect/vitest"
import * as SelfReference from "@hookline/core/kit/discover/SelfReference"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as HookEvent from "@hookline/schema/HookEvent"
import { neverDenied, unansweredExit } from "hookline/kit/dispatch/unansweredExit"
import * as AttachText from "hookline/kit/manage/attach/AttachText"
import * as fs from "node:fs"
import { bin, hooklineIn } from "../commands/hookline.ts"
import { assertMeant, commandIn, deniable, faults, hosts, installations, policies, rowsOf } from "./absence.ts"

/** One event for each way in which hosts read an exit. The exhaustive lane has all of them. */
const sampled = new Set(["PreToolUse", "Stop", "PermissionRequest", "WorktreeRemove", "UserPromptSubmit"])

describe("an entry without Hookline behind it", () => {
  it.live("means what the policy says where Node is gone: it passed every event, under closed, too", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { project } = yield* TestProject.make({})
        yield* assertMeant(rowsOf(hosts, "no node"), project, installations(project), "{}")
      })
    )
  )

  it.live("means what the policy says while its script or bundle is broken, or garbage comes in", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { project } = yield* TestProject.make({ ".hookline/.keep": "" })
        const installed = installations(project)
        const rows = hosts.flatMap((host) =>
          AttachText.registeredEvents(host)
            .filter((event) => sampled.has(event) && host.name !== "amplihack")
            .flatMap((event) =>
              (["open", "closed"] as const).flatMap((policy) =>
                faults.slice(1).map((fault) => ({ host, event, policy, fault }))
              )
            )
        )
        yield* assertMeant(rows, project, installed, "\0{garbage")
      })
    )
  )

  it("is recognised as ours under every policy, so that it is never run as a hook", () => {
    for (const host of hosts)
      for (const policy of policies)
        for (const event of HookEvent.names) {
          const command = commandIn(host, event, policy, ["/a (b)/it's/node", "/a & b/hookline.js"])
          assert.isTrue(SelfReference.is({ _tag: "Command", command }), command)
        }
  })
})

describe("the exit code of a call that was not answered", () => {
  it("is never a denial of an event that no failure may deny", () => {
    assert.deepStrictEqual(
      HookEvent.names.filter((name) => !neverDenied.has(name)),
      [...deniable]
    )
    // The entry of the command has the list once more, since the bundle may be what is broken.
    const [, list = ""] = /var neverDenied =([^]*?)\n\n/.exec(fs.readFileSync(bin, "utf8")) ?? []
    assert.deepStrictEqual(list.match(/\w+/g), [...neverDenied])
    for (const event of neverDenied) {
      assert.strictEqual(unansweredExit(["--host", "claude", "--event", event, "--on-failure", "closed"]), 1)
      assert.strictEqual(unansweredExit([`--event=${event}`, "--on-failure=ask"]), 1)
    }
  })

  it.each([
    ["--on-failure CLOSED"],
    ["--on-failure=Closed"],
    ["--on-failure closd"],
    ["--on-failure="],
    ["--on-failure"],
    ["--on-failure --limit 3"],
    ["--on-falure closed"],
    ["--onFailure closed"],
    ["--on-failure open --on-failure closed"],
    ["--event PreToolUse --on-failure CLOSED"]
  ])("was that of open for a misspelt word: %s", (words) => {
    assert.strictEqual(unansweredExit(words.split(" ")), 2)
  })

  it.each([
    [""],
    ["--on-failure open"],
    ["--on-failure=open --event PreToolUse"],
    ["--event Stop --on-failure CLOSED"]
  ])("is no denial for %j", (words) => {
    assert.strictEqual(unansweredExit(words.split(" ")), 1)
  })

  // proves: docs/failure-policy.md
  it.live("is strict by the variable of the setting, too, which is at hand before any file is read", () =>
    Effect.gen(function* () {
      const place = yield* TestProject.make({})
      const call = (policy: string, input: string, ...more: ReadonlyArray<string>) =>
        hooklineIn(place, ["dispatch", "--host", "claude", ...more], {
          input,
          env: { HOOKLINE_FAILURE_POLICY: policy }
        })
      for (const input of ["", "garbage", '{"hook_event_name": "PreTool', "\ufeff\u0000"]) {
        assert.strictEqual((yield* call("closed", input)).exit, 2, input)
        assert.strictEqual((yield* call(" Ask ", input)).exit, 2, input)
        assert.strictEqual((yield* call("open", input)).exit, 1, input)
        assert.strictEqual((yield* call("closed", input, "--event", "Stop")).exit, 1, input)
      }
      assert.strictEqual((yield* call("closed", "{}", "--project", "/gone/away")).exit, 2)
      assert.strictEqual((yield* call("open", "", "--on-failure", "closed")).exit, 2)
      assert.strictEqual(unansweredExit(["--host", "claude"], "closed"), 2)
      assert.strictEqual(unansweredExit(["--host", "claude"], "open"), 1)
    }).pipe(Effect.scoped)
  )
})
