// A host's settings with us in them, through the real file: what it calls then is what answers.
import { assert, describe, it } from "@effect/vitest"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { spawnSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import path from "node:path"
import { attachable } from "../../src/commands/agentNames.ts"
import { bin, commandEnv, hooklineIn } from "./hookline.ts"

const settings = `{\r\n\t// mine\r\n\t"model": "x",\r\n\t"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "mine"}]}]}\r\n}`

const guard = {
  ".amplifier/hooks/hooks.json": {
    json: { hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "echo no >&2; exit 2", timeout: 9 }] }] } }
  }
}

interface Entry {
  readonly matcher?: string
  readonly hooks: ReadonlyArray<{ readonly command: string; readonly timeout?: number }>
}

describe("hookline attach", () => {
  it.live.each(["claude", "codex", "gemini", "qwen", "copilot", "cursor"])(
    "writes entries of %s that Hookline itself never runs",
    (host) =>
      Effect.scoped(
        Effect.gen(function* () {
          const project = yield* TestProject.make(guard)
          yield* hooklineIn(project, ["attach", host, "--yes"])
          const { stdout } = yield* hooklineIn(project, ["list", "--json"])
          // The command's own output.
          const { hooks } = JSON.parse(stdout) as {
            readonly hooks: ReadonlyArray<{ readonly id: string; readonly text: string; readonly enabled: boolean }>
          }
          const own = hooks.filter(({ text }) => text.includes("dispatch"))
          assert.isAbove(own.length, 0)
          assert.deepStrictEqual(
            own.filter(({ enabled }) => enabled).map(({ id }) => id),
            []
          )
        })
      )
  )

  // Under closed both what an entry starts and what its end means are looked at.
  it.live.each(attachable)("writes entries of %s under closed in which check finds no problem", (host) =>
    Effect.scoped(
      Effect.gen(function* () {
        const settings = { json: { failure_policy: "closed" } }
        const project = yield* TestProject.make({ ".hookline/settings.json": settings })
        mkdirSync(path.join(project.home, ".hookline"), { recursive: true })
        writeFileSync(path.join(project.home, ".hookline/settings.json"), JSON.stringify(settings.json))
        const attached = yield* hooklineIn(project, ["attach", host])
        assert.strictEqual(attached.exit, 0, attached.stderr)
        const { exit, stdout } = yield* hooklineIn(project, ["check", "--json"])
        // The command's own output.
        const { diagnostics } = JSON.parse(stdout) as { readonly diagnostics: ReadonlyArray<{ readonly code: string }> }
        // A clone may itself lie in a temporary folder.
        assert.deepStrictEqual(
          diagnostics.filter(({ code }) => code !== "own-entry-temporary"),
          []
        )
        assert.strictEqual(exit, 0)
      })
    )
  )

  it.live("writes entries that plan shows for their event alone, and that migrate and counts leave out", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const project = yield* TestProject.make({ ".hookline/.keep": "" })
        yield* hooklineIn(project, ["attach", "claude", "--scope", "project"])
        const planned = yield* hooklineIn(project, ["plan", "PreToolUse"])
        assert.strictEqual(planned.stdout.split("it is our own dispatch").length, 2)
        const migrated = yield* hooklineIn(project, ["migrate", "--from", "claude", "--to", "gemini", "--strict"])
        assert.strictEqual(migrated.exit, 0)
        assert.match(
          migrated.stdout,
          /^Nothing to add to .*\n\d+ entries are Hookline's own, and not migrated: `hookline attach gemini` writes those of Gemini CLI\.$/m
        )
        assert.notInclude(migrated.stdout, "there already")
        for (const word of ["check", "list"]) {
          const { stdout } = yield* hooklineIn(project, [word])
          assert.match(stdout, /^0 hooks and \d+ entries of Hookline itself in 1 file; /m)
        }
      })
    )
  )

  it.live("lets the host call us for its events, and detach brings back every byte", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const project = yield* TestProject.make({ ...guard, ".claude/settings.json": settings })
        const file = path.join(project.project, ".claude/settings.json")
        const first = yield* hooklineIn(project, ["attach", "claude", "--scope", "project"])
        assert.strictEqual(first.exit, 0)
        assert.match(first.stdout, /\.claude\/settings\.json: \d+ added \(written\)/)
        const text = readFileSync(file, "utf8")
        assert.include(text, "\r\n\t// mine\r\n")
        // It is JSON but for the comment, which says nothing.
        const { hooks } = JSON.parse(text.replace("// mine", "")) as {
          hooks: Readonly<Record<string, ReadonlyArray<Entry>>>
        }
        assert.strictEqual(hooks["Stop"]?.[0]?.hooks[0]?.command, "mine")
        const entry = hooks["PreToolUse"]?.[0]
        assert.strictEqual(entry?.matcher, "*")
        assert.isAbove(entry?.hooks[0]?.timeout ?? 0, 9)
        // What stands there is what a host runs.
        const payload = {
          hook_event_name: "PreToolUse",
          session_id: "s",
          tool_name: "Bash",
          tool_input: { command: "x" }
        }
        const called = spawnSync("/bin/sh", ["-c", entry?.hooks[0]?.command ?? "exit 9"], {
          cwd: project.project,
          env: { HOME: project.home, PATH: "/usr/bin:/bin" },
          input: JSON.stringify(payload),
          encoding: "utf8"
        })
        assert.strictEqual(called.stderr, "")
        assert.match(called.stdout, /"permissionDecision":"deny","permissionDecisionReason":"no"/)
        const again = yield* hooklineIn(project, ["attach", "claude", "--scope", "project"])
        assert.match(again.stdout, /is as it should be; nothing was written/)
        // We never run ourselves.
        const planned = yield* hooklineIn(project, ["plan", "PreToolUse"])
        assert.match(planned.stdout, /it is our own dispatch/)
        const out = yield* hooklineIn(project, ["detach", "claude", "--scope", "project"])
        assert.strictEqual(out.exit, 0)
        assert.strictEqual(readFileSync(file, "utf8"), settings)
        assert.deepStrictEqual(
          readdirSync(path.dirname(file)).filter((name) => name.includes("before-hookline")),
          []
        )
      })
    )
  )

  it.live("leaves a malformed file alone, and says where it is", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const project = yield* TestProject.make({ ".claude/settings.json": '{"hooks": [}' })
        const { exit, stderr } = yield* hooklineIn(project, ["attach", "claude", "--scope", "project"])
        assert.strictEqual(exit, 1)
        assert.match(stderr, /settings\.json:1:\d+: .*left as it is/)
      })
    )
  )
})

