// What goes wrong around a command: each is a sentence and an exit code, and nobody sees a stack.
import { assert, describe, it } from "@effect/vitest"
import { Leftovers, TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { execFile } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import path from "node:path"
import { bin, commandEnv, hookline, hooklineIn } from "../commands/hookline.ts"
import { loggedIn } from "../commands/logged.ts"

const guarded: TestProject.Files = {
  ".amplifier/hooks/hooks.json": {
    json: { hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "echo no >&2; exit 2" }] }] } }
  }
}

/** A line for a shell, in which `$HOOKLINE` is the command. */
const shell = (project: { readonly project: string; readonly home: string }, line: string) =>
  Effect.callback<{ readonly stderr: string; readonly exit: number }>((resume) => {
    const env = { ...commandEnv(project.home), HOOKLINE: `"${process.execPath}" "${bin}"` }
    execFile(
      "sh",
      ["-c", line.replaceAll("$HOOKLINE", env.HOOKLINE)],
      { cwd: project.project, env },
      (error, _, stderr) => resume(Effect.succeed({ stderr, exit: typeof error?.code === "number" ? error.code : 0 }))
    )
  })

const inProject = <A>(use: (project: { readonly project: string; readonly home: string }) => Effect.Effect<A>) =>
  Effect.scoped(Effect.flatMap(TestProject.make({ ".hookline/.keep": "", ...guarded }), use))

describe("a standard output that can't be written", () => {
  for (const args of [
    "run PreToolUse",
    "run PreToolUse --json",
    "list",
    "check",
    "plan Stop",
    "--help",
    "demo --unattended"
  ]) {
    it.live(`is told by ${args}, and ends it with 1`, () =>
      inProject((project) =>
        Effect.gen(function* () {
          const { exit, stderr } = yield* shell(project, `$HOOKLINE ${args} >/dev/full`)
          const sentence =
            "hookline: standard output was not written to its end: there is no space left on the device.\n"
          assert.deepStrictEqual([exit, stderr], [1, sentence])
        })
      )
    )
  }

  it.live("does not keep hooks from running, and a denial is still what the exit code says", () =>
    inProject((project) =>
      Effect.gen(function* () {
        const denied = yield* shell(project, "$HOOKLINE run PreToolUse --exit-code >/dev/full")
        assert.strictEqual(denied.exit, 2)
        assert.include(denied.stderr, "there is no space left on the device")
        const { stdout } = yield* hooklineIn(project, ["log", "--json"])
        assert.strictEqual(loggedIn(stdout).records.length, 1)
      })
    )
  )

  it.live("is told where nobody reads any longer", () =>
    inProject((project) =>
      Effect.gen(function* () {
        // The other end is closed before anything can have been written.
        const { stderr } = yield* shell(project, "{ sleep 0.1; $HOOKLINE run PreToolUse; echo $? >&2; } | true")
        assert.strictEqual(stderr, "hookline: standard output was not written to its end: its reader has ended.\n141\n")
      })
    )
  )
})

describe("words that nobody understands", () => {
  for (const [args, wanted] of [
    [["runn"], /^hookline: Unknown subcommand "runn" for "hookline"\. Did you mean run\?\n`hookline --help` /],
    [["run", "--tol", "x"], /^hookline: Unrecognized flag: --tol .*Did you mean --tool\?\n`hookline run --help` /],
    [["plan"], /^hookline: Missing required argument: event\.\n`hookline plan --help` /],
    [["list", "--json", "--nonsense"], /^hookline: Unrecognized flag: --nonsense /],
    [["run", "Stop", "--host", "nobody"], /^hookline: --host takes one of amplifier, .*, and not "nobody"\./],
    [["run", "Stop", "--project", "hooks.json"], /hooks\.json is no folder: name a folder with --project\n$/],
    [["log", "--last", "0"], /^hookline: --last is how many records are shown, from 1 on; 0 is none\n$/],
    [["log", "--follow", "--stats"], /^hookline: --follow shows records as they come: leave out /],
    [["test", "nowhere"], /^hookline: nowhere is not there: name a hooks\.test\.json, or a folder/]
  ] as const)
    it.live(`are told on standard error alone: ${args.join(" ")}`, () =>
      Effect.gen(function* () {
        const { exit, stderr, stdout } = yield* hookline({ "hooks.json": "" }, args)
        assert.deepStrictEqual([exit, stdout], [1, ""])
        assert.match(stderr, wanted)
      })
    )
})

