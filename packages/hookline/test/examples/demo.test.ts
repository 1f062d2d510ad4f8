// The demonstration, through the real command: on a pipe, at a terminal, and on a machine that lacks what hooks want.
import { assert, describe, it } from "@effect/vitest"
import { RunOutput } from "@hookline/schema/RunOutput"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { execFile, spawn } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from "node:fs"
import path from "node:path"
import { commandEnv, hooklineIn } from "../commands/hookline.ts"
import { width } from "../../src/demo/show.ts"

const verdicts = [
  "SessionStart pass",
  "UserPromptSubmit pass",
  "PreToolUse Bash deny",
  "PreToolUse Bash pass",
  "PreToolUse Write deny",
  "PostToolUse Write pass",
  "PreToolUse Bash deny",
  "PreToolUse Bash deny",
  "PreToolUse WebFetch deny",
  "PreToolUse Bash deny",
  "PostToolUse Bash pass",
  "Stop deny",
  "Stop pass",
  "SessionEnd pass"
]

/** The events of a table, each with its tool and its verdict. */
const rowsOf = (table: string): ReadonlyArray<string> =>
  table.split("\n").flatMap((line) => {
    const row = /^([A-Z][a-z]+[A-Z]\w+|Stop) +(?:(Bash|Write|WebFetch) +)?.*? (pass|allow|ask|deny) /.exec(line)
    return row === null ? [] : [[row[1], row[2], row[3]].filter((word) => word !== undefined).join(" ")]
  })

/** A folder to work in, with one for what is temporary in it. */
const place = Effect.map(TestProject.make({ ".hookline/.keep": "" }), (project) => {
  const temporary = path.join(project.home, "tmp")
  mkdirSync(temporary)
  return { ...project, temporary }
})

/** The processes that work in a folder. Linux tells; elsewhere there is nothing to ask. */
const processesIn = (folder: string): ReadonlyArray<string> =>
  (existsSync("/proc/self") ? readdirSync("/proc") : []).filter((id) => {
    if (!/^\d+$/.test(id)) return false
    try {
      return readlinkSync(`/proc/${id}/cwd`).startsWith(folder)
    } catch {
      // It is gone, or somebody else's.
      return false
    }
  })

const untilNone = (folder: string): Effect.Effect<void> =>
  Effect.suspend(() =>
    processesIn(folder).length === 0 ? Effect.void : Effect.andThen(Effect.sleep(50), untilNone(folder))
  )

const bin = path.join(import.meta.dirname, "../../bin/hookline.js")

interface At {
  readonly project: string
  readonly home: string
  readonly temporary: string
}

/** What a terminal shows, and the exit code, when these keys are typed at these texts. */
const atTerminal = (
  { home, project, temporary }: At,
  keys: ReadonlyArray<readonly [string, string]>,
  env: Readonly<Record<string, string>> = {}
): Effect.Effect<{ readonly shown: string; readonly exit: string | undefined }> =>
  Effect.promise(
    () =>
      new Promise((resolve, reject) => {
        const terminal = path.join(import.meta.dirname, "terminal.py")
        execFile(
          "python3",
          ["-S", terminal, JSON.stringify(keys), process.execPath, bin, "demo"],
          { cwd: project, env: { ...commandEnv(home), TMPDIR: temporary, ...env } },
          (error, stdout) =>
            error === null ? resolve({ shown: stdout, exit: /EXIT (-?\d+)/.exec(stdout)?.[1] }) : reject(error)
        )
      })
  )

/** Reads the first line and no more: the exit code, and what was on standard error. */
const untilUnread = ({ home, project, temporary }: At): Effect.Effect<readonly [number | null, string]> =>
  Effect.promise(
    () =>
      new Promise((resolve, reject) => {
        const env = { ...commandEnv(home), TMPDIR: temporary }
        const child = spawn(process.execPath, [bin, "demo"], { cwd: project, env, stdio: ["ignore", "pipe", "pipe"] })
        let stderr = ""
        child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()))
        child.stdout.once("data", () => child.stdout.destroy())
        child.once("error", reject)
        child.once("close", (exit) => resolve([exit, stderr]))
      })
  )

const colours = ["1", "2", "31", "32"].map((code) => `\u001B[${code}m`)

const isColoured = (shown: string): boolean => colours.some((colour) => shown.includes(colour))

