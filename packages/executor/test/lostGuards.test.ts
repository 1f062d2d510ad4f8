// What once cost a guard, held the host up, or left something behind.
import { assert, describe, it } from "@effect/vitest"
import * as Background from "@hookline/core/Background"
import { CommandRunner } from "@hookline/core/Runners"
import { Executor } from "@hookline/core/Executor"
import { Pipeline } from "@hookline/core/Pipeline"
import { nothing, SessionEnv } from "@hookline/core/SessionEnv"
import * as Timeouts from "@hookline/core/Timeouts"
import * as EnvFile from "@hookline/executor/EnvFile"
import * as HookEnv from "@hookline/executor/kit/HookEnv"
import * as ProcessCommandRunner from "@hookline/executor/ProcessCommandRunner"
import * as ProcessPythonRunner from "@hookline/executor/ProcessPythonRunner"
import * as HookEvent from "@hookline/schema/HookEvent"
import { Leftovers, RunnerTest, TestPipeline, TestProject, TestWork } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { execFile } from "node:child_process"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import { environments } from "../src/internal/process/environments.ts"
import { around, call, executorOf, guardedBy, over, runners } from "./support/answering.ts"

const command = (text: string) => ({ _tag: "Command", command: text }) as const
const kinds = Object.keys(runners) as ReadonlyArray<keyof typeof runners>
const inProject = <A, E>(use: (project: string) => Effect.Effect<A, E>) =>
  Effect.scoped(Effect.flatMap(TestProject.make({}), ({ project }) => use(project)))
const denial = `{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "no"}}`

describe.each(kinds)("a %s guard", (kind) => {
  const layer = Layer.provide(runners[kind], around)

  it.live("is not passed by when what it left behind writes on after its answer", () =>
    over(
      guardedBy({ command: `printf '%s' '${denial}'; (sleep 0.01; echo noise; sleep 1) & exit 0` }),
      kind,
      "open",
      ({ answer }) => Effect.map(answer(call), ({ outcome }) => assert.strictEqual(outcome.verdict._tag, "Deny"))
    )
  )

  it.live("is not kept from running by a file's name that is short in letters and long in bytes", () =>
    Effect.gen(function* () {
      const { project } = yield* TestProject.make({})
      const toolInput = { command: "rm -rf /", path: "漢".repeat(50_000) }
      const event = HookEvent.cases.PreToolUse.make({ toolName: "Bash", toolInput })
      const runner = yield* CommandRunner
      const reply = yield* runner.run(TestWork.make(command("exit 2"), { project, event }))
      assert.strictEqual(reply._tag === "Exit" && reply.code, 2)
    }).pipe(Effect.scoped, Effect.provide(layer))
  )

  it.live("that ended within its limit is not undone by who still holds its pipes then", () =>
    Effect.gen(function* () {
      const { project } = yield* TestProject.make({})
      const runner = yield* CommandRunner
      // Nobody is waited for whose limit is over: the executor would have no answer then.
      const work = TestWork.make(command("(sleep 1; echo late) & exit 2"), { project, limitMillis: 0 })
      assert.deepStrictEqual<unknown>(yield* runner.run(work), { _tag: "Exit", code: 2, stdout: "", stderr: "" })
    }).pipe(Effect.scoped, Effect.provide(layer))
  )

  // proves: docs/security.md
  it.live("leaves nobody behind at its limit, also in groups that were made inside of its own", () =>
    Effect.gen(function* () {
      const { project } = yield* TestProject.make({})
      yield* Effect.gen(function* () {
        const executor = yield* Executor
        const work = TestWork.make(command(`echo; timeout 60 sh -c 'echo $$ >pid; sleep 50'; exit 2`), {
          project,
          limitMillis: 400
        })
        assert.strictEqual((yield* Effect.flip(executor.execute(work))).reason._tag, "TimedOut")
      }).pipe(Effect.provide(Layer.provide(executorOf(kind), around)))
      const pid = readFileSync(path.join(project, "pid"), "utf8").trim()
      assert.isFalse(Leftovers.isAlive(pid))
    }).pipe(Effect.scoped)
  )

  it.live("that begins with a dash, or says `set -n`, ends as it would in a shell of its own", () =>
    Effect.gen(function* () {
      const { project } = yield* TestProject.make({})
      const runner = yield* CommandRunner
      const { settled } = yield* ProcessCommandRunner.Warm
      for (const [text, code] of [
        ["set -n; exit 2", 0],
        ["-x", 2]
      ] as const) {
        const work = TestWork.make(command(text), { project })
        yield* runner.prewarm?.({ hooks: [work.hook], settings: {}, session: work.session }) ?? Effect.void
        yield* settled
        const reply = yield* Effect.timeout(runner.run(work), 3000)
        assert.strictEqual(reply._tag === "Exit" && reply.code, code)
      }
    }).pipe(Effect.scoped, Effect.provide(layer))
  )

  it.live("in the background is started as surely as another where too many files are open for a moment", () =>
    inProject(
      Effect.fnUntraced(function* (project) {
        const told = yield* Effect.promise(
          () =>
            new Promise<string>((resolve) => {
              const host = path.join(import.meta.dirname, "fixtures/host.ts")
              const args = ["--conditions=@hookline/source", host, "", "40", "sleep 0.1; exit 3", kind, "10", "async"]
              const text = 'ulimit -n 80; exec "$@"'
              execFile("/bin/sh", ["-c", text, "sh", process.execPath, ...args], { cwd: project }, (_, stdout) =>
                resolve(stdout)
              )
            })
        )
        assert.include(told, `"ends":[${Array.from({ length: 40 }, () => '"3 "').join(",")}]`)
      })
    )
  )

  it.live("in the background that breaks before it runs is told as a failure", () =>
    Effect.gen(function* () {
      const project = yield* TestProject.make(guardedBy({ command: "exit 2", async: true }))
      const done: Array<Background.Done> = []
      const provide = [
        Background.layer((one) => Effect.sync(() => void done.push(one))),
        Timeouts.layer(() => {
          throw new Error("no such limit")
        })
      ]
      yield* Effect.provide(
        Effect.flatMap(Pipeline, ({ answer }) => answer(call)),
        TestPipeline.layerOn(project, executorOf(kind), { provide })
      )
      assert.match(done[0]?.run.failure?.text ?? "", /no such limit/)
    }).pipe(Effect.scoped)
  )
})

