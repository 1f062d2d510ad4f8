// One agent's hooks in another's files, through the real command.
import { assert, describe, it } from "@effect/vitest"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, symlinkSync } from "node:fs"
import path from "node:path"
import { hookline, hooklineIn } from "./hookline.ts"

const settings = {
  ".claude/settings.json": {
    json: {
      hooks: {
        PreToolUse: [
          {
            matcher: "Write|Edit",
            hooks: [
              { type: "command", command: '"$CLAUDE_PROJECT_DIR"/guard.sh', timeout: 10, onFailure: "block" },
              { type: "prompt", prompt: "Is it safe?" }
            ]
          },
          { type: "command", command: "./flat.sh" }
        ],
        ConfigChange: [{ hooks: [{ type: "command", command: "./config.sh" }] }]
      }
    }
  }
}

const mine = `{\r\n\t"hooks": {\r\n\t\t"PreToolUse": {"handlers": [{"type": "command", "command": "mine"}]} // keep\r\n\t}\r\n}\r\n`

interface Output {
  readonly migrated: ReadonlyArray<{ readonly event: string; readonly matcher?: string; readonly text: string }>
  readonly there: ReadonlyArray<unknown>
  readonly unsupported: ReadonlyArray<{ readonly event: string; readonly line?: number; readonly text: string }>
  readonly changed: ReadonlyArray<{ readonly text: string }>
  readonly notes: ReadonlyArray<string>
  readonly wrote: boolean
}

// It is the object that `migrate --json` prints; what the tests read of it they look at.
const outputOf = (stdout: string): Output => JSON.parse(stdout) as Output

const amcp = ["migrate", "--from", "claude", "--to", "amcp"]