// A session mostly waits for its hooks, so that several at once are done sooner.
describe.concurrent("hookline demo", () => {
  it.live("plays a session on a pipe, as plain text, and leaves nothing behind", () =>
    Effect.gen(function* () {
      const at = yield* place
      const { exit, stderr, stdout } = yield* hooklineIn(at, ["demo"], { env: { TMPDIR: at.temporary } })
      assert.deepStrictEqual([stderr, exit], ["", 0])
      assert.deepStrictEqual(rowsOf(stdout), verdicts)
      for (const part of [
        "the model reads: On branch main; git status says: ?? src/cache.py",
        "the model reads: Deployments go by ./deploy",
        "This command deletes a whole system.",
        "it runs: npm install --ignore-scripts left-pad",
        "This file would be broken",
        "line 3: csv is imported and never used",
        "What you print, you send",
        "all-tests interrupted",
        "link-check did not answer within 1 s",
        "production → no approver is there to be asked",
        "the agent goes on: Run the tests before you stop.",
        "commands run in this session: 1",
        "audit log of 18 records, verified",
        "hookline init",
        "hookline attach claude"
      ]) {
        assert.include(stdout, part)
      }
      assert.notInclude(stdout, "\u001B[")
      assert.isAtMost(Math.max(...stdout.split("\n").map(({ length }) => length)), width)
      assert.deepStrictEqual(readdirSync(at.temporary), [])
      assert.deepStrictEqual(readdirSync(at.project).toSorted(), [".hookline"])
    }).pipe(Effect.scoped)
  )

  it.live("prints objects on lines for programs", () =>
    Effect.gen(function* () {
      const at = yield* place
      const { stdout } = yield* hooklineIn(at, ["demo", "--json"], { env: { TMPDIR: at.temporary } })
      const lines: ReadonlyArray<Readonly<Record<string, unknown>>> = stdout
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
      const Line = Schema.Struct({ played: Schema.Struct({ output: RunOutput }) })
      const played = yield* Effect.forEach(lines.slice(1, -1), (line) => Schema.decodeUnknownEffect(Line)(line))
      assert.lengthOf(played, verdicts.length)
      assert.deepStrictEqual(lines.at(0)?.["version"], 1)
      assert.deepInclude(lines.at(-1)?.["ended"], { isSound: true, faults: [] })
      const failed = played.flatMap(({ played: { output } }) => output.runs.filter(({ status }) => status === "failed"))
      assert.deepStrictEqual(
        failed.map(({ id }) => id),
        ["link-check/PreToolUse/link-check"]
      )
    }).pipe(Effect.scoped)
  )

  it.live("asks at a terminal, is answered, and goes on", () =>
    Effect.gen(function* () {
      const at = yield* place
      // Deny is chosen until somebody chooses; one further is the first.
      const { exit, shown } = yield* atTerminal(at, [["Go on?", "\u001B[B\r"]])
      assert.strictEqual(exit, "0")
      assert.include(shown, "production-guard asks about PreToolUse Bash:")
      assert.include(shown, "→ Allow")
      assert.include(shown, "audit log of 18 records, verified")
      assert.isTrue(isColoured(shown))
    }).pipe(Effect.scoped)
  )

  it.live("shows no colours where nobody wants any", () =>
    Effect.gen(function* () {
      const { exit, shown } = yield* atTerminal(yield* place, [["Go on?", "\r"]], { NO_COLOR: "1" })
      assert.strictEqual(exit, "0")
      assert.include(shown, "→ Deny")
      assert.isFalse(isColoured(shown))
    }).pipe(Effect.scoped)
  )

  it.live("ends by Ctrl-C during a hook, and leaves no process", () =>
    Effect.gen(function* () {
      const at = yield* place
      // The next hook after a push is the one that hangs.
      const { exit, shown } = yield* atTerminal(at, [["unfinished work in src", "\u0003"]])
      assert.strictEqual(exit, "130", shown)
      assert.notInclude(shown, "audit log")
      yield* untilNone(at.temporary)
      assert.deepStrictEqual(readdirSync(at.temporary), [])
    }).pipe(Effect.scoped)
  )

  it.live("ends by Ctrl-C at a question", () =>
    Effect.gen(function* () {
      const at = yield* place
      const { exit, shown } = yield* atTerminal(at, [["Go on?", "\u0003"]])
      assert.strictEqual(exit, "130", shown)
      assert.notInclude(shown, "SessionEnd")
      yield* untilNone(at.temporary)
      assert.deepStrictEqual(readdirSync(at.temporary), [])
    }).pipe(Effect.scoped)
  )

  it.live("says where it can't work, and what to do", () =>
    Effect.gen(function* () {
      const at = yield* place
      const { exit, stderr, stdout } = yield* hooklineIn(at, ["demo"], { env: { TMPDIR: "/no/such/folder" } })
      assert.deepStrictEqual([stdout, exit], ["", 1])
      assert.match(stderr, /^hookline: no project could be made in .*; name another folder by TMPDIR\n$/)
    }).pipe(Effect.scoped)
  )

  it.live("stops without a word when nobody reads on, and leaves nothing behind", () =>
    Effect.gen(function* () {
      const at = yield* place
      const [exit, stderr] = yield* untilUnread(at)
      assert.deepStrictEqual([exit, stderr], [141, ""])
      assert.deepStrictEqual(readdirSync(at.temporary), [])
    }).pipe(Effect.scoped)
  )

  it.live("says what a machine lacks, denies what its guards can't judge, and goes on", () =>
    Effect.gen(function* () {
      const at = yield* place
      const programs = path.join(at.home, "bin")
      mkdirSync(programs)
      for (const name of ["sh", "grep", "head", "tr", "sleep"]) {
        const found = ["/bin", "/usr/bin"].map((folder) => path.join(folder, name)).find((file) => existsSync(file))
        if (found !== undefined) symlinkSync(found, path.join(programs, name))
      }
      const env = { PATH: programs, TMPDIR: at.temporary }
      const { exit, stderr, stdout } = yield* hooklineIn(at, ["demo"], { env })
      assert.deepStrictEqual([stderr, exit], ["", 0])
      assert.include(stdout, "This machine lacks git and python3")
      assert.match(stdout, /rm -rf ~\/ +deny/)
      assert.include(stdout, "verified")
    }).pipe(Effect.scoped)
  )
})
