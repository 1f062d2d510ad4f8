// What `run` and `dispatch` do stands in the log, whatever becomes of the processes; and no log is worth a wrong answer.
import { assert, describe, it } from "@effect/vitest"
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import { Requirement, TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { spawn } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs"
import path from "node:path"
import { take } from "@hookline/node/kit/node/session/lock"
import { commandEnv, hooklineIn, type Options } from "./hookline.ts"
import { loggedIn } from "./logged.ts"

const bin = path.join(import.meta.dirname, "../../bin/hookline.js")

const hooks = (command: string): TestProject.Files => ({
  ".amplifier/hooks/hooks.json": { json: { hooks: { PreToolUse: [{ hooks: [{ type: "command", command }] }] } } }
})

const denying = hooks("echo no TOKEN=abcdef0123456789 >&2; exit 2")

const payload = (event: string): string =>
  JSON.stringify({ hook_event_name: event, session_id: "s1", cwd: "/tmp", tool_name: "Bash", tool_input: {} })

const inProject = <A>(files: TestProject.Files, use: (project: Project) => Effect.Effect<A>) =>
  Effect.scoped(Effect.flatMap(TestProject.make({ ".hookline/.keep": "", ...files }), use))

const dispatch = (project: Project, event = "PreToolUse", args: ReadonlyArray<string> = [], options: Options = {}) =>
  hooklineIn(project, ["dispatch", "--host", "claude", ...args], { input: payload(event), ...options })

const logged = (project: Project) =>
  Effect.map(hooklineIn(project, ["log", "--json"]), ({ stdout }) => {
    const { folder, records } = loggedIn(stdout)
    return { folder, records, files: existsSync(folder) ? readdirSync(folder) : [] }
  })

const holds = (project: Project) =>
  Effect.map(hooklineIn(project, ["log", "--verify"]), ({ exit, stdout }) => assert.strictEqual(exit, 0, stdout))

const modeOf = (file: string): string => (statSync(file).mode & 0o777).toString(8)

describe("the log of the command", () => {
  it.live("has each event that ran something, of all processes in one file, without secrets", () =>
    inProject(denying, (project) =>
      Effect.gen(function* () {
        for (let index = 0; index < 2; index++) assert.include((yield* dispatch(project)).stdout, '"deny"')
        yield* hooklineIn(project, ["run", "PreToolUse", "--session", "s2"])
        const { files, folder, records } = yield* logged(project)
        assert.deepStrictEqual(
          records.map(({ _tag, session, verdict }) => [_tag, session, verdict]),
          [
            ["Event", "s1", "Deny"],
            ["Event", "s1", "Deny"],
            ["Event", "s2", "Deny"]
          ]
        )
        assert.notInclude(JSON.stringify(records), "abcdef")
        const file = files.find((name) => name.endsWith(".jsonl")) ?? ""
        assert.deepStrictEqual(files.toSorted(), [file, "heads"].toSorted())
        assert.deepStrictEqual([modeOf(folder), modeOf(path.join(folder, file))], ["700", "600"])
        yield* holds(project)
      })
    )
  )

  it.live("has what the model was told", () =>
    inProject(
      hooks(`printf '%s' '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "additionalContext": "be careful"}}'`),
      (project) =>
        Effect.gen(function* () {
          assert.include((yield* dispatch(project)).stdout, "be careful")
          const { records } = yield* logged(project)
          assert.deepStrictEqual(
            records.map(({ _tag, fate, text }) => [_tag, fate, text]),
            [
              ["Injection", "given", "be careful"],
              ["Event", undefined, undefined]
            ]
          )
        })
    )
  )

  it.live("is not touched where nothing runs, or where nobody wants it", () =>
    inProject(denying, (project) =>
      Effect.gen(function* () {
        yield* dispatch(project, "Stop")
        yield* hooklineIn(project, ["run", "Stop"])
        for (const [args, env] of [
          [["--no-audit"], {}],
          [[], { HOOKLINE_AUDIT: "off" }]
        ] as const) {
          // A host may pass on a variable that a project sets, so that it switches off no log of dispatch.
          if (args.length > 0) assert.include((yield* dispatch(project, "PreToolUse", args, { env })).stdout, '"deny"')
          yield* hooklineIn(project, ["run", "PreToolUse", ...args], { env })
        }
        assert.isFalse(existsSync(path.join(project.home ?? "", ".local/state/hookline/audit")))
      })
    )
  )

  it.live("holds with many processes at once", () =>
    inProject(denying, (project) =>
      Effect.gen(function* () {
        yield* Effect.all(
          Array.from({ length: 8 }, () => dispatch(project)),
          { concurrency: "unbounded" }
        )
        assert.strictEqual((yield* logged(project)).records.length, 8)
        yield* holds(project)
      })
    )
  )

  it.live("waits for a process that writes it, and not for long", () =>
    inProject(denying, (project) =>
      Effect.gen(function* () {
        yield* dispatch(project)
        const { folder } = yield* logged(project)
        const release = take(path.join(folder, "lock"))
        assert.isDefined(release)
        yield* dispatch(project)
        release?.()
        yield* dispatch(project)
        const { files, records } = yield* logged(project)
        assert.strictEqual(records.length, 3)
        const names = files.filter((name) => name.endsWith(".jsonl"))
        assert.deepStrictEqual(
          new Set(names.map((name) => /^\d{8}(?:-0001-|T)/.exec(name)?.[0].slice(8))),
          new Set(["-0001-", "T"])
        )
        yield* holds(project)
      })
    )
  )

  it.live("holds where processes are killed at any point", () =>
    inProject(denying, (project) =>
      Effect.gen(function* () {
        yield* Effect.forEach(
          Array.from({ length: 10 }),
          (_, index) => {
            const until = performance.now() + 60 + index * 15
            return dispatch(project, "PreToolUse", [], {
              signal: { name: "SIGKILL", when: () => performance.now() > until }
            })
          },
          { concurrency: 4 }
        )
        const before = (yield* logged(project)).records.length
        yield* dispatch(project)
        assert.strictEqual((yield* logged(project)).records.length, before + 1)
        yield* holds(project)
      })
    )
  )
})

/** Runs it in a name space of its own, where its state lies on this file system. */
const mounted = (project: Project, mount: string, args: ReadonlyArray<string>) =>
  Effect.promise(
    () =>
      new Promise<{ readonly stdout: string; readonly stderr: string; readonly exit: number | null }>((resolve) => {
        const state = path.join(project.home ?? "", "state")
        mkdirSync(state)
        const text = `${mount} '${state}' && exec "$@"`
        const child = spawn("unshare", ["-rm", "sh", "-c", text, "sh", process.execPath, bin, ...args], {
          cwd: project.project,
          env: { ...commandEnv(project.home), XDG_STATE_HOME: state }
        })
        let [stdout, stderr] = ["", ""]
        child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()))
        child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()))
        child.stdin.on("error", () => {})
        child.stdin.end(payload("PreToolUse"))
        child.once("close", (exit) => resolve({ stdout, stderr, exit }))
      })
  )