describe("hookline migrate", () => {
  it.live("takes an installed Claude Code plugin from Amplifier's folders, by Claude Code's rules", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const group = { matcher: "^mcp__x__", hooks: [{ type: "command", command: '"$CLAUDE_PLUGIN_ROOT"/guard.sh' }] }
        const project = yield* TestProject.make({
          ".amplifier/hooks/guard/hooks/hooks.json": { json: { hooks: { PreToolUse: [group] } } },
          ".claude/settings.json": { json: { hooks: {} } }
        })
        const { exit } = yield* hooklineIn(project, ["migrate", "--from", "amplifier", "--to", "claude"])
        assert.strictEqual(exit, 0)
        const text = readFileSync(path.join(project.project, ".claude/settings.json"), "utf8")
        assert.include(text, '"matcher": "^mcp__x__"')
        assert.include(text, ".amplifier/hooks/guard")
        assert.notInclude(text, "timeout")
        const { stdout } = yield* hooklineIn(project, ["migrate", "--from", "claude", "--to", "amcp", "--json"])
        assert.strictEqual(outputOf(stdout).migrated.length, 1)
      })
    )
  )

  it.live("adds what can be said behind what stands there, and names the rest with file and line", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const project = yield* TestProject.make({ ...settings, ".amcp/hooks.json": mine })
        const file = path.join(project.project, ".amcp/hooks.json")
        const shown = yield* hooklineIn(project, [...amcp, "--dry-run"])
        assert.strictEqual(shown.exit, 0)
        assert.match(shown.stdout, /^--- \.amcp\/hooks\.json\n\+\+\+ \.amcp\/hooks\.json\n@@ /)
        assert.match(shown.stdout, /nothing was written/)
        assert.strictEqual(readFileSync(file, "utf8"), mine)

        const { exit, stderr, stdout } = yield* hooklineIn(project, amcp)
        assert.strictEqual(exit, 0)
        assert.match(stdout, /1 hook of Claude Code added to \.amcp\/hooks\.json/)
        assert.match(stdout, /\$CLAUDE_PROJECT_DIR is called \$AMCP_PROJECT_DIR/)
        assert.match(stderr, /Not migrated: 3 entries/)
        assert.match(stderr, /\.claude\/settings\.json:\d+ PreToolUse Is it safe\?\n {4}AMCP knows no prompts/)
        assert.match(stderr, /\.claude\/settings\.json:\d+ ConfigChange \.\/config\.sh\n {4}AMCP has no ConfigChange/)
        assert.match(stderr, /is in the place of a group/)
        const text = readFileSync(file, "utf8")
        assert.isTrue(text.startsWith(mine.slice(0, mine.indexOf("}]}"))))
        assert.include(text, "// keep\r\n")
        for (const part of [
          "write_file|edit_file",
          '\\"$AMCP_PROJECT_DIR\\"/guard.sh',
          '"failure_mode":',
          '"timeout":'
        ]) {
          assert.include(text, part)
        }
        assert.strictEqual(readFileSync(`${file}.before-change`, "utf8"), mine)

        const again = yield* hooklineIn(project, amcp)
        assert.match(again.stdout, /Nothing to add.*\n1 hook stands there already/)
        assert.strictEqual(readFileSync(file, "utf8"), text)
      })
    )
  )

  it.live("leaves a file alone that has the name of its backup", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const project = yield* TestProject.make({
          ...settings,
          ".amcp/hooks.json": mine,
          ".amcp/hooks.json.before-change": "mine"
        })
        const { exit, stdout } = yield* hooklineIn(project, [...amcp, "--json"])
        assert.strictEqual(exit, 0)
        const [backup = ""] = /[^"]*before-change-\w+/.exec(stdout) ?? []
        assert.strictEqual(readFileSync(path.resolve(project.project, backup), "utf8"), mine)
        const own = path.join(project.project, ".amcp/hooks.json.before-change")
        assert.strictEqual(readFileSync(own, "utf8"), "mine")
      })
    )
  )

  it.live("writes nothing where something can't be said, and that was asked for", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const project = yield* TestProject.make(settings)
        const { exit, stderr } = yield* hooklineIn(project, [...amcp, "--strict"])
        assert.strictEqual(exit, 1)
        assert.match(stderr, /3 entries of Claude Code can't be expressed in AMCP's format/)
        assert.isFalse(existsSync(path.join(project.project, ".amcp")))
      })
    )
  )

  it.live("puts tables behind a TOML file, and keeps a link a link", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const before = `# mine\n[[hooks.Stop.handlers]]\ntype = "command"\ncommand = "a"\n`
        const project = yield* TestProject.make({ ...settings, ".amcp/hooks.toml": before })
        const file = path.join(project.project, ".amcp/hooks.toml")
        mkdirSync(path.join(project.project, "kept"))
        renameSync(file, path.join(project.project, "kept/hooks.toml"))
        symlinkSync("../kept/hooks.toml", file)
        const { exit } = yield* hooklineIn(project, amcp)
        assert.strictEqual(exit, 0)
        assert.isTrue(lstatSync(file).isSymbolicLink())
        const text = readFileSync(file, "utf8")
        assert.isTrue(text.startsWith(`${before}\n[[hooks.PreToolUse.handlers]]\n`))
        const listed = yield* hooklineIn(project, ["list", "--json"])
        assert.match(listed.stdout, /hooks\.toml/)
        assert.notMatch(listed.stdout, /toml-invalid/)
      })
    )
  )

  it.live("leaves a malformed target alone, and one that a link leads out of the project to", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const project = yield* TestProject.make({
          ...settings,
          ".amcp/hooks.json": '{"hooks": [}',
          "~/theirs.json": "{}"
        })
        const broken = yield* hooklineIn(project, amcp)
        assert.strictEqual(broken.exit, 1)
        assert.match(broken.stderr, /hooks\.json:1:\d+: .*left as it is/)
        mkdirSync(path.join(project.project, ".amplifier/hooks"), { recursive: true })
        symlinkSync(path.join(project.home, "theirs.json"), path.join(project.project, ".amplifier/hooks/hooks.json"))
        const outside = yield* hooklineIn(project, ["migrate", "--from", "claude", "--to", "amplifier"])
        assert.strictEqual(outside.exit, 1)
        assert.match(outside.stderr, /outside of the project/)
        assert.strictEqual(readFileSync(path.join(project.home, "theirs.json"), "utf8"), "{}")
      })
    )
  )

  it.live("brings nothing to life that was switched off", () =>
    Effect.gen(function* () {
      const off = { json: { disableAllHooks: true, hooks: { Stop: [{ hooks: [{ type: "command", command: "a" }] }] } } }
      const { stdout } = yield* hookline({ ".claude/settings.json": off }, [...amcp, "--json"])
      const { migrated, unsupported, wrote } = outputOf(stdout)
      assert.deepStrictEqual([migrated, wrote], [[], false])
      assert.match(unsupported[0]?.text ?? "", /switched off \(.*settings\.json:2\)/)
    })
  )

  it.live("refuses the same agent on both sides", () =>
    Effect.gen(function* () {
      const { exit, stderr } = yield* hookline({}, ["migrate", "--from", "amcp", "--to", "amcp"])
      assert.strictEqual(exit, 1)
      assert.match(stderr, /name the same agent/)
    })
  )
})

