// What agents ordinarily run: Hookline's own guard has nothing against it, and hardly any of it is judged at all.
import { assert, describe, it } from "@effect/vitest"
import { allOrdinary, ordinaryRuns } from "../../packages/core/test/match/shell/ordinaryCommands.ts"
import { guardedIn } from "../../packages/hookline/src/ownGuard/Guarded.ts"
import { judge } from "../../packages/hookline/src/ownGuard/judge.ts"
import { mayBeGuarded } from "../../packages/hookline/src/ownGuard/mayBeGuarded.ts"

const [home, project] = ["/home/me", "/home/me/project"]
const guarded = guardedIn({ home, project, cwd: project }, { HOME: home })
const commands = [...new Set([...allOrdinary, ...Object.values(ordinaryRuns).flat()])]

describe("Hookline's own guard", () => {
  it("matches no ordinary command", () => {
    assert.isAtLeast(commands.length, 300)
    assert.deepStrictEqual(
      commands.filter((command) => judge(guarded, { tool: "Bash", input: { command } }) !== undefined),
      []
    )
  })

  it("leaves ordinary calls to what is remembered", () => {
    const asked = commands.filter((command) =>
      mayBeGuarded(
        { hook_event_name: "PreToolUse", cwd: project, tool_name: "Bash", tool_input: { command } },
        project,
        { HOME: home }
      )
    )
    assert.isBelow(asked.length, commands.length * 0.05, JSON.stringify(asked))
  })
})
