// Closures beside a real shell, over more of the ways of naming and running a script.
import { assert, describe, it } from "@effect/vitest"
import { isShort, rowsOf } from "@hookline/testing/kit/internal/runsOf"
import * as ClosureRuns from "./closureRuns.ts"
import { commandsAt, runs } from "./commands.ts"

const limit = 600_000

/** One of so many commands is tried. Primes, because the ways of naming and of running repeat by their numbers. */
const stride = isShort ? 1949 : 389

describe("a closure beside a real shell", () => {
  it(
    "names every script that runs, or says that it can't, of more commands",
    () => {
      const project = ClosureRuns.make()
      for (const command of commandsAt(0, stride))
        assert.deepStrictEqual(ClosureRuns.missed(project, command), [], command)
      project.remove()
    },
    limit
  )

  it("is compared with commands of which nearly all run a script", () => {
    const project = ClosureRuns.make()
    const tried = rowsOf(runs, 3, 1)
    const idle = tried.filter((run) => ClosureRuns.ran(project, run.replaceAll("@@", "a.sh")).length === 0)
    project.remove()
    assert.isBelow(idle.length, tried.length / 20, idle.join("\n"))
  })
})