const toClaude = (from: string): ReadonlyArray<string> => ["migrate", "--from", from, "--to", "claude", "--json"]

/** The first handlers before a tool that a file of Claude Code has. */
const hooksIn = (text: string): ReadonlyArray<object> => {
  // It is the file that `migrate` wrote, with one group.
  const { hooks } = JSON.parse(text) as { hooks: { PreToolUse: ReadonlyArray<{ hooks: ReadonlyArray<object> }> } }
  return hooks.PreToolUse[0]?.hooks ?? []
}

const rows = ({ migrated }: Output) => migrated.map(({ event, matcher, text }) => [event, matcher, text])

describe("hookline migrate from other agents", () => {
  it.live("reads Gemini CLI's milliseconds, events and tools", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const project = yield* TestProject.make({
          ".gemini/settings.json": {
            json: {
              hooksConfig: { disabled: ["quiet"] },
              hooks: {
                BeforeTool: [
                  {
                    matcher: "^(run_shell_command|write_file)$",
                    hooks: [
                      { type: "command", command: "./guard.sh", timeout: 5000 },
                      { type: "command", name: "quiet", command: "./quiet.sh" }
                    ]
                  },
                  { matcher: "codebase_investigator", hooks: [{ type: "command", command: "./unheard.sh" }] }
                ],
                BeforeModel: [{ hooks: [{ type: "command", command: "./model.sh" }] }]
              }
            }
          }
        })
        const output = outputOf((yield* hooklineIn(project, toClaude("gemini"))).stdout)
        assert.deepStrictEqual(rows(output), [["PreToolUse", "Bash|Write", "./guard.sh"]])
        assert.match(readFileSync(path.join(project.project, ".claude/settings.json"), "utf8"), /"timeout": 5\n/)
        assert.deepStrictEqual(
          output.unsupported
            .map(({ text }) => /switched off|BeforeModel|names no tool/.exec(text)?.[0] ?? "")
            .toSorted((one, other) => one.localeCompare(other)),
          ["BeforeModel", "names no tool", "switched off"]
        )
        assert.isTrue(output.unsupported.every(({ line = 0 }) => line > 1))
      })
    )
  )

  it.live("reads Cursor's events that are about one tool, and says that only exit code 2 denies", () =>
    Effect.gen(function* () {
      const hooks = {
        beforeShellExecution: [
          { command: "./shell.sh", failClosed: true },
          { command: "./some.sh", matcher: "git push" }
        ],
        afterFileEdit: [{ command: "./format.sh" }],
        stop: [{ command: "./stop.sh", loop_limit: 3 }],
        afterAgentThought: [{ command: "./thought.sh" }]
      }
      const { stdout } = yield* hookline({ ".cursor/hooks.json": { json: { version: 1, hooks } } }, toClaude("cursor"))
      const output = outputOf(stdout)
      assert.deepStrictEqual(rows(output), [
        ["PreToolUse", "Bash", "./shell.sh"],
        ["PostToolUse", "Edit|MultiEdit|Write|NotebookEdit", "./format.sh"],
        ["Stop", undefined, "./stop.sh"]
      ])
      assert.strictEqual(output.unsupported.length, 2)
      assert.isTrue(output.notes.some((text) => text.includes("only exit code 2 denies")))
    })
  )

  it.live("reads Copilot's files with their folders and variables, comments and all", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const project = yield* TestProject.make({
          ".github/hooks/a.json": `{
            // checked by hand
            "version": 1,
            "hooks": {
              "preToolUse": [
                { "type": "command", "bash": "echo \\"$A\\"; exit 3", "cwd": "tools", "env": { "A": "it's \${B}" }, "timeoutSec": 7, "matcher": "bash|create" },
                { "type": "command", "powershell": "x.ps1" }
              ]
            }
          }`,
          "tools/.keep": ""
        })
        const output = outputOf((yield* hooklineIn(project, toClaude("copilot"))).stdout)
        assert.deepStrictEqual(
          output.migrated.map(({ event, matcher }) => [event, matcher]),
          [["PreToolUse", "Bash|Write"]]
        )
        assert.match(output.unsupported[0]?.text ?? "", /PowerShell only/)
        const [hook] = hooksIn(readFileSync(path.join(project.project, ".claude/settings.json"), "utf8"))
        assert.deepStrictEqual(Object.keys(hook ?? {}).toSorted(), ["command", "onFailure", "shell", "timeout", "type"])
        // It runs as it did, and a failure before a tool denies.
        const run = yield* hooklineIn(project, ["run", "PreToolUse", "--tool", "Write", "--json"])
        const { runs, verdict } = JSON.parse(run.stdout) as { runs: ReadonlyArray<{ exit?: number }>; verdict: string }
        assert.deepStrictEqual([runs[0]?.exit, verdict], [3, "deny"])
      })
    )
  )

  it.live("reads Codex's one tool for all that changes files as the two that there are here", () =>
    Effect.gen(function* () {
      const hooks = {
        PreToolUse: [
          { matcher: "apply_patch", hooks: [{ type: "command", command: "./guard.sh" }] },
          { matcher: "Bash", hooks: [{ type: "prompt", prompt: "skipped there" }] }
        ]
      }
      const { stdout } = yield* hookline({ ".codex/hooks.json": { json: { hooks } } }, toClaude("codex"))
      const output = outputOf(stdout)
      assert.deepStrictEqual(rows(output), [["PreToolUse", "Edit|Write", "./guard.sh"]])
      assert.match(output.unsupported[0]?.text ?? "", /would run there/)
    })
  )
})