describe("what there is to read", () => {
  for (const [what, input] of [
    ["nothing", ""],
    ["half an object", `{"hook_event_name": "PreToolUse", "tool_na`],
    ["no object", `["PreToolUse"]`],
    ["bytes that are no text", "\u0000\u0001\u0002"]
  ] as const)
    for (const args of [
      ["run", "--host", "claude", "--payload", "-"],
      ["run", "PreToolUse", "--input", "-"],
      ["dispatch", "--host", "claude"]
    ])
      it.live(`is ${what}, which ${args.slice(0, 2).join(" ")} tells in a sentence`, () =>
        Effect.gen(function* () {
          const { exit, stderr, stdout } = yield* hookline(guarded, args, { input })
          assert.deepStrictEqual([exit, stdout], [1, ""])
          assert.match(stderr, /^hookline: [^\n]*\n$/)
        })
      )

  it.live("is another host's payload, which is no event of this one", () =>
    Effect.gen(function* () {
      const input = JSON.stringify({ event: "tool:pre", data: { tool_name: "bash", tool_input: { command: "x" } } })
      for (const args of [
        ["dispatch", "--host", "claude"],
        ["run", "--host", "claude", "--payload", "-"]
      ]) {
        const { exit, stderr, stdout } = yield* hookline(guarded, args, { input })
        assert.deepStrictEqual([exit, stdout], [1, ""])
        assert.match(stderr, /^hookline: .*it does not name its event[^\n]*\n$/)
      }
      const closed = yield* hookline(guarded, ["dispatch", "--host", "claude", "--on-failure", "closed"], { input })
      assert.strictEqual(closed.exit, 2)
    })
  )

  it.live("is ten megabytes, which is no trouble", () =>
    Effect.gen(function* () {
      const tool_input = { command: "x".repeat(10_000_000) }
      const input = JSON.stringify({ hook_event_name: "PreToolUse", tool_name: "Bash", tool_input })
      const { exit, stdout } = yield* hookline(guarded, ["dispatch", "--host", "claude"], { input })
      assert.strictEqual(exit, 0)
      assert.include(stdout, `"permissionDecision":"deny"`)
    })
  )

  it.live("is a folder where a file of hooks belongs: that file is told, and the others run", () =>
    Effect.gen(function* () {
      const files = { ...guarded, ".claude/settings.json/inside": "" }
      const checked = yield* hookline(files, ["check"])
      assert.strictEqual(checked.exit, 1)
      assert.match(checked.stdout, /\.claude\/settings\.json:1:1 error file-unreadable/)
      const ran = yield* hookline(files, ["run", "PreToolUse", "--exit-code"])
      assert.strictEqual(ran.exit, 2)
    })
  )

  it.live("is a project without hooks, which is no error", () =>
    Effect.gen(function* () {
      for (const args of [["list"], ["check"], ["run", "PreToolUse"], ["plan", "Stop"], ["log"]]) {
        const { exit, stderr } = yield* hookline({}, args)
        assert.deepStrictEqual([exit, stderr], [0, ""], args.join(" "))
      }
    })
  )
})

describe("a disk that can't be written", () => {
  it.live("is told, and changes no verdict", () =>
    inProject((project) =>
      Effect.gen(function* () {
        // A file is in the place of the folder, so that nobody can make it.
        const nowhere = path.join(project.project, ".hookline/.keep")
        const env = { XDG_STATE_HOME: nowhere, XDG_CACHE_HOME: nowhere }
        const ran = yield* hooklineIn(project, ["run", "PreToolUse", "--exit-code"], { env })
        assert.strictEqual(ran.exit, 2)
        assert.match(ran.stderr, /^hookline: the audit log in \S*\.keep\S* can't be written, /)
        const input = JSON.stringify({
          hook_event_name: "PreToolUse",
          tool_name: "Bash",
          tool_input: {},
          session_id: "s"
        })
        const answered = yield* hooklineIn(project, ["dispatch", "--host", "claude"], { env, input })
        assert.strictEqual(answered.exit, 0)
        assert.include(answered.stdout, `"permissionDecision":"deny"`)
        assert.notMatch(answered.stderr, /\n\s+at /)
      })
    )
  )

  it.live("is told by what would write there", () =>
    Effect.gen(function* () {
      const { exit, stderr } = yield* hookline({ ".amplifier": "a file in its place" }, ["init"])
      assert.strictEqual(exit, 1)
      assert.match(stderr, /^hookline: \S*first-guard can't be written: /)
    })
  )
})

describe("Ctrl-C", () => {
  it.live("during a hook ends it with all that it has started, and is exit code 130", () =>
    inProject((project) =>
      Effect.gen(function* () {
        const json = JSON.stringify({
          hooks: { Stop: [{ hooks: [{ type: "command", command: "sleep 600 & echo $! $$ >pids; wait" }] }] }
        })
        yield* shell(project, `printf '%s' '${json}' >.amplifier/hooks/hooks.json`)
        const pids = path.join(project.project, "pids")
        const isThere = () => existsSync(pids) && readFileSync(pids, "utf8").endsWith("\n")
        const { exit, stdout } = yield* hooklineIn(project, ["run", "Stop"], {
          signal: { name: "SIGINT", when: isThere }
        })
        assert.deepStrictEqual([exit, stdout], [130, ""])
        for (const pid of readFileSync(pids, "utf8").trim().split(" "))
          yield* Leftovers.until(() => !Leftovers.isAlive(pid))
      })
    )
  )
})
