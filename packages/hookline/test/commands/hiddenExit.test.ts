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
  "\nexit 0",
  " >seen &",
  " && true",
  " || exit 2",
  " || exit $?",
  " && exit 0",
  " | cat; exit ${PIPESTATUS[0]}",
  " >&2"
]

describe("the end of a command", () => {
  it.live("hides an exit code where bash ends with another one", () =>
    Effect.gen(function* () {
      const { project } = yield* TestProject.make({ "guard.sh": { script: "#!/bin/sh\nexit 2\n" } })
      for (const before of ["", "set -o pipefail; "])
        for (const beginning of beginnings)
          for (const end of ends) {
            const command = `${before}${beginning}${end}`
            const { status } = spawnSync("bash", ["-c", command], { cwd: project })
            const found = hiddenExit(command)
            // With `pipefail` more is in doubt than this reads.
            if (status === 2 || before !== "") assert.isUndefined(found, command)
            else assert.isTrue(found !== undefined && command.trim().endsWith(found.end), command)
          }
    }).pipe(Effect.scoped)
  )
})
