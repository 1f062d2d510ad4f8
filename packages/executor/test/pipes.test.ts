// The pipes of hooks and of shells that wait: no process opens those of another one.
import { assert, describe, it } from "@effect/vitest"
import { CommandRunner } from "@hookline/core/Runners"
import * as ProcessCommandRunner from "@hookline/executor/ProcessCommandRunner"
import { Leftovers, Requirement, type Requirement as Requirements, TestProject, TestWork } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { spawnSync } from "node:child_process"
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { makeSecretFolder } from "../src/internal/process/SecretFolder.ts"
import { arePipesNameless } from "../src/internal/process/Pipe.ts"
import { unnamedFile } from "../src/internal/process/unnamedFile.ts"
import { around } from "./support/answering.ts"

/**
 * A neighbour that writes a command into every pipe that it finds: by a name of the host, whose process id comes first, or
 * by a waiting shell that has it open.
 */
const neighbour = `
host=$1
shift
for pid in "$@"; do
  for pipe in /proc/$pid/fd/*; do
    [ -p "$pipe" ] && echo "$pipe" >>found && timeout 1 sh -c 'echo "touch $2/ESCAPED" >"$1"' sh "$pipe" "$PWD"
  done
  tr '\\0' ' ' </proc/$pid/cmdline >>texts
done
find /dev/shm "\${TMPDIR:-/tmp}" -maxdepth 4 -path "*hookline-$host-*" -type p >names 2>/dev/null
find /dev/shm "\${TMPDIR:-/tmp}" -maxdepth 4 -path "*hookline-$host-*" -type p 2>/dev/null | while read -r pipe; do
  timeout 1 sh -c 'echo "touch $2/ESCAPED" >"$1"' sh "$pipe" "$PWD"
done
exit 0
`

/** Hooks of a project beside shells that wait for them. */
const withShells = <A, E>(
  use: (tools: {
    readonly project: string
    readonly run: (text: string) => ReturnType<(typeof CommandRunner.Service)["run"]>
    readonly waiting: Effect.Effect<ReadonlyArray<number>>
  }) => Effect.Effect<A, E>,
  layer = ProcessCommandRunner.layerWarm
) =>
  Effect.gen(function* () {
    const { project } = yield* TestProject.make({})
    const runner = yield* CommandRunner
    const { counts, settled } = yield* ProcessCommandRunner.Warm
    const work = (command: string) => TestWork.make({ _tag: "Command", command }, { project })
    const { hook, session, settings } = work("exit 0")
    const waiting = Effect.gen(function* () {
      yield* runner.prewarm?.({ hooks: [hook, hook], session, settings }) ?? Effect.void
      yield* settled
      return counts().waiting
    })
    return yield* use({ project, run: (text) => runner.run(work(text)), waiting })
  }).pipe(Effect.provide(Layer.provide(layer, around)), Effect.scoped)

const linux: Requirements.Requirement = () =>
  arePipesNameless() ? undefined : "needs Linux, where shells wait at pipes without names"

const said = (stdout: string) => ({ _tag: "Exit", code: 0, stdout, stderr: "" }) as const

describe("the pipe of a shell that waits", () => {
  // proves: docs/security.md
  Requirement.live(linux)("has no name by which another process could write into it", () =>
    withShells(
      Effect.fnUntraced(function* ({ project, run, waiting }) {
        assert.strictEqual((yield* waiting).length, 2)
        spawnSync("sh", ["-c", neighbour, "sh", String(process.pid)], { cwd: project })
        assert.strictEqual(readFileSync(path.join(project, "names"), "utf8"), "")
        assert.deepStrictEqual(yield* run("echo one"), said("one\n"))
      })
    )
  )

  // In a user namespace of its own a process may not look into others of its user. Without one, root still may.
  const inside = {
    "a user namespace": ["unshare", "-rm"],
    bubblewrap: ["bwrap", "--bind", "/", "/", "--unshare-user", "--unshare-net"]
  }
  for (const [what, sandbox] of Object.entries(inside)) {
    // proves: docs/security.md
    Requirement.live(what === "bubblewrap" ? Requirement.sandboxes : Requirement.mounts)(
      `is out of reach of a process in ${what} that sees all files and processes`,
      () =>
        withShells(
          Effect.fnUntraced(function* ({ project, run, waiting }) {
            const pids = [process.pid, ...(yield* waiting)].map(String)
            const [program = "", ...args] = [...sandbox, "sh", "-c", neighbour, "sh", ...pids]
            spawnSync(program, args, { cwd: project })
            assert.isFalse(existsSync(path.join(project, "found")))
            assert.notInclude(readFileSync(path.join(project, "texts"), "utf8"), "hookline-")
            for (const text of ["one", "two", "three"])
              assert.deepStrictEqual(yield* run(`echo ${text}`), said(`${text}\n`))
            assert.isFalse(existsSync(path.join(project, "ESCAPED")))
          })
        )
    )
  }
})

