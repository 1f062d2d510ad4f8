// What is mended is shown, written with a backup, and read again; and what an agent can't express is said hook by hook.
import { assert, describe, it } from "@effect/vitest"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import { hookline, hooklineIn } from "./hookline.ts"

const broken = `{
  "hooks": {
    "PreToolUse": [
      { "matcher": "Bash", "type": "command", "command": "echo one" },
      { "hooks": [{ "command": "echo two" }] },
      { "matcher": 5, "hooks": [{ "type": "command", "command": "echo three" }] }
    ]
  }
}
`

describe("hookline check --fix", () => {
  it.live("shows what it would mend and what would run by it, and writes nothing", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const project = yield* TestProject.make({ ".claude/settings.json": broken })
        const file = path.join(project.project, ".claude/settings.json")
        const { exit, stdout } = yield* hooklineIn(project, ["check", "--fix", "--dry-run"])
        assert.strictEqual(exit, 1)
        assert.match(
          stdout,
          /settings\.json:4:7 handler-without-group\n {2}Would be fixed: .*\n {2}Would run from then on: echo one on PreToolUse \(Bash\)/
        )
        assert.match(stdout, /type-missing\n {2}Would be fixed: .*\n {2}Hookline runs no other hooks by it/)
        assert.match(stdout, /\+ {6}\{ "matcher": "Bash", "hooks": \[\{/)
        assert.strictEqual(readFileSync(file, "utf8"), broken)
        assert.isFalse(existsSync(`${file}.before-change`))
      })
    )
  )

  it.live("mends what it can, keeps the file as it was beside it, and says what is left", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const project = yield* TestProject.make({ ".claude/settings.json": broken })
        const file = path.join(project.project, ".claude/settings.json")
        const { exit, stdout } = yield* hooklineIn(project, ["check", "--fix", "--json"])
        assert.strictEqual(exit, 1)
        const output = JSON.parse(stdout) as {
          readonly errors: number
          readonly diagnostics: ReadonlyArray<{ readonly code: string }>
          readonly fixed: ReadonlyArray<{ readonly repairs: ReadonlyArray<{ readonly code: string }> }>
        }
        assert.deepStrictEqual(output.fixed.flatMap(({ repairs }) => repairs.map(({ code }) => code)).toSorted(), [
          "handler-without-group",
          "type-missing"
        ])
        assert.deepStrictEqual(
          output.diagnostics.map(({ code }) => code),
          ["matcher-not-text"]
        )
        assert.strictEqual(readFileSync(`${file}.before-change`, "utf8"), broken)
        const again = yield* hooklineIn(project, ["check", "--fix"])
        assert.match(again.stdout, /No problem can be repaired in only one way/)
      })
    )
  )

  it.live("leaves a person's own files alone, unless they are asked for", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const project = yield* TestProject.make({ "~/.claude/settings.json": broken, ".git/x": "" })
        const file = path.join(project.home, ".claude/settings.json")
        yield* hooklineIn(project, ["check", "--fix"])
        assert.strictEqual(readFileSync(file, "utf8"), broken)
        yield* hooklineIn(project, ["check", "--fix", "--user"])
        assert.include(readFileSync(file, "utf8"), '"hooks": [{ "type": "command", "command": "echo one" }]')
        const lonely = yield* hooklineIn(project, ["check", "--dry-run"])
        assert.strictEqual(lonely.exit, 1)
        assert.match(lonely.stderr, /--dry-run and --user are for --fix: give --fix, too/)
      })
    )
  )
})

describe("hookline check --host", () => {
  const hooks = {
    PreToolUse: [
      { matcher: "Bash", hooks: [{ type: "command", command: "echo a" }] },
      { matcher: "NotebookEdit", hooks: [{ type: "command", command: "echo b" }] }
    ],
    ConfigChange: [{ hooks: [{ type: "command", command: "echo c" }] }],
    Stop: [{ hooks: [{ type: "command", command: "echo d" }] }]
  }

  const limits = (host: string) =>
    Effect.map(
      hookline({ ".claude/settings.json": { json: { hooks } } }, ["check", "--host", host, "--json"]),
      ({ stdout }) => {
        const { host: found } = JSON.parse(stdout) as {
          readonly host: {
            readonly findings: ReadonlyArray<{
              readonly event: string
              readonly text: string
              readonly source: { readonly line?: number }
              readonly limits: ReadonlyArray<{ readonly what: string }>
            }>
          }
        }
        assert.isTrue(found.findings.every(({ source: { line = 0 } }) => line > 1))
        return found.findings.map((each) => [each.text, each.limits.map(({ what }) => what).join(" ")])
      }
    )

  it.live("says hook by hook what AMCP can't express", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* limits("amcp"), [
        ["echo a", "verdict verdict"],
        ["echo b", "matcher verdict verdict"],
        ["echo c", "never"],
        ["echo d", "never"]
      ])
    })
  )

  it.live("says which hooks the host runs itself", () =>
    Effect.gen(function* () {
      const found = yield* limits("claude")
      assert.deepStrictEqual(
        found.map(([, what]) => what),
        Array.from({ length: 4 }, () => "runs-itself")
      )
    })
  )

  it.live("tells people the same, with file and line", () =>
    Effect.gen(function* () {
      const { stdout } = yield* hookline({ ".claude/settings.json": { json: { hooks } } }, [
        "check",
        "--host",
        "amplifier"
      ])
      assert.match(stdout, /Under Amplifier\n/)
      assert.match(stdout, /\.claude\/settings\.json:\d+ ConfigChange echo c\n {2}Amplifier never fires ConfigChange/)
    })
  )
})

