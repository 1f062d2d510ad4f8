// Valid entries about which `check` once reported a problem that they do not have, and mistakes that it did not report.
import { assert, describe, it } from "@effect/vitest"
import type { Dialect } from "@hookline/core/Dialect"
import * as Effect from "effect/Effect"
import { Amcp } from "../../../src/amcp/Dialect.ts"
import { Amplifier } from "../../../src/amplifier/Dialect.ts"
import { ClaudeCode } from "../../../src/claude/Dialect.ts"

const read = (dialect: Dialect, hooks: unknown) =>
  Effect.map(
    dialect.config.read(
      { dialect: dialect.name, scope: "project", file: "/p/hooks.json", folder: "/p" },
      JSON.stringify({ hooks })
    ),
    ({ diagnostics }) => diagnostics
  )

const codes = (dialect: Dialect, hooks: unknown) =>
  Effect.map(read(dialect, hooks), (found) => found.map(({ code }) => code))

const guard = { type: "command", command: "./guard.sh" }

const withTimeout = (timeout: number) => ({ Stop: [{ hooks: [{ ...guard, timeout }] }] })

const withMatcher = (matcher: string) => ({ PreToolUse: [{ matcher, hooks: [guard] }] })

describe("check", () => {
  // A law over names and words: what a failure comes to does not depend on how the author writes it.
  it.effect("takes a word for failures of another name for what it means", () =>
    Effect.gen(function* () {
      const policies = ["onError", "on_error", "errorPolicy", "onFail", "failure_policy", "fail-mode"]
      const open = [
        "log",
        "skip",
        "none",
        "silent",
        "ignore",
        "warn",
        "continue",
        "OFF",
        "log_only",
        "notify",
        "proceed",
        false,
        0
      ]
      const strict = ["block", "deny", "Fail", "abort", "stop", "error", true, 1]
      const flags = ["failOnError", "fail_on_error", "blocking", "required", "mustPass", "stopOnFailure"]
      const said = Effect.fnUntraced(function* (field: string, value: unknown, isOfGroup: boolean) {
        const one = isOfGroup ? { [field]: value, hooks: [guard] } : { hooks: [{ ...guard, [field]: value }] }
        const { diagnostics, hooks } = yield* ClaudeCode.config.read(
          { dialect: "claude", scope: "project", file: "/p/settings.json", folder: "/p" },
          JSON.stringify({ hooks: { PreToolUse: [{ matcher: "Bash", ...one }] } })
        )
        const about = diagnostics.filter(({ code }) => code === "on-failure-unknown" || code === "field-misplaced")
        const found: readonly [policy: string | undefined, fixes: ReadonlyArray<string>] = [
          hooks[0]?.onFailure,
          about.map(({ fix = "" }) => fix.replace(/ beside each "type"/, ""))
        ]
        return found
      })
      const closed = ["closed", ['Write "onFailure": "closed".']] as const
      for (const isOfGroup of [false, true]) {
        for (const name of policies) {
          for (const word of open)
            assert.deepStrictEqual(yield* said(name, word, isOfGroup), [undefined, []], `${name} ${word}`)
          for (const word of strict)
            assert.deepStrictEqual(yield* said(name, word, isOfGroup), closed, `${name} ${word}`)
          const both = 'Write "onFailure": "closed", or "onFailure": "open" if a failure is to pass.'
          for (const word of ["retry", "./cleanup.sh", ""])
            assert.deepStrictEqual(yield* said(name, word, isOfGroup), ["closed", [both]], `${name} ${word}`)
        }
        for (const name of flags) {
          for (const value of [true, "true", "yes", 1])
            assert.deepStrictEqual(yield* said(name, value, isOfGroup), closed, name)
          for (const value of [false, "false", "no", 0])
            assert.deepStrictEqual(yield* said(name, value, isOfGroup), [undefined, []], name)
        }
        for (const value of [["jq"], "jq", {}])
          assert.deepStrictEqual(yield* said("required", value, isOfGroup), [undefined, []])
        for (const name of ["continueOnError", "ignoreErrors", "allow_failure"]) {
          assert.deepStrictEqual(yield* said(name, false, isOfGroup), closed, name)
          assert.deepStrictEqual(yield* said(name, true, isOfGroup), [undefined, []], name)
        }
      }
      // A name that is nearly the right one is reported with the open word, too.
      assert.deepStrictEqual(yield* said("onFailur", "log", false), [undefined, ['Write "onFailure": "open".']])
    })
  )

  it.effect("does not take hours in seconds for milliseconds", () =>
    Effect.gen(function* () {
      for (const seconds of [1800, 3600, 7200, 86_400, 345_600, 604_800]) {
        assert.deepStrictEqual(yield* codes(ClaudeCode, withTimeout(seconds)), [], String(seconds))
        assert.deepStrictEqual(yield* codes(Amplifier, withTimeout(seconds)), ["timeout-capped"], String(seconds))
      }
      for (const millis of [1000, 1500, 5000, 5500, 30_000, 120_000, 600_000]) {
        assert.deepStrictEqual(yield* codes(ClaudeCode, withTimeout(millis)), ["timeout-milliseconds"], String(millis))
      }
    })
  )

  it.effect("does not call a pattern with an empty alternative one that never matches", () =>
    Effect.gen(function* () {
      for (const matcher of ["Bash.*|", '|tool == "Bash"', 'tool == "Edit" || tool == "Write"', "(rm *)|", "Bash|"]) {
        assert.deepStrictEqual(yield* codes(ClaudeCode, withMatcher(matcher)), [], matcher)
      }
      // For a whole name an empty alternative matches no tool.
      assert.deepStrictEqual(yield* codes(Amplifier, withMatcher('tool == "Edit" || tool == "Write"')), [
        "matcher-never"
      ])
      assert.deepStrictEqual(yield* codes(Amplifier, withMatcher("Bash|")), [])
    })
  )

  it.effect("does not take a group of names for a permission rule", () =>
    Effect.gen(function* () {
      for (const matcher of [
        "mcp__(github|gitlab)",
        "Notebook(Edit|Read)",
        "Task(Create|Update)",
        "Web(Fetch|Search)"
      ]) {
        for (const dialect of [ClaudeCode, Amplifier]) {
          assert.deepStrictEqual(yield* codes(dialect, withMatcher(matcher)), [], matcher)
        }
      }
      for (const matcher of ["Bash(npm)", "Bash(rm *)", "WebFetch(domain:example.com)"]) {
        assert.deepStrictEqual(yield* codes(ClaudeCode, withMatcher(matcher)), ["matcher-never"], matcher)
      }
    })
  )

  it.effect("reports an event that has no list, also where it has no value", () =>
    Effect.gen(function* () {
      for (const dialect of [ClaudeCode, Amplifier])
        for (const groups of [null, {}, 5, "x", false])
          assert.deepStrictEqual(
            yield* codes(dialect, { PreToolUse: groups }),
            ["event-not-list"],
            JSON.stringify(groups)
          )
    })
  )

  it.effect("says nothing of a matcher on an event of the host's own, which ignores it", () =>
    Effect.gen(function* () {
      const hooks = { "provider:request": [{ matcher: "(", hooks: [guard] }] }
      assert.deepStrictEqual(yield* codes(Amplifier, hooks), [])
    })
  )

  it.effect("reports parallel and matcher in a hook in the place of its group", () =>
    Effect.gen(function* () {
      const own = { ...guard, matcher: "Bash", parallel: true }
      for (const dialect of [ClaudeCode, Amplifier]) {
        const found = yield* read(dialect, { PreToolUse: [{ hooks: [own] }] })
        assert.deepStrictEqual(
          found.map(({ at, code }) => [code, at.at(-1)]),
          [
            ["field-misplaced", "matcher"],
            ["field-misplaced", "parallel"]
          ]
        )
        const same = { PreToolUse: [{ matcher: "Bash", parallel: true, hooks: [own] }] }
        assert.deepStrictEqual(yield* codes(dialect, same), [])
      }
      assert.deepStrictEqual(yield* codes(Amcp, { PreToolUse: { handlers: [{ ...guard, matcher: "bash" }] } }), [])
    })
  )
})