describe("the pipes of a hook", () => {
  for (const [kind, layer] of Object.entries({
    cold: ProcessCommandRunner.layerCold,
    warm: ProcessCommandRunner.layerWarm
  })) {
    it.live(`that is ${kind} are never another hook's, so that what it leaves behind reads and writes its own`, () =>
      withShells(
        Effect.fnUntraced(function* ({ project, run, waiting }) {
          yield* waiting
          writeFileSync(path.join(project, "here"), "")
          // It opens all of its pipes again, those of the shell among them, and keeps them in a process of its own. What it
          // keeps may be its own output, which is a failure of this hook and of no other.
          const thief = run(`
            for fd in /proc/$$/fd/*; do
              [ -p "$fd" ] && eval "exec 7<'$fd'" && (
                while [ -e here ]; do timeout 1 cat <&7 >>stolen; done
              ) >/dev/null 2>&1 &
              [ -p "$fd" ] && case $fd in */[012]) ;; *) (
                exec 8<>"$fd"
                while [ -e here ]; do echo "touch ESCAPED" >&8; sleep 0.01; done
              ) >/dev/null 2>&1 & esac
            done
            exec 7<&-`)
          yield* Effect.catchTag(thief, "PipelineError", ({ reason }) =>
            Effect.sync(() => assert.strictEqual(reason._tag, "OutputHeld"))
          )
          for (let count = 0; count < 40; count++) {
            yield* waiting
            assert.deepStrictEqual(yield* run(`echo answer ${count}`), said(`answer ${count}\n`))
          }
          rmSync(path.join(project, "here"))
          assert.isFalse(existsSync(path.join(project, "ESCAPED")))
          const stolen = path.join(project, "stolen")
          if (existsSync(stolen)) assert.notInclude(readFileSync(stolen, "utf8"), "answer")
        }),
        layer
      )
    )
  }

  it.live("are closed with them: none is left open, whatever number of hooks has run", () =>
    Leftovers.none(
      withShells(
        Effect.fnUntraced(function* ({ run, waiting }) {
          for (let count = 0; count < 60; count++) {
            if (count % 3 === 0) yield* waiting
            assert.deepStrictEqual(yield* run("echo one"), said("one\n"))
          }
        })
      )
    )
  )
})

describe("a secret folder", () => {
  it("can be neither guessed nor listed, and is gone when it is removed", () => {
    const secret = makeSecretFolder(["/nowhere", tmpdir()])
    assert.isDefined(secret)
    if (secret === undefined) return
    const outer = path.dirname(secret.folder)
    assert.strictEqual(statSync(outer).mode & 0o777, 0o300)
    assert.match(path.basename(secret.folder), /^[0-9a-f]{32}$/)
    writeFileSync(path.join(secret.folder, "file"), "")
    assert.isFalse(secret.remove())
    assert.isTrue(secret.remove(["file", "another"]))
    assert.isFalse(existsSync(outer))
    assert.isTrue(secret.remove())
  })

  Requirement.live(Requirement.restrictedProcesses)("is closed to processes of the same user that don't know it", () =>
    Effect.sync(() => {
      const secret = makeSecretFolder([tmpdir()])
      const words = [...Requirement.restricting, "ls", path.dirname(secret?.folder ?? "")]
      const { status, stdout } = spawnSync("env", words, { encoding: "utf8" })
      secret?.remove()
      assert.notStrictEqual(status, 0)
      assert.strictEqual(stdout, "")
    })
  )

  it("is none where no root can hold it", () => {
    assert.isUndefined(makeSecretFolder(["/nowhere", "/dev/null"]))
  })
})

describe("an unnamed file", () => {
  it("is in the first root in which it can be", () => {
    const file = unnamedFile(["/nowhere", tmpdir()])
    assert.strictEqual(statSync(`/proc/self/fd/${file}`).nlink, 0)
    assert.throws(() => unnamedFile(["/nowhere", "/dev/null"]), /no file can be created/)
  })
})
