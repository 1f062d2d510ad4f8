// Shells that wait: what happens to them while they do, and that no hook sees any of it.
import { assert, describe, it } from "@effect/vitest"
import { CommandRunner } from "@hookline/core/Runners"
import type { Work } from "@hookline/core/Runner"
import * as ProcessCommandRunner from "@hookline/executor/ProcessCommandRunner"
import { Leftovers, Requirement, RunnerTest, TestProject, TestWork } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { spawn } from "node:child_process"
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import path from "node:path"
import { around } from "./support/answering.ts"

const command = (text: string, shell?: string) => ({ _tag: "Command", command: text, ...(shell && { shell }) }) as const

/** A runner with shells that wait for hooks of a project, while `use` runs. */
const withShells = <A, E>(
  use: (tools: {
    readonly run: (text: string, shell?: string) => ReturnType<(typeof CommandRunner.Service)["run"]>
    readonly warm: (text: string, shell?: string) => Effect.Effect<void>
    readonly counts: (typeof ProcessCommandRunner.Warm.Service)["counts"]
    readonly project: string
    readonly work: (text: string, shell?: string) => Work<"Command">
  }) => Effect.Effect<A, E, CommandRunner | ProcessCommandRunner.Warm>
) =>
  Leftovers.none(
    Effect.gen(function* () {
      const { project } = yield* TestProject.make({})
      const runner = yield* CommandRunner
      const { counts, settled } = yield* ProcessCommandRunner.Warm
      const work = (text: string, shell?: string) => TestWork.make(command(text, shell), { project })
      const warm = (text: string, shell?: string) => {
        const { hook, session, settings } = work(text, shell)
        return Effect.andThen(runner.prewarm?.({ hooks: [hook], session, settings }) ?? Effect.void, settled)
      }
      return yield* use({ run: (text, shell) => runner.run(work(text, shell)), warm, counts, project, work })
    }).pipe(Effect.provide(Layer.provide(ProcessCommandRunner.layerWarm, around)), Effect.scoped)
  )

const ends = (code: number, stdout = "") => ({ _tag: "Exit", code, stdout, stderr: "" }) as const

const sendTo = (pid: number | undefined, signal: NodeJS.Signals): void => {
  if (pid !== undefined) process.kill(pid, signal)
}

describe("a shell that waits", () => {
  it.live("and is ended meanwhile is replaced, and nothing is lost", () =>
    withShells(
      Effect.fnUntraced(function* ({ counts, run, warm }) {
        yield* warm("exit 3")
        sendTo(counts().waiting[0], "SIGKILL")
        yield* Leftovers.until(() => counts().lost === 1)
        assert.deepStrictEqual(yield* run("exit 3"), ends(3))
        yield* warm("exit 3")
        assert.strictEqual(counts().waiting.length, 1)
      })
    )
  )

  it.live("and has ended, though nobody knows yet, leaves the hook to another, which runs it once", () =>
    withShells(
      Effect.fnUntraced(function* ({ counts, project, run, warm }) {
        yield* warm("exit 3")
        const [pid = 0] = counts().waiting
        sendTo(pid, "SIGKILL")
        // Without giving the thread back: that would tell.
        while (Leftovers.isAlive(pid)) continue
        assert.deepStrictEqual(yield* run("echo ran >>ran; exit 3"), ends(3))
        assert.strictEqual(readFileSync(path.join(project, "ran"), "utf8"), "ran\n")
      })
    )
  )

  it.live("and can't take its command leaves it to another when it ends", () =>
    withShells(
      Effect.fnUntraced(function* ({ counts, project, run, warm }) {
        yield* warm("exit 3")
        const [stopped = 0] = counts().waiting
        sendTo(stopped, "SIGSTOP")
        while (!/^State:\s+T/m.test(readFileSync(`/proc/${stopped}/status`, "utf8"))) continue
        const fiber = yield* Effect.forkChild(run("echo ran >>ran; exit 4"), { startImmediately: true })
        assert.strictEqual(counts().taken, 1)
        assert.isFalse(existsSync(path.join(project, "ran")))
        sendTo(stopped, "SIGKILL")
        assert.deepStrictEqual(yield* Fiber.join(fiber), ends(4))
        assert.strictEqual(readFileSync(path.join(project, "ran"), "utf8"), "ran\n")
      })
    )
  )

  it.live("stands in the folder that is there now, also where that was made again", () =>
    withShells(
      Effect.fnUntraced(function* ({ counts, project, run, warm, work }) {
        yield* warm("exit 3")
        rmSync(project, { recursive: true })
        mkdirSync(project)
        writeFileSync(path.join(project, "new"), "")
        assert.deepStrictEqual(yield* run("ls"), ends(0, "new\n"))
        assert.strictEqual(counts().taken, 0)
        assert.strictEqual((yield* RunnerTest.run(work("ls"))).stdout, "new\n")
      })
    )
  )

  it.live("has the variables of now, also where the settings have changed them", () =>
    withShells(
      Effect.fnUntraced(function* ({ warm, work }) {
        yield* warm("exit 3")
        const changed = { ...work("echo $A"), settings: { env: { A: "1" } } }
        assert.strictEqual((yield* RunnerTest.run(changed)).stdout, "1\n")
        assert.strictEqual((yield* RunnerTest.run(work("echo ${A-none}"))).stdout, "none\n")
      })
    )
  )

  it.live("waits for each of two sessions whose variables differ, and neither has the other's", () =>
    withShells(
      Effect.fnUntraced(function* ({ warm, work }) {
        yield* warm("exit 3")
        const runner = yield* CommandRunner
        const { counts, settled } = yield* ProcessCommandRunner.Warm
        const [one, other] = ["1", "2"].map((A) => ({ ...work("echo $A"), settings: { env: { A } } }))
        if (one === undefined || other === undefined) return
        for (const { hook, session, settings } of [one, other]) {
          yield* runner.prewarm?.({ hooks: [hook], session, settings }) ?? Effect.void
        }
        yield* settled
        const before = counts().taken
        assert.deepStrictEqual(yield* runner.run(one), ends(0, "1\n"))
        assert.deepStrictEqual(yield* runner.run(other), ends(0, "2\n"))
        assert.strictEqual(counts().taken, before + 2)
      })
    )
  )

  it.live("never comes of what is no shell, or can't do all of it: its hooks run as they would without", () =>
    withShells(
      Effect.fnUntraced(function* ({ counts, project, run, warm }) {
        const unable = path.join(project, "unable")
        writeFileSync(unable, '#!/bin/sh\nexec /bin/sh "$1" "$(printf %s "$2" | sed s/proc/nowhere/)"\n')
        chmodSync(unable, 0o755)
        for (const shell of ["/bin/false", unable]) {
          yield* warm("exit 7", shell)
          assert.deepStrictEqual(counts().waiting, [])
        }
        assert.deepStrictEqual(yield* run("exit 7", unable), ends(7))
        assert.match((yield* Effect.flip(run("exit 7", "/bin/false"))).message, /is no shell/)
        assert.strictEqual(counts().taken, 0)
      })
    )
  )

  it.live("is told long commands and many variables by nobody: those run by themselves, as they are", () =>
    withShells(
      Effect.fnUntraced(function* ({ counts, run, warm }) {
        yield* warm("exit 3")
        assert.deepStrictEqual(yield* run(`x='${"y".repeat(40_000)}'; echo "\${#x}"; exit 5`), ends(5, "40000\n"))
        assert.strictEqual(counts().taken, 0)
      })
    )
  )
})