describe("hookline check, about scripts", () => {
  const commands = [
    ["./env.sh", "interpreter-missing"],
    ["python9 guard.py", "program-missing"],
    ["jq9 -e . && exit 2", "program-missing"],
    ["./windows.sh", "script-line-ends"],
    ["cd hooks && ./absent.sh", "script-missing"],
    ["cd hooks && ./plain.sh", "script-not-executable"],
    ["bash ./hooks", "script-is-folder"],
    ["./empty.sh", "script-empty"],
    ["bash empty.sh", "script-empty"],
    ["./comment.sh", "script-empty"],
    ["~/empty.sh", "script-empty"],
    ["sh $HOME/empty.sh", "script-empty"],
    ['bash "$HOME/empty.sh" 2>&1', "script-empty"],
    ["# rm guard", "command-empty"],
    ["# don't\n  # let it pass", "command-empty"],
    ["true", "command-empty"],
    [" : ; true # rm guard", "command-empty"],
    ["exit 0", "command-empty"],
    ["/bin/true && exit 0", "command-empty"],
    ["./right.sh | tee seen", "exit-hidden"],
    ["[ -f right.sh ] && ./right.sh || true", "exit-hidden"],
    ['"$CLAUDE_PROJECT_DIR"/right.sh; exit 0', "exit-hidden"],
    ["python3 right.py > seen 2>&1 &", "exit-hidden"],
    ["./right.sh || exit 2", undefined],
    ["./right.sh && true", undefined],
    ["./right.sh '| tee seen'", undefined],
    ["grep -q rm && exit 2; exit 0", undefined],
    ["jq -r .tool_name | tee seen", undefined],
    ['true "# guard"', undefined],
    ["true || ./right.sh # not needed", undefined],
    ["exit 2 # deny", undefined],
    ["true > seen", undefined],
    ["./right.sh", undefined],
    ["cd hooks && ./right.sh", undefined],
    ["python3 right.py", undefined],
    ["[ -f .strict ] && exit 2", undefined],
    ["if true; then exit 2; fi", undefined],
    ['X=$(cat); echo "$X"', undefined],
    ["${CLAUDE_PLUGIN_ROOT:-.}/guard.sh", undefined]
  ] as const

  it.live("names what can't guard, each once, and nothing that can", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const project = yield* TestProject.make({
          "env.sh": { script: "#!/usr/bin/env python9\nexit 2\n" },
          "windows.sh": { script: "#!/bin/sh\r\nexit 2\r\n" },
          "hooks/plain.sh": "#!/bin/sh\nexit 2\n",
          "hooks/right.sh": { script: "#!/bin/sh\nexit 2\n" },
          "empty.sh": { script: "\n" },
          "~/empty.sh": { script: "" },
          "comment.sh": { script: "#!/bin/sh\n\n# exit 2\n" },
          "right.sh": { script: "#!/usr/bin/env -S bash -e\nexit 2\n" },
          "right.py": "import sys\nsys.exit(2)\n",
          ".claude/settings.json": {
            json: {
              hooks: { PreToolUse: [{ hooks: commands.map(([command]) => ({ type: "command", command })) }] }
            }
          }
        })
        const { stdout } = yield* hooklineIn(project, ["check", "--json"])
        const { diagnostics } = JSON.parse(stdout) as {
          readonly diagnostics: ReadonlyArray<{ readonly code: string; readonly at: ReadonlyArray<string | number> }>
        }
        const codes = commands.map(([command], index) => [
          command,
          diagnostics.flatMap(({ at, code }) => (at[4] === index ? [code] : []))[0]
        ])
        assert.deepStrictEqual(
          codes,
          commands.map(([...pair]) => pair)
        )
      })
    )
  )
})

