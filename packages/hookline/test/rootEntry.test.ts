// Who imports `hookline` gets neither an agent nor effect's AI modules with it: those are for whom they are for.
import { assert, describe, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"

const source = resolve(import.meta.dirname, "../src")

const packages = resolve(source, "../..")

interface Manifest {
  readonly exports: Readonly<Record<string, { readonly "@hookline/source"?: string } | string | null>>
}

/** Returns the file of a package's export, by its package.json. */
const exportOf = (folder: string, path: string): string => {
  const { exports } = JSON.parse(readFileSync(join(packages, folder, "package.json"), "utf8")) as Manifest
  const kit = /^\.\/kit\/(.+)$/.exec(path)?.[1]
  const target = exports[path]
  const source = typeof target === "object" ? target?.["@hookline/source"] : undefined
  return join(packages, folder, source ?? `src/${kit ?? path}.ts`)
}

/** Returns the file of a specifier in our packages, or `undefined`. */
const fileOf = (from: string, specifier: string): string | undefined => {
  if (specifier.startsWith(".")) return join(dirname(from), specifier)
  const [, folder, module] = /^@hookline\/([^/]+)(?:\/(.+))?$/.exec(specifier) ?? []
  return folder === undefined ? undefined : exportOf(folder, module === undefined ? "." : `./${module}`)
}

/** All that is loaded with a module: its static imports of values, and theirs. */
const loadedWith = (entry: string): ReadonlySet<string> => {
  const loaded = new Set<string>()
  const visit = (file: string): void => {
    if (loaded.has(file)) return
    loaded.add(file)
    assert.isTrue(existsSync(file), file)
    const statements = /^(?:import|export) (?!type )[^"]*? from "([^"]+)"$/gms
    for (const [, specifier = ""] of readFileSync(file, "utf8").matchAll(statements)) {
      const found = fileOf(file, specifier)
      if (found === undefined) loaded.add(specifier)
      else visit(found)
    }
  }
  visit(entry)
  return loaded
}

const isForeign = (specifier: string): boolean => /^effect\/(unstable\/)?ai(\/|$)/.test(specifier)

describe("the package's own entry", () => {
  it("loads no module of effect/ai, and none of those that stand apart", () => {
    const loaded = [...loadedWith(join(source, "index.ts"))]
    assert.isAbove(loaded.length, 50)
    assert.deepStrictEqual(loaded.filter(isForeign), [])
    assert.deepStrictEqual(
      loaded.filter((file) => /Hooked(Toolkit|Agent|Mcp)\.ts$/.test(file)),
      []
    )
  })

  it("sees those that stand apart, where it is asked for them", () => {
    assert.isAbove([...loadedWith(join(packages, "node/src/agents/HookedAgent.ts"))].filter(isForeign).length, 2)
  })

  it("does as it says in a process of its own", () => {
    const told = `
      import { registerHooks } from "node:module"
      const loaded = []
      registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
      const { Hookline } = await import("hookline")
      console.log(JSON.stringify([typeof Hookline, loaded.filter((url) => /effect\\/(dist|src)\\/(unstable\\/)?ai\\//.test(url))]))`
    const args = ["--conditions=@hookline/source", "--input-type=module", "--eval", told]
    const { stderr, stdout } = spawnSync(process.execPath, args, { cwd: source, encoding: "utf8" })
    assert.strictEqual(stdout.trim(), JSON.stringify(["function", []]), stderr)
  })
})
