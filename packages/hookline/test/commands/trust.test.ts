// What of a project's hooks may have its full effect: shown, decided and taken back, through the real file.
import { assert, describe } from "@effect/vitest"
import { RunOutput } from "@hookline/schema/RunOutput"
import { Requirement, TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { execFileSync, spawn } from "node:child_process"
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import { agentAround, ancestors } from "../../src/ownGuard/agents.ts"
import { bin, commandEnv, hooklineIn } from "./hookline.ts"

const above = agentAround({}, ancestors())

/** The command writes nothing below an agent, in which a developer may run the tests. */
const outside = Requirement.live(() => (above === undefined ? undefined : "needs a shell that no agent started"))

const command = (text: string, name: string) => ({ type: "command", command: text, name })

const files: TestProject.Files = {
  ".amplifier/hooks/hooks.json": {
    json: {
      hooks: {
        PreToolUse: [{ hooks: [command("sh .amplifier/hooks/guard.sh", "guard")] }],
        Stop: [{ hooks: [command("npx tidy", "tidy")] }]
      }
    }
  },
  ".amplifier/hooks/guard.sh": "exit 2\n",
  "~/.hookline/settings.json": { json: {} }
}

interface Output {
  readonly digest: string
  readonly decided: ReadonlyArray<string>
  readonly hooks: ReadonlyArray<{
    readonly id: string
    readonly state: string
    readonly profile: string
    readonly beyond?: ReadonlyArray<string>
    readonly proposed?: ReadonlyArray<string>
  }>
}

type Place = Effect.Success<ReturnType<typeof TestProject.make>>

const json = (place: Place, words: ReadonlyArray<string>) =>
  Effect.map(hooklineIn(place, [...words, "--json"]), ({ stdout }) => JSON.parse(stdout) as Output)

const statesIn = (place: Place) =>
  Effect.map(json(place, ["trust", "--list"]), ({ hooks }) =>
    Object.fromEntries(hooks.map(({ id, state }) => [id.slice(id.lastIndexOf("/") + 1), state]))
  )

const inProject = <A, E>(use: (place: Place) => Effect.Effect<A, E>) =>
  Effect.scoped(Effect.flatMap(TestProject.make(files, { trusted: false }), use))

const terminal = path.join(import.meta.dirname, "../fixtures/terminal.py")

/** Types keys at a real terminal once a text is shown. */
const atTerminal = (
  { home, project }: Place,
  words: ReadonlyArray<string>,
  {
    below,
    keys,
    onShown,
    when
  }: {
    readonly below?: ReadonlyArray<string>
    readonly keys: string
    readonly onShown?: (shown: string) => void
    readonly when: string
  }
) =>
  Effect.callback<string>((resume) => {
    const child = spawn("python3", ["-S", terminal, when, keys, ...(below ?? []), process.execPath, bin, ...words], {
      cwd: project,
      env: { ...commandEnv(home), NO_COLOR: "1" },
      stdio: ["ignore", "pipe", "inherit"]
    })
    let shown = ""
    child.stdout.on("data", (chunk: Buffer) => {
      shown += chunk.toString()
      onShown?.(shown)
    })
    child.once("close", () => resume(Effect.succeed(shown.replaceAll("\r", ""))))
  })

const down = "\\x1b[B"

describe("hookline trust", () => {
  outside("shows what runs, from which files, and what is not covered, and writes nothing by --dry-run", () =>
    inProject((place) =>
      Effect.gen(function* () {
        const { exit, stdout } = yield* hooklineIn(place, ["trust", "--dry-run"])
        assert.strictEqual(exit, 0)
        assert.include(stdout, "2 hooks that you have not trusted")
        assert.include(stdout, ".amplifier/hooks/guard.sh")
        assert.include(stdout, "not covered: npx tidy")
        assert.match(stdout, /The digest of all of it is sha256:[0-9a-f]{64}/)
        assert.isFalse(existsSync(path.join(place.home, ".hookline/trust")))
      })
    )
  )

  outside("shows that what is no program does not run, and proposes no profile for it that nothing holds", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const entries = [
          { type: "command", name: "program", command: "cat" },
          { type: "prompt", name: "question", prompt: "May it?" }
        ]
        const ofProject = { hooks: { PreToolUse: [{ hooks: entries }] } }
        const place = yield* TestProject.make(
          { ".amplifier/hooks/k/hooks.json": { json: ofProject } },
          { trusted: false }
        )
        const { stdout } = yield* hooklineIn(place, ["trust", "--dry-run"])
        assert.include(stdout.replaceAll(/\s+/g, " "), "Those that are no programs, such as prompts, don't run.")
        const { hooks } = yield* json(place, ["trust", "--list"])
        assert.deepStrictEqual(
          hooks.map(({ id, profile }) => [id.slice(id.lastIndexOf("/") + 1), profile]),
          [
            ["program", "guard"],
            ["question", "open"]
          ]
        )
      })
    )
  )

  outside("trusts nothing without a terminal and without a digest", () =>
    inProject((place) =>
      Effect.gen(function* () {
        const { exit, stderr } = yield* hooklineIn(place, ["trust"])
        assert.strictEqual(exit, 1)
        assert.include(stderr, "nothing was written")
        assert.deepStrictEqual(yield* statesIn(place), { guard: "new", tidy: "new" })
      })
    )
  )

  outside("trusts by the digest of what was shown, and by no other", () =>
    inProject((place) =>
      Effect.gen(function* () {
        const { digest } = yield* json(place, ["trust", "--dry-run"])
        writeFileSync(path.join(place.project, ".amplifier/hooks/guard.sh"), "exit 0\n")
        const other = yield* hooklineIn(place, ["trust", "--digest", digest])
        assert.strictEqual(other.exit, 1)
        assert.include(other.stderr, "nothing was written: the digest of this project is")
        writeFileSync(path.join(place.project, ".amplifier/hooks/guard.sh"), "exit 2\n")
        assert.strictEqual((yield* hooklineIn(place, ["trust", "--digest", digest])).exit, 0)
        assert.deepStrictEqual(yield* statesIn(place), { guard: "trusted", tidy: "trusted" })
      })
    )
  )

  outside("trusts by a ref what is byte for byte as there, read from the repository", () =>
    inProject((place) =>
      Effect.gen(function* () {
        const git = (...words: ReadonlyArray<string>) =>
          execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...words], { cwd: place.project })
        git("init", "-q", "-b", "main")
        git("add", "-A")
        git("commit", "-qm", "hooks")
        writeFileSync(path.join(place.project, ".amplifier/hooks/guard.sh"), "exit 0\n")
        const changed = yield* hooklineIn(place, ["trust", "--ref", "main"])
        assert.include(changed.stderr, "not as at main")
        assert.strictEqual((yield* statesIn(place))["guard"], "new")
        git("checkout", "-q", ".")
        assert.strictEqual((yield* hooklineIn(place, ["trust", "--ref", "main"])).exit, 0)
        assert.strictEqual((yield* statesIn(place))["guard"], "trusted")
        const missing = yield* hooklineIn(place, ["trust", "--ref", "--output=x"])
        assert.strictEqual(missing.exit, 1)
      })
    )
  )

  outside("shows what has changed since, and trusts that again", () =>
    inProject((place) =>
      Effect.gen(function* () {
        const { digest } = yield* json(place, ["trust", "--dry-run"])
        yield* hooklineIn(place, ["trust", "--digest", digest])
        writeFileSync(path.join(place.project, ".amplifier/hooks/guard.sh"), "exit 0\n")
        assert.deepStrictEqual(yield* statesIn(place), { guard: "changed", tidy: "trusted" })
        const { stdout } = yield* hooklineIn(place, ["trust", "--diff"])
        assert.include(stdout, "changed: .amplifier/hooks/guard.sh")
        assert.include(stdout, "-exit 2")
        assert.include(stdout, "+exit 0")
        const again = yield* json(place, ["trust", "--dry-run"])
        yield* hooklineIn(place, ["trust", "--digest", again.digest])
        assert.deepStrictEqual(yield* statesIn(place), { guard: "trusted", tidy: "trusted" })
      })
    )
  )

  outside("decides about the hooks that are named, and takes decisions back", () =>
    inProject((place) =>
      Effect.gen(function* () {
        assert.strictEqual((yield* hooklineIn(place, ["trust", "--refuse", "tidy"])).exit, 0)
        assert.deepStrictEqual(yield* statesIn(place), { guard: "new", tidy: "refused" })
        const plan = yield* hooklineIn(place, ["plan", "Stop"])
        assert.include(plan.stdout, "you have refused it")
        assert.strictEqual((yield* hooklineIn(place, ["untrust", "tidy"])).exit, 0)
        assert.deepStrictEqual(yield* statesIn(place), { guard: "new", tidy: "new" })
        const unknown = yield* hooklineIn(place, ["trust", "--refuse", "tydi"])
        assert.strictEqual(unknown.exit, 1)
        assert.include(unknown.stderr, "no hook of this project is called tydi")
      })
    )
  )

  outside("asks at a terminal, and does what is answered", () =>
    inProject((place) =>
      Effect.gen(function* () {
        const refused = yield* atTerminal(place, ["trust"], { when: "as shown?", keys: "\\r" })
        assert.include(refused, "nothing was written")
        assert.deepStrictEqual(yield* statesIn(place), { guard: "new", tidy: "new" })
        const shown = yield* atTerminal(place, ["trust", "guard"], { when: "as shown?", keys: `${down}\\r` })
        assert.include(shown, "Trusted 1 hook")
        assert.deepStrictEqual(yield* statesIn(place), { guard: "trusted", tidy: "new" })
      })
    )
  )

  // proves: docs/security.md, docs/trust.md
  outside("gets no answer below an agent: neither at a terminal, nor by a digest", () =>
    inProject((place) =>
      Effect.gen(function* () {
        const { digest } = yield* json(place, ["trust", "--dry-run"])
        const env = { CLAUDECODE: "1" }
        for (const words of [["trust"], ["trust", "--digest", digest], ["trust", "--refuse"], ["untrust"]]) {
          const { exit, stderr } = yield* hooklineIn(place, words, { env })
          assert.strictEqual(exit, 1)
          assert.include(stderr, "started below Claude Code")
        }
        const shown = yield* atTerminal(place, ["trust"], {
          when: "below",
          keys: `${down}\\r`,
          below: ["env", "CLAUDECODE=1"]
        })
        assert.include(shown, "started below Claude Code")
        assert.isFalse(existsSync(path.join(place.home, ".hookline/trust")))
        assert.deepStrictEqual(yield* statesIn(place), { guard: "new", tidy: "new" })
      })
    )
  )

  outside("shows what a command hides", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const hooks = { Stop: [{ hooks: [command("echo \u001b[2K\u202eevil", "shy")] }] }
        const place = yield* TestProject.make(
          { ".amplifier/hooks/hooks.json": { json: { hooks } } },
          { trusted: false }
        )
        const { stdout } = yield* hooklineIn(place, ["trust", "--dry-run"])
        assert.include(stdout, String.raw`\u{1b}[2K\u{202e}evil`)
      })
    )
  )

  // proves: docs/security.md
  outside("trusts nothing by what a project itself contains", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const loosening = { trust: { paths: ["/**"] }, sandbox: { untrusted: "net" }, profiles: {} }
        const place = yield* TestProject.make(
          {
            ...files,
            ".hookline/settings.json": { json: loosening },
            ".hookline/trust/x.json": { json: { version: 1, hooks: {} } },
            ".hookline/installed.json": { json: { version: 1, plugins: {} } },
            ".hookline/lock.json": { json: { version: 2, plugins: [] } }
          },
          { trusted: false }
        )
        assert.deepStrictEqual(yield* statesIn(place), { guard: "new", tidy: "new" })
        const { stdout } = yield* hooklineIn(place, ["check"])
        assert.include(stdout, "setting-refused")
      })
    )
  )

  outside("shows what the user's settings trust by its place, of which a refusal still counts", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const place = yield* TestProject.make(files)
        assert.deepStrictEqual(yield* statesIn(place), { guard: "trusted", tidy: "trusted" })
        yield* hooklineIn(place, ["trust", "--refuse", "tidy"])
        assert.deepStrictEqual(yield* statesIn(place), { guard: "trusted", tidy: "refused" })
        const { stdout } = yield* hooklineIn(place, ["plan", "Stop"])
        assert.include(stdout, "you have refused it")
      })
    )
  )

  outside("is what a user does: init and install leave hooks with their full effect, unless an agent runs them", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const plugin = { Stop: [{ hooks: [command("sh $CLAUDE_PLUGIN_ROOT/stop.sh", "stop")] }] }
        const given: TestProject.Files = {
          ".hookline/.keep": "",
          "~/own/hooks/hooks.json": { json: { hooks: plugin } },
          "~/own/stop.sh": "exit 0\n"
        }
        const place = yield* TestProject.make(given, { trusted: false })
        assert.strictEqual((yield* hooklineIn(place, ["init"])).exit, 0)
        const source = path.join(place.home, "own")
        assert.strictEqual((yield* hooklineIn(place, ["install", source, "--yes"])).exit, 0)
        const { hooks } = yield* json(place, ["trust", "--list"])
        assert.deepStrictEqual(
          hooks.map(({ profile, state }) => [state, profile]),
          [
            ["trusted", "open"],
            ["trusted", "open"]
          ]
        )
        const other = yield* TestProject.make(given, { trusted: false })
        yield* hooklineIn(other, ["init"], { env: { CLAUDECODE: "1" } })
        assert.deepStrictEqual(
          (yield* json(other, ["trust", "--list"])).hooks.map(({ state }) => state),
          ["new"]
        )
      })
    )
  )

  // proves: docs/security.md
  outside("gives a trusted hook the variables of the programs that it runs, and reports all that it withholds", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const seen = "env | grep -c '^GH_TOKEN=\\|^SLACK_TOKEN=' >"
        const hooks = {
          Stop: [
            { hooks: [command(`${seen}by-gh || true; false && gh pr list || true`, "by-gh")] },
            { hooks: [command(`${seen}plain || true; git diff --quiet || true`, "plain")] }
          ]
        }
        const place = yield* TestProject.make(
          { ".amplifier/hooks/hooks.json": { json: { hooks } } },
          { trusted: false }
        )
        const { digest } = yield* json(place, ["trust", "--dry-run"])
        const screen = yield* hooklineIn(place, ["trust", "--digest", digest, "--profile", "open"])
        assert.include(screen.stdout, "the variables of programs (gh)")
        const env = { GH_TOKEN: "one", SLACK_TOKEN: "two" }
        const { stdout } = yield* hooklineIn(place, ["run", "Stop", "--json"], { env })
        const { runs } = Schema.decodeUnknownSync(RunOutput)(JSON.parse(stdout))
        const counted = (name: string) => readFileSync(path.join(place.project, name), "utf8").trim()
        assert.deepStrictEqual([counted("by-gh"), counted("plain")], ["1", "0"])
        assert.deepStrictEqual(
          runs.map(({ confined }) => confined?.withheld),
          [["SLACK_TOKEN"], ["GH_TOKEN", "SLACK_TOKEN"]]
        )
      })
    )
  )

  outside("proposes files that a plugin wrote itself as its state, and takes none without being told", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const run = 'sh "$CLAUDE_PLUGIN_ROOT/stop.sh"'
        const own = {
          ".claude-plugin/plugin.json": { json: { name: "own" } },
          "hooks/hooks.json": { json: { hooks: { Stop: [{ hooks: [command(run, "stop")] }] } } },
          "stop.sh": 'echo 1 >>count; echo ran >>"log.$1"; cat rules.json\n',
          "rules.json": "{}\n",
          count: "0\n"
        }
        const folder = ".amplifier/hooks/own"
        const place = yield* TestProject.make(
          Object.fromEntries(Object.entries(own).map(([name, file]) => [`${folder}/${name}`, file])),
          { trusted: false }
        )
        const at = (name: string) => path.join(place.project, folder, name)
        const stateOf = Effect.map(statesIn(place), ({ stop }) => stop)
        const trusts = (...words: ReadonlyArray<string>) =>
          Effect.gen(function* () {
            const { digest } = yield* json(place, ["trust", "--dry-run", ...words])
            return yield* json(place, ["trust", "--digest", digest, ...words])
          })
        yield* trusts()
        assert.strictEqual(yield* stateOf, "trusted")
        // What could run is never proposed, and neither is what the command names.
        for (const [name, text] of [
          ["count", "1\n"],
          ["log.txt", "ran\n"],
          ["rules.json", "{1}"],
          ["stop.sh", "exit 0\n"],
          ["json.py", ""]
        ] as const)
          // prettier-ignore
          writeFileSync(at(name), text)
        const seen = yield* json(place, ["trust", "--dry-run"])
        const proposed = ["count", "log.txt", "rules.json"].map((name) => `${folder}/${name}`)
        assert.deepStrictEqual(
          seen.hooks.map((hook) => hook.proposed),
          [proposed]
        )
        const screen = yield* hooklineIn(place, ["trust", "--dry-run"])
        assert.include(screen.stdout, "it may have written itself")
        for (const name of proposed) assert.include(screen.stdout, name)
        // A yes takes them as they are, and no further.
        yield* trusts()
        assert.strictEqual(yield* stateOf, "trusted")
        writeFileSync(at("count"), "2\n")
        assert.strictEqual(yield* stateOf, "changed")
        for (const [word, text] of [
          ["json.py", "could run"],
          ["missing", "no file of"]
        ] as const) {
          const refused = yield* hooklineIn(place, ["trust", "--dry-run", "--state", `${folder}/${word}`])
          assert.strictEqual(refused.exit, 1)
          assert.include(refused.stderr, text)
        }
        yield* trusts("--state", `${folder}/count`)
        assert.strictEqual(yield* stateOf, "trusted")
        writeFileSync(at("count"), "3\n")
        assert.strictEqual(yield* stateOf, "trusted")
        writeFileSync(at("rules.json"), "{2}")
        assert.strictEqual(yield* stateOf, "changed")
        // It stays state, and the others are taken by a key.
        const typed = yield* atTerminal(place, ["trust"], { when: "as shown?", keys: `${down}${down}\\r` })
        assert.include(typed, "Trusted 1 hook")
        for (const name of ["count", "rules.json"]) writeFileSync(at(name), "4\n")
        assert.strictEqual(yield* stateOf, "trusted")
        writeFileSync(at("stop.sh"), "exit 1\n")
        assert.strictEqual(yield* stateOf, "changed")
      })
    )
  )

  outside("stays open by --watch, and trusts what changes below its path alone, as long as it is open", () =>
    inProject((place) =>
      Effect.gen(function* () {
        const hooksFile = path.join(place.project, ".amplifier/hooks/hooks.json")
        const guard = path.join(place.project, ".amplifier/hooks/guard.sh")
        const other = path.join(place.project, "other.sh")
        const withOther = (more: ReadonlyArray<object>) =>
          JSON.stringify({
            hooks: { PreToolUse: [{ hooks: [command("sh .amplifier/hooks/guard.sh", "guard"), ...more] }] }
          })
        writeFileSync(other, "exit 0\n")
        writeFileSync(hooksFile, withOther([command("sh other.sh", "other"), command("echo late", "late")]))
        for (const name of ["guard", "other"]) {
          const { digest } = yield* json(place, ["trust", "--dry-run"])
          yield* hooklineIn(place, ["trust", name, "--digest", digest])
        }
        assert.deepStrictEqual(yield* statesIn(place), { guard: "trusted", other: "trusted", late: "new" })
        // Each step is done once the one before is shown.
        const end = path.join(place.home, "end")
        const steps: Array<readonly [after: string, act: () => void]> = [
          ["Watching", () => writeFileSync(guard, "exit 3\n")],
          ["trusted  amplifier/PreToolUse/guard: .amplifier/hooks/guard.sh", () => writeFileSync(other, "exit 1\n")],
          ["left     amplifier/PreToolUse/other: other.sh", () => writeFileSync(hooksFile, withOther([command("sh other.sh", "other"), command("echo late", "late"), command("sh .amplifier/hooks/guard.sh x", "more")]))],
          ["trusted  amplifier/PreToolUse/more: new", () => writeFileSync(end, "x")]
        ] // prettier-ignore
        const shown = yield* atTerminal(place, ["trust", "--watch", ".amplifier/hooks"], {
          when: `file:${end}`,
          keys: "\\x04",
          onShown: (text) => {
            const [after, act] = steps[0] ?? []
            if (after === undefined || !text.includes(after)) return
            steps.shift()
            act?.()
          }
        })
        assert.deepStrictEqual(
          steps.map(([after]) => after),
          [],
          shown
        )
        assert.include(shown, "1 of 3 hooks are not trusted")
        assert.include(shown, "Nothing is trusted from now on")
        assert.include(shown, "EXIT 0")
        assert.deepStrictEqual(yield* statesIn(place), {
          guard: "trusted",
          other: "changed",
          late: "new",
          more: "trusted"
        })
        writeFileSync(guard, "exit 0\n")
        assert.strictEqual((yield* statesIn(place))["guard"], "changed")
      })
    )
  )

  // proves: docs/security.md
  outside("does not watch without a terminal, nor below an agent", () =>
    inProject((place) =>
      Effect.gen(function* () {
        const words = ["trust", "--watch", "."]
        const { exit, stderr } = yield* hooklineIn(place, words)
        assert.strictEqual(exit, 1)
        assert.include(stderr, "needs a terminal")
        const below = yield* hooklineIn(place, words, { env: { CLAUDECODE: "1" } })
        assert.include(below.stderr, "started below Claude Code")
        const list = yield* hooklineIn(place, [...words, "--list"], { env: { CLAUDECODE: "1" } })
        assert.include(list.stderr, "started below Claude Code")
        const shown = yield* atTerminal(place, words, { when: "below", keys: "x", below: ["env", "CLAUDECODE=1"] })
        assert.include(shown, "started below Claude Code")
        assert.include(shown, "EXIT 1")
        assert.isFalse(existsSync(path.join(place.home, ".hookline/trust")))
      })
    )
  )

  // proves: docs/security.md
  outside("reports a record that can't be read, and one that is missing is no problem", () =>
    inProject((place) =>
      Effect.gen(function* () {
        assert.notInclude((yield* hooklineIn(place, ["check"])).stdout, "trust-store")
        const { digest } = yield* json(place, ["trust", "--dry-run"])
        yield* hooklineIn(place, ["trust", "--digest", digest])
        assert.notInclude((yield* hooklineIn(place, ["check"])).stdout, "trust-store")
        const store = path.join(place.home, ".hookline/trust")
        const record = readdirSync(store).find((name) => name.endsWith(".json")) ?? ""
        writeFileSync(path.join(store, record), '{"version": 2}')
        const { exit, stdout } = yield* hooklineIn(place, ["check"])
        assert.strictEqual(exit, 1)
        assert.match(stdout, /error trust-store-broken\n.*can't be read by this version/)
        assert.deepStrictEqual(yield* statesIn(place), { guard: "new", tidy: "new" })
      })
    )
  )

  outside("reports a store that others may write, and trusts nothing of it", () =>
    inProject((place) =>
      Effect.gen(function* () {
        const { digest } = yield* json(place, ["trust", "--dry-run"])
        yield* hooklineIn(place, ["trust", "--digest", digest])
        execFileSync("chmod", ["-R", "a+w", path.join(place.home, ".hookline/trust")])
        const { stderr } = yield* hooklineIn(place, ["trust", "--list"])
        assert.include(stderr, "others may write it")
        const { exit, stdout } = yield* hooklineIn(place, ["check"])
        assert.strictEqual(exit, 1)
        assert.match(stdout, /error trust-store-open\n.*others may write it.*\n.*chmod go-w/)
        assert.include((yield* hooklineIn(place, ["list", "--json"])).stdout, '"trust-store-open"')
        assert.deepStrictEqual(yield* statesIn(place), { guard: "new", tidy: "new" })
        assert.include(readFileSync(bin, "utf8"), "hookline")
      })
    )
  )
})