const told =
  /^hookline: the audit log in .+ can't be written, and lacks what was done now: .*; --no-audit keeps none\n$/

describe("an answer is right", () => {
  const long = hooks("head -c 100000 /dev/zero | tr '\\0' x; echo no >&2; exit 2")

  for (const [name, mount] of [
    ["is full", "mount -t tmpfs -o size=32k tmpfs"],
    ["is read-only", "mount -t tmpfs -o ro tmpfs"]
  ] as const)
    Requirement.live(Requirement.mounts)(`where the disk ${name}, and that is told`, () =>
      inProject(long, (project) =>
        Effect.gen(function* () {
          const { exit, stderr, stdout } = yield* mounted(project, mount, ["dispatch", "--host", "claude"])
          assert.match(stderr, told)
          assert.include(stdout, '"permissionDecision":"deny"')
          assert.strictEqual(exit, 0)
        })
      )
    )

  it.live("where there is no place for the log, in a run, too", () =>
    inProject(denying, (project) =>
      Effect.gen(function* () {
        const env = { XDG_STATE_HOME: "/proc/nowhere" }
        const ended = yield* hooklineIn(project, ["run", "PreToolUse", "--exit-code", "--json"], { env })
        assert.match(ended.stderr, told)
        assert.include(ended.stdout, '"verdict":"deny"')
        assert.strictEqual(ended.exit, 2)
      })
    )
  )

  it.live("where nobody can read it, by the exit code alone", () =>
    inProject(denying, (project) =>
      Effect.gen(function* () {
        const text = `printf '%s' '${payload("PreToolUse")}' | "$@" >/dev/full`
        const exit = yield* Effect.promise(
          () =>
            new Promise<number | null>((resolve) => {
              const args = ["-c", text, "sh", process.execPath, bin, "dispatch", "--host", "claude"]
              const env = commandEnv(project.home)
              spawn("sh", args, { cwd: project.project, env, stdio: "ignore" }).once("close", resolve)
            })
        )
        assert.strictEqual(exit, 2)
        assert.strictEqual((yield* logged(project)).records.length, 1)
      })
    )
  )
})
