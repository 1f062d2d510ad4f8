// Writes the bundle of the command: one file for each thing that may be needed, loaded when it is. The example that the
// demonstration plays is copied beside it, for those who have no repository.
import { cpSync } from "node:fs"
import path from "node:path"
import { build } from "vite"
import { root } from "./internal/workspace.ts"

const hookline = path.join(root, "packages/hookline")

/** The module that the command begins with, as a path from the root. */
export const entry = "packages/hookline/src/main.ts"

/** The modules with which parts begin that a call loads whole, in the order in which a call loads them. */
const parts: ReadonlyArray<readonly [name: string, entry: string]> = [
  ["main", entry],
  ["dispatch", "packages/hookline/src/dispatch/command.ts"],
  ["runners", "packages/hookline/src/dispatch/dispatchExecutor.ts"],
  ["trust", "packages/node/src/node/trust/recordJudge.ts"],
  ["sealing", "packages/node/src/node/trust/comparedSeal.ts"],
  ["audit", "packages/hookline/src/dispatch/keepAudit.ts"]
]

interface Modules {
  readonly getModuleInfo: (id: string) => { readonly importedIds: ReadonlyArray<string> } | null
}

/**
 * Returns the part of each module that a call of `dispatch` loads: the first one that reaches it by static imports. A file
 * costs as much as many of its functions, so that there are as few files as there are moments at which they are needed.
 */
const partOf = () => {
  let partsById: ReadonlyMap<string, string> | undefined
  const collect = (modules: Modules): ReadonlyMap<string, string> => {
    const found = new Map<string, string>()
    for (const [name, file] of parts) {
      const reached = new Set([path.join(root, file)])
      // A set may grow while it is iterated.
      for (const id of reached) {
        if (found.has(id)) continue
        found.set(id, name)
        for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) reached.add(imported)
      }
    }
    return found
  }
  return (id: string, modules: Modules): string | null => {
    partsById ??= collect(modules)
    const part = partsById.get(id)
    // The entry has a file of its own anyway.
    return part === undefined || part === "main" ? null : part
  }
}

const copying = "var __toESM = (mod, isNodeMode, target) => ("

/**
 * Imports modules of Node by inheritance. The bundler makes a getter for each name of each module instead, which takes
 * longer than it takes to load some of them.
 */
const inheritedImports = () => ({
  name: "inherited-imports",
  renderChunk: (code: string, { name }: { readonly name: string }): string | null => {
    if (!name.startsWith("rolldown-runtime")) return null
    if (!code.includes(copying)) throw new Error("the bundler imports modules of Node in another way than before")
    const inherited = `isNodeMode ? __defProp(__create(mod), "default", { value: mod, enumerable: true }) : (`
    return code.replace(copying, `${copying}${inherited}`).replace(/mod\)\);$/m, "mod)));")
  }
})

/** Writes it anew. */
export const bundle = async (): Promise<void> => {
  await build({
    configFile: false,
    logLevel: "warn",
    plugins: [inheritedImports()],
    root: hookline,
    resolve: { conditions: ["@hookline/source", "module", "node", "production"] },
    ssr: {
      noExternal: true,
      target: "node",
      resolve: { conditions: ["@hookline/source", "module", "node", "production"] }
    },
    build: {
      ssr: path.join(root, entry),
      outDir: path.join(hookline, "bundle"),
      emptyOutDir: true,
      target: "node22",
      minify: true,
      rollupOptions: {
        output: {
          // Node loads what a module of this kind asks of it when it is asked for; of the other kind, all of it at once.
          format: "cjs",
          entryFileNames: "main.cjs",
          chunkFileNames: "[name]-[hash].cjs",
          charset: "ascii",
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [{ name: partOf(), debugName: "parts of dispatch" }]
          }
        }
      }
    }
  })
  const demo = "examples/demo"
  cpSync(path.join(root, demo), path.join(hookline, "bundle", demo), { recursive: true })
}

if (import.meta.main) await bundle()