describe("hookline migrate to agents with words of their own", () => {
  const settings = {
    hooks: {
      PreToolUse: [
        { matcher: "Bash|Write", hooks: [{ type: "command", command: "./guard.sh", timeout: 5 }] },
        { matcher: "Bash", hooks: [{ type: "command", command: "./git.sh", if: "Bash(git *)" }] },
        { matcher: "Read", hooks: [{ type: "prompt", prompt: "Is it a secret?" }] }
      ],
      SubagentStop: [{ hooks: [{ type: "command", command: "./agent.sh" }] }],
      PostToolUseFailure: [{ hooks: [{ type: "command", command: "./failed.sh" }] }]
    }
  }

  const to = Effect.fnUntraced(function* (agent: string, file: string) {
    const project = yield* TestProject.make({ ".claude/settings.json": { json: settings } })
    const migrate = ["migrate", "--from", "claude", "--to", agent, "--json"]
    const dry = outputOf((yield* hooklineIn(project, [...migrate, "--dry-run"])).stdout)
    const output = outputOf((yield* hooklineIn(project, migrate)).stdout)
    assert.deepStrictEqual(dry.migrated, output.migrated)
    const written: unknown = JSON.parse(readFileSync(path.join(project.project, file), "utf8"))
    const again = outputOf((yield* hooklineIn(project, migrate)).stdout)
    assert.deepStrictEqual(again.migrated, [])
    return { output, written }
  })

  it.live("writes Gemini CLI's events, tools and milliseconds, and names what it has not", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { output, written } = yield* to("gemini", ".gemini/settings.json")
        const handler = { type: "command", command: "./guard.sh", timeout: 5000 }
        assert.deepStrictEqual(written, {
          hooks: { BeforeTool: [{ matcher: "^(?:run_shell_command|write_file)$", hooks: [handler] }] }
        })
        assert.deepStrictEqual(
          output.unsupported
            .map(({ text }) => /`if`|prompts|no SubagentStop|no PostToolUseFailure/.exec(text)?.[0] ?? text)
            .toSorted((one, other) => one.localeCompare(other)),
          ["`if`", "no PostToolUseFailure", "no SubagentStop", "prompts"]
        )
      })
    )
  )

  it.live("writes what Codex reads, and names what it has not", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { output, written } = yield* to("codex", ".codex/hooks.json")
        const handler = { type: "command", command: "./guard.sh", timeout: 5 }
        assert.deepStrictEqual(written, {
          hooks: {
            PreToolUse: [{ matcher: "Bash|Write", hooks: [handler] }],
            SubagentStop: [{ hooks: [{ type: "command", command: "./agent.sh" }] }]
          }
        })
        assert.deepStrictEqual(
          output.unsupported
            .map(({ text }) => /`if`|prompts|no PostToolUseFailure/.exec(text)?.[0] ?? text)
            .toSorted((one, other) => one.localeCompare(other)),
          ["`if`", "no PostToolUseFailure", "prompts"]
        )
      })
    )
  )

  it.live("writes what Copilot CLI reads, and names what it has not", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { output, written } = yield* to("copilot", ".github/hooks/hooks.json")
        assert.deepStrictEqual(written, {
          version: 1,
          hooks: {
            PreToolUse: [{ matcher: "bash|Bash|create|Write", type: "command", command: "./guard.sh", timeoutSec: 5 }],
            SubagentStop: [{ type: "command", command: "./agent.sh", timeoutSec: 600 }],
            PostToolUseFailure: [{ type: "command", command: "./failed.sh", timeoutSec: 600 }]
          }
        })
        assert.deepStrictEqual(
          output.unsupported
            .map(({ text }) => /`if`|prompts/.exec(text)?.[0] ?? text)
            .toSorted((one, other) => one.localeCompare(other)),
          ["`if`", "prompts"]
        )
      })
    )
  )

  it.live("writes what Cursor is said to read, and names what it has not", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { output, written } = yield* to("cursor", ".cursor/hooks.json")
        assert.deepStrictEqual(written, {
          version: 1,
          hooks: {
            preToolUse: [
              { matcher: "^(?:Shell|Write)$", type: "command", command: "./guard.sh", timeout: 5 },
              { matcher: "^(?:Read)$", type: "prompt", prompt: "Is it a secret?", timeout: 30 }
            ],
            subagentStop: [{ type: "command", command: "./agent.sh", timeout: 600 }],
            postToolUseFailure: [{ type: "command", command: "./failed.sh", timeout: 600 }]
          }
        })
        assert.deepStrictEqual(
          output.unsupported.map(({ text }) => /`if`/.exec(text)?.[0] ?? text),
          ["`if`"]
        )
        assert.isTrue(output.notes.some((text) => text.includes("no version of it was run")))
      })
    )
  )

  it.live(
    "writes no command into Cursor's file for which it would read none of it, and no guard of a tool that it has not",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const guard = (matcher: string, command: string) => ({ matcher, hooks: [{ type: "command", command }] })
          const project = yield* TestProject.make({
            ".claude/settings.json": {
              json: { hooks: { PreToolUse: [guard("Bash", "curl https://example.com"), guard("Edit", "./edit.sh")] } }
            }
          })
          const { stdout } = yield* hooklineIn(project, ["migrate", "--from", "claude", "--to", "cursor", "--json"])
          const { migrated, unsupported } = outputOf(stdout)
          assert.deepStrictEqual(migrated, [])
          assert.match(unsupported[0]?.text ?? "", /`:\/\/` in a command/)
          assert.match(unsupported[1]?.text ?? "", /one tool in Cursor/)
        })
      )
  )
})