describe("the file for exports", () => {
  const session = { project: "/p", session: "one" }
  const written = <A, E>(
    use: (env: typeof SessionEnv.Service, write: (text: string) => void) => Effect.Effect<A, E>,
    parent: Readonly<Record<string, string>> = {}
  ) =>
    Effect.gen(function* () {
      const env = yield* SessionEnv
      const file = (yield* env.file(session, "user")) ?? ""
      return yield* use(env, (text) => writeFileSync(file, text))
    }).pipe(Effect.provide(Layer.provide(EnvFile.layerWith(parent), around)), Effect.scoped)

  it.live("does not hold the host up where it is long and garbage", () =>
    written((env, write) =>
      Effect.gen(function* () {
        write(`${"x\n".repeat(60_000)}A=1\n`)
        const before = process.cpuUsage()
        assert.include((yield* env.refresh(session)).at(-1), "59990 more lines")
        assert.deepStrictEqual(env.exports(session, "user").set, { A: "1" })
        // The processor's time, because a busy machine lets this process wait.
        const { system, user } = process.cpuUsage(before)
        assert.isBelow((user + system) / 1000, 2000)
      })
    )
  )

  it.live("takes no value, and no more of them, than a process can be given, so that later guards still start", () =>
    written((env, write) =>
      Effect.gen(function* () {
        write(`A=${"x".repeat(100)}\n${"A=$A$A\n".repeat(40)}B=${"y".repeat(140_000)}\nC=1\n`)
        assert.include((yield* env.refresh(session)).join(), "longer than 65536 bytes")
        assert.deepStrictEqual(Object.keys(env.exports(session, "user").set), ["A", "C"])
        const many = Array.from({ length: 40 }, (_, at) => `X${at}="$A"\n`).join("")
        write(`A=${"x".repeat(60_000)}\n${many}`)
        assert.include((yield* env.refresh(session)).join(), "more than 1048576 bytes")
        assert.isBelow(JSON.stringify(env.exports(session, "user").set).length, 1_100_000)
      })
    )
  )

  // proves: docs/security.md
  it.live("is no way to variables that the rule of the settings keeps from hooks", () =>
    written(
      (env, write) =>
        Effect.gen(function* () {
          write('A="$SECRET" B="$HOME"\n')
          yield* env.refresh(session, "minimal")
          assert.deepStrictEqual(env.exports(session, "user").set, { A: "", B: "/me" })
          yield* env.refresh(session, { HOME: "/you" })
          assert.deepStrictEqual(env.exports(session, "user").set, { A: "secret", B: "/you" })
        }),
      { SECRET: "secret", HOME: "/me" }
    )
  )

  it.live("says the same for as long as it holds the same, and half a line says nothing", () =>
    written((env, write) =>
      Effect.gen(function* () {
        write("A=1\n")
        yield* env.refresh(session)
        const before = env.exports(session, "user")
        write("A=1\n")
        yield* env.refresh(session)
        assert.strictEqual(env.exports(session, "user"), before)
        write(`A=1\n${"#".repeat((1 << 20) - 10)}\nB=12345`)
        yield* env.refresh(session)
        assert.deepStrictEqual(env.exports(session, "user").set, { A: "1" })
      })
    )
  )

  it.live("knows homes", () =>
    written(
      (env, write) =>
        Effect.gen(function* () {
          write("export A=~/x:~:'~':~/y B=x~ C=\"~\" D=~other/x\nE=~\nF=~other\n")
          assert.deepStrictEqual(yield* env.refresh(session), [
            "line 1 of the exports does not count: ~ would be another user's home",
            "line 3 of the exports does not count: ~ would be another user's home"
          ])
          assert.deepStrictEqual(env.exports(session, "user").set, { E: "/me" })
          write("export A=~/x:~:'~':~/y B=x~ C=\"~\"\n")
          yield* env.refresh(session)
          assert.deepStrictEqual(env.exports(session, "user").set, { A: "/me/x:/me:~:/me/y", B: "x~", C: "~" })
        }),
      { HOME: "/me" }
    )
  )

  it.live("has no value for what only a shell knows", () =>
    written((env, write) =>
      Effect.gen(function* () {
        write('A=$$\nB="$1"\nC=$\nD="$ 5"\n')
        assert.strictEqual((yield* env.refresh(session)).length, 2)
        assert.deepStrictEqual(env.exports(session, "user").set, { C: "$", D: "$ 5" })
      })
    )
  )

  it("unsets also what the settings give", () => {
    assert.deepStrictEqual(HookEnv.inherited({}, new Set(), { A: "1", B: "2" }, { set: {}, unset: ["A"] }), { B: "2" })
  })
})

