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
  "; echo done",
  "\necho done",
  "; echo 'a; b' >&2;",
  " && echo done",
  " || echo failed",
  " || { echo failed >&2; exit 0; }",
  " || { echo failed; exit 2; }",
  " || (echo failed)",
  " || /bin/true",
  " || true # never fail",
  " # || true",
  " || true >/dev/null 2>&1",
  " | jq .",
  " 2>&1 | grep -v x",
  " | head -1",
  " | sed s/a/b/ | sort",
  "; cat </dev/null | head -1 >/dev/null; ./guard.sh",
  "; . ./guard.sh",
  " && true || true",
  "; if true; then ./guard.sh; fi",
  " | cat; exit ${PIPESTATUS[0]}",
  " >&2"
]

/** Commands around a whole one. */
const around: ReadonlyArray<(command: string) => string> = [
  (command) => `(${command}\n)`,
  (command) => `cd . && { ${command}\n} 2>/dev/null`,
  (command) => `bash -c "${command.replaceAll(/["$\\]/g, "\\$&")}"`
]

/** The exit codes of commands, in one process, because a test of hundreds would take seconds. */
const exits = (commands: ReadonlyArray<string>, cwd: string): ReadonlyArray<number> => {
  const each = commands.map((command) => `(eval '${command.replaceAll("'", "'\\''")}') >seen 2>&1; echo $?`)
  const { stdout } = spawnSync("bash", ["-s"], { cwd, input: each.join("\n"), encoding: "utf8" })
  return stdout.trim().split("\n").map(Number)
}

describe("the end of a command", () => {
  it("hides nothing where it decides by itself, or no script is before it", () => {
    for (const command of [
      "set -e; ./guard.sh; echo done",
      'bash -ec "./guard.sh; echo done"',
      "./log.sh; echo '{\"continue\": true}'",
      "./decide.sh | jq '{decision: .x}'",
      "echo hello; echo done",
      '#!/bin/bash\ninput=$(cat)\necho "$input"',
      "test -e x 2>/dev/null || echo no",
      "case x in a) ./guard.sh;; esac; echo done",
      "./guard.sh; echo $?"
    ])
      assert.isUndefined(hiddenExit(command), command)
    for (const command of ["out=$(~/g.sh); echo $out", "~/g.sh || true;", "FOO=1 sh -c '~/g.sh || :'"])
      assert.isDefined(hiddenExit(command), command)
  })

  it("is found behind redirections and programs that start a shell", () => {
    for (const command of [
      "(./guard.sh; true) 2>&1",
      "{ ./guard.sh; true; } 2>&1",
      "{ ./guard.sh; true; } >log 2>&1",
      "(./guard.sh; true) &>log",
      "env X=1 bash -c './guard.sh; true'",
      "sudo sh -c './guard.sh; true'",
      "X=1 sudo -n env Y=2 timeout 5 sh -c './guard.sh; true'"
    ])
      assert.isDefined(hiddenExit(command), command)
  })

  it("is looked for in time that is nearly linear in the command", () => {
    for (const command of [
      `(./guard.sh; true) ${">a".repeat(20_000)} b`,
      `(./guard.sh; true) ${"2>&1 ".repeat(20_000)} (`,
      `(./guard.sh; true) ${"x ".repeat(20_000)}>`,
      `./guard.sh; ${"${".repeat(50_000)}`,
      `./guard.sh; ${"$(".repeat(50_000)}`,
      `./guard.sh; ${"1".repeat(50_000)}`,
      `${"env ".repeat(20_000)}sh`,
      `${"sudo -n ".repeat(20_000)}sh`,
      `${"a=1 ".repeat(20_000)}sh -c`,
      `sh ${"-x ".repeat(20_000)}`,
      `${"(".repeat(20_000)}./guard.sh; true${")".repeat(20_000)}`
    ]) {
      const started = performance.now()
      hiddenExit(command)
      assert.isBelow(performance.now() - started, 5000, command.slice(0, 60))
    }
  })

  it.live("hides an exit code where bash ends with another one", () =>
    Effect.gen(function* () {
      const { project } = yield* TestProject.make({ "guard.sh": { script: "#!/bin/sh\nexit 2\n" } })
      const commands = [
        ...beginnings.flatMap((beginning) => ends.map((end) => `${beginning}${end}`)),
        ...around.flatMap((within) => ends.map((end) => within(`./guard.sh${end}`)))
      ]
      const codes = exits(commands, project)
      assert.strictEqual(codes.length, commands.length)
      for (const [at, command] of commands.entries()) {
        const found = hiddenExit(command)
        if (codes[at] === 2) assert.isUndefined(found, command)
        else
          assert.isTrue(
            found !== undefined && command.replaceAll("\\", "").includes(found.end.replaceAll("\\", "")),
            command
          )
        // With `pipefail` more is in doubt than this reads.
        assert.isUndefined(hiddenExit(`set -o pipefail; ${command}`), command)
      }
    }).pipe(Effect.scoped)
  )
})
