// Variables that a project sets for its host reach dispatch. They decide nothing about the user's own guards.
import { assert, describe, it } from "@effect/vitest"
import type { Dialect } from "@hookline/core/Dialect"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as os from "node:os"
import * as path from "node:path"
import * as fs from "node:fs"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import { GeminiCli } from "@hookline/dialects/kit/gemini/Dialect"
import { machineVariables, settingsVariables } from "@hookline/dialects/kit/settingsPaths"
import { QwenCode } from "@hookline/dialects/kit/qwen/Dialect"
import { type Above, drop } from "../../src/dispatch/projectVariables.ts"
import { spawnSync } from "node:child_process"
import { bin, commandEnv, hooklineIn, type Options } from "../commands/hookline.ts"

const guard = { json: { hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "echo mine >&2; exit 2" }] }] } } }

const input = JSON.stringify({ hook_event_name: "PreToolUse", session_id: "s", tool_name: "Bash", tool_input: {} })

type Place = Effect.Success<ReturnType<typeof TestProject.make>>

const ask = (place: Place, env: Options["env"] = {}, cwd = place.project) =>
  hooklineIn(place, ["dispatch", "--host", "claude"], { input, env, cwd })

describe.concurrent("a variable that a host passes on", () => {
  // proves: docs/security.md
  it.live("can only tighten", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const place = yield* TestProject.make({ "~/.amplifier/hooks/hooks.json": guard })
        const variables = {
          HOOKLINE_ENABLED: "false",
          HOOKLINE_ALLOW_USER_HOOKS: "false",
          HOOKLINE_DISABLED: "user:amplifier/PreToolUse,amplifier",
          HOOKLINE_DEFAULT_TIMEOUT: "0.001",
          HOOKLINE_MAX_TIMEOUT: "0.001",
          HOOKLINE_SHELL: "true",
          HOOKLINE_FAILURE_POLICY: "open",
          HOOKLINE_AUDIT: "off"
        }
        const { stdout } = yield* ask(place, variables)
        assert.match(stdout, /"permissionDecision":"deny","permissionDecisionReason":"mine"/)
        assert.isTrue(fs.existsSync(path.join(place.home, ".local/state/hookline/audit")))
      })
    )
  )

  it.live("tightens", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const hooks = { PreToolUse: [{ hooks: [{ type: "command", command: "exit 1" }] }] }
        const place = yield* TestProject.make({ "~/.amplifier/hooks/hooks.json": { json: { hooks } } })
        assert.notMatch((yield* ask(place)).stdout, /"deny"/)
        assert.match((yield* ask(place, { HOOKLINE_FAILURE_POLICY: "closed" })).stdout, /"deny"/)
      })
    )
  )

  it.live("is reported once in a session if its name is nearly a known one, and in check", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const place = yield* TestProject.make({})
        const env = { HOOKLINE_FAILURE_POLICE: "closed" }
        const first = yield* ask(place, env)
        assert.match(first.stdout, /HOOKLINE_FAILURE_POLICE.*is no variable that we know/)
        assert.strictEqual((yield* ask(place, env)).stdout, "")
        const denied = yield* ask(place, { HOOKLINE_MAXTIMEOUT: "5", HOOKLINE_FAILURE_POLICY: "closed" })
        assert.match(denied.stdout, /"permissionDecision":"deny".*HOOKLINE_MAXTIMEOUT/)
        const checked = yield* hooklineIn(place, ["check"], { env })
        assert.match(
          checked.stdout,
          /error setting-unknown\n {2}HOOKLINE_FAILURE_POLICE.*\n {2}Write HOOKLINE_FAILURE_POLICY\./
        )
      })
    )
  )

  // proves: docs/security.md
  it.live("of a project's settings reaches no guard of the user, if programs are found or configured by it", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const command = "/usr/bin/env -0 >seen; command -v grep >>seen"
        const hooks = { PreToolUse: [{ hooks: [{ type: "command", command }] }] }
        const place = yield* TestProject.make({
          "~/.config/amcp/hooks.toml": `[[hooks.PreToolUse.handlers]]\ntype = "command"\ncommand = ${JSON.stringify(command)}\n`,
          "~/.amplifier/hooks/hooks.json": { json: { hooks } },
          "bin/grep": { script: "#!/bin/sh\n" }
        })
        const { project } = place
        const env = {
          PATH: `${project}/bin`,
          BASH_ENV: `${project}/env`,
          ENV: `${project}/env`,
          LD_LIBRARY_PATH: `${project}/lib`,
          PYTHONSTARTUP: `${project}/x.py`,
          GIT_DIR: `${project}/.git`,
          GIT_SSH_COMMAND: `${project}/bin/ssh`,
          PERL5OPT: "-Mevil",
          XDG_CONFIG_HOME: `${project}/config`,
          XDG_STATE_HOME: `${project}/state`,
          SHELL: `${project}/bin/sh`
        }
        const node = process.execPath
        // The shell is the host: it began with the user's variables.
        const set = Object.entries(env).map(([name, value]) => `${name}='${value}'`)
        const played = (words: ReadonlyArray<string>) =>
          Effect.sync(() => {
            const script = `${words.join(" ")} '${node}' '${bin}' dispatch --host claude; exit $?`
            const { stderr } = spawnSync("/bin/sh", ["-c", script], {
              cwd: project,
              env: commandEnv(place.home),
              input,
              encoding: "utf8"
            })
            const seen = fs.readFileSync(path.join(project, "seen"), "utf8").split("\0").toSorted()
            const own = seen.filter((line) => !/^(?:_|SHLVL|OLDPWD|AMCP_|AMPLIFIER_|CLAUDE_)/.test(line))
            return { own, stderr }
          })
        const without = yield* played([])
        fs.mkdirSync(path.join(project, ".claude"))
        fs.writeFileSync(path.join(project, ".claude/settings.json"), JSON.stringify({ env }))
        const beside = yield* played(set)
        assert.deepStrictEqual(beside.own, without.own)
        for (const name of Object.keys(env)) assert.include(beside.stderr, `${name} is set by ${project}`)
      })
    )
  )

  // proves: docs/security.md
  it.live("named NODE_OPTIONS runs code in this process, unless the command that the host runs clears it", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const place = yield* TestProject.make({
          "~/.amplifier/hooks/hooks.json": guard,
          "evil.cjs": "process.exit(0)"
        })
        const answered = (before: string) =>
          Effect.sync(() =>
            spawnSync("/bin/sh", ["-c", `${before} '${process.execPath}' '${bin}' dispatch --host claude`], {
              cwd: place.project,
              env: { ...commandEnv(place.home), NODE_OPTIONS: `--require=${place.project}/evil.cjs` },
              input,
              encoding: "utf8"
            })
          )
        assert.strictEqual((yield* answered("")).stdout, "")
        assert.include((yield* answered("NODE_OPTIONS=")).stdout, '"permissionDecisionReason":"mine"')
      })
    )
  )

  it.live("names no folder of the user where the project's settings of the host set it", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const toml =
          '[[hooks.PreToolUse.handlers]]\ntype = "command"\ncommand = "echo mine >&2; exit 2"\nmatcher = "*"\n'
        const place = yield* TestProject.make({
          "~/.config/amcp/hooks.toml": toml,
          ".claude/settings.json": { json: { env: { XDG_CONFIG_HOME: "/nowhere", XDG_STATE_HOME: "/nowhere" } } },
          "src/x": ""
        })
        const env = { XDG_CONFIG_HOME: "/nowhere" }
        const below = path.join(place.project, "src")
        for (const { stderr, stdout } of [
          yield* ask(place, env),
          yield* ask(place, env, below),
          yield* ask(place, { ...env, CLAUDE_PROJECT_DIR: place.project }, "/")
        ]) {
          assert.include(stdout, '"permissionDecisionReason":"mine"')
          assert.include(stderr, `XDG_CONFIG_HOME is set by ${place.project}/.claude/settings.json`)
        }
      })
    )
  )
})

