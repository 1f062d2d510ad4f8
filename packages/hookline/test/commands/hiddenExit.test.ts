// A guard that denies by exit code 2, and an end of its command that hides the code: bash decides which ends do.
import { assert, describe, it } from "@effect/vitest"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { spawnSync } from "node:child_process"
import { hiddenExit } from "../../src/commands/check/hiddenExit.ts"

const beginnings = [
  "./guard.sh",
  "[ -f guard.sh ] && ./guard.sh",
  "bash guard.sh 2>&1",
  "cd . && ./guard.sh '| tee x;'"
]

const ends = [
  "",
  " | tee seen",
  " |& tee -a seen",
  " 2>&1 | cat",
  " | cat | tee seen",
  " || true",
  " || :",
  " || exit 0;",
  "; exit 0",
  "; true",
  "; exit",
  " || exit",
  " >seen &",
  " && true",
  " || exit 2",
  " || exit $?",
  " && exit 0",
  " | cat; exit ${PIPESTATUS[0]}",
  " >&2"
]

/** The exit codes of commands, in one process, because a test of hundreds would take seconds. */
const exits = (commands: ReadonlyArray<string>, cwd: string): ReadonlyArray<number> => {
  const each = commands.map((command) => `(eval ${JSON.stringify(command).replaceAll("$", "\\$")}) >seen 2>&1; echo $?`)
  const { stdout } = spawnSync("bash", ["-s"], { cwd, input: each.join("\n"), encoding: "utf8" })
  return stdout.trim().split("\n").map(Number)
}

describe("the end of a command", () => {
  it.live("hides an exit code where bash ends with another one", () =>
    Effect.gen(function* () {
      const { project } = yield* TestProject.make({ "guard.sh": { script: "#!/bin/sh\nexit 2\n" } })
      const commands = beginnings.flatMap((beginning) => ends.map((end) => `${beginning}${end}`))
      const codes = exits(commands, project)
      assert.strictEqual(codes.length, commands.length)
      for (const [at, command] of commands.entries()) {
        const found = hiddenExit(command)
        if (codes[at] === 2) assert.isUndefined(found, command)
        else assert.isTrue(found !== undefined && command.trim().endsWith(found.end), command)
        // With `pipefail` more is in doubt than this reads.
        assert.isUndefined(hiddenExit(`set -o pipefail; ${command}`), command)
      }
    }).pipe(Effect.scoped)
  )
})
