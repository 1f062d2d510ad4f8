// The digest of a plugin's tree: it depends on nothing but the files, and on every byte, mode and name of them.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as fs from "node:fs"
import * as os from "node:os"
import path from "node:path"
import { digestOf } from "hookline/kit/manage/install/digest"
import * as Installed from "hookline/kit/manage/install/Installed"
import { fileOf } from "hookline/kit/manage/install/place"
import type { PluginFile } from "hookline/kit/manage/install/PluginFiles"
import * as Verification from "hookline/kit/manage/install/Verification"
import { mutationsOf, trees, type Tree } from "./trees.ts"

const filesOf = (tree: Tree): ReadonlyArray<PluginFile> =>
  tree.map(({ path: at, runs, text }) => ({ path: at, bytes: Buffer.from(text), runs }))

const digest = (tree: Tree): string => digestOf(filesOf(tree).map(fileOf))

describe("the digest of a tree", () => {
  it.prop("is that of the files, in whatever order", [trees], ([tree]) => {
    assert.match(digest(tree), /^sha256:[0-9a-f]{64}$/)
    assert.strictEqual(digest(tree.toReversed()), digest(tree))
    assert.strictEqual(digest([...tree.slice(1), ...tree.slice(0, 1)]), digest(tree))
  })

  it.prop("is another for each byte, mode, name and file that differs", [trees], ([tree]) => {
    for (const { what, tree: mutated } of mutationsOf(tree)) assert.notStrictEqual(digest(mutated), digest(tree), what)
  })

  it("does not take a name for the end of another file", () => {
    const one = { path: "a", mode: "0644", sha256: "0".repeat(64) }
    const other = { path: "b", mode: "0644", sha256: "1".repeat(64) }
    const both = { path: `a\n0644\nb`, mode: "0644", sha256: "1".repeat(64) }
    assert.notStrictEqual(digestOf([one, other]), digestOf([both]))
  })
})

const write = (folder: string, tree: Tree): void => {
  fs.rmSync(folder, { recursive: true, force: true })
  for (const { path: at, runs, text } of tree) {
    const file = path.join(folder, at)
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, text)
    fs.chmodSync(file, runs ? 0o755 : 0o644)
  }
}

/** Writes a list of one plugin, and returns the differences of a folder from it. */
const differencesOf = (project: string, locked: Tree) =>
  Effect.gen(function* () {
    const files = filesOf(locked).map(fileOf)
    const plugin = { name: "p", source: { folder: "/x" }, digest: digestOf(files), installedAt: "", files }
    fs.mkdirSync(path.join(project, ".hookline"), { recursive: true })
    fs.writeFileSync(Installed.fileOf(project), Installed.format({ version: 2, plugins: [plugin] }))
    const { plugins } = yield* Installed.read(project)
    assert.deepStrictEqual(plugins, [plugin])
    const { differences } = yield* Verification.verify({ project, home: project }, plugin)
    return differences
  })

describe("a folder, compared with the lock", () => {
  // proves: docs/security.md
  it.effect.prop(
    "agrees as it was locked, and differs after any one mutation",
    [trees],
    ([tree]) =>
      Effect.acquireUseRelease(
        Effect.sync(() => fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "hookline-lock-")))),
        (project) =>
          Effect.gen(function* () {
            const folder = Installed.folderOf(project, "p")
            write(folder, tree)
            assert.deepStrictEqual(yield* differencesOf(project, tree), [])
            for (const { tree: mutated, what } of mutationsOf(tree)) {
              write(folder, mutated)
              assert.isNotEmpty(yield* differencesOf(project, tree), what)
            }
          }),
        (project) => Effect.sync(() => fs.rmSync(project, { recursive: true }))
      ),
    { arbitrary: { runs: 25 } }
  )
})
