// What is published, without building it. `npm run pack` does the whole.
import { assert, describe, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { globSync } from "node:fs"
import { build } from "vite"
import { exists, read, root } from "../internal/workspace.ts"
import { importsOf } from "../layering/imports.ts"
import { entriesOf, faults, packages, strange } from "../pack/packages.ts"
import { far, table, withTable } from "../pack/sizes.ts"

const all = packages()
const version = all[0]?.manifest.version ?? ""

describe("every package", () => {
  it("has a package.json as it must be", () => {
    assert.isAbove(all.length, 8)
    assert.deepStrictEqual(
      all.flatMap((one) => faults(one, version)),
      []
    )
    assert.include(read("packages/hookline/src/version.ts"), `"${version}"`)
  })

  it("has the license of all", () => {
    for (const { folder } of all) assert.strictEqual(read(`packages/${folder}/LICENSE`), read("LICENSE"), folder)
  })

  it("would be told where it is not", () => {
    const [first] = all
    if (first === undefined) return assert.fail("there is no package")
    const broken = (fields: object) => faults({ ...first, manifest: { ...first.manifest, ...fields } }, version).join()
    assert.match(broken({ version: "0.0.1" }), /its version is 0\.0\.1/)
    assert.match(broken({ sideEffects: true }), /sideEffects/)
    assert.match(broken({ exports: { ".": {} } }), /what is internal can be imported/)
    assert.match(broken({ dependencies: { "@hookline/schema": "^0.1.0" } }), /it wants @hookline\/schema/)
    assert.match(broken({ engines: {} }), /engines/)
  })
})

describe("what is in a package", () => {
  const needed = ["package.json", "README.md", "LICENSE", "dist/index.js", "dist/index.d.ts", "src/index.ts"]

  it("is what is needed, and nothing of tests or of sources that are gone", () => {
    assert.deepStrictEqual(strange(needed), [])
    assert.deepStrictEqual(strange([...needed, "dist/Gone.js", "test/A.test.ts", "tsconfig.tsbuildinfo"]), [
      "test/A.test.ts",
      "tsconfig.tsbuildinfo",
      "dist/Gone.js"
    ])
    assert.deepStrictEqual(strange(needed.slice(1)), ["package.json is missing"])
  })

  it("is imported by its exports", () => {
    const exports = { ".": {}, "./A": {}, "./p/P": {}, "./kit/*": {}, "./internal/*": null, "./package.json": "x" }
    assert.deepStrictEqual(entriesOf({ name: "x", exports }), ["x", "x/A", "x/p/P"])
    assert.deepStrictEqual(strange([...needed, "dist/commands/test/run.d.ts"]), [])
  })
})

describe("the table of sizes", () => {
  const of = (size: number) => [{ name: "x", file: "", size: size * 1024, unpackedSize: 0, files: [] }]
  const page = withTable("a\n<!-- sizes -->\n<!-- /sizes -->\nb", table(of(100)))

  it("is compared loosely", () => {
    assert.deepStrictEqual([far(page, of(100)), far(page, of(140)), far(page, of(70))], [[], [], []])
    assert.match(far(page, of(151)).join(), /x is 151 KB, and .* says 100 KB/)
    assert.lengthOf(far(page, of(60)), 1)
    assert.match(far("", of(1)).join(), /not in the table/)
  })

  it("stands in the page for every package", () => {
    const told = read("docs/publishing.md")
    for (const { manifest } of all) assert.include(told, `\`${manifest.name}\``)
  })
})

describe("a module", () => {
  const folders = all.map(({ folder }) => folder).filter((folder) => folder !== "testing")
  const modules = folders.flatMap((folder) =>
    globSync(`packages/${folder}/src/**/[A-Z]*.ts`, { cwd: root, exclude: ["**/internal/**"] }).toSorted()
  )

  // What bundlers are told, that nothing happens when a module is imported, is true.
  it("does nothing when it is imported", () => {
    const program = `
      import fs from "node:fs"
      import { syncBuiltinESMExports } from "node:module"
      const touched = []
      const own = () => (new Error().stack ?? "").split("\\n").slice(2).find((line) => line.includes("/packages/"))
      for (const name of Object.keys(fs)) {
        const real = fs[name]
        if (typeof real !== "function" || !/^(?:[a-z])/.test(name)) continue
        fs[name] = (...args) => { const line = own(); if (line) touched.push(name + line); return real(...args) }
      }
      syncBuiltinESMExports()
      const state = () => JSON.stringify([
        process.eventNames().map((name) => [String(name), process.listenerCount(name)]).sort(),
        process.getActiveResourcesInfo().filter((name) => !/Pipe|TTY|FS|Immediate/.test(name)).sort(),
        // The engine of the fleet notes which fiber runs once a module of it is loaded.
        Object.keys(globalThis).filter((name) => !name.startsWith("~effect/")).sort(), process.cwd(), process.env, process.umask()
      ])
      const before = state()
      for (const module of ${JSON.stringify(modules)}) await import("${root}/" + module)
      console.log(JSON.stringify({ touched, same: before === state() }))
    `
    const { stderr, stdout } = spawnSync(
      process.execPath,
      ["--conditions=@hookline/source", "--permission", "--allow-fs-read=*", "--input-type=module", "--eval", program],
      { cwd: root, encoding: "utf8" }
    )
    assert.deepStrictEqual<unknown>(JSON.parse(stdout === "" ? `"${stderr}"` : stdout), { touched: [], same: true })
  })

  it("is left out of a bundle that needs nothing of it", async () => {
    const id = "virtual:all"
    const built = await build({
      configFile: false,
      logLevel: "silent",
      root,
      resolve: { conditions: ["@hookline/source", "module", "node", "production"] },
      ssr: { noExternal: true, resolve: { conditions: ["@hookline/source", "module", "node", "production"] } },
      plugins: [
        {
          name: "all",
          resolveId: (source) => (source === id ? id : null),
          load: (source) => (source === id ? modules.map((module) => `import "${root}/${module}"`).join("\n") : null)
        }
      ],
      build: { ssr: true, write: false, minify: false, rollupOptions: { input: id } }
    })
    if (!("output" in built)) return assert.fail("there is more than one bundle")
    const code = built.output.map((chunk) => ("code" in chunk ? chunk.code.replaceAll(/^\/\/.*$/gm, "").trim() : ""))
    assert.deepStrictEqual(code, ["export {};"])
  })
})

describe("the promises", () => {
  const statically = (file: string, seen: Set<string>): ReadonlyArray<string> => {
    if (seen.has(file)) return []
    seen.add(file)
    // What is loaded when it is asked for is not loaded by importing it.
    const text = read(file).replaceAll(/await import\([^)]*\)/g, "0")
    return importsOf(file, text).flatMap(({ specifier }) =>
      specifier.startsWith(".")
        ? statically(file.replace(/[^/]*$/, "") + specifier.slice(2), seen)
        : [`${file}: ${specifier}`]
    )
  }

  it("have nothing of Effect behind their types, and load nothing of it before they are opened", () => {
    const file = "packages/node/src/Promises.ts"
    assert.isTrue(exists(file))
    const seen = new Set<string>()
    assert.deepStrictEqual(statically(file, seen), [])
    assert.isAbove(seen.size, 5)
  })
})
