// An event that a newer version of a host has renamed: its entry names another one than the payload.
import { assert, describe, it } from "@effect/vitest"
import * as Hosts from "@hookline/dialects/kit/Hosts"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { hooklineIn } from "../commands/hookline.ts"

const guard = { json: { hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "echo mine >&2; exit 2" }] }] } } }

const payload = (host: string, name: string): string => {
  const call = { session_id: "s", tool_name: "Bash", tool_input: { command: "ls" } }
  // Amplifier's is around the call.
  const all =
    host === "amplifier" ? { event: name, data: call } : { hook_event_name: name, hookEventName: name, ...call }
  return JSON.stringify(all)
}

const isDenied = (stdout: string, exit: number | null): boolean => exit === 2 || /"(?:deny|block)"/.test(stdout)

describe.concurrent("an event under a name that its host is not known to have", () => {
  for (const { name: host } of Hosts.all)
    it.live(`is told by ${host}, denied under closed, and passed at the end of work`, () =>
      Effect.gen(function* () {
        const place = yield* TestProject.make({ "~/.amplifier/hooks/hooks.json": guard, ".hookline/.keep": "" })
        const closed = { json: { failure_policy: "closed" } }
        const strict = yield* TestProject.make({ "~/.hookline/settings.json": closed, ".hookline/.keep": "" })
        const ask = (where: typeof place, event: string, ...words: ReadonlyArray<string>) =>
          hooklineIn(where, ["dispatch", "--host", host, "--event", event, ...words], {
            input: payload(host, "Renamed")
          })
        const open = yield* ask(place, "PreToolUse")
        assert.match(open.stderr, /fired "Renamed", and its entry calls for PreToolUse/, JSON.stringify(open))
        for (const denied of [
          yield* ask(place, "PreToolUse", "--on-failure", "closed"),
          yield* ask(strict, "PreToolUse")
        ])
          assert.isTrue(isDenied(denied.stdout, denied.exit), JSON.stringify(denied))
        const end = yield* ask(strict, "Stop")
        assert.isFalse(isDenied(end.stdout, end.exit), JSON.stringify(end))
        // An entry for an event that nobody knows yet means what the payload says.
        const own = yield* ask(place, "Renamed")
        assert.deepStrictEqual([own.exit, own.stderr], [0, ""])
      }).pipe(Effect.scoped)
    )
})
