// Every entry, fault and policy. Entries of amplihack stand in Claude Code's settings, and are its own but for their name.
import { assert, describe, it } from "@effect/vitest"
import { amplihackHost } from "@hookline/dialects/kit/amplihack/host"
import { claudeHost } from "@hookline/dialects/kit/claude/host"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as AttachText from "hookline/kit/manage/attach/AttachText"
import * as fs from "node:fs"
import * as path from "node:path"
import { bin } from "../commands/hookline.ts"
import { commandIn, expected, faults, hosts, installations, policies, readBy, runBySh } from "./absence.ts"

const played = hosts.filter(({ name }) => name !== amplihackHost.name)

describe("an entry without Hookline behind it", () => {
  it("is the same for amplihack and for Claude Code", () => {
    const command = ["/usr/bin/node", "/usr/lib/hookline/bin/hookline.js"] as const
    const events = AttachText.registeredEvents(amplihackHost)
    assert.includeMembers([...AttachText.registeredEvents(claudeHost)], [...events])
    for (const event of events) {
      for (const policy of policies) {
        assert.strictEqual(
          commandIn(amplihackHost, event, policy, command).replace("--host amplihack", "--host claude"),
          commandIn(claudeHost, event, policy, command)
        )
      }
    }
  })

  for (const fault of faults)
    it.live(
      `means what the policy says for each event: ${fault}`,
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { project } = yield* TestProject.make({ ".hookline/.keep": "" })
            const installed = installations(project)[fault]
            const rows = played.flatMap((host) =>
              AttachText.registeredEvents(host).flatMap((event) => policies.map((policy) => ({ host, event, policy })))
            )
            const found = yield* Effect.forEach(
              rows,
              ({ event, host, policy }) =>
                Effect.map(runBySh(commandIn(host, event, policy, installed), project, "\0{garbage"), (ended) => [
                  host.name,
                  event,
                  policy,
                  readBy(host, event, ended)
                ]),
              { concurrency: 4 }
            )
            assert.deepStrictEqual(
              found,
              rows.map(({ event, host, policy }) => [host.name, event, policy, expected(event, policy)])
            )
          })
        ),
      300_000
    )

  it.live(
    "denies under closed whichever part of the bundle is cut off, or answers as if it were whole",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const hooks = { PreToolUse: [{ hooks: [{ type: "command", command: "echo no >&2; exit 2" }] }] }
          const { project } = yield* TestProject.make({
            ".amplifier/hooks/hooks.json": { json: { hooks } },
            ".hookline/settings.json": { json: { failure_policy: "closed" } }
          })
          const input = JSON.stringify({
            hook_event_name: "PreToolUse",
            session_id: "s",
            tool_name: "Bash",
            tool_input: { command: "ls" }
          })
          const from = path.join(path.dirname(bin), "../bundle")
          const parts = fs.readdirSync(from).filter((name) => name.endsWith(".cjs"))
          const folder = path.join(project, "installed")
          fs.cpSync(path.dirname(bin), path.join(folder, "bin"), { recursive: true })
          fs.mkdirSync(path.join(folder, "bundle"))
          for (const name of parts) fs.copyFileSync(path.join(from, name), path.join(folder, "bundle", name))
          const script = path.join(folder, "bin/hookline.js")
          const command = commandIn(claudeHost, "PreToolUse", "closed", [process.execPath, script])
          for (const part of parts) {
            const file = path.join(folder, "bundle", part)
            fs.writeFileSync(file, "")
            const { status, stdout } = yield* runBySh(command, project, input)
            const isDenied = status === 2 || (status === 0 && stdout.includes(`"permissionDecision":"deny"`))
            assert.isTrue(isDenied, `${part}: ${status} ${stdout}`)
            fs.copyFileSync(path.join(from, part), file)
          }
        })
      ),
    300_000
  )
})
