// Every entry, fault and policy. Entries of amplihack stand in Claude Code's settings, and are its own but for their name.
import { assert, describe, it } from "@effect/vitest"
import { amplihackHost } from "@hookline/dialects/kit/amplihack/host"
import { claudeHost } from "@hookline/dialects/kit/claude/host"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as AttachText from "hookline/kit/manage/attach/AttachText"
import { assertMeant, commandIn, faults, hosts, installations, policies, rowsOf } from "./absence.ts"

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
            yield* assertMeant(rowsOf(played, fault), project, installations(project), "\0{garbage")
          })
        ),
      300_000
    )
})
