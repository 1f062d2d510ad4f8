// What people type: each command through the real file, in a real project.
import { assert, describe, it } from "@effect/vitest"
import { Conflict } from "@hookline/core/Conflict"
import { Discoverer } from "@hookline/core/Discoverer"
import { FailurePolicy } from "@hookline/core/FailurePolicy"
import { Mapper } from "@hookline/core/Mapper"
import { Matcher } from "@hookline/core/Matcher"
import { ShortCircuit } from "@hookline/core/ShortCircuit"
import { Timeouts } from "@hookline/core/Timeouts"
import { Translator } from "@hookline/core/Translator"
import { RunOutput } from "@hookline/schema/RunOutput"
import type { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { hookline } from "./hookline.ts"

const commands =
  "run plan list check test log init install remove enable disable migrate attach detach demo dispatch".split(" ")

const hooks = (event: string, ...commands: ReadonlyArray<string>): TestProject.Files => ({
  ".amplifier/hooks/hooks.json": {
    json: {
      hooks: { [event]: [{ matcher: "Bash", hooks: commands.map((command) => ({ type: "command", command })) }] }
    }
  }
})

const changing = `printf '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "updatedInput": {"command": "ls"}, "additionalContext": "be careful"}, "systemMessage": "changed"}'`

const decoded = (text: string): Effect.Effect<RunOutput> =>
  Effect.orDie(Schema.decodeUnknownEffect(RunOutput)(JSON.parse(text)))

describe("hookline run", () => {
  it.live("shows the hooks in order, what changes, and who is told what", () =>
    Effect.gen(function* () {
      const { exit, stderr, stdout } = yield* hookline(hooks("PreToolUse", changing, "echo no >&2; exit 2"), [
        "run",
        "PreToolUse",
        "--input",
        '{"command": "rm"}'
      ])
      assert.strictEqual(stderr, "")
      assert.strictEqual(exit, 0)
      for (const part of [
        "✓ amplifier/PreToolUse/",
        ".amplifier/hooks/hooks.json:",
        "Deny: it does not happen",
        "  no  amplifier/PreToolUse/",
        "What changes",
        '- command: "rm"',
        '+ command: "ls"',
        "be careful",
        "info: changed"
      ]) {
        assert.include(stdout, part)
      }
      assert.notInclude(stdout, "\u001B[")
    })
  )

  // proves: docs/security.md
  it.live("prints one object for programs, and tells by its exit code where it is asked to", () =>
    Effect.gen(function* () {
      const { exit, stdout } = yield* hookline(hooks("PreToolUse", changing, "echo no >&2; exit 2"), [
        "run",
        "PreToolUse",
        "--input",
        '{"command": "rm"}',
        "--json",
        "--exit-code"
      ])
      assert.strictEqual(exit, 2)
      assert.strictEqual(stdout.trimEnd().split("\n").length, 1)
      const output = yield* decoded(stdout)
      assert.deepStrictEqual(
        [output.verdict, output.goesOn, output.reasons.map(({ text }) => text), output.input],
        ["deny", false, ["no"], { command: "ls" }]
      )
      assert.deepStrictEqual(
        output.runs.map(({ exit: code, kind, source: { line }, status }) => [code, kind, typeof line, status]),
        [
          [0, "command", "number", "ran"],
          [2, "command", "number", "ran"]
        ]
      )
    })
  )

  it.live("takes the input from a file and from standard input", () =>
    Effect.gen(function* () {
      const files = { ...hooks("PreToolUse", "grep -q rm && exit 2"), "input.json": '{"command": "rm"}' }
      const named = yield* hookline(files, ["run", "pretooluse", "--input", "@input.json", "--exit-code"])
      const piped = yield* hookline(files, ["run", "pre-tool-use", "--input", "-", "--exit-code"], {
        input: '{"command": "rm"}'
      })
      assert.deepStrictEqual([named.exit, piped.exit], [2, 2])
    })
  )

  it.live.each([
    [["Stop", "--tool", "Bash"], /Stop has no place for `tool`, so that no hook would see it/],
    [["PreToolUse", "--prompt", "hello"], /PreToolUse has no place for `prompt`/],
    [["PreToolUse", "--source", "resume"], /PreToolUse has no place for `source`/],
    [["--payload", "-", "--tool", "Bash"], /--tool has no effect beside --payload/],
    [["Stop", "--payload", "-"], /An event has no effect beside --payload/]
  ] as const)("refuses flags that no hook would see: %j", ([words, says]) =>
    Effect.gen(function* () {
      const { exit, stderr } = yield* hookline(hooks("Stop", "true"), ["run", ...words], { input: "{}" })
      assert.strictEqual(exit, 1)
      assert.match(stderr, says)
    })
  )

  it.live("takes a host's whole payload", () =>
    Effect.gen(function* () {
      const { stdout } = yield* hookline(
        hooks("PreToolUse", "exit 2"),
        ["run", "--host", "amplifier", "--payload", "-", "--json"],
        { input: JSON.stringify({ event: "tool:pre", data: { tool_name: "bash", tool_input: { command: "x" } } }) }
      )
      assert.strictEqual((yield* decoded(stdout)).verdict, "deny")
    })
  )

  it.live("says what is wrong with its words, and what to write", () =>
    Effect.gen(function* () {
      const broken = yield* hookline({}, ["run", "PreToolUse", "--input", "{x"])
      assert.match(broken.stderr, /--input takes an object of JSON, such as '\{"command": "ls"\}'/)
      const nameless = yield* hookline({}, ["run"])
      assert.match(nameless.stderr, /name an event, such as `hookline run PreToolUse --tool Bash`/)
      const nowhere = yield* hookline({}, ["run", "Stop", "--project", "/no/such/place"])
      assert.match(nowhere.stderr, /\/no\/such\/place is not there: name a folder with --project/)
      assert.deepStrictEqual([broken.exit, nameless.exit, nowhere.exit], [1, 1, 1])
      const typo = yield* hookline({}, ["run", "PreTolUse"])
      assert.match(typo.stderr, /PreTolUse is no event that we know; is PreToolUse meant\?/)
    })
  )
})

describe("hookline plan", () => {
  // proves: docs/security.md
  it.live("says what would run, and why the rest would not, and runs nothing", () =>
    Effect.gen(function* () {
      const files = hooks("PreToolUse", "touch OWNED")
      const { stdout } = yield* hookline(files, ["plan", "PreToolUse", "--tool", "Bash"])
      assert.match(
        stdout,
        /1\. amplifier\n {5}amplifier\/PreToolUse\/\w+ {2}touch OWNED {2}\.amplifier\/hooks\/hooks\.json:/
      )
      const other = yield* hookline(files, ["plan", "PreToolUse", "--tool", "Write"])
      assert.match(other.stdout, /nothing runs[\s\S]*its matcher Bash does not match Write/)
      const json = yield* hookline(files, ["plan", "PreToolUse", "--json"])
      assert.deepInclude(JSON.parse(json.stdout), { version: 1, event: "PreToolUse" })
    })
  )

  it.live("shows the origin of each service in force", () =>
    Effect.gen(function* () {
      const { stdout } = yield* hookline(hooks("PreToolUse", "exit 0"), ["plan", "PreToolUse", "--json"])
      const { services } = JSON.parse(stdout) as { readonly services: Readonly<Record<string, string>> }
      const replaced = Object.entries(services).filter(([, origin]) => origin !== "default")
      // A plan reads the session without changing it, and has runners that are loaded by their first hook.
      assert.deepStrictEqual(Object.fromEntries(replaced), {
        "@hookline/core/SessionState": "provided",
        "@hookline/core/Executor": "provided"
      })
      for (const { key } of [
        Mapper,
        Discoverer,
        Matcher,
        Translator,
        Timeouts,
        ShortCircuit,
        FailurePolicy,
        Conflict
      ]) {
        assert.strictEqual(services[key], "default", key)
      }
    })
  )
})

describe("hookline list and check", () => {
  it.live("tell the hooks and the problems, and exit with 1 on errors alone", () =>
    Effect.gen(function* () {
      const good = hooks("PreToolUse", "exit 0")
      const listed = yield* hookline(good, ["list"])
      assert.match(listed.stdout, /PreToolUse\n {2}Bash +command +exit 0 +amplifier/)
      assert.strictEqual((yield* hookline(good, ["check"])).exit, 0)
      const bad = { ...good, ".claude/settings.json": '{"hooks": {"Stop": [{"command": "x"}]}}' }
      const checked = yield* hookline(bad, ["check"])
      assert.strictEqual(checked.exit, 1)
      assert.match(checked.stdout, /\.claude\/settings\.json:1:\d+ error [\w-]+/)
      const json = yield* hookline(bad, ["check", "--json"])
      assert.deepInclude(JSON.parse(json.stdout), { version: 1, errors: 1 })
    })
  )
})

describe("hookline init", () => {
  it.live("writes a first guard that works, and never over one that is there", () =>
    Effect.gen(function* () {
      const made = yield* hookline({}, ["init"])
      assert.match(made.stdout, /A guard is in \.amplifier\/hooks\/first-guard\. Try it:/)
      const again = yield* hookline({ ".amplifier/hooks/first-guard/own": "" }, ["init"])
      assert.match(again.stderr, /is there already; nothing was written/)
      assert.strictEqual(again.exit, 1)
    })
  )
})

describe("hookline", () => {
  it.live("tells its version, its commands and their flags", () =>
    Effect.gen(function* () {
      const version = yield* hookline({}, ["--version"])
      assert.match(version.stdout, /^hookline v\d+\.\d+\.\d+\n$/)
      const help = yield* hookline({}, ["--help"])
      for (const name of commands) assert.include(help.stdout, `  ${name} `)
      for (const name of commands) {
        const { exit, stdout } = yield* hookline({}, [name, "--help"])
        assert.strictEqual(exit, 0)
        assert.include(stdout, name)
      }
      const completions = yield* hookline({}, ["--completions", "bash"])
      assert.include(completions.stdout, "hookline")
    })
  )
})
