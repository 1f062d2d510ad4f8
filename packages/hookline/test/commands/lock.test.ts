// The lock of a project: compared, restored, and never a reason to trust. Repositories are real, and so is the command.
import { assert, describe, it } from "@effect/vitest"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { execFileSync } from "node:child_process"
import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs"
import { symlinkSync, writeFileSync } from "node:fs"
import path from "node:path"
import { hooklineIn } from "./hookline.ts"
import { all, commit, git, guard, hooks, place, type Place, writeFiles } from "./plugins.ts"

const lockIn = (project: string): string => path.join(project, ".hookline/lock.json")
const formerIn = (project: string): string => path.join(project, ".hookline/installed.json")
const guardIn = (project: string): string => path.join(project, ".amplifier/hooks/guard")

interface Entry {
  readonly name: string
  readonly source: { readonly git?: string; readonly ref?: string }
  readonly commit?: string
  readonly refType?: string
  readonly origin?: unknown
  readonly listed?: string
  readonly digest: string
  readonly files: ReadonlyArray<{ readonly path: string; readonly mode: string; readonly sha256: string }>
}

interface Lock {
  readonly version: number
  readonly plugins: ReadonlyArray<Entry>
}

const lockOf = (project: string) => JSON.parse(readFileSync(lockIn(project), "utf8")) as Lock

/** Installs the guard from a repository of its own, at a ref. Returns the repository, and its first commit. */
const installed = ({ run, write }: Place, ref = "main") =>
  Effect.gen(function* () {
    const folder = write("guard", guard)
    const first = commit(folder)
    git(folder, "tag", "v1")
    const { exit, stderr } = yield* run(["install", `file://${folder}#${ref}`, "--yes"])
    assert.strictEqual(exit, 0, stderr)
    return { folder, first, url: `file://${folder}` }
  })

/** Commits a change in a repository. */
const change = (folder: string, files: TestProject.Files = { "more.txt": "more" }): string => {
  writeFiles(folder, files)
  git(folder, "add", "--all")
  git(folder, "commit", "--quiet", "--message", "change")
  return git(folder, "rev-parse", "HEAD")
}

/** Commits all of a project, and clones it. */
const cloned = ({ beside, home, project }: Place) => {
  commit(project)
  const clone = path.join(beside, "clone")
  execFileSync("git", ["clone", "--quiet", `file://${project}`, clone])
  return {
    clone,
    run: (args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}) =>
      hooklineIn({ project: clone, home }, args, { env })
  }
}

