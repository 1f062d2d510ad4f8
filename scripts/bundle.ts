// Writes the bundle of the command: one file for each thing that may be needed, loaded when it is. The example that the
// demonstration plays is copied beside it, for those who have no repository.
import { cpSync } from "node:fs"
import path from "node:path"
import { build, type InlineConfig } from "vite"
import { late, marked } from "./internal/lateConstants.ts"
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

/**
 * Modules with which parts begin that few events need. They are loaded when a name of theirs is used first: no module of
 * the packages does anything when it is evaluated but define names, so that the moment makes no difference.
 */
const lateParts: ReadonlyArray<readonly [name: string, entries: ReadonlyArray<string>]> = [
  [
    "late-shell",
    [
      "packages/core/src/match/internal/shell/meetsCommand.ts",
      "packages/core/src/match/internal/shell/filesRun.ts",
      "packages/core/src/match/internal/pathRule.ts"
    ]
  ],
  ["late-yaml", ["node_modules/effect/dist/encoding/Yaml.js"]],
  ["late-toml", ["node_modules/effect/dist/encoding/Toml.js"]],
  ["late-guard", ["packages/hookline/src/ownGuard/TextJudge.ts"]],
  ["late-errors", ["packages/executor/src/internal/ownError/ownError.ts"]],
  [
    "late",
    [
      "packages/core/src/execute/secondLook.ts",
      "packages/core/src/trust/clamp.ts",
      "packages/executor/src/internal/env/assignments.ts",
      "packages/executor/src/internal/process/WarmShells.ts",
      "packages/node/src/node/watch.ts",
      "packages/skills/src/internal/read.ts",
      "node_modules/effect/dist/internal/schema/toJsonSchemaDocument.js",
      "node_modules/effect/dist/internal/schema/toRepresentation.js"
    ]
  ]
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
    const late = new Set(lateParts.flatMap(([, files]) => files.map((file) => path.join(root, file))))
    const all = [...parts.map(([name, file]) => [name, [file]] as const), ...lateParts]
    for (const [name, files] of all) {
      const own = new Set(files.map((file) => path.join(root, file)))
      const reached = new Set(own)
      // A set may grow while it is iterated.
      for (const id of reached) {
        if (found.has(id) || (late.has(id) && !own.has(id))) continue
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

const accessor =
  /^Object\.defineProperty\(exports, (?<quote>["'])([\w$]+)\k<quote>, \{\s*enumerable: true,\s*get: function ?\(\) \{\s*return ([\w$]+);?\s*\},?\s*\}\);?$/gm

/** Gives a part its names by one object, because defining hundreds of them one by one takes longer than much of the rest. */
const inheritedExports = () => ({
  name: "inherited-exports",
  renderChunk: (code: string, { name }: { readonly name: string }): string | null => {
    const getters = [...code.matchAll(accessor)].map(
      ([, , exported, local]) => `get ${exported}() { return ${local}; }`
    )
    const rest = code.replaceAll(accessor, "")
    if (name === "dispatch" && getters.length === 0)
      throw new Error("the bundler exports names in another way than before")
    if (getters.length < 20) return null
    return `${rest}\nObject.setPrototypeOf(exports, {\n${getters.join(",\n")}\n});\n`
  }
})

const lateImport = /^const (require_late[\w$]*) = (require\("\.\/late[^"]*"\));\n/gm

/** Loads the late parts where a name of theirs is used. */
const lateImports = () => ({
  name: "late-imports",
  renderChunk: (code: string): string | null => {
    const imports = [...code.matchAll(lateImport)]
    let rest = code.replaceAll(lateImport, "")
    if (/^.* = require\("\.\/late/m.test(rest)) throw new Error("the bundler loads parts in another way than before")
    if (imports.length === 0) return null
    for (const [, name = "", load = ""] of imports) {
      rest = rest.replaceAll(
        new RegExp(`(?<![\\w$.])${name.replaceAll("$", "\\$")}(?![\\w$])`, "g"),
        () => `(${name} ??= ${load})`
      )
    }
    return `let ${imports.map(([, name]) => name).join(", ")};\n${rest}`
  }
})

/**
 * Matches the modules of the packages, which do nothing when they are evaluated but define names, and one of Effect, which
 * creates what divides texts into characters: few commands print such texts, and it takes 7 ms.
 */
const definesNames = /\/packages\/[a-z]+\/src\/|\/effect\/dist\/cli\/CliOutput\.js$/

/** Evaluates the constants of these modules when they are used first. */
const lateConstants = () => ({
  name: "late-constants",
  transform: (code: string, id: string): string | null => (definesNames.test(id) ? marked("module.js", code) : null),
  renderChunk: (code: string, { name }: { readonly name: string }): string => late(`${name}.js`, code)
})

const fleet = path.join(hookline, "src/commands/fleet")

/** Refers to the bundle of `hookline fleet`, where modules of it are imported. */
const apartFleet = () => ({
  name: "apart-fleet",
  enforce: "pre" as const,
  resolveId: (source: string, importer?: string) => {
    const file = importer === undefined ? "" : path.join(path.dirname(importer), source)
    const isApart = path.dirname(file) === fleet && path.basename(file) !== "command.ts"
    return isApart ? { id: "./fleet/main.cjs", external: true } : null
  }
})

/** Options that both bundles share. */
const shared = {
  configFile: false,
  logLevel: "warn",
  root: hookline,
  resolve: { conditions: ["@hookline/source", "module", "node", "production"] },
  ssr: {
    noExternal: true,
    target: "node",
    resolve: { conditions: ["@hookline/source", "module", "node", "production"] }
  }
} satisfies InlineConfig

/**
 * Writes the bundle of `hookline fleet`: it has its own copy of what it shares with the other one, whose parts are smaller
 * without the cluster.
 */
const bundleFleet = () =>
  build({
    ...shared,
    // That parts of it are not apart is no problem: it is loaded once, and not for each event.
    logLevel: "error",
    plugins: [inheritedImports()],
    build: {
      ssr: path.join(fleet, "program.ts"),
      outDir: path.join(hookline, "bundle/fleet"),
      emptyOutDir: true,
      target: "node22",
      minify: true,
      rollupOptions: {
        // Only a fleet on Postgres needs it, and whoever runs one installs it.
        external: ["pg"],
        output: { format: "cjs", entryFileNames: "main.cjs", chunkFileNames: "[name]-[hash].cjs", charset: "ascii" }
      }
    }
  })

/** Writes it anew. */
export const bundle = async (): Promise<void> => {
  await build({
    ...shared,
    plugins: [apartFleet(), inheritedImports(), inheritedExports(), lateImports(), lateConstants()],
    build: {
      ssr: path.join(root, entry),
      outDir: path.join(hookline, "bundle"),
      emptyOutDir: true,
      target: "node22",
      minify: true,
      rollupOptions: {
        // How long each plugin takes is of no interest to those who build.
        checks: { bundlerTimings: false },
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
  await bundleFleet()
  const demo = "examples/demo"
  cpSync(path.join(root, demo), path.join(hookline, "bundle", demo), { recursive: true })
}

if (import.meta.main) await bundle()