interface Host {
  readonly ends: ReadonlyArray<string>
  readonly waiting: ReadonlyArray<number>
}

const condition = "--conditions=@hookline/source"
const hostFile = path.join(import.meta.dirname, "fixtures/host.ts")

/** Runs the host in a process of its own, under a shell's text that holds `$@` for it. */
const host = (
  project: string,
  args: ReadonlyArray<string>,
  text = 'exec "$@"'
): Effect.Effect<{ readonly told: Host; readonly pid: number | undefined }> =>
  Effect.promise(async () => {
    const child = spawn("/bin/sh", ["-c", text, "sh", process.execPath, condition, hostFile, ...args], {
      cwd: project,
      stdio: ["ignore", "pipe", "inherit"]
    })
    let told = ""
    child.stdout.on("data", (chunk: Buffer) => (told += chunk.toString()))
    await new Promise((resolve) => child.once("close", resolve))
    // It is our own host that wrote it.
    return { told: JSON.parse(told) as Host, pid: child.pid }
  })

const inProject = <A, E>(use: (project: string) => Effect.Effect<A, E>) =>
  Effect.scoped(Effect.flatMap(TestProject.make({}), ({ project }) => use(project)))

const foldersOf = (pid: number | undefined): ReadonlyArray<string> =>
  readdirSync("/dev/shm").filter((name) => name.startsWith(`hookline-${pid}-`))

describe("a host", () => {
  for (const ending of ["", "exit", "kill"]) {
    it.live(`that ends by ${ending === "" ? "itself" : ending} leaves no shell that waits`, () =>
      inProject(
        Effect.fnUntraced(function* (project) {
          const { pid, told } = yield* host(project, [ending, "4"])
          assert.deepStrictEqual(told.ends, ["3 ", "3 ", "3 ", "3 "])
          assert.strictEqual(told.waiting.length, 3)
          yield* Leftovers.until(() => !told.waiting.some(Leftovers.isAlive))
          // Who is killed can't put anything away.
          for (const folder of ending === "kill" ? foldersOf(pid) : [])
            rmSync(`/dev/shm/${folder}`, { recursive: true })
          assert.deepStrictEqual(foldersOf(pid), [])
        })
      )
    )
  }

  for (const kind of ["cold", "warm"]) {
    it.live(`that may open few files has all of its ${kind} hooks run`, () =>
      inProject(
        Effect.fnUntraced(function* (project) {
          const { told } = yield* host(project, ["", "60", "sleep 0.05; exit 3", kind], 'ulimit -n 80; exec "$@"')
          assert.deepStrictEqual(
            told.ends,
            Array.from({ length: 60 }, () => "3 ")
          )
        })
      )
    )

    Requirement.live(Requirement.mounts)(
      `whose temporary folders are full says so of each ${kind} hook, and runs those that fit`,
      () =>
        inProject(
          Effect.fnUntraced(function* (project) {
            const full =
              'exec unshare -rm sh -c \'mount -t tmpfs -o size=64k tmpfs /dev/shm && mount -t tmpfs -o size=64k tmpfs /var/tmp && TMPDIR=/var/tmp exec "$@"\' sh "$@"'
            const { told: small } = yield* host(project, ["", "2", "wc -c", kind, "1000"], full)
            assert.deepStrictEqual(small.ends, ["0 1001", "0 1001"])
            const { told: large } = yield* host(project, ["", "2", "wc -c", kind, "100000"], full)
            assert.deepStrictEqual(
              large.ends,
              Array.from({ length: 2 }, () => "the hook could not be started: there is no space left for its input")
            )
          })
        )
    )
  }
})