describe("the lock", () => {
  it.live("has the ref that was asked for, its kind, the commit, the digest and all files", () =>
    place({}, (here) =>
      Effect.gen(function* () {
        const { first, url } = yield* installed(here, "v1")
        const { plugins, version } = lockOf(here.project)
        assert.strictEqual(version, 2)
        const [{ commit, digest, files, name, refType, source } = assert.fail("no entry")] = plugins
        assert.deepStrictEqual(
          { name, source, commit, refType },
          { name: "guard", source: { git: url, ref: "v1" }, commit: first, refType: "tag" }
        )
        assert.match(digest, /^sha256:[0-9a-f]{64}$/)
        assert.deepStrictEqual(
          files.map(({ mode, path: at }) => `${mode} ${at}`),
          ["0644 .claude-plugin/plugin.json", "0644 hooks/hooks.json", "0755 scripts/guard.sh"]
        )
        for (const [ref, type] of [
          ["main", "branch"],
          [first, "commit"]
        ]) {
          assert.strictEqual((yield* here.run(["install", `${url}#${ref}`, "--yes"])).exit, 0)
          assert.strictEqual(lockOf(here.project).plugins[0]?.refType, type)
        }
      })
    )
  )

  // proves: docs/security.md
  it.live("agrees with a clone of the project, and with no other tree", () =>
    place({}, (here) =>
      Effect.gen(function* () {
        yield* installed(here)
        const { clone, run } = cloned(here)
        const same = yield* run(["install", "--frozen"])
        assert.deepStrictEqual([same.exit, same.stderr], [0, ""])
        assert.include(same.stdout, "All is as the lock has it: 1 plugin.")
        const folder = guardIn(clone)
        const script = path.join(folder, "scripts/guard.sh")
        const mutations: ReadonlyArray<readonly [said: RegExp, mutate: () => void]> = [
          [/scripts\/guard\.sh of guard is not what the lock has: .*guard\.sh/, () => appendFileSync(script, "\n")],
          [/scripts\/guard\.sh of guard is not what the lock has/, () => chmodSync(script, 0o644)],
          [/scripts\/guard\.sh of guard is not there: .*hookline install/s, () => rmSync(script)],
          [/scripts\/x\.sh of guard is not in the lock/, () => writeFileSync(path.join(folder, "scripts/x.sh"), "")],
          [
            /guard\.sh of guard is not what the lock has/,
            () => {
              // The same content behind a link is not the file.
              renameSync(script, path.join(clone, "moved.sh"))
              symlinkSync(path.join(clone, "moved.sh"), script)
            }
          ],
          [
            /guard is a link, and no folder/,
            () => {
              renameSync(folder, path.join(clone, "elsewhere"))
              symlinkSync(path.join(clone, "elsewhere"), folder)
            }
          ],
          [
            /A link leads from .* out of the project/,
            () => {
              renameSync(path.join(clone, ".amplifier"), path.join(here.beside, "out"))
              symlinkSync(path.join(here.beside, "out"), path.join(clone, ".amplifier"))
            }
          ],
          [/guard is not there: .*hookline install/s, () => rmSync(folder, { recursive: true })],
          [
            /the digest of guard is not that of its files/,
            () =>
              writeFileSync(lockIn(clone), readFileSync(lockIn(clone), "utf8").replace(/("digest": "sha256:)./, "$1x"))
          ],
          [
            /guard\.sh of guard is not in the lock|the digest of guard is not that of its files/,
            () =>
              writeFileSync(
                lockIn(clone),
                readFileSync(lockIn(clone), "utf8").replace(/,\n *\{ "path": "scripts\/guard\.sh".*\n/, "\n")
              )
          ]
        ]
        for (const [said, mutate] of mutations) {
          mutate()
          const before = all(clone)
          const { exit, stderr, stdout } = yield* run(["install", "--frozen"])
          assert.strictEqual(exit, 1, String(said))
          assert.match(stderr, said)
          assert.strictEqual(stdout, "")
          assert.deepStrictEqual(all(clone), before)
          rmSync(path.join(clone, ".amplifier"), { recursive: true })
          rmSync(path.join(clone, "moved.sh"), { force: true })
          git(clone, "checkout", "--quiet", "--", ".")
        }
        assert.strictEqual((yield* run(["install", "--frozen"])).exit, 0)
      })
    )
  )

  // proves: docs/security.md
  it.live("is no reason to trust: hooks of a clone that agrees are new, as restored ones are", () =>
    place(
      {},
      (here) =>
        Effect.gen(function* () {
          yield* installed(here)
          const { clone, run } = cloned(here)
          const states = Effect.map(run(["trust", "--list", "--json"]), ({ stdout }) =>
            (JSON.parse(stdout) as { hooks: ReadonlyArray<{ state: string }> }).hooks.map(({ state }) => state)
          )
          assert.strictEqual((yield* run(["install", "--frozen"])).exit, 0)
          assert.deepStrictEqual(yield* states, ["new"])
          rmSync(guardIn(clone), { recursive: true })
          const restored = yield* run(["install"])
          assert.include(restored.stdout, "guard is restored: 3 files from")
          assert.include(restored.stdout, "No trust comes of the lock")
          assert.deepStrictEqual(yield* states, ["new"])
        }),
      { trusted: false }
    )
  )

  it.live("restores the commit that it has, wherever its branch is now", () =>
    place({}, (here) =>
      Effect.gen(function* () {
        const { folder } = yield* installed(here)
        const before = all(here.project)
        change(folder, { "hooks/hooks.json": hooks("echo evil") })
        rmSync(guardIn(here.project), { recursive: true })
        const dry = yield* here.run(["install", "--dry-run"])
        assert.include(dry.stdout, "guard would be restored")
        assert.isFalse(existsSync(guardIn(here.project)))
        const agent = yield* here.run(["install"], { env: { CLAUDECODE: "1" } })
        assert.include(agent.stderr, "started below Claude Code")
        assert.isFalse(existsSync(guardIn(here.project)))
        // The settings of who restores change no byte.
        writeFiles(here.home, {
          ".gitconfig": `[core]\n\tautocrlf = true\n\tattributesFile = ${here.home}/attributes\n`,
          attributes: "* eol=crlf\n"
        })
        const { exit, stderr } = yield* here.run(["install"])
        assert.strictEqual(exit, 0, stderr)
        assert.deepStrictEqual(all(here.project), before)
        const again = yield* here.run(["install", "--json"])
        const { differences, plugins } = JSON.parse(again.stdout) as {
          readonly differences: ReadonlyArray<unknown>
          readonly plugins: ReadonlyArray<{ readonly name: string; readonly restored: boolean }>
        }
        assert.deepStrictEqual(differences, [])
        assert.deepStrictEqual(
          plugins.map(({ name, restored }) => [name, restored]),
          [["guard", false]]
        )
        rmSync(path.join(guardIn(here.project), "scripts"), { recursive: true })
        assert.strictEqual((yield* here.run(["install"])).exit, 0)
        assert.deepStrictEqual(all(here.project), before)
      })
    )
  )

  it.live("keeps what hooks wrote: data is no edit, and stays over a restoration and an update", () =>
    place(
      {},
      (here) =>
        Effect.gen(function* () {
          const { folder } = yield* installed(here)
          const own = guardIn(here.project)
          const written = { "scripts/__pycache__/guard.cpython-312.pyc": "x", "data/seen.db": "seen", "run.log": "ran" }
          writeFiles(own, written)
          assert.strictEqual((yield* here.run(["install", "--frozen"])).exit, 0)
          assert.notInclude((yield* here.run(["list"])).stdout, "changed since install")
          rmSync(path.join(own, "scripts/guard.sh"))
          assert.strictEqual((yield* here.run(["install"])).exit, 0)
          assert.isTrue(existsSync(path.join(own, "scripts/guard.sh")))
          change(folder, { "scripts/new.sh": "true", "run.log": "of the source" })
          const update = yield* here.run(["update", "--yes"])
          assert.strictEqual(update.exit, 0, update.stderr)
          assert.isTrue(existsSync(path.join(own, "scripts/new.sh")))
          assert.strictEqual(readFileSync(path.join(own, "data/seen.db"), "utf8"), "seen")
          // Trust moves with the update, and data changes nothing of that, as before.
          writeFileSync(path.join(own, "data/seen.db"), "seen again")
          const trusted = yield* here.run(["trust", "--list", "--json"])
          const { hooks: all } = JSON.parse(trusted.stdout) as { hooks: ReadonlyArray<{ state: string }> }
          assert.deepStrictEqual(new Set(all.map(({ state }) => state)), new Set(["trusted"]))
          // A file of the plugin takes the place of data of its name.
          assert.strictEqual(readFileSync(path.join(own, "run.log"), "utf8"), "of the source")
          const { exit, stderr } = yield* here.run(["remove", "guard"])
          assert.deepStrictEqual([exit, stderr.includes("data/seen.db")], [1, true])
          assert.strictEqual((yield* here.run(["remove", "guard", "--force"])).exit, 0)
          assert.isFalse(existsSync(own))
        }),
      { trusted: false }
    )
  )

  it.live("keeps edits, until they may be lost", () =>
    place({}, (here) =>
      Effect.gen(function* () {
        yield* installed(here)
        const before = all(here.project)
        writeFileSync(path.join(guardIn(here.project), "mine.sh"), "mine")
        rmSync(path.join(guardIn(here.project), "hooks/hooks.json"))
        const edited = all(here.project)
        const { exit, stderr } = yield* here.run(["install"])
        assert.strictEqual(exit, 1)
        assert.include(stderr, "mine.sh of guard is not in the lock")
        assert.include(stderr, "nothing was written, since edits would be overwritten")
        assert.deepStrictEqual(all(here.project), edited)
        assert.strictEqual((yield* here.run(["install", "--force"])).exit, 0)
        assert.deepStrictEqual(all(here.project), before)
      })
    )
  )

  it.live("restores nothing at all where one source has other files, or is gone", () =>
    place({}, (here) =>
      Effect.gen(function* () {
        const { folder } = yield* installed(here)
        const local = here.write("style", { "hooks.json": hooks("echo local") })
        assert.strictEqual((yield* here.run(["install", local, "--yes"])).exit, 0)
        rmSync(path.join(here.project, ".amplifier"), { recursive: true })
        writeFiles(local, { "hooks.json": hooks("echo evil") })
        const before = all(here.project)
        const other = yield* here.run(["install"])
        assert.strictEqual(other.exit, 1)
        assert.match(other.stderr, /style is not what the lock has of style \(changed: hooks\.json\)/)
        assert.deepStrictEqual(all(here.project), before)
        rmSync(folder, { recursive: true })
        const gone = yield* here.run(["install"])
        assert.strictEqual(gone.exit, 1)
        assert.match(gone.stderr, /guard can't be restored: .*could not be fetched/)
        assert.deepStrictEqual(all(here.project), before)
      })
    )
  )

  // proves: docs/security.md
  it.live("fails frozen where a tag was re-pointed, or can't be asked for, and not where a branch moved", () =>
    place({}, (here) =>
      Effect.gen(function* () {
        const { folder, url } = yield* installed(here)
        change(folder)
        assert.strictEqual((yield* here.run(["install", "--frozen"])).exit, 0)
        yield* here.run(["install", `${url}#v1`, "--yes"])
        assert.strictEqual((yield* here.run(["install", "--frozen"])).exit, 0)
        git(folder, "tag", "--force", "v1")
        const before = all(here.project)
        const moved = yield* here.run(["install", "--frozen"])
        assert.strictEqual(moved.exit, 1)
        assert.match(
          moved.stderr,
          /the tag v1 was re-pointed: it was [0-9a-f]{12} when it was installed.*#v1\. Ask its/
        )
        renameSync(folder, `${folder}-moved`)
        const gone = yield* here.run(["install", "--frozen", "--json"])
        assert.strictEqual(gone.exit, 1)
        const { differences } = JSON.parse(gone.stdout) as {
          readonly differences: ReadonlyArray<{ readonly what: string }>
        }
        assert.deepStrictEqual(
          differences.map(({ what }) => what),
          ["unreachable"]
        )
        assert.deepStrictEqual(all(here.project), before)
      })
    )
  )

  it.live("needs a lock: a missing one is no agreement", () =>
    place({}, ({ project, run }) =>
      Effect.gen(function* () {
        for (const words of [["install"], ["install", "--frozen"]]) {
          const { exit, stderr } = yield* run(words)
          assert.strictEqual(exit, 1)
          assert.match(stderr, /lock\.json is not there.*name a plugin/s)
        }
        const both = yield* run(["install", "./x", "--frozen"])
        assert.include(both.stderr, "leave the source out")
        const named = yield* run(["install", "--name", "x"])
        assert.include(named.stderr, "name its source, too")
        assert.isFalse(existsSync(lockIn(project)))
      })
    )
  )

  it.live("names folders that it does not have, which are the project's own", () =>
    place({ ".amplifier/hooks/own/hooks.json": hooks("echo own") }, (here) =>
      Effect.gen(function* () {
        yield* installed(here)
        const { exit, stdout } = yield* here.run(["install", "--frozen"])
        assert.strictEqual(exit, 0)
        assert.include(stdout, "Not in the lock, and so not compared: own")
      })
    )
  )
})

const entry = (more: object) => ({
  name: "p",
  source: { folder: "./p" },
  digest: `sha256:${"0".repeat(64)}`,
  installedAt: "2026-01-01T00:00:00.000Z",
  files: [],
  ...more
})

const file = (at: string) => ({ path: at, mode: "0644", sha256: "0".repeat(64) })

const lockWith = (...plugins: ReadonlyArray<object>): string => JSON.stringify({ version: 2, plugins })

const broken: ReadonlyArray<readonly [what: string, text: string, said: RegExp]> = [
  ["cut", `{ "version": 2, "plug`, /lock\.json can't be read/],
  ["empty", "", /lock\.json can't be read/],
  ["of a newer version", JSON.stringify({ version: 3, plugins: [] }), /a newer Hookline wrote it \(version 3\)/],
  ["without a version", JSON.stringify({ plugins: [] }), /lock\.json can't be read/],
  ["with a path that climbs out", lockWith(entry({ files: [file("../../x")] })), /leads out of its folder/],
  ["with an absolute path", lockWith(entry({ files: [file("/etc/passwd")] })), /leads out of its folder/],
  ["with a path of another system", lockWith(entry({ files: [file("a\\..\\x")] })), /leads out of its folder/],
  ["with a path that is none", lockWith(entry({ files: [file("")] })), /leads out of its folder/],
  ["with a name that climbs out", lockWith(entry({ name: "../x" })), /is no name of a plugin/],
  ["with a file twice", lockWith(entry({ files: [file("a"), file("a")] })), /a file of p is in it twice/],
  ["with a digest of other files", lockWith(entry({ files: [file("a")] })), /the digest of p is not that of its files/],
  ["with a mode that no file gets", lockWith(entry({ files: [{ ...file("a"), mode: "4755" }] })), /can't be read/]
]

describe("a lock that is broken", () => {
  for (const [what, text, said] of broken) {
    it.live(`counts for nothing, stays as it is, and is reported: ${what}`, () =>
      place({ ".hookline/lock.json": text }, ({ project, run, write }) =>
        Effect.gen(function* () {
          const before = all(project)
          const plugin = write("plug", guard)
          const commands = [["install"], ["install", "--frozen"], ["install", plugin, "--yes"], ["outdated"]]
          const ends = yield* Effect.forEach(commands, (words) => run(words), { concurrency: 2 })
          for (const { exit, stderr } of ends) {
            assert.strictEqual(exit, 1)
            assert.match(stderr, said)
            assert.notMatch(stderr, /\n {4}at /)
          }
          assert.deepStrictEqual(all(project), before)
          const { stdout } = yield* run(["check"])
          assert.include(stdout, "warning installed-unreadable")
        })
      )
    )
  }

  it.live("is one behind a link out of the project", () =>
    place({}, ({ beside, project, run }) =>
      Effect.gen(function* () {
        writeFileSync(path.join(beside, "lock.json"), lockWith())
        symlinkSync(path.join(beside, "lock.json"), lockIn(project))
        const { exit, stderr } = yield* run(["install", "--frozen"])
        assert.strictEqual(exit, 1)
        assert.include(stderr, "a link leads from it out of the project")
      })
    )
  )

  it.live("puts no plugin through a link", () =>
    place({}, (here) =>
      Effect.gen(function* () {
        const { beside, project, run } = here
        yield* installed(here)
        const out = path.join(beside, "out")
        mkdirSync(out)
        rmSync(path.join(project, ".amplifier"), { recursive: true })
        symlinkSync(out, path.join(project, ".amplifier"))
        for (const words of [["install"], ["install", "--force"]]) {
          const { exit, stderr } = yield* run(words)
          assert.strictEqual(exit, 1)
          assert.match(stderr, /out of the project/)
          assert.deepStrictEqual(all(out), [])
        }
      })
    )
  )
})

describe("a list of an earlier version", () => {
  const former = (project: string): string => {
    const [plugin] = lockOf(project).plugins
    const { name, source, commit, files } = plugin ?? assert.fail("no entry")
    const old = { name, source, commit, installedAt: "2026-01-01T00:00:00.000Z", files }
    return JSON.stringify({ version: 1, plugins: [old] })
  }

  it.live("is read, and gives way to the lock with the next change", () =>
    place({}, (here) =>
      Effect.gen(function* () {
        const { project, run, write } = here
        yield* installed(here)
        writeFileSync(formerIn(project), former(project))
        const both = yield* run(["install", "--frozen"])
        assert.strictEqual(both.exit, 1)
        assert.match(both.stderr, /installed\.json is there beside lock\.json, which alone counts/)
        rmSync(lockIn(project))
        assert.strictEqual((yield* run(["install", "--frozen"])).exit, 0)
        const listed = yield* run(["list", "--json"])
        assert.include(listed.stdout, `"installed":[{"name":"guard"`)
        const more = yield* run(["install", write("more", { "hooks.json": hooks("echo more") }), "--yes"])
        assert.strictEqual(more.exit, 0, more.stderr)
        assert.isFalse(existsSync(formerIn(project)))
        assert.deepStrictEqual(
          lockOf(project).plugins.map(({ digest, name }) => [name, digest.length]),
          [
            ["guard", 71],
            ["more", 71]
          ]
        )
        assert.strictEqual((yield* run(["install", "--frozen"])).exit, 0)
      })
    )
  )

  it.live("goes with the last plugin of it", () =>
    place({}, (here) =>
      Effect.gen(function* () {
        const { project, run } = here
        yield* installed(here)
        writeFileSync(formerIn(project), former(project))
        rmSync(lockIn(project))
        assert.strictEqual((yield* run(["remove", "guard"])).exit, 0)
        assert.isFalse(existsSync(formerIn(project)))
        assert.isFalse(existsSync(lockIn(project)))
      })
    )
  )
})