describe("hookline check, about variables", () => {
  it.live("names those that only the file's own agent sets, where a hook reads them", () =>
    Effect.gen(function* () {
      const hooks = ['[ "$GUARD" = 1 ] && exit 2', "./guard.sh", "./other.sh", "exit 2"].map((command) => ({
        type: "command",
        command
      }))
      const project = yield* TestProject.make({
        "guard.sh": { script: '#!/bin/sh\n[ "$GUARD" = 1 ] && exit 2\n' },
        "other.sh": { script: '#!/bin/sh\n[ "$GUARDS" = 1 ] && exit 2\n' },
        ".claude/settings.json": { json: { env: { GUARD: "1", MODEL: "x" }, hooks: { PreToolUse: [{ hooks }] } } },
        "~/.claude/settings.json": {
          json: { hooks: { Stop: [{ hooks: [{ type: "command", command: "x=1", env: { A: "1" }, cwd: "/" }] }] } }
        }
      })
      const { stdout } = yield* hooklineIn(project, ["check", "--json"])
      const { diagnostics } = JSON.parse(stdout) as {
        readonly diagnostics: ReadonlyArray<{ readonly code: string; readonly at: ReadonlyArray<string | number> }>
      }
      assert.deepStrictEqual(diagnostics.map(({ at, code }) => `${code} ${at.slice(4).join(".")}`).toSorted(), [
        "field-foreign 0.cwd",
        "field-foreign 0.env",
        "variable-unset 0.command",
        "variable-unset 1.command"
      ])
    }).pipe(Effect.scoped)
  )
})

describe("hookline check, about settings", () => {
  const guard = { hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "exit 2", name: "guard" }] }] } }

  const codesOf = (settings: Readonly<Record<string, unknown>>, where = "~/.hookline/settings.json") =>
    Effect.gen(function* () {
      const project = yield* TestProject.make({
        "~/.claude/settings.json": { json: guard },
        ".claude/settings.json": { json: guard },
        "~/wrapper.sh": { script: '#!/bin/sh\nexec "$@"\n' },
        [where]: { json: settings }
      })
      const expand = (text: string) => text.replaceAll("HOME/", `${project.home}/`)
      writeFileSync(
        where.replace(/^~/, project.home).replace(/^\./, `${project.project}/.`),
        expand(JSON.stringify(settings))
      )
      const { exit, stdout } = yield* hooklineIn(project, ["check", "--json"])
      const { diagnostics } = JSON.parse(stdout) as {
        readonly diagnostics: ReadonlyArray<{ readonly code: string; readonly level: string; readonly fix?: string }>
      }
      return {
        exit,
        found: diagnostics.map(({ code, level }) => `${level} ${code}`),
        fixes: diagnostics.map(({ fix }) => fix)
      }
    }).pipe(Effect.scoped)

  const wrong = [
    { shell: "nope-x" },
    { shell: "~/shell" },
    { shell: "python3" },
    { shell: "/etc/passwd" },
    { wrap: ["nope-x"] },
    { wrap: ["~/wrapper.sh"] },
    { wrap: ["/nowhere/wrapper.sh", "-x"] }
  ]

  it.live("names a shell or a wrapping program with which no hook runs", () =>
    Effect.gen(function* () {
      for (const settings of wrong) {
        const { exit, found } = yield* codesOf(settings)
        assert.deepStrictEqual([exit, found], [1, ["error setting-program"]], JSON.stringify(settings))
      }
      for (const settings of [{ shell: "bash", wrap: ["env", "A=1"] }, { wrap: ["HOME/wrapper.sh"] }, { shell: "sh" }])
        assert.deepStrictEqual((yield* codesOf(settings)).found, [], JSON.stringify(settings))
    })
  )

  it.live("names ids of no hook in `disabled` and `profiles`", () =>
    Effect.gen(function* () {
      const level = Effect.fnUntraced(function* (id: string, where?: string) {
        return (yield* codesOf({ disabled: [id] }, where)).found.join()
      })
      assert.strictEqual(yield* level("user:claude/PreToolUse/gaurd"), "warning setting-unmatched")
      assert.strictEqual(yield* level("claude/PreToolUse/gaurd"), "warning setting-unmatched")
      assert.strictEqual(yield* level("*"), "warning setting-unmatched")
      assert.strictEqual(yield* level("some-plugin"), "info setting-unmatched")
      assert.strictEqual(yield* level("some-plugin", ".hookline/settings.json"), "warning setting-unmatched")
      for (const id of ["user:claude/PreToolUse/guard", "claude/PreToolUse/guard", "user:hookline/own-guard"])
        assert.strictEqual(yield* level(id), "", id)
      const { fixes, found } = yield* codesOf({ profiles: { "claude/PreToolUse/gaurd": "guard" } })
      assert.deepStrictEqual([found, fixes], [["warning setting-unmatched"], ['Write "claude/PreToolUse/guard".']])
      assert.deepStrictEqual((yield* codesOf({ profiles: { "claude/PreToolUse/guard": "guard" } })).found, [])
    })
  )
})
