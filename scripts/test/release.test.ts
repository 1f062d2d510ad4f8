// A release changes every place that has the version, and nothing else.
import { assert, describe, it } from "@effect/vitest"
import { packageFolders, read, readManifest } from "../internal/workspace.ts"
import { faults, packages } from "../pack/packages.ts"
import { notesOf, publishOrder, release, versionAfter } from "../release/release.ts"

const folders = packageFolders()
const last = packages()[0]?.manifest.version ?? ""

const files = [...folders.map((folder) => `packages/${folder}/package.json`), "packages/hookline/src/version.ts"].map(
  (path) => ({ path, text: read(path) })
)

const log = (heading: string) => ({ path: "CHANGELOG.md", text: `# Changelog\n\n## ${heading}\n\n- all\n` })

describe("a release", () => {
  it("is after the last one", () => {
    const of = (said: string) => Object.values(versionAfter("1.2.3", said)).join()
    assert.deepStrictEqual(["patch", "minor", "major", "1.10.0", "2.0.0"].map(of), [
      "1.2.4",
      "1.3.0",
      "2.0.0",
      "1.10.0",
      "2.0.0"
    ])
    for (const said of ["1.2.3", "1.2.2", "0.9.9", "1.1.9"]) assert.match(of(said), /is not after 1\.2\.3/)
    for (const said of ["", "next", "1.3", "v1.3.0", "1.3.0-rc", "toString"]) assert.match(of(said), /is no version/)
  })

  it("gives all packages one version, and what they want of each other", () => {
    const { changed, problems } = release([...files, log("9.8.7, unreleased")], last, "9.8.7", "2030-01-02", folders)
    assert.deepStrictEqual([problems, changed.length], [[], files.length + 1])
    for (const { path, text } of changed) assert.notInclude(text, `"${last}"`, path)
    assert.include(changed.at(-1)?.text, "## 9.8.7, 2030-01-02\n")
    const manifests = packages().map((one) => ({
      ...one,
      manifest: JSON.parse(
        changed.find(({ path }) => path === `packages/${one.folder}/package.json`)?.text ?? ""
      ) as typeof one.manifest
    }))
    assert.deepStrictEqual(
      manifests.flatMap((one) => faults(one, "9.8.7")),
      []
    )
  })

  it("has the notes of its part of the changelog", () => {
    const text = "# Changelog\n\n## 0.2.0, unreleased\n\n### A\n\n- a\n\n## 0.1.0, 2030-01-02\n\n- b\n"
    assert.deepStrictEqual(
      [notesOf(text, "0.2.0"), notesOf(text, "0.1.0"), notesOf(text, "0.1")],
      ["### A\n\n- a", "- b", undefined]
    )
    assert.isAbove(notesOf(read("CHANGELOG.md"), last)?.length ?? 0, 1000)
  })

  it("is published in an order in which each package follows those that it requires", () => {
    const manifests = folders.map((folder) => readManifest(`packages/${folder}/package.json`))
    const order = publishOrder(manifests)
    assert.sameMembers(
      [...order],
      packages().map(({ manifest }) => manifest.name)
    )
    for (const { dependencies = {}, name = "" } of manifests) {
      for (const other of Object.keys(dependencies)) {
        if (order.includes(other)) assert.isBelow(order.indexOf(other), order.indexOf(name), `${other}, ${name}`)
      }
    }
  })

  it("is none without its heading, or where a file has another version", () => {
    const { problems } = release([...files, log("9.8.6, unreleased")], last, "9.8.7", "2030-01-02", folders)
    assert.match(problems.join(), /no heading "## 9\.8\.7, unreleased"/)
    const old = [{ path: "packages/core/package.json", text: `{ "version": "0.0.1" }` }]
    assert.match(release(old, last, "9.8.7", "", folders).problems.join(), /does not name the version/)
  })
})
