// What became of the sources of plugins: asked of real repositories, through the real command.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import path from "node:path"
import { all, commit, git, guard, hooks, place, type Place, writeFiles } from "./plugins.ts"

interface One {
  readonly name: string
  readonly status: string
  readonly text: string
  readonly now?: string
}

const outdated = ({ run }: Pick<Place, "run">) =>
  Effect.map(run(["outdated", "--json"]), ({ exit, stderr, stdout }) => {
    const { plugins } = JSON.parse(stdout) as { readonly plugins: ReadonlyArray<One> }
    return { exit, stderr, plugins, of: (name = "guard") => plugins.find((each) => each.name === name) }
  })

const install = ({ run }: Place, source: string, ...words: ReadonlyArray<string>) =>
  Effect.map(run(["install", source, "--yes", ...words]), ({ exit, stderr }) => assert.strictEqual(exit, 0, stderr))

const change = (folder: string): string => {
  writeFiles(folder, { "more.txt": `${Math.random()}` })
  git(folder, "add", "--all")
  git(folder, "commit", "--quiet", "--message", "change")
  return git(folder, "rev-parse", "HEAD")
}

const lockIn = (project: string): string => path.join(project, ".hookline/lock.json")

describe("hookline outdated", () => {
  it.live("says of each source what it is now, writes nothing, and fails for none that only moved", () =>
    place({}, (here) =>
      Effect.gen(function* () {
        const folder = here.write("guard", guard)
        const first = commit(folder)
        git(folder, "tag", "--annotate", "--message", "v1", "v1")
        const url = `file://${folder}`
        yield* install(here, url)
        for (const [name, ref] of Object.entries({ branch: "main", tag: "v1", pinned: first })) {
          yield* install(here, `${url}#${ref}`, "--name", name)
        }
        const current = yield* outdated(here)
        assert.deepStrictEqual([current.exit, current.stderr], [0, ""])
        assert.deepStrictEqual(new Set(current.plugins.map(({ status }) => status)), new Set(["current"]))
        const second = change(folder)
        const before = all(here.project)
        const moved = yield* outdated(here)
        assert.strictEqual(moved.exit, 0)
        assert.deepStrictEqual(
          moved.plugins.map(({ name, now, status }) => [name, status, now]),
          [
            ["branch", "moved", second],
            ["guard", "moved", second],
            ["pinned", "current", undefined],
            ["tag", "current", first]
          ]
        )
        const { stdout } = yield* here.run(["outdated"])
        assert.include(stdout, `the branch main moved from ${first.slice(0, 12)} to ${second.slice(0, 12)}`)
        assert.include(stdout, "`hookline update branch`")
        assert.deepStrictEqual(all(here.project), before)
      })
    )
  )

  // proves: docs/security.md
  it.live("calls a tag that names another commit re-pointed, and a branch in its place, too", () =>
    place({}, (here) =>
      Effect.gen(function* () {
        const folder = here.write("guard", guard)
        const first = commit(folder)
        git(folder, "tag", "v1")
        yield* install(here, `file://${folder}#v1`)
        const second = change(folder)
        git(folder, "tag", "--force", "v1")
        const moved = yield* outdated(here)
        assert.strictEqual(moved.exit, 1)
        assert.include(moved.stderr, "not all sources are as they were: guard (re-pointed)")
        assert.strictEqual(moved.of()?.status, "re-pointed")
        assert.include(
          moved.of()?.text,
          `it was ${first.slice(0, 12)} when it was installed, and is ${second.slice(0, 12)}`
        )
        git(folder, "tag", "--force", "v1", first)
        assert.strictEqual((yield* outdated(here)).of()?.status, "current")
        // git takes a branch before a tag of its name.
        git(folder, "branch", "v1", second)
        const branch = yield* outdated(here)
        assert.strictEqual(branch.exit, 1)
        assert.strictEqual(branch.of()?.status, "re-pointed")
        assert.include(branch.of()?.text, "a branch of its name takes its place")
      })
    )
  )

  it.live("calls a ref that is no more gone, and a repository that does not answer unreachable", () =>
    place({}, (here) =>
      Effect.gen(function* () {
        const folder = here.write("guard", guard)
        commit(folder)
        git(folder, "tag", "v1")
        git(folder, "branch", "next")
        const url = `file://${folder}`
        yield* install(here, `${url}#v1`, "--name", "tag")
        yield* install(here, `${url}#next`, "--name", "branch")
        git(folder, "tag", "--delete", "v1")
        git(folder, "branch", "--delete", "next")
        const gone = yield* outdated(here)
        assert.strictEqual(gone.exit, 1)
        assert.deepStrictEqual([gone.of("tag")?.status, gone.of("branch")?.status], ["gone", "gone"])
        renameSync(folder, `${folder}-moved`)
        const away = yield* outdated(here)
        assert.strictEqual(away.exit, 1)
        assert.deepStrictEqual([away.of("tag")?.status, away.of("branch")?.status], ["unreachable", "unreachable"])
        assert.match(away.of("tag")?.text ?? "", /guard could not be asked: /)
        const { stdout } = yield* here.run(["outdated"])
        assert.include(stdout, "So it is not known whether it is up to date")
      })
    )
  )

  it.live("compares folders by their files", () =>
    place({}, (here) =>
      Effect.gen(function* () {
        const folder = here.write("guard", guard)
        yield* install(here, folder)
        assert.strictEqual((yield* outdated(here)).of()?.status, "current")
        writeFiles(folder, { "more.txt": "" })
        const moved = yield* outdated(here)
        assert.deepStrictEqual([moved.exit, moved.of()?.status], [0, "moved"])
        assert.include(moved.of()?.text, "added: more.txt")
        rmSync(folder, { recursive: true })
        const gone = yield* outdated(here)
        assert.deepStrictEqual([gone.exit, gone.of()?.status], [1, "gone"])
      })
    )
  )

  it.live("asks the repository to which a marketplace leads, and the marketplace", () =>
    place({}, (here) =>
      Effect.gen(function* () {
        const repo = here.write("repo", guard)
        commit(repo)
        git(repo, "tag", "v1")
        writeFiles(here.home, { ".gitconfig": `[url "file://${repo}"]\n\tinsteadOf = https://git.example/guard.git\n` })
        const source = { source: "url", url: "https://git.example/guard.git", ref: "v1" }
        const market = here.write("market", {
          ".claude-plugin/marketplace.json": { json: { name: "m", owner: {}, plugins: [{ name: "guard", source }] } }
        })
        const listed = commit(market)
        yield* install(here, `file://${market}#guard`)
        const { plugins } = JSON.parse(readFileSync(lockIn(here.project), "utf8")) as {
          readonly plugins: ReadonlyArray<Readonly<Record<string, unknown>>>
        }
        const { origin, refType } = plugins[0] ?? {}
        assert.deepStrictEqual(
          [plugins[0]?.["listed"], refType, origin],
          [listed, "tag", { git: "https://git.example/guard.git", ref: "v1" }]
        )
        assert.strictEqual((yield* outdated(here)).of()?.status, "current")
        const before = all(here.project)
        change(repo)
        change(market)
        assert.strictEqual((yield* outdated(here)).of()?.status, "moved")
        git(repo, "tag", "--force", "v1")
        assert.strictEqual((yield* outdated(here)).of()?.status, "re-pointed")
        // The commits of the lock are restored, whatever both have now.
        rmSync(path.join(here.project, ".amplifier"), { recursive: true })
        const restored = yield* here.run(["install"])
        assert.strictEqual(restored.exit, 0, restored.stderr)
        assert.deepStrictEqual(all(here.project), before)
      })
    )
  )

  it.live("runs no program that a lock names for an address or a ref", () =>
    place({}, (here) =>
      Effect.gen(function* () {
        const folder = here.write("guard", guard)
        commit(folder)
        yield* install(here, `file://${folder}#main`)
        const text = readFileSync(lockIn(here.project), "utf8")
        const mark = path.join(here.beside, "ran")
        const words: ReadonlyArray<readonly [of: RegExp, word: string]> = [
          [/"git": ".*"/, `"git": "ext::sh -c touch% ${mark}"`],
          [/"git": ".*"/, `"git": "--upload-pack=touch ${mark}"`],
          [/"git": ".*"/, `"git": "ssh://-oProxyCommand=touch${mark}/x"`],
          [/"ref": ".*"/, `"ref": "--upload-pack=touch ${mark};"`],
          [/"ref": ".*"/, `"ref": "$(touch ${mark})"`]
        ]
        for (const [of, word] of words) {
          writeFileSync(lockIn(here.project), text.replace(of, word))
          rmSync(path.join(here.project, ".amplifier"), { recursive: true, force: true })
          const { exit, of: found } = yield* outdated(here)
          assert.deepStrictEqual([exit, found()?.status], [1, "unreachable"], word)
          yield* here.run(["install"])
          assert.isFalse(existsSync(mark), word)
        }
      })
    )
  )

  it.live("takes no settings of the repository that it runs in", () =>
    place({}, (here) =>
      Effect.gen(function* () {
        const folder = here.write("guard", guard)
        commit(folder)
        yield* install(here, `file://${folder}`)
        commit(here.project)
        git(here.project, "config", `url.file://${here.beside}/nowhere.insteadOf`, `file://${folder}`)
        assert.strictEqual((yield* outdated(here)).of()?.status, "current")
        // A folder for temporary files may lie in the repository.
        const env = { TMPDIR: path.join(here.project, ".hookline") }
        assert.strictEqual((yield* outdated({ run: (words) => here.run(words, { env }) })).of()?.status, "current")
      })
    )
  )

  it.live("has nothing to ask where nothing is installed", () =>
    place({ ".amplifier/hooks/own/hooks.json": hooks("true") }, ({ run }) =>
      Effect.gen(function* () {
        const { exit, stdout } = yield* run(["outdated"])
        assert.deepStrictEqual([exit, stdout.trim()], [0, "No plugin is installed here."])
      })
    )
  )
})
