/** Checks the types of an adapter in an empty project, under the strictest settings, with and without its SDK. */
import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Sdk } from "./Sdk.ts"

export interface TypeCheck {
  readonly name: string
  readonly holds: boolean
  readonly output: string
}

const root = fileURLToPath(new URL("../..", import.meta.url))

const strictest = {
  target: "ES2024",
  lib: ["ES2024", "ESNext.Disposable", "DOM", "DOM.Iterable"],
  types: ["node"],
  module: "NodeNext",
  noEmit: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  erasableSyntaxOnly: true
}

const link = (from: string, to: string): void => {
  mkdirSync(dirname(to), { recursive: true })
  symlinkSync(from, to)
}

/** Links packages of a folder of packages, a scope at a time. */
const linkAll = (from: string, to: string, names: ReadonlyArray<string>): void => {
  for (const name of names) link(join(from, name), join(to, name))
}

const packagesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder).flatMap((name) => {
    if (name.startsWith(".")) return []
    return name.startsWith("@") ? readdirSync(join(folder, name)).map((one) => `${name}/${one}`) : [name]
  })

/** Creates the project, and runs the compiler in it. */
const check = (name: string, file: string, installed: string | undefined): TypeCheck => {
  const folder = mkdtempSync(join(tmpdir(), "types-"))
  const modules = join(folder, "node_modules")
  try {
    // The packages as npm would install them: what they have built, without their sources.
    for (const one of packagesIn(join(root, "node_modules")).filter((each) =>
      /^(hookline|@hookline\/.*)$/.test(each)
    )) {
      const from = join(root, "packages", one.replace("@hookline/", ""))
      cpSync(join(from, "package.json"), join(modules, one, "package.json"))
      cpSync(join(from, "dist"), join(modules, one, "dist"), { recursive: true })
    }
    const shared = ["effect", "@effect/platform-node", "@types/node", "undici-types", "jsonc-parser"]
    linkAll(join(root, "node_modules"), modules, shared)
    if (installed !== undefined) {
      const from = join(installed, "node_modules")
      const own = packagesIn(from).filter((one) => !shared.includes(one))
      linkAll(from, modules, own)
    }
    cpSync(join(import.meta.dirname, "types", file), join(folder, "index.ts"))
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }))
    // The declarations of an SDK are not ours to hold to these settings.
    const compilerOptions = { ...strictest, skipLibCheck: installed !== undefined }
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["index.ts"] }))
    const tsc = join(root, "node_modules/typescript/bin/tsc")
    const { status, stdout } = spawnSync(process.execPath, [tsc, "-p", folder, "--pretty", "false"], {
      encoding: "utf8"
    })
    return { name, holds: status === 0, output: stdout }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Builds the packages, because their declarations are what is checked. */
const build = (): void => {
  const tsc = join(root, "node_modules/typescript/bin/tsc")
  const { status, stdout } = spawnSync(process.execPath, [tsc, "-b", root], { encoding: "utf8" })
  if (status !== 0) throw new Error(`the packages can't be built: ${stdout}`)
}

/** Checks the types of an adapter with and without its SDK. */
export const checkTypes = ({ name }: Sdk, installed: string): ReadonlyArray<TypeCheck> => {
  build()
  return [check("without the SDK", `${name}.alone.ts`, undefined), check("with the SDK", `${name}.ts`, installed)]
}
