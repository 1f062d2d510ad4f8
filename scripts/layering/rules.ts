// What a file of a package may import and, in core, say.
import { posix } from "node:path"
import { below, folderOf, packageName } from "./arrows.ts"
import { importsOf, type Import } from "./imports.ts"
import { platformUses } from "./platform.ts"

export interface SourceFile {
  /** The folder of the package. */
  readonly folder: string
  readonly kind: "src" | "test"
  /** From the root of the repository, with forward slashes. */
  readonly path: string
  readonly text: string
  /** The names of the packages that the file's package.json lets it import. */
  readonly declared: ReadonlySet<string>
}

export interface Violation {
  readonly path: string
  readonly line: number
  readonly message: string
}

/** The package of a specifier: `@hookline/core/Matcher` is of `@hookline/core`. */
const packageOf = (specifier: string): string =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/")

const relative = (file: SourceFile, specifier: string): string | undefined => {
  const inside = file.kind === "src" ? `packages/${file.folder}/src/` : `packages/${file.folder}/`
  return posix.join(posix.dirname(file.path), specifier).startsWith(inside)
    ? undefined
    : `"${specifier}" leaves ${inside.slice(0, -1)}; import a package by its name`
}

const internal = (file: SourceFile, folder: string): string | undefined => {
  if (folder === file.folder) {
    return file.kind === "test" ? undefined : `${packageName(folder)} imports itself by name; use a relative path`
  }
  // The arrows bind sources: a test may build what it tests out of any package.
  if (file.kind === "test") return undefined
  if (folder === "testing") return `only tests may import @hookline/testing, sources may not`
  return below.get(file.folder)?.includes(folder)
    ? undefined
    : `${file.folder} may not import ${folder}: that is against the arrows`
}

/** Packages whose index loads everything they have, which costs each start a tenth of a second or more. */
const isBarrel = (specifier: string): boolean =>
  specifier === "effect" || specifier === "@effect/platform-node" || folderOf(specifier) !== undefined

/** The packages that run on every platform: time, chance and processes are behind services, such as `Clock`. */
const portable = new Set(["schema", "core"])

/** The files of these packages that contain the default of such a service. */
const defaults = /^packages\/core\/src\/(?:execute\/monotonic|match\/PatternRealm)\.ts$/

const judge = (file: SourceFile, specifier: string): string | undefined => {
  if (specifier.startsWith("node:")) {
    return file.kind === "src" && portable.has(file.folder)
      ? `${file.folder} runs on every platform, and "${specifier}" is a part of Node`
      : undefined
  }
  if (specifier.startsWith(".")) return relative(file, specifier)
  const name = packageOf(specifier)
  const folder = folderOf(name)
  const refusal = folder === undefined ? undefined : internal(file, folder)
  if (refusal !== undefined) return refusal
  // What the arrows allow a test, it need not declare: it is never published.
  const declared = file.declared.has(name) || (file.kind === "test" && folder !== undefined)
  if (!declared) return `"${name}" is not declared in packages/${file.folder}/package.json`
  // The one file that re-exports a whole package is the index of the package that people install.
  const reexports = file.path === "packages/hookline/src/index.ts" && specifier === packageName("node")
  return file.kind === "src" && isBarrel(specifier) && !reexports
    ? `"${specifier}" is a barrel; import its module, such as "${specifier}/${folder === undefined ? "Effect" : "Module"}"`
    : undefined
}

/** The vendors that a package must not name, and its files that may: examples for users, and readers of one agent. */
interface Vendors {
  readonly names: RegExp
  readonly except?: RegExp
}

/** What `hookline` and `node` need to know of a host is in its dialect, or in its facts: `Dialects` and `Hosts`. */
const vendors: Readonly<Record<string, Vendors>> = {
  core: { names: /claude|anthropic|amplifier|amcp|amplihack|copilot|cursor|gemini|codex|openai|windsurf|qwen/gi },
  node: { names: /amplifier|amcp|amplihack/gi, except: /\/promise\/OpenOptions\.ts$/ },
  hookline: {
    names: /claude|amplifier|amcp|amplihack/gi,
    except: /\/commands\/\w+\/command\.ts$|\/manage\/migrate\/foreign\/|\/demo\/show\.ts$|\/src\/adapters\//
  }
}

const vendorsNamed = (file: SourceFile): ReadonlyArray<Violation> => {
  const refused = Object.hasOwn(vendors, file.folder) ? vendors[file.folder] : undefined
  if (refused === undefined || file.kind !== "src" || refused.except?.test(file.path) === true) return []
  const named = (text: string, line: number) =>
    [...text.matchAll(refused.names)].map(([name]) => ({
      path: file.path,
      line,
      message: `${file.folder} names no vendor, and this says "${name}"`
    }))
  return [...named(file.path, 1), ...file.text.split("\n").flatMap((text, index) => named(text, index + 1))]
}

const platform = (file: SourceFile): ReadonlyArray<Violation> => {
  if (file.kind !== "src" || !portable.has(file.folder) || defaults.test(file.path)) return []
  return platformUses(file.path, file.text).map(({ line, name }) => ({
    path: file.path,
    line,
    message: `${file.folder} runs on every platform, and "${name}" is of one: use Clock or a reference`
  }))
}

const imports = (file: SourceFile): ReadonlyArray<Violation> => {
  const violation = ({ line }: { readonly line: number }, message: string) => ({ path: file.path, line, message })
  let found: ReadonlyArray<Import>
  try {
    found = importsOf(file.path, file.text)
  } catch (error) {
    return [violation({ line: 1 }, `cannot be read: ${error instanceof Error ? error.message : String(error)}`)]
  }
  return found.flatMap((each) => {
    const message = judge(file, each.specifier)
    return message === undefined ? [] : [violation(each, message)]
  })
}

/** All that is wrong with a file. */
export const violations = (file: SourceFile): ReadonlyArray<Violation> =>
  below.has(file.folder)
    ? [...imports(file), ...platform(file), ...vendorsNamed(file)]
    : [{ path: file.path, line: 1, message: `${file.folder} has no place among the arrows yet` }]