/** The codes of a check that concern our own entries, with their texts. */
const ownProblems = (stdout: string): ReadonlyArray<readonly [code: string, text: string]> =>
  (
    JSON.parse(stdout) as { readonly diagnostics: ReadonlyArray<{ readonly code: string; readonly text: string }> }
  ).diagnostics
    .filter(({ code }) => code.startsWith("own-entry"))
    .map(({ code, text }) => [code, text])

describe("an entry of hookline attach", () => {
  it.live("under closed let every event pass once Hookline was gone, and check said 0 problems", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const settings = { ".hookline/settings.json": { json: { failure_policy: "closed" } } }
        const project = yield* TestProject.make({ ...guard, ...settings })
        const file = path.join(project.project, ".claude/settings.local.json")
        // An installation of its own, which is then removed.
        const installed = path.join(project.home, "installed/hookline")
        cpSync(path.dirname(bin), path.join(installed, "bin"), { recursive: true })
        symlinkSync(path.join(path.dirname(bin), "../bundle"), path.join(installed, "bundle"))
        const script = path.join(installed, "bin/hookline.js")
        const attached = spawnSync(process.execPath, [script, "attach", "claude"], {
          cwd: project.project,
          env: commandEnv(project.home),
          encoding: "utf8"
        })
        assert.strictEqual(attached.status, 0, attached.stderr)
        assert.include(attached.stdout, "is in a temporary folder. Once it is gone, no hook of Hookline runs")
        const { hooks } = JSON.parse(readFileSync(file, "utf8")) as {
          hooks: Readonly<Record<string, ReadonlyArray<Entry>>>
        }
        const commandOf = (event: string): string => hooks[event]?.[0]?.hooks[0]?.command ?? ""
        assert.match(commandOf("PreToolUse"), /--event PreToolUse --on-failure closed \|\| exit 2$/)
        assert.match(commandOf("Stop"), /--event Stop --on-failure closed$/)

        assert.deepStrictEqual(
          ownProblems((yield* hooklineIn(project, ["check", "--json"])).stdout).map(([code]) => code),
          ["own-entry-temporary"]
        )
        rmSync(installed, { recursive: true })
        const gone = yield* hooklineIn(project, ["check", "--json"])
        assert.strictEqual(gone.exit, 1)
        const [problem, ...more] = ownProblems(gone.stdout)
        assert.deepStrictEqual([problem?.[0], more], ["own-entry-missing", []])
        assert.include(problem?.[1], `events: ${script} is not there`)
        const ended = spawnSync("/bin/sh", ["-c", commandOf("PreToolUse")], { input: "{}", encoding: "utf8" })
        assert.strictEqual(ended.status, 2)
        assert.strictEqual(spawnSync("/bin/sh", ["-c", commandOf("Stop")], { input: "{}" }).status, 1)
      })
    )
  )

  it.live("was written for the cache of npx, and is refused", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const project = yield* TestProject.make({ ".hookline/.keep": "" })
        const installed = path.join(project.home, ".npm/_npx/0123abcd/node_modules/hookline")
        mkdirSync(installed, { recursive: true })
        cpSync(path.dirname(bin), path.join(installed, "bin"), { recursive: true })
        symlinkSync(path.join(path.dirname(bin), "../bundle"), path.join(installed, "bundle"))
        const { status, stderr } = spawnSync(
          process.execPath,
          [path.join(installed, "bin/hookline.js"), "attach", "claude"],
          { cwd: project.project, env: commandEnv(project.home), encoding: "utf8" }
        )
        assert.strictEqual(status, 1)
        assert.match(stderr, /No entry was written: .* is in the cache of npx, which is emptied\. Install Hookline/)
        assert.isFalse(existsSync(path.join(project.project, ".claude")))
      })
    )
  )

  it.live("of the time before a stricter policy is reported by check, and brought up to date by attach", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const project = yield* TestProject.make({ ".hookline/.keep": "" })
        const file = path.join(project.project, ".claude/settings.local.json")
        const old = `${process.execPath} ${bin} dispatch --host claude`
        const groups = [{ hooks: [{ type: "command", command: old, timeout: 605 }] }]
        mkdirSync(path.dirname(file), { recursive: true })
        writeFileSync(file, JSON.stringify({ hooks: { PreToolUse: groups, Stop: groups } }))
        // A clone may itself lie in a temporary folder, which is another problem.
        const problems = () =>
          Effect.map(hooklineIn(project, ["check", "--json"]), ({ stdout }) =>
            ownProblems(stdout).filter(([code]) => code !== "own-entry-temporary")
          )
        assert.deepStrictEqual(yield* problems(), [])
        writeFileSync(path.join(project.project, ".hookline/settings.json"), `{"failure_policy": "closed"}`)
        assert.deepStrictEqual(yield* problems(), [
          [
            "own-entry-outdated",
            `Hookline's own entry on PreToolUse: where Hookline can't run, it lets pass what the failure policy "closed" denies.`
          ]
        ])
        const { stdout } = yield* hooklineIn(project, ["attach", "claude"])
        assert.match(stdout, /\d+ added, 2 updated/)
        assert.deepStrictEqual(yield* problems(), [])
      })
    )
  )
})