describe("environments", () => {
  it("are the same for the same rule, whatever rules were there before", () => {
    const inheritedBy = environments({ A: "1", HOME: "/me" }, [])
    const rule = { B: "2" }
    for (const env of [rule, ["A"], "minimal", undefined] as const) {
      const settings = env === undefined ? {} : { env }
      assert.strictEqual(inheritedBy(settings, nothing), inheritedBy(settings, nothing))
    }
    assert.deepStrictEqual(inheritedBy({ env: "minimal" }, nothing), { HOME: "/me" })
    assert.deepStrictEqual(inheritedBy({}, nothing), { A: "1", HOME: "/me" })
  })
})

describe("many sessions at once", () => {
  it.live("are no leak of listeners", () =>
    Effect.gen(function* () {
      const before = process.listenerCount("exit")
      yield* Effect.scoped(
        Effect.gen(function* () {
          for (let one = 0; one < 12; one++) {
            yield* Layer.build(Layer.fresh(Layer.provide(ProcessCommandRunner.layerCold, around)))
          }
          assert.isAtMost(process.listenerCount("exit"), before + 1)
        })
      )
      assert.isAtMost(process.listenerCount("exit"), before)
    })
  )
})

describe("a session", () => {
  it.live("ends also while its pipes are being made, and leaves nothing", () =>
    Effect.gen(function* () {
      // What the tests before have started is gone then.
      yield* Effect.sleep(100)
      yield* Leftovers.none(
        Effect.forEach(Array.from({ length: 60 }), (_, one) =>
          Effect.scoped(
            Effect.andThen(
              Effect.forEach(Array.from({ length: 8 }), () =>
                Layer.build(Layer.fresh(Layer.provide(ProcessCommandRunner.layerCold, around)))
              ),
              Effect.sleep(one % 4)
            )
          )
        )
      )
    })
  )
})

