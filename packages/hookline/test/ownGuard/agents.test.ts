// A command that an agent has started, and one that the user has.
import { assert, describe, it } from "@effect/vitest"
import { Requirement, TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { spawn, spawnSync } from "node:child_process"
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import { agentAround, ancestors } from "../../src/ownGuard/agents.ts"
import { bin, commandEnv, hooklineIn } from "../commands/hookline.ts"

const above = agentAround({}, ancestors())

/** These commands are refused below an agent, in which a developer may run the tests. */
const outside = Requirement.live(() => (above === undefined ? undefined : "needs a shell that no agent started"))

const guarded: TestProject.Files = {
  ".hookline/.keep": "",
  ".claude/settings.json": { json: {} },
  ".amplifier/hooks/first-guard/hooks.json": {
    json: { hooks: { Stop: [{ hooks: [{ type: "command", command: "true" }] }] } }
  }
}

/** Returns what a terminal shows while a command runs at it, below a program if one is given, and how the command ends. */
const atTerminal = (
  { home, project }: { readonly project: string; readonly home: string },
  words: ReadonlyArray<string>,
  { below, env = {} }: { readonly below?: string; readonly env?: Readonly<Record<string, string>> } = {}
) =>
  Effect.promise(
    () =>
      new Promise<string>((resolve, reject) => {
        const terminal = path.join(import.meta.dirname, "../fixtures/terminal.py")
        const command = [...(below === undefined ? [] : [below]), process.execPath, bin, ...words]
        const child = spawn("python3", ["-S", terminal, "?", "y\r", ...command], {
          cwd: project,
          env: { ...commandEnv(home), NO_COLOR: "1", ...env },
          stdio: ["ignore", "pipe", "inherit"]
        })
        let shown = ""
        child.stdout.on("data", (chunk: Buffer) => (shown += chunk.toString()))
        child.once("error", reject)
        child.once("close", () => resolve(shown))
      })
  )

const granting: ReadonlyArray<ReadonlyArray<string>> = [
  ["detach", "claude"],
  ["disable", "first-guard"],
  ["enable", "first-guard"],
  ["remove", "first-guard"],
  ["install", "./plugin", "--yes"],
  ["install"],
  ["update", "--yes"]
]

describe("an agent above a command", () => {
  it("is known by the package of its script, behind options of its interpreter, and not by what others name", () => {
    const isAbove = (...words: ReadonlyArray<string>) => agentAround({}, [{ name: "node", words }]) !== undefined
    const modules = "/usr/lib/node_modules"
    assert.isTrue(isAbove("node", `${modules}/@anthropic-ai/claude-code/cli.js`))
    assert.isTrue(
      isAbove("node", "--max-old-space-size=8192", "--no-warnings", `${modules}/@google/gemini-cli/dist/index.js`)
    )
    assert.isTrue(isAbove("/usr/bin/node", "-r", "/x/hook.js", "--import", "y", "/opt/bin/codex"))
    assert.isTrue(isAbove(`${modules}/@github/copilot/copilot-linux-x64/copilot`))
    assert.isTrue(isAbove("bun", `${modules}/@qwen-code/qwen-code/cli.js`))
    assert.isTrue(isAbove("python3", "-m", "amplifier"))
    for (const words of [
      ["node", "-e", "0", "/opt/bin/codex"],
      ["sh", "-c", "ls /opt/opencode"],
      ["bash", "-lc", "codex"],
      ["node", "server.js", "/opt/bin/codex"],
      ["node", "/home/me/codex/tool.js"],
      ["vim", `${modules}/@anthropic-ai/claude-code/cli.js`]
    ])
      assert.isFalse(isAbove(...words), words.join(" "))
  })

  it("is known by its variables, and not by those that users set", () => {
    for (const name of [
      "CLAUDECODE",
      "CLAUDE_PROJECT_DIR",
      "AMPLIFIER_SESSION_ID",
      "GEMINI_CLI",
      "CODEX_SANDBOX",
      "AI_AGENT"
    ])
      assert.include(agentAround({ [name]: "1" }, []) ?? "", name)
    for (const name of ["CODEX_HOME", "CLAUDE_CONFIG_DIR", "ANTHROPIC_API_KEY", "GEMINI_API_KEY", "PATH"])
      assert.isUndefined(agentAround({ [name]: "1" }, []))
    assert.isUndefined(agentAround({ CLAUDECODE: "" }, []))
  })

  it("is known by its process, also behind an interpreter", () => {
    const is = (name: string, ...words: ReadonlyArray<string>) => agentAround({}, [{ name, words }]) !== undefined
    assert.isTrue(is("claude", "claude"))
    assert.isTrue(is("node", "node", "/usr/local/bin/gemini"))
    assert.isTrue(is("node-MainThread", "/usr/bin/node", "--no-warnings", "/x/codex.js"))
    assert.isTrue(is("python3", "/v/bin/python", "/v/bin/amplifier", "run"))
    assert.isFalse(is("su", "su", "-", "claude"))
    assert.isFalse(is("vim", "vim", "codex"))
    assert.isFalse(is("bash", "-bash"))
  })

  it("is looked for in all processes above this one", () => {
    const found = ancestors()
    assert.isAbove(process.platform === "linux" ? found.length : 1, 0)
    assert.deepStrictEqual(ancestors(process.ppid, "/nowhere"), [])
  })

  // proves: docs/security.md
  it.live("gets no grant: nothing is written, and a sentence says what to do", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const project = yield* TestProject.make({
          ".claude/settings.json": { json: {} },
          ".amplifier/hooks/first-guard/hooks.json": {
            json: { hooks: { Stop: [{ hooks: [{ type: "command", command: "true" }] }] } }
          },
          "plugin/hooks/hooks.json": { json: { hooks: { Stop: [{ hooks: [{ type: "command", command: "true" }] }] } } }
        })
        const ends = yield* Effect.forEach(
          granting,
          (words) => hooklineIn(project, words, { env: { CLAUDECODE: "1" } }),
          { concurrency: 2 }
        )
        for (const { exit, stderr, stdout } of ends) {
          assert.strictEqual(exit, 1)
          assert.strictEqual(stdout, "")
          assert.match(stderr, /started below Claude Code \(CLAUDECODE is set\).*Run it yourself, in a terminal/s)
        }
        assert.isFalse(existsSync(path.join(project.project, ".hookline/settings.local.json")))
        assert.strictEqual(readFileSync(path.join(project.project, ".claude/settings.json"), "utf8"), "{}")
      })
    )
  )

  // proves: docs/security.md
  it.live("gets none at a terminal either, where it could answer a question", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const project = yield* TestProject.make(guarded, { trusted: false })
        const agent = path.join(project.home, "bin/codex")
        mkdirSync(path.dirname(agent))
        writeFileSync(agent, '#!/bin/sh\n"$@"\nexit $?\n')
        chmodSync(agent, 0o755)
        const words = ["disable", "first-guard"]
        const byVariable = yield* atTerminal(project, words, { env: { CLAUDECODE: "1" } })
        const byProcess = yield* atTerminal(project, words, { below: agent })
        for (const shown of [byVariable, byProcess]) {
          assert.match(shown, /started below .*Run it yourself.*EXIT 1/s)
          assert.notInclude(shown, "?")
        }
        assert.isFalse(existsSync(path.join(project.home, ".hookline/settings.json")))
        assert.isFalse(existsSync(path.join(project.project, ".hookline/settings.local.json")))
      })
    )
  )

  // proves: docs/security.md
  outside("is none where the user runs it at a terminal, and grants", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const project = yield* TestProject.make(guarded)
        const settings = path.join(project.project, ".hookline/settings.local.json")
        const disabled = () => (existsSync(settings) ? readFileSync(settings, "utf8").includes("first-guard") : false)
        assert.match(yield* atTerminal(project, ["disable", "first-guard"]), /EXIT 0/)
        assert.isTrue(disabled())
        assert.match(yield* atTerminal(project, ["enable", "first-guard"]), /EXIT 0/)
        assert.isFalse(disabled())
        assert.match(yield* atTerminal(project, ["attach", "claude", "--scope", "project"]), /EXIT 0/)
        const agent = path.join(project.project, ".claude/settings.json")
        assert.include(readFileSync(agent, "utf8"), "dispatch --host claude")
        assert.match(yield* atTerminal(project, ["detach", "claude", "--scope", "project"]), /EXIT 0/)
        assert.notInclude(readFileSync(agent, "utf8"), "dispatch --host claude")
      })
    )
  )

  it.live("gets none behind `env -i` either, as long as it is above", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const project = yield* TestProject.make({ ".hookline/.keep": "" })
        const agent = path.join(project.home, "bin/codex")
        mkdirSync(path.dirname(agent))
        writeFileSync(agent, '#!/bin/sh\nenv -i HOME="$HOME" "$@" < /dev/null\nexit $?\n')
        chmodSync(agent, 0o755)
        const { status, stderr } = spawnSync(agent, [process.execPath, bin, "detach", "claude"], {
          cwd: project.project,
          env: commandEnv(project.home),
          encoding: "utf8"
        })
        assert.strictEqual(status, 1)
        assert.match(stderr, process.platform === "linux" || above !== undefined ? /started below/ : /./)
      })
    )
  )

  outside("is not seen where there is none", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const project = yield* TestProject.make({ ".hookline/.keep": "" })
        const { exit, stderr } = yield* hooklineIn(project, ["detach", "claude"])
        assert.deepStrictEqual([exit, stderr], [0, ""])
      })
    )
  )

  it.live("may look at everything", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const project = yield* TestProject.make({ ".hookline/.keep": "" })
        for (const words of [["list"], ["plan", "Stop"], ["check"]]) {
          const { exit } = yield* hooklineIn(project, words, { env: { CLAUDECODE: "1" } })
          assert.strictEqual(exit, 0, words.join(" "))
        }
      })
    )
  )
})
