// A package that is not set up like the others would be left out of a check without a word.
import { assert, describe, it } from "vitest"
import { publicModules } from "../internal/publicModules.ts"
import { exists, packageFolders, read, readManifest } from "../internal/workspace.ts"
import { below, folderOf, packageName } from "../layering/arrows.ts"

interface Config {
  readonly references?: ReadonlyArray<{ readonly path: string }>
}

const references = (path: string): ReadonlyArray<string> =>
  ((JSON.parse(read(path)) as Config).references ?? []).map((reference) => reference.path)

const target = (name: string) => ({
  "@hookline/source": `./src/${name}.ts`,
  types: `./dist/${name}.d.ts`,
  default: `./dist/${name}.js`
})

const folders = packageFolders()

it("has packages", () => {
  assert.isNotEmpty(folders)
})

// What `check:types` leaves out is what `check:effect` compiles: all tests, and the scripts.
it("checks the types of all that is built", () => {
  const isLeftOut = (path: string): boolean => /\/tsconfig\.test\.json$|^tsconfig\.scripts\.json$/.test(path)
  assert.deepStrictEqual(
    references("tsconfig.sources.json"),
    references("tsconfig.json").filter((path) => !isLeftOut(path))
  )
})

describe.each(folders)("packages/%s", (folder) => {
  const manifest = readManifest(`packages/${folder}/package.json`)
  const internal = Object.keys(manifest.dependencies ?? {}).flatMap((name) => folderOf(name) ?? [])

  it("has its name, and its place among the arrows", () => {
    assert.strictEqual(manifest.name, packageName(folder))
    assert.includeMembers([...(below.get(folder) ?? [])], internal)
  })

  it("depends on the others, and on everything else, at an exact version", () => {
    for (const [name, range] of Object.entries(manifest.dependencies ?? {}))
      assert.match(range, /^\d+\.\d+\.\d+$/, name)
    for (const other of internal) {
      assert.strictEqual(
        manifest.dependencies?.[packageName(other)],
        readManifest(`packages/${other}/package.json`).version
      )
    }
    assert.strictEqual(manifest.peerDependencies?.["effect"], "~4.1.0")
  })

  it("exports its modules, from sources for us and from the build for others, and nothing internal", () => {
    const { ".": index, "./internal/*": hidden, ...modules } = manifest.exports ?? {}
    // The order decides which condition wins.
    assert.strictEqual(JSON.stringify(index), JSON.stringify(target("index")))
    assert.isNull(hidden)
    for (const { file, name } of publicModules(folder)) {
      assert.isTrue(exists(`packages/${folder}/src/${file}`), file)
      assert.strictEqual(JSON.stringify(modules[`./${name}`]), JSON.stringify(target(file.slice(0, -".ts".length))))
    }
  })

  it("exports apart what only our own packages import", () => {
    assert.strictEqual(JSON.stringify(manifest.exports?.["./kit/*"]), JSON.stringify(target("*")))
    const patterns = Object.keys(manifest.exports ?? {}).filter((path) => path.includes("*"))
    assert.includeMembers(["./internal/*", "./kit/*", "./schemas/*.json"], patterns)
  })

  it("is compiled, with its tests, and after what it depends on", () => {
    assert.includeMembers(
      [...references("tsconfig.json")],
      [`packages/${folder}`, `packages/${folder}/tsconfig.test.json`]
    )
    assert.include(references("tsconfig.scripts.json"), `packages/${folder}`)
    assert.sameMembers(
      [...references(`packages/${folder}/tsconfig.json`)],
      internal.map((other) => `../${other}`)
    )
    assert.include(references(`packages/${folder}/tsconfig.test.json`), ".")
  })
})