describe("a hook that leaves somebody in a session of their own behind", () => {
  it.live("keeps nothing of ours open once its own session is over", () =>
    Effect.gen(function* () {
      const { project } = yield* TestProject.make({})
      const pid = path.join(project, "pid")
      yield* Leftovers.none(
        Effect.gen(function* () {
          const runner = yield* CommandRunner
          const text = "setsid sh -c 'echo $$ >pid; exec sleep 600' & exit 2"
          yield* runner.run(TestWork.make(command(text), { project }))
          yield* Leftovers.until(() => existsSync(pid) && readFileSync(pid, "utf8") !== "")
        }).pipe(Effect.provide(Layer.provide(ProcessCommandRunner.layerCold, around)))
      ).pipe(Effect.ensuring(Effect.sync(() => process.kill(Number(readFileSync(pid, "utf8")), "SIGKILL"))))
    }).pipe(Effect.scoped)
  )
})

describe("a shell that waits", () => {
  it.live("and counts seconds counts them from the hook's beginning", () =>
    Effect.gen(function* () {
      const { project } = yield* TestProject.make({})
      const runner = yield* CommandRunner
      const { counts, settled } = yield* ProcessCommandRunner.Warm
      const work = TestWork.make({ _tag: "Command", command: "echo $((SECONDS < 2))", shell: "bash" }, { project })
      yield* runner.prewarm?.({ hooks: [work.hook], settings: {}, session: work.session }) ?? Effect.void
      yield* settled
      yield* Effect.sleep(2100)
      assert.strictEqual((yield* RunnerTest.run(work)).stdout, "1\n")
      assert.strictEqual(counts().taken, 1)
    }).pipe(Effect.scoped, Effect.provide(Layer.provide(ProcessCommandRunner.layerWarm, around)))
  )
})

describe("a Python function", () => {
  const check = `def check(event):\n    return {"decision": "block", "reason": event["tool_input"]["file_path"]}\n`
  const event = HookEvent.cases.PreToolUse.make({ toolName: "Edit", toolInput: { file_path: "é漢" } })
  const checked = (files: TestProject.Files, more: Readonly<Record<string, string>> = {}) =>
    Effect.gen(function* () {
      const { project } = yield* TestProject.make({ "guard.py": check, ...files })
      const executor = yield* Executor
      return yield* executor.execute(TestWork.make({ _tag: "Python", function: "guard.check" }, { project, event }))
    }).pipe(
      Effect.provide(
        Layer.provide(Executor.layerWith(ProcessPythonRunner.layerWith({ env: { ...process.env, ...more } })), around)
      ),
      Effect.scoped
    )
  const blocks = { _tag: "Value", value: { decision: "block", reason: "é漢" } }

  for (const name of ["json", "inspect", "logging"]) {
    it.live(`answers in a project that has its own ${name}.py`, () =>
      Effect.map(checked({ [`${name}.py`]: "raise Exception('not this one')\n" }), (reply) =>
        assert.deepStrictEqual<unknown>(reply, blocks)
      )
    )
  }

  it.live("reads the event as what it is, whatever encoding the environment speaks of", () =>
    Effect.map(checked({}, { PYTHONIOENCODING: "latin-1" }), (reply) => assert.deepStrictEqual<unknown>(reply, blocks))
  )
})