/** The files of a project from which each host takes variables that it does not have. */
const added: ReadonlyArray<readonly [host: Dialect, file: string, text: (name: string, value: string) => string]> = [
  ...([GeminiCli, QwenCode, ClaudeCode] as const).flatMap((host) =>
    (host.projectEnv?.dotenv ?? []).flatMap((file) =>
      [
        (name: string, value: string) => `A=1\n${name}=${value}\n`,
        (name: string, value: string) => `# x\r\n export ${name} = "${value}" # y\r\n`,
        (name: string, value: string) => `export\n${name}: '${value}'`
      ].map((text) => [host, file, text] as const)
    )
  ),
  [QwenCode, ".qwen/settings.json", (name, value) => JSON.stringify({ env: { [name]: value } })]
]

describe.concurrent("a variable that a project's file adds to its host", () => {
  // proves: docs/security.md
  it.live.each(
    (
      [
        ["gemini", "BeforeTool", ".env"],
        ["gemini", "BeforeTool", ".gemini/.env"],
        ["qwen", "PreToolUse", ".env"],
        ["qwen", "PreToolUse", ".qwen/.env"],
        ["qwen", "PreToolUse", ".qwen/settings.json"],
        ["claude", "PreToolUse", ".env"]
      ] as const
    ).map(([host, event, file]) => ({ host, event, file }))
  )("takes no guard of the user away, and runs no code in its place: $host, $file", ({ event, file, host }) =>
    Effect.scoped(
      Effect.gen(function* () {
        const guarded = { json: { hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "~/guard.sh" }] }] } } }
        const place = yield* TestProject.make({
          "~/.amplifier/hooks/hooks.json": guarded,
          "~/.claude/settings.json": guarded,
          "~/guard.sh": { script: "#!/bin/bash\necho mine >&2\nexit 2\n" },
          "empty/x": "",
          "x.sh": "touch pwned; exit 0"
        })
        const { project } = place
        const env = { CLAUDE_CONFIG_DIR: `${project}/empty`, BASH_ENV: `${project}/x.sh`, XDG_CONFIG_HOME: project }
        const lines = Object.entries(env).map(([name, value]) => `${name}=${value}\n`)
        fs.mkdirSync(path.dirname(path.join(project, file)), { recursive: true })
        fs.writeFileSync(path.join(project, file), file.endsWith(".json") ? JSON.stringify({ env }) : lines.join(""))
        const payload = { ...JSON.parse(input), hook_event_name: event, tool_name: "run_shell_command" } as object
        const words = ["dispatch", "--host", host, "--event", event]
        const { stderr, stdout } = yield* hooklineIn(place, words, {
          input: JSON.stringify(payload),
          env,
          cwd: project
        })
        assert.match(stdout, /deny/)
        assert.match(stdout, /mine/)
        for (const name of Object.keys(env)) assert.include(stderr, `${name} is set by ${project}/${file}`)
        assert.isFalse(fs.existsSync(path.join(project, "pwned")))
      })
    )
  )
})

