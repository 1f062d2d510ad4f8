// Plugins from repositories, which git fetches really: from `file:` places, and through a person's own settings for git.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { existsSync, readFileSync } from "node:fs"
import path from "node:path"
import { all, commit, git, guard, hooks, place, writeFiles } from "./plugins.ts"

const recordIn = (project: string): string => readFileSync(path.join(project, ".hookline/lock.json"), "utf8")

const sourceIn = (project: string) =>
  (
    JSON.parse(recordIn(project)) as {
      readonly plugins: ReadonlyArray<{ readonly source: unknown; readonly commit?: string }>
    }
  ).plugins

describe("hookline install of a repository", () => {
  it.live("fetches it, records its commit, and updates it", () =>
    place({}, ({ project, run, write }) =>
      Effect.gen(function* () {
        const folder = write("guard repo", guard)
        const first = commit(folder)
        const url = `file://${encodeURI(folder)}`
        const { exit, stderr, stdout } = yield* run(["install", url, "--yes"])
        assert.strictEqual(exit, 0, stderr)
        assert.include(stdout, `from ${url}, commit ${first.slice(0, 12)}`)
        assert.deepStrictEqual(
          sourceIn(project).map(({ commit, source }) => ({ commit, source })),
          [{ commit: first, source: { git: url } }]
        )
        assert.isFalse(all(project).some((file) => file.includes(".git")))
        const ran = yield* run(["run", "PreToolUse", "--tool", "Bash", "--exit-code"])
        assert.strictEqual(ran.exit, 2)
        writeFiles(folder, { "more.txt": "" })
        git(folder, "add", "--all")
        git(folder, "commit", "--quiet", "--message", "more")
        const updated = yield* run(["install", url, "--yes"])
        assert.include(updated.stdout, "It is an update. added: more.txt")
        assert.notInclude(recordIn(project), first)
      })
    )
  )

  it.live("takes a branch, a tag or a commit behind the #", () =>
    place({}, ({ project, run, write }) =>
      Effect.gen(function* () {
        const folder = write("repo", { "hooks.json": hooks("echo old") })
        const old = commit(folder)
        git(folder, "tag", "v1")
        git(folder, "branch", "feature/x")
        writeFiles(folder, { "hooks.json": hooks("echo new") })
        git(folder, "commit", "--quiet", "--all", "--message", "new")
        for (const ref of ["v1", "feature/x", old]) {
          const { exit, stderr, stdout } = yield* run(["install", `file://${folder}#${ref}`, "--yes"])
          assert.strictEqual(exit, 0, stderr)
          assert.include(stdout, "echo old")
          assert.strictEqual(sourceIn(project)[0]?.commit, old)
        }
        const unknown = yield* run(["install", `file://${folder}#nope`, "--yes"])
        assert.strictEqual(unknown.exit, 1)
        assert.match(unknown.stderr, /could not be fetched: .*nope not found/)
        const odd = yield* run(["install", `file://${folder}#--upload-pack=x`, "--yes"])
        assert.include(odd.stderr, "is no name of a branch")
      })
    )
  )

  it.live("runs no program that a template has, and leaves submodules away", () =>
    place({}, ({ beside, home, project, run, write }) =>
      Effect.gen(function* () {
        const sub = write("sub", { "sub.txt": "" })
        commit(sub)
        const folder = write("repo", { "hooks.json": hooks("echo x") })
        commit(folder)
        git(folder, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", `file://${sub}`, "sub")
        git(folder, "commit", "--quiet", "--all", "--message", "sub")
        const mark = path.join(beside, "ran")
        const script = { script: `#!/bin/sh\ntouch '${mark}'\n` }
        const template = write("template", { "hooks/post-checkout": script })
        writeFiles(home, {
          ".gitconfig": `[init]\n\ttemplateDir = ${template}\n[core]\n\thooksPath = ${template}/hooks\n[submodule]\n\trecurse = true\n`
        })
        // Whoever calls us from a hook of git has a repository in the environment.
        const env = { GIT_DIR: path.join(sub, ".git"), GIT_WORK_TREE: sub, GIT_TEMPLATE_DIR: template }
        const { exit, stderr } = yield* run(["install", `file://${folder}`, "--yes"], { env })
        assert.strictEqual(exit, 0, stderr)
        assert.isFalse(existsSync(mark))
        assert.isFalse(existsSync(path.join(project, ".amplifier/hooks/repo/sub/sub.txt")))
        assert.isTrue(existsSync(path.join(project, ".amplifier/hooks/repo/hooks.json")))
      })
    )
  )

  it.live("refuses addresses that are programs or options, or that anybody could answer", () =>
    place({}, ({ beside, project, run }) =>
      Effect.gen(function* () {
        const before = all(project)
        const mark = path.join(beside, "ran")
        const words = [
          `ext::sh -c touch%20${mark}`,
          `ext::touch\t${mark}`,
          "fd::17",
          "http://example.com/x.git",
          "git://example.com/x.git",
          "ftp://example.com/x",
          "https::http://example.com",
          `ssh://-oProxyCommand=touch%20${mark}/x`,
          "https://example.com/a b"
        ]
        for (const word of words) {
          const { exit, stderr } = yield* run(["install", "--yes", "--", word])
          assert.strictEqual(exit, 1, word)
          assert.match(stderr, /is not fetched|is no address/, word)
        }
        const dash = yield* run(["install", "--yes", "--", "--upload-pack=touch"])
        assert.strictEqual(dash.exit, 1)
        const gone = yield* run(["install", "--yes", `file://${beside}/nowhere`])
        assert.match(gone.stderr, /nowhere could not be fetched: /)
        assert.isFalse(existsSync(mark))
        assert.deepStrictEqual(all(project), before)
      })
    )
  )
})

/** A marketplace of one plugin, from wherever it comes. */
const market = (source: unknown, more: object = {}, top: object = {}) => ({
  ".claude-plugin/marketplace.json": {
    json: { name: "m", owner: { name: "o" }, ...top, plugins: [{ name: "guard", source, ...more }] }
  }
})

const under = (folder: string) =>
  Object.fromEntries(Object.entries(guard).map(([name, content]) => [`${folder}/${name}`, content]))

describe("hookline install of a marketplace's plugin", () => {
  it.live("finds it by a folder, by the list itself, and by a repository", () =>
    place({}, ({ project, run, write }) =>
      Effect.gen(function* () {
        const folder = write("market", { ...market("./plugins/guard"), ...under("plugins/guard") })
        const hash = commit(folder)
        const names = [folder, `${folder}/.claude-plugin/marketplace.json`, `file://${folder}`, `file://${folder}#main`]
        for (const name of names) {
          const { exit, stderr, stdout } = yield* run(["install", `${name}#guard`, "--yes"])
          assert.strictEqual(exit, 0, stderr)
          assert.include(stdout, "guard.sh")
          const [record] = sourceIn(project)
          assert.strictEqual(record?.commit, name.startsWith("file:") ? hash : undefined)
          yield* run(["remove", "guard"])
        }
      })
    )
  )

  it.live("asks for a plugin's name, and suggests one", () =>
    place({}, ({ run, write }) =>
      Effect.gen(function* () {
        const folder = write("market", market("./guard"))
        const none = yield* run(["install", folder, "--yes"])
        assert.include(none.stderr, "put a # and the name of one of its plugins behind it (guard)")
        const typo = yield* run(["install", `${folder}#gard`, "--yes"])
        assert.include(typo.stderr, "gard is no plugin of this marketplace. Is guard meant? It has guard.")
        const gone = yield* run(["install", `${folder}#guard`, "--yes"])
        assert.include(gone.stderr, "guard is not where its marketplace lists it: guard")
        const plain = yield* run(["install", `${write("plug", guard)}#guard`, "--yes"])
        assert.include(plain.stderr, "is no marketplace")
      })
    )
  )

  it.live("reads sources under a root of their own, and hooks that stand in the list", () =>
    place({}, ({ project, run, write }) =>
      Effect.gen(function* () {
        const { json } = hooks("echo from the list")
        const folder = write("market", {
          ...market("guard", { strict: false, ...json }, { metadata: { pluginRoot: "./plugins" } }),
          "plugins/guard/README.md": ""
        })
        const { exit, stderr, stdout } = yield* run(["install", `${folder}#guard`, "--yes"])
        assert.strictEqual(exit, 0, stderr)
        assert.include(stdout, "echo from the list")
        const listed = yield* run(["list"])
        assert.include(listed.stdout, "echo from the list")
        assert.notInclude(listed.stdout, "since install")
        // Of two that would be one, neither is chosen.
        const both = write("both", {
          ...market("./guard", json),
          ...under("guard"),
          "guard/.claude-plugin/plugin.json": { json: { hooks: {} } }
        })
        const refused = yield* run(["install", `${both}#guard`, "--yes", "--name", "both"])
        assert.include(refused.stderr, "one of them would not run")
        assert.isFalse(existsSync(path.join(project, ".amplifier/hooks/both")))
      })
    )
  )

  it.live("fetches repositories that it names, by branch, commit and folder", () =>
    place({}, ({ home, project, run, write }) =>
      Effect.gen(function* () {
        const repo = write("repo", under("sub/guard"))
        const old = commit(repo)
        writeFiles(repo, { "sub/guard/more.txt": "" })
        git(repo, "add", "--all")
        git(repo, "commit", "--quiet", "--message", "more")
        git(repo, "branch", "next")
        writeFiles(home, {
          ".gitconfig": `[url "file://${repo}"]\n\tinsteadOf = https://github.com/acme/guards.git\n\tinsteadOf = https://git.example/guards.git\n`
        })
        const url = "https://git.example/guards.git"
        const sources = [
          { source: "github", repo: "acme/guards", path: "sub/guard" },
          { source: "url", url, path: "./sub/guard", sha: old },
          { source: "git-subdir", url, path: "sub/guard", ref: "next" }
        ]
        for (const source of sources) {
          const folder = write("market", market(source))
          const { exit, stderr } = yield* run(["install", `${folder}#guard`, "--yes"])
          assert.strictEqual(exit, 0, stderr)
          assert.strictEqual(existsSync(path.join(project, ".amplifier/hooks/guard/more.txt")), !("sha" in source))
          yield* run(["remove", "guard"])
        }
      })
    )
  )

  it.live("refuses sources that lead out, name places on this machine, or that we don't fetch", () =>
    place({}, ({ project, run, write }) =>
      Effect.gen(function* () {
        write("out", guard)
        const repo = write("repo", guard)
        commit(repo)
        const before = all(project)
        const sources: ReadonlyArray<readonly [unknown, RegExp]> = [
          ["../out", /leads out of its marketplace/],
          ["./a/../../out", /leads out of its marketplace/],
          [repo, /leads out of its marketplace/],
          [{ source: "url", url: `file://${repo}` }, /is not fetched/],
          [{ source: "url", url: "ext::sh -c true" }, /is no address|is not fetched/],
          [{ source: "github", repo: "../x" }, /is no OWNER\/NAME/],
          [{ source: "url", url: "https://git.example/x", path: "../out" }, /leads out of its repository/],
          [{ source: "npm", package: "x" }, /which we don't fetch/],
          [undefined, /has no source for/]
        ]
        for (const [source, said] of sources) {
          const { exit, stderr } = yield* run(["install", `${write("market", market(source))}#guard`, "--yes"])
          assert.strictEqual(exit, 1)
          assert.match(stderr, said)
        }
        for (const text of ["{", "[]", `{"plugins": 1}`]) {
          const folder = write("market", { ".claude-plugin/marketplace.json": text })
          const { exit, stderr } = yield* run(["install", `${folder}#guard`, "--yes"])
          assert.strictEqual(exit, 1)
          assert.match(stderr, /The marketplace's list/)
        }
        assert.deepStrictEqual(all(project), before)
      })
    )
  )

  it.live("keeps plugins of one name from two marketplaces apart", () =>
    place({}, ({ project, run, write }) =>
      Effect.gen(function* () {
        const files = { ...market("./guard"), ...under("guard") }
        yield* run(["install", `${write("one", files)}#guard`, "--yes"])
        const other = `${write("two", files)}#guard`
        const second = yield* run(["install", other, "--yes"])
        assert.match(second.stderr, /guard is there already, from .*\/one#guard/)
        const named = yield* run(["install", other, "--yes", "--name", "guard-two"])
        assert.strictEqual(named.exit, 0, named.stderr)
        const { stdout } = yield* run(["plan", "PreToolUse"])
        assert.include(stdout, "guard/PreToolUse/")
        assert.include(stdout, "guard-two/PreToolUse/")
        assert.lengthOf(sourceIn(project), 2)
      })
    )
  )
})
