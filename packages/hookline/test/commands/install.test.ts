// Plugins from folders, through the real file: what is shown, what is written, and what is refused.
import { assert, describe, it } from "@effect/vitest"
import { Requirement } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { execFileSync, spawn } from "node:child_process"
import { appendFileSync, existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import path from "node:path"
import { all, guard, hooks, place } from "./plugins.ts"

const installedIn = (project: string) => path.join(project, ".hookline/lock.json")

describe("hookline install", () => {
  // proves: docs/security.md
  it.live("shows each command whole, and writes nothing without a yes", () =>
    place({}, ({ project, run, write }) =>
      Effect.gen(function* () {
        const long = `echo ${"very ".repeat(40)}long\n  and more`
        const plugin = write("plug", { ...guard, "hooks/hooks.json": hooks(long, "exit 0") })
        const before = all(project)
        const { exit, stderr, stdout } = yield* run(["install", plugin])
        assert.strictEqual(exit, 1)
        assert.include(
          stderr,
          "nothing was written, because no terminal is here to ask at: read what it will run, and give --yes"
        )
        assert.include(stdout, "PreToolUse  where Bash  command")
        for (const line of long.split("\n")) assert.include(stdout, line)
        assert.deepStrictEqual(all(project), before)
        const dry = yield* run(["install", plugin, "--dry-run", "--yes"])
        assert.strictEqual(dry.exit, 0)
        assert.deepStrictEqual(all(project), before)
        const json = yield* run(["install", plugin, "--json"])
        assert.strictEqual(json.exit, 1)
        const said = JSON.parse(json.stdout) as { readonly installed: boolean; readonly hooks: ReadonlyArray<unknown> }
        assert.isFalse(said.installed)
        assert.lengthOf(said.hooks, 2)
        assert.deepStrictEqual(all(project), before)
      })
    )
  )

  it.live("copies a plugin whose hooks run where they stand then, with their run bits and without .git", () =>
    place({}, ({ project, run, write }) =>
      Effect.gen(function* () {
        const odd = "data/odd 'name' $(x)\n[é].txt"
        const plugin = write("plug", { ...guard, ".git/config": "secret", "deep/.git": "gitdir: x", [odd]: "odd" })
        const { exit, stdout } = yield* run(["install", plugin, "--yes"])
        assert.strictEqual(exit, 0)
        assert.include(stdout, "guard is installed: 1 hook.")
        const folder = path.join(project, ".amplifier/hooks/guard")
        assert.strictEqual(lstatSync(path.join(folder, "scripts/guard.sh")).mode & 0o111, 0o111)
        assert.strictEqual(lstatSync(path.join(folder, "hooks/hooks.json")).mode & 0o111, 0)
        assert.strictEqual(readFileSync(path.join(folder, odd), "utf8"), "odd")
        assert.isFalse(all(project).some((file) => file.includes(".git") || file.includes(".tmp")))
        const ran = yield* run(["run", "PreToolUse", "--tool", "Bash", "--exit-code"])
        assert.strictEqual(ran.exit, 2)
        assert.include(ran.stdout, `no, says ${folder}`)
        const record = readFileSync(installedIn(project), "utf8")
        assert.match(record, /\n {8}\{ "path": "scripts\/guard\.sh", "mode": "0755", "sha256": "[0-9a-f]{64}" \}\n/)
        assert.include(record, `"folder": ${JSON.stringify(plugin)}`)
        // What is there is there: a second time writes nothing.
        const before = all(project)
        const again = yield* run(["install", plugin, "--yes"])
        assert.include(again.stdout, "guard is as it should be; nothing was written.")
        assert.deepStrictEqual(all(project), before)
      })
    )
  )

  it.live("takes bare folders of hooks, and hooks that stand in a manifest", () =>
    place({}, ({ run, write }) =>
      Effect.gen(function* () {
        const bare = write("bare-hooks", { "hooks.json": hooks("echo bare") })
        const { json } = hooks("echo inline")
        const inline = write("x", { ".claude-plugin/plugin.json": { json: { name: "inline", ...json } } })
        for (const folder of [bare, inline]) {
          const { exit, stderr } = yield* run(["install", folder, "--yes"])
          assert.strictEqual(exit, 0, stderr)
        }
        const { stdout } = yield* run(["plan", "PreToolUse"])
        assert.match(stdout, /bare-hooks\/PreToolUse\/\w+ {2}echo bare/)
        assert.match(stdout, /inline\/PreToolUse\/\w+ {2}echo inline/)
      })
    )
  )

  it.live("says what checking finds, of a script that is missing and an entry that is broken", () =>
    place({}, ({ project, run, write }) =>
      Effect.gen(function* () {
        const { json } = hooks(`"$CLAUDE_PLUGIN_ROOT/gone.sh"`)
        const plugin = write("plug", { "hooks.json": { json: { hooks: { ...json.hooks, Stop: [{ hooks: [{}] }] } } } })
        const { exit, stdout } = yield* run(["install", plugin, "--dry-run"])
        assert.strictEqual(exit, 0)
        assert.include(stdout, "warning script-missing")
        assert.match(stdout, /\.amplifier\/hooks\/plug\/hooks\.json:1:\d+ error /)
        yield* run(["install", plugin, "--yes"])
        const checked = yield* run(["check", "--json"])
        const shown = yield* run(["install", plugin, "--json"])
        const of = (text: string) => (JSON.parse(text) as { readonly diagnostics: unknown }).diagnostics
        assert.deepStrictEqual(of(shown.stdout), of(checked.stdout))
        assert.isTrue(existsSync(project))
      })
    )
  )

  it.live("writes out what a terminal would not show", () =>
    place({}, ({ run, write }) =>
      Effect.gen(function* () {
        const plugin = write("plug", { "hooks.json": hooks("evil\u001B[2K\rgood \u202Etxt") })
        const { stdout } = yield* run(["install", plugin, "--dry-run"])
        assert.include(stdout, String.raw`evil\u{1b}[2K\u{d}good \u{202e}txt`)
        // eslint-disable-next-line no-control-regex
        assert.notMatch(stdout, /[\u001B\r\u202E]/)
      })
    )
  )

  // proves: docs/security.md
  it.live("updates what came from the same source, and says what is new and what is gone", () =>
    place({}, ({ project, run, write }) =>
      Effect.gen(function* () {
        const plugin = write("plug", { "hooks.json": hooks("echo one", "echo two"), "old.txt": "old" })
        yield* run(["install", plugin, "--yes"])
        write("plug", { "hooks.json": hooks("echo two", "echo three"), "more.txt": "more" })
        execFileSync("rm", [path.join(plugin, "old.txt")])
        const { exit, stdout } = yield* run(["install", plugin, "--yes"])
        assert.strictEqual(exit, 0)
        assert.include(stdout, "It is an update. changed: hooks.json; added: more.txt; removed: old.txt")
        assert.match(stdout, /command {2}new\n {6}echo three/)
        assert.match(stdout, /These run no more:\n {2}plug\/PreToolUse\/\w+ {2}echo one/)
        assert.deepStrictEqual(
          all(path.join(project, ".amplifier/hooks/plug")).map((file) => file.split(" ")[0]),
          ["hooks.json", "more.txt"]
        )
        assert.isFalse(all(project).some((file) => file.includes(".tmp")))
      })
    )
  )

  it.live("stops at what was edited here, until that may be lost", () =>
    place({}, ({ project, run, write }) =>
      Effect.gen(function* () {
        const plugin = write("plug", guard)
        yield* run(["install", plugin, "--yes"])
        const script = path.join(project, ".amplifier/hooks/guard/scripts/guard.sh")
        appendFileSync(script, "# mine\n")
        const before = all(project)
        const { exit, stderr } = yield* run(["install", plugin, "--yes"])
        assert.strictEqual(exit, 1)
        assert.include(stderr, "guard was edited since it was installed (changed: scripts/guard.sh)")
        assert.deepStrictEqual(all(project), before)
        const forced = yield* run(["install", plugin, "--yes", "--force"])
        assert.include(forced.stdout, "guard is updated")
        assert.notInclude(readFileSync(script, "utf8"), "mine")
      })
    )
  )

  it.live("does not take the place of another's plugin, nor of one that nobody installed", () =>
    place({ ".amplifier/hooks/own/hooks.json": hooks("echo own") }, ({ project, run, write }) =>
      Effect.gen(function* () {
        yield* run(["install", write("one", guard), "--yes"])
        const other = write("other", guard)
        const before = all(project)
        const second = yield* run(["install", other, "--yes"])
        assert.strictEqual(second.exit, 1)
        assert.match(second.stderr, /guard is there already, from .*\/one\. .*--name.*hookline remove guard/)
        const capitals = yield* run(["install", other, "--yes", "--name", "GUARD"])
        assert.include(capitals.stderr, "differs in capitals alone")
        const own = yield* run(["install", other, "--yes", "--name", "own"])
        assert.include(own.stderr, "was not installed by us")
        assert.deepStrictEqual(all(project), before)
        const named = yield* run(["install", other, "--yes", "--name", "second guard"])
        assert.strictEqual(named.exit, 0, named.stderr)
        assert.isTrue(existsSync(path.join(project, ".amplifier/hooks/second guard/hooks/hooks.json")))
      })
    )
  )

  it.live("refuses names that lead elsewhere, or that other hooks begin with", () =>
    place({}, ({ beside, project, run, write }) =>
      Effect.gen(function* () {
        const before = all(project)
        for (const name of ["../out", "a/b", "..", ".hidden", "a\\b", "user:x", "Claude", "a#b", "x\u001B", ""]) {
          const plugin = write("plug", { ...guard, ".claude-plugin/plugin.json": { json: { name: "fine" } } })
          const { exit, stderr } = yield* run(["install", plugin, "--yes", `--name=${name}`])
          assert.strictEqual(exit, 1, name)
          assert.include(stderr, "can be no plugin's name here", name)
        }
        const plugin = write("plug", { ...guard, ".claude-plugin/plugin.json": { json: { name: "../../out" } } })
        const own = yield* run(["install", plugin, "--yes"])
        assert.include(own.stderr, `"../../out" can be no plugin's name here`)
        assert.deepStrictEqual(all(project), before)
        assert.isFalse(existsSync(path.join(beside, "out")))
      })
    )
  )

  it.live("copies what links inside of a plugin lead to", () =>
    place({}, ({ project, run, write }) =>
      Effect.gen(function* () {
        const plugin = write("plug", { ...guard, "shared/a.txt": "a" })
        symlinkSync("guard.sh", path.join(plugin, "scripts/same.sh"))
        symlinkSync("../shared", path.join(plugin, "scripts/folder"))
        const { exit, stderr } = yield* run(["install", plugin, "--yes"])
        assert.strictEqual(exit, 0, stderr)
        const folder = path.join(project, ".amplifier/hooks/guard/scripts")
        assert.isTrue(lstatSync(path.join(folder, "same.sh")).isFile())
        assert.strictEqual(lstatSync(path.join(folder, "same.sh")).mode & 0o111, 0o111)
        assert.strictEqual(readFileSync(path.join(folder, "folder/a.txt"), "utf8"), "a")
        assert.isFalse(lstatSync(path.join(folder, "folder")).isSymbolicLink())
      })
    )
  )

  const odd: ReadonlyArray<readonly [what: string, make: (plugin: string, beside: string) => void, said: RegExp]> = [
    [
      "a link out of it",
      (plugin, beside) => symlinkSync(path.join(beside, "secret"), path.join(plugin, "x")),
      /x is a link that leads out of the plugin/
    ],
    [
      "a folder's link out of it",
      (plugin) => symlinkSync("..", path.join(plugin, "x")),
      /x is a link that leads out of the plugin/
    ],
    ["a link to nowhere", (plugin) => symlinkSync("nowhere", path.join(plugin, "x")), /x is a link that leads nowhere/],
    ["a link in a circle", (plugin) => symlinkSync(".", path.join(plugin, "x")), /x is a link that leads in a circle/],
    [
      "a link to itself",
      (plugin) => symlinkSync("x", path.join(plugin, "x")),
      /x is a link that leads nowhere \(its links lead in a circle\)/
    ],
    [
      "a link into .git",
      (plugin) => {
        mkdirSync(path.join(plugin, ".git"))
        writeFileSync(path.join(plugin, ".git/config"), "")
        symlinkSync(".git/config", path.join(plugin, "x"))
      },
      /x is a link that leads out of the plugin/
    ],
    ["a pipe", (plugin) => void execFileSync("mkfifo", [path.join(plugin, "x")]), /x is neither a file nor a folder/]
  ]
  for (const [what, make, said] of odd) {
    it.live(`refuses a plugin with ${what}`, () =>
      place({}, ({ beside, project, run, write }) =>
        Effect.gen(function* () {
          writeFileSync(path.join(beside, "secret"), "secret")
          const plugin = write("plug", guard)
          make(plugin, beside)
          const before = all(project)
          const { exit, stderr } = yield* run(["install", plugin, "--yes"])
          assert.strictEqual(exit, 1)
          assert.match(stderr, said)
          assert.deepStrictEqual(all(project), before)
        })
      )
    )
  }

  it.live("refuses what brings no hooks, and says why", () =>
    place({}, ({ project, run, write }) =>
      Effect.gen(function* () {
        const before = all(project)
        const none = yield* run([
          "install",
          write("a", { ".claude-plugin/plugin.json": "{}", "skills/x.md": "" }),
          "--yes"
        ])
        assert.include(none.stderr, "a brings no hook that could run")
        const broken = yield* run(["install", write("b", { "hooks/hooks.json": "{ no" }), "--yes"])
        assert.include(broken.stdout, "error json-invalid")
        assert.include(broken.stderr, "b brings no hook that could run")
        const other = yield* run(["install", write("c", { "README.md": "" }), "--yes"])
        assert.include(other.stderr, "c is no plugin: it has neither hooks.json")
        const gone = yield* run(["install", "../nowhere", "--yes"])
        assert.include(gone.stderr, "nowhere is not there")
        const file = yield* run(["install", "../b/hooks/hooks.json", "--yes"])
        assert.include(file.stderr, "is a file: name the plugin's folder")
        for (const { exit, stderr } of [none, broken, other, gone, file]) {
          assert.strictEqual(exit, 1)
          assert.notMatch(stderr, /\n {4}at /)
        }
        assert.deepStrictEqual(all(project), before)
      })
    )
  )

  it.live("refuses to put a plugin into itself", () =>
    place({ "hooks.json": hooks("echo me") }, ({ project, run, write }) =>
      Effect.gen(function* () {
        const before = all(project)
        const here = yield* run(["install", ".", "--yes", "--name", "me"])
        assert.include(here.stderr, "is where it would be put, or lies around it")
        assert.deepStrictEqual(all(project), before)
        yield* run(["install", write("plug", guard), "--yes"])
        const itself = yield* run(["install", ".amplifier/hooks/guard", "--yes", "--force"])
        assert.include(itself.stderr, "is where it would be put, or lies around it")
      })
    )
  )

  it.live("leaves nothing behind where it can't write", () =>
    place({ ".amplifier": "a file" }, ({ beside, project, run, write }) =>
      Effect.gen(function* () {
        const plugin = write("plug", guard)
        const before = all(project)
        const blocked = yield* run(["install", plugin, "--yes"])
        assert.strictEqual(blocked.exit, 1)
        assert.match(blocked.stderr, /can't be written: what should be its folder is a file/)
        assert.deepStrictEqual(all(project), before)
        // The record can't be written when all else is done: all of it is undone.
        const other = path.join(beside, "other")
        mkdirSync(path.join(other, ".hookline/lock.json"), { recursive: true })
        const unrecorded = yield* run(["install", plugin, "--yes", "--project", other])
        assert.strictEqual(unrecorded.exit, 1)
        assert.deepStrictEqual(all(other), [".hookline 111 /", ".hookline/lock.json 111 /"])
        // A link leads out of the project.
        const linked = path.join(beside, "linked")
        mkdirSync(path.join(linked, ".amplifier"), { recursive: true })
        mkdirSync(path.join(beside, "elsewhere"))
        symlinkSync(path.join(beside, "elsewhere"), path.join(linked, ".amplifier/hooks"))
        const out = yield* run(["install", plugin, "--yes", "--project", linked])
        assert.include(out.stderr, "out of the project")
        assert.deepStrictEqual(all(path.join(beside, "elsewhere")), [])
      })
    )
  )

  it.live("leaves a record alone that it can't read", () =>
    place({ ".hookline/installed.json": `{"version": 2}` }, ({ project, run, write }) =>
      Effect.gen(function* () {
        const before = all(project)
        const { exit, stderr } = yield* run(["install", write("plug", guard), "--yes"])
        assert.strictEqual(exit, 1)
        assert.include(stderr, "installed.json can't be read")
        assert.deepStrictEqual(all(project), before)
        const listed = yield* run(["check"])
        assert.include(listed.stdout, "warning installed-unreadable")
      })
    )
  )
})

const terminals = (): string | undefined => (existsSync("/usr/bin/script") ? undefined : "there is no /usr/bin/script")

/** Runs the command on a terminal of its own, and types an answer once it is asked. */
const onTerminal = (project: string, home: string, plugin: string, answer: string) =>
  Effect.callback<string>((resume) => {
    const bin = path.join(import.meta.dirname, "../../bin/hookline.js")
    const child = spawn("/usr/bin/script", ["-qec", `"$NODE" "$BIN" install "$PLUGIN"`, "/dev/null"], {
      cwd: project,
      env: { PATH: process.env["PATH"] ?? "", HOME: home, NODE: process.execPath, BIN: bin, PLUGIN: plugin }
    })
    let [said, isAnswered] = ["", false]
    child.stdout.on("data", (chunk: Buffer) => {
      said += chunk.toString()
      if (isAnswered || !said.includes("(y/N)")) return
      isAnswered = true
      child.stdin.write(answer)
    })
    child.once("close", () => resume(Effect.succeed(said)))
  })

describe("hookline install on a terminal", () => {
  Requirement.live(terminals)("asks a person, and writes after a yes alone", () =>
    place({}, ({ home, project, write }) =>
      Effect.gen(function* () {
        const plugin = write("plug", guard)
        const before = all(project)
        for (const answer of ["n", "\r", "\u0003"]) {
          const said = yield* onTerminal(project, home, plugin, answer)
          assert.match(said, /Install guard\?/)
          assert.deepStrictEqual(all(project), before)
        }
        const said = yield* onTerminal(project, home, plugin, "y")
        assert.include(said, "guard is installed")
        assert.isTrue(existsSync(installedIn(project)))
      })
    )
  )
})

describe("hookline list", () => {
  // proves: docs/security.md
  it.live("says what was changed since it was installed", () =>
    place({}, ({ project, run, write }) =>
      Effect.gen(function* () {
        const plugin = write("plug", { ...guard, "b.txt": "b" })
        yield* run(["install", plugin, "--yes"])
        const clean = yield* run(["list"])
        assert.notInclude(clean.stdout, "since install")
        const folder = path.join(project, ".amplifier/hooks/guard")
        execFileSync("chmod", ["-x", path.join(folder, "scripts/guard.sh")])
        execFileSync("rm", [path.join(folder, "b.txt")])
        writeFileSync(path.join(folder, "c.sh"), "")
        const { stdout } = yield* run(["list"])
        assert.include(stdout, "(changed since install)")
        assert.include(
          stdout,
          "guard is not as it was installed: changed: scripts/guard.sh; added: c.sh; removed: b.txt."
        )
        const json = yield* run(["list", "--json"])
        const { hooks: listed, installed } = JSON.parse(json.stdout) as {
          readonly hooks: ReadonlyArray<{ readonly kind: string; readonly changedSinceInstall?: boolean }>
          readonly installed: ReadonlyArray<Readonly<Record<string, unknown>>>
        }
        assert.deepStrictEqual(
          listed.filter(({ kind }) => kind !== "native").map((hook) => hook.changedSinceInstall),
          [true]
        )
        const { added, changed, name, removed } = installed[0] ?? {}
        assert.deepStrictEqual([name, changed, added, removed], ["guard", ["scripts/guard.sh"], ["c.sh"], ["b.txt"]])
        const checked = yield* run(["check"])
        assert.strictEqual(checked.exit, 0)
        assert.include(checked.stdout, "warning installed-changed")
      })
    )
  )
})

describe("hookline remove", () => {
  it.live("takes away what was installed, and its entry", () =>
    place({ ".amplifier/hooks/own/hooks.json": hooks("echo own") }, ({ project, run, write }) =>
      Effect.gen(function* () {
        const before = all(project)
        yield* run(["install", write("plug", guard), "--yes"])
        yield* run(["install", write("more", { "hooks.json": hooks("echo more") }), "--yes"])
        const first = yield* run(["remove", "guard"])
        assert.strictEqual(first.exit, 0, first.stderr)
        assert.notInclude(readFileSync(installedIn(project), "utf8"), "guard")
        const { stdout } = yield* run(["remove", "more", "--json"])
        assert.deepStrictEqual((JSON.parse(stdout) as { readonly files: unknown }).files, ["hooks.json"])
        assert.deepStrictEqual(all(project), before)
      })
    )
  )

  it.live("stops at what was edited or added, and says which", () =>
    place({}, ({ project, run, write }) =>
      Effect.gen(function* () {
        yield* run(["install", write("plug", { ...guard, "b.txt": "" }), "--yes"])
        const folder = path.join(project, ".amplifier/hooks/guard")
        writeFileSync(path.join(folder, "mine.txt"), "")
        appendFileSync(path.join(folder, "hooks/hooks.json"), " ")
        const before = all(project)
        const { exit, stderr } = yield* run(["remove", "guard"])
        assert.strictEqual(exit, 1)
        assert.include(stderr, "changed: hooks/hooks.json; added: mine.txt")
        assert.deepStrictEqual(all(project), before)
        const forced = yield* run(["remove", "guard", "--force"])
        assert.strictEqual(forced.exit, 0)
        assert.isFalse(existsSync(folder))
      })
    )
  )

  it.live("takes the entry of a plugin that is gone already, and leaves what is not its own", () =>
    place({ ".amplifier/hooks/own/hooks.json": hooks("echo own") }, ({ project, run, write }) =>
      Effect.gen(function* () {
        yield* run(["install", write("plug", guard), "--yes"])
        const own = yield* run(["remove", "own"])
        assert.include(own.stderr, "own was not installed by us")
        const typo = yield* run(["remove", "gard"])
        assert.include(typo.stderr, "Is guard meant?")
        const out = yield* run(["remove", "../own"])
        assert.strictEqual(out.exit, 1)
        execFileSync("rm", ["-r", path.join(project, ".amplifier/hooks/guard")])
        const gone = yield* run(["remove", "guard"])
        assert.strictEqual(gone.exit, 0)
        assert.isFalse(existsSync(installedIn(project)))
      })
    )
  )
})