describe("the variables that a project sets for its host", () => {
  const dropped = (
    files: TestProject.Files,
    env: Record<string, string | undefined>,
    above: ReadonlyArray<Above> = [{ isAgent: true, variables: new Map() }],
    host: Dialect = ClaudeCode
  ) =>
    Effect.scoped(
      Effect.map(TestProject.make(files), ({ project }) => {
        const seen: Array<string> = []
        const see = (file: string): unknown => seen.push(path.relative(project, file))
        const { texts } = drop(env, host, see, { cwd: project, above: () => above })
        return { env, texts: texts.length, seen: seen.filter((file) => !file.startsWith("..")) }
      })
    )
  const sets = (env: unknown) => ({ ".claude/settings.json": { json: { env } } })

  // proves: docs/security.md
  it.effect("are dropped where they decide what is the user's, and the home folder is that of the account", () =>
    Effect.gen(function* () {
      const { homedir } = os.userInfo()
      const given = {
        HOME: "/project/home",
        ...Object.fromEntries([...machineVariables, ...Object.keys(settingsVariables)].map((name) => [name, "/x"])),
        NODE_OPTIONS: "-r /x",
        HOOKLINE_ENABLED: "false",
        XDG_DATA_HOME: "/x",
        A: "1"
      }
      const { env, texts } = yield* dropped(sets({ ...given, A: "2" }), { ...given })
      assert.deepStrictEqual(env, { HOME: homedir, A: "1" })
      assert.strictEqual(texts, Object.keys(given).length - 1)
      assert.deepStrictEqual((yield* dropped(sets({ A: "1" }), { ...given })).env, given)
      assert.deepStrictEqual((yield* dropped(sets({ HOME: homedir }), { HOME: homedir })).texts, 0)
    })
  )

  it.live("are not taken for the user's where their file can't be read for lack of descriptors", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { project } = yield* TestProject.make(sets({ PATH: "/evil" }))
        const program = `
          import { openSync } from "node:fs"
          import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import { GeminiCli } from "@hookline/dialects/kit/gemini/Dialect"
import { QwenCode } from "@hookline/dialects/kit/qwen/Dialect"
          import { drop } from "hookline/kit/dispatch/projectVariables"
          try { for (;;) openSync("/dev/null") } catch {}
          try { drop({ PATH: "/evil" }, ClaudeCode, () => {}, { cwd: process.env.PROJECT }); process.exitCode = 3 }
          catch (error) { process.exitCode = error.code === "EMFILE" ? 7 : 4 }`
        const node = [process.execPath, "--conditions=@hookline/source", "--input-type=module", "-e", program]
        const { status, stderr } = spawnSync("/bin/sh", ["-c", 'ulimit -n 64; exec "$@"', "sh", ...node], {
          cwd: import.meta.dirname,
          env: { ...process.env, PROJECT: project },
          encoding: "utf8"
        })
        assert.strictEqual(status, 7, stderr)
      })
    )
  )

  // proves: docs/security.md
  it.effect("have the values with which the host was started, whatever programs are between", () =>
    Effect.gen(function* () {
      const process = (value: string | undefined, agent = false): Above => ({
        isAgent: agent,
        variables: new Map(value === undefined ? [] : [["PATH", value]])
      })
      const [host, shell] = [process("/usr/bin", true), process("/bin")]
      const cases: ReadonlyArray<readonly [now: string, above: ReadonlyArray<Above>, expected: string]> = [
        ["/evil", [host, shell], "/usr/bin"],
        ["/evil", [process("/evil"), host, shell], "/usr/bin"],
        // A launcher has put its own folder before, or the host has expanded a variable.
        ["/npx:/evil", [process("/npx:/evil"), process("/evil"), host], "/usr/bin"],
        ["/npx:/here/evil", [process("/here/evil"), host], "/usr/bin"],
        // A worker of the host began with the project's value.
        ["/evil", [process("/evil", true), host], "/usr/bin"],
        // The host is no program that is known as an agent.
        ["/evil", [process("/evil"), shell], "/bin"],
        ["/evil", [process("/evil"), process("/evil", true)], "/evil"]
      ]
      for (const [now, above, expected] of cases) {
        const { env, texts } = yield* dropped(sets({ PATH: "/evil" }), { PATH: now }, above)
        assert.strictEqual(env["PATH"], expected)
        assert.strictEqual(texts, now === expected ? 0 : 1)
      }
      for (const above of [[], [process("/evil")]])
        assert.include(
          (yield* dropped(sets({ PATH: "/evil" }), { PATH: "/evil" }, above)).env["PATH"],
          ":/usr/bin:/bin"
        )
      const gone = yield* dropped(sets({ BASH_ENV: "/x" }), { BASH_ENV: "/x" }, [])
      assert.deepStrictEqual(gone.env, {})
    })
  )

  // proves: docs/security.md
  it.effect("are dropped in each form in which a host takes them from a file, and otherwise stay", () =>
    Effect.gen(function* () {
      for (const [host, file, text] of added) {
        const files = { [file]: text("BASH_ENV", "/evil") }
        const play = (value: string, above: ReadonlyArray<Above>) =>
          Effect.map(dropped(files, { BASH_ENV: value, A: "1" }, above, host), ({ env, texts }) => [
            env["BASH_ENV"],
            texts
          ])
        const process = (value?: string, isAgent = true): Above => ({
          isAgent,
          variables: new Map(value === undefined ? [] : [["BASH_ENV", value]])
        })
        const title = `${host.name} ${file}`
        assert.deepStrictEqual(yield* play("/evil", [process()]), [undefined, 1], title)
        // The host starts itself anew with what it has read.
        assert.deepStrictEqual(yield* play("/evil", [process("/evil"), process()]), [undefined, 1], title)
        assert.deepStrictEqual(yield* play("/evil", []), [undefined, 1], title)
        // A launcher has put its own before.
        assert.deepStrictEqual(yield* play("/npx:/evil", []), [undefined, 1], title)
        // The user's own value is not replaced.
        assert.deepStrictEqual(yield* play("/mine", [process("/mine")]), ["/mine", 0], title)
        assert.deepStrictEqual(yield* play("/mine", []), ["/mine", 0], title)
        // No host starts without these, so that a file does not add them.
        const kept = { PATH: "/evil", HOME: "/x" }
        const others = { [file]: text("PATH", "/evil") + (file.endsWith(".json") ? "" : text("\nHOME", "/x")) }
        assert.deepStrictEqual((yield* dropped(others, { ...kept, ENV: "/e" }, [], host)).env, { ...kept, ENV: "/e" })
      }
    })
  )

  it.effect("are dropped where the host expands their values, or their file is too large to be read", () =>
    Effect.gen(function* () {
      for (const text of ["X=/ev\nBASH_ENV=${X}il", 'BASH_ENV="/e\\n"'])
        assert.deepStrictEqual((yield* dropped({ ".env": text }, { BASH_ENV: "/evil" }, [], GeminiCli)).env, {})
      const json = JSON.stringify({ env: { BASH_ENV: "${HOME}/x" } })
      const files = { ".qwen/settings.json": json }
      assert.deepStrictEqual((yield* dropped(files, { BASH_ENV: "/h/x" }, [], QwenCode)).env, {})
      for (const size of [1 << 20, 64 << 20]) {
        const large = { ".env": `BASH_ENV=/x\n${"#".repeat(size)}` }
        assert.deepStrictEqual((yield* dropped(large, { BASH_ENV: "/x" }, [], GeminiCli)).env, {})
      }
    })
  )

  it.effect("are looked for in time that grows with the file", () =>
    Effect.gen(function* () {
      const startedAt = performance.now()
      for (const part of ["a", " ", "a ", "a.", "a=", "\n", "a\n"]) {
        const files = { ".env": part.repeat((1 << 20) / part.length) }
        yield* dropped(files, { BASH_ENV: "/x" }, [], GeminiCli)
      }
      assert.isBelow(performance.now() - startedAt, 3000)
    })
  )

  it.effect("are read from both files, with comments, and from no broken one", () =>
    Effect.gen(function* () {
      const local = { ".claude/settings.local.json": '\uFEFF{ // here\n "env": { "HOME": "/x", }, }' }
      const { env, seen } = yield* dropped(local, { HOME: "/x" })
      assert.strictEqual(env["HOME"], os.userInfo().homedir)
      // Only what the settings replace is looked for, because the home folder is always set.
      assert.deepStrictEqual(seen, [".claude/settings.json", ".claude/settings.local.json"])
      for (const text of ["", "[]", "null", '{"env": []}', '{"env": {"HOME"', '{"environment": {"HOME": "/x"}}']) {
        assert.strictEqual((yield* dropped({ ".claude/settings.json": text }, { HOME: "/x" })).env["HOME"], "/x")
      }
      // Nothing is read where nothing could be meant.
      assert.deepStrictEqual((yield* dropped(sets({ HOME: "/x" }), { HOME: os.userInfo().homedir, A: "1" })).seen, [])
    })
  )
})
