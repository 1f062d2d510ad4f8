/**
 * The files that the text of a script imports or runs, and the parts of the machine that it reaches.
 *
 * @since 0.1.0
 */
import type { Needs } from "@hookline/schema/kit/Seal"
import * as Closure from "./closure.ts"
import { includesQuery } from "./internal/closure/code.ts"
import type { ClosureFinder } from "./internal/closure/ClosureFinder.ts"
import { shown } from "./internal/closure/words.ts"
import type { Surroundings } from "./internal/imports/Evaluator.ts"
import { Found } from "./internal/imports/Found.ts"
import { readJavaScript } from "./internal/imports/javascript.ts"
import { javascriptModule } from "./internal/imports/javascriptModule.ts"
import { readPerl } from "./internal/imports/perl.ts"
import { readPython } from "./internal/imports/python.ts"
import type { Import } from "./internal/imports/pythonBindings.ts"
import { unclear } from "./internal/imports/Token.ts"
import type { Language } from "./internal/programs.ts"
import { builtins as pythonBuiltins } from "./internal/pythonBuiltins.ts"
import { join } from "./internal/ShellValues.ts"
import * as NeedsOf from "./needs.ts"

/**
 * The files that a script reaches.
 *
 * @category models
 * @since 0.1.0
 */
export interface Imports {
  /** For each import the paths at which it is searched, in order. The first that exists is the one that runs. */
  readonly searched: ReadonlyArray<ReadonlyArray<string>>
  /** Like `searched`, but for names of which most are not those of files: only a file that exists counts. */
  readonly maybe: ReadonlyArray<ReadonlyArray<string>>
  /** Folders that a script of Python adds to those in which its program searches modules. */
  readonly roots: ReadonlyArray<string>
  /** Packages that are searched in the folders `node_modules` of the script's folder and of its parents. */
  readonly packages: ReadonlyArray<string>
  /** Modules that are searched like `searched`. Where none of their paths exists they are installed packages. */
  readonly installed: ReadonlyMap<string, ReadonlyArray<string>>
  /** Names that the `imports` of the nearest `package.json` name. */
  readonly ownImports: ReadonlyArray<string>
  /** Files that the script runs in processes of their own, or in its own shell. */
  readonly files: ReadonlyArray<Closure.RunFile>
  readonly beyond: ReadonlyArray<string>
  readonly unknown: ReadonlyArray<string>
  readonly programs: ReadonlyArray<string>
  /** The names of all programs that are looked up in `PATH`. */
  readonly commands: ReadonlyArray<string>
  /** Code of other languages in the script itself. */
  readonly code: ReadonlyArray<Closure.Code>
  /** The names of functions that a script for the shell defines. */
  readonly functions: ReadonlyArray<string>
  readonly needs: Needs
  /** The state that the script leaves to those that it runs. */
  readonly leaves: Closure.Leaves
  /** The state that the script leaves to those that run in its own shell. */
  readonly leavesSourced: Closure.Leaves
}

/**
 * A script, and how it starts.
 *
 * @category models
 * @since 0.1.0
 */
export interface Script {
  readonly text: string
  readonly path: string
  /** All paths by which it is named, beside `path`. */
  readonly names?: ReadonlyArray<string>
  readonly language: Language
  /** Folders in which modules are searched. */
  readonly roots?: ReadonlyArray<string>
  readonly leaves?: Closure.Leaves
}

const byExtension: ReadonlyArray<readonly [RegExp, Language]> = [
  [/\.pyw?$/i, "python"],
  [/\.[mc]?[jt]sx?$/i, "javascript"],
  [/\.(?:ba|z|da|k)?sh$/i, "shell"],
  [/\.rb$/i, "ruby"],
  [/\.p[lm]$/i, "perl"],
  [/\.php$/i, "php"],
  [/\.ps[md]?1$/i, "powershell"],
  [/\.awk$/i, "awk"]
]

const byShebang: ReadonlyArray<readonly [RegExp, Language]> = [
  [/^#!.*\bpython/, "python"],
  [/^#!.*\b(?:node|deno|bun|tsx|ts-node)\b/, "javascript"],
  [/^#!.*\b(?:ba|z|da|k)?sh\b/, "shell"],
  [/^#!.*\bruby\b/, "ruby"],
  [/^#!.*\bperl\b/, "perl"],
  [/^#!.*\b[gmn]?awk\b/, "awk"]
]

/**
 * Returns the language of a script by its name and first line, or `undefined` if it is no script.
 *
 * @category getters
 * @since 0.1.0
 */
export const languageOf = (path: string, text: string): Language | undefined => {
  const name = path.slice(path.lastIndexOf("/") + 1)
  const known = byExtension.find(([pattern]) => pattern.test(name))?.[1]
  if (known !== undefined || !text.startsWith("#!")) return known
  const line = text.slice(0, 200).split("\n", 1)[0] ?? ""
  return byShebang.find(([pattern]) => pattern.test(line))?.[1]
}

const folderOf = (path: string): string => path.slice(0, Math.max(1, path.lastIndexOf("/")))

const baseOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1)

/** Returns the paths at which Python searches a module in folders, in order. */
const pythonModule = (name: string, folders: ReadonlyArray<string>): ReadonlyArray<string> => {
  const path = name.replaceAll(".", "/")
  return folders.flatMap((folder) => [
    join(folder, `${path}/__init__.py`),
    join(folder, `${path}.so`),
    join(folder, `${path}.abi3.so`),
    join(folder, `${path}.py`),
    join(folder, `${path}.pyc`)
  ])
}

interface Modules {
  readonly searched: Array<ReadonlyArray<string>>
  readonly maybe: Array<ReadonlyArray<string>>
  readonly installed: Map<string, ReadonlyArray<string>>
}

/** Returns the paths of the modules that a script of Python imports. */
const pythonModules = (
  imports: ReadonlyArray<Import>,
  called: ReadonlySet<string>,
  path: string,
  folders: ReadonlyArray<string>
): Modules => {
  const folder = folderOf(path)
  const modules: Modules = { searched: [], maybe: [], installed: new Map() }
  const add = (name: string, within: ReadonlyArray<string>): void => {
    const steps = name.split(".")
    // Each package on the way runs its own file.
    for (let count = 1; count <= steps.length; count++) {
      const paths = pythonModule(steps.slice(0, count).join("."), within)
      modules.searched.push(paths)
      const [first = ""] = steps
      if (within === folders && !pythonBuiltins.has(first))
        modules.installed.set(first, [...(modules.installed.get(first) ?? []), ...paths])
    }
  }
  const relative = (name: string): readonly [base: string, within: ReadonlyArray<string>] => {
    const dots = /^\.*/.exec(name)?.[0].length ?? 0
    return [name.slice(dots), dots === 0 ? folders : [join(folder, "../".repeat(dots - 1))]]
  }
  for (const { module, names } of imports) {
    const [base, within] = relative(module)
    if (base !== "") add(base, within)
    else modules.searched.push(within.map((one) => join(one, "__init__.py")))
    for (const name of names ?? []) {
      // A name is mostly that of a value: only a module that exists counts.
      const paths = pythonModule(base === "" ? name : `${base}.${name}`, within)
      modules.maybe.push(paths)
      const [first = ""] = base.split(".")
      if (within === folders && modules.installed.has(first))
        modules.installed.set(first, [...(modules.installed.get(first) ?? []), ...paths])
    }
  }
  for (const name of called) {
    const [base, within] = relative(name)
    if (base !== "") add(base, within)
  }
  return modules
}

const pathLiteral = /(["'`])((?:\.{0,2}\/)?[\w@./-]{1,200}\.(?:[mc]?[jt]sx?|py|sh|json|wasm|node))\1/g

/** Returns the files that literals name, from the folder of the script: only those that exist count. */
const named = (text: string, path: string): ReadonlyArray<ReadonlyArray<string>> =>
  [...text.matchAll(pathLiteral)].map(([, , name = ""]) => [join(folderOf(path), name)])

/** Longer texts are generated. They are searched up to here. */
const longest = 512 * 1024

/**
 * Imports of nothing.
 *
 * @category constants
 * @since 0.1.0
 */
export const empty: Imports = {
  searched: [],
  maybe: [],
  roots: [],
  packages: [],
  installed: new Map(),
  ownImports: [],
  files: [],
  beyond: [],
  unknown: [],
  programs: [],
  commands: [],
  code: [],
  functions: [],
  needs: NeedsOf.none,
  leaves: Closure.nothingLeft,
  leavesSourced: Closure.nothingLeft
}

/** Returns what is known of the process in which a script runs. */
const surroundingsOf = (
  finder: ClosureFinder,
  paths: ReadonlyArray<string>,
  { home, variables }: Closure.Place
): Surroundings => ({
  paths,
  folders: () => ({ all: finder.values.folders, isOpen: finder.values.isFolderOpen }),
  variable: (name) =>
    finder.values.isSet(name) || Object.hasOwn(variables, name) || (name === "HOME" && home !== "")
      ? finder.values.variable(name)
      : undefined
})

/** A script that was read by words: its text with its own names of functions, and the modules of Python. */
interface Reading {
  readonly text: string
  readonly imports: ReadonlyArray<Import>
}

const readWords = (
  script: Script,
  text: string,
  finder: ClosureFinder,
  found: Found,
  place: Closure.Place
): Reading => {
  const { language, names = [], path } = script
  const surroundings = surroundingsOf(finder, [...new Set([path, ...names])], place)
  try {
    switch (language) {
      case "python":
        return readPython(text, finder, found, surroundings)
      case "javascript":
        readJavaScript(text, finder, found, surroundings)
        break
      case "perl":
        readPerl(text, finder, found, surroundings)
        break
      case "awk":
        for (const [words] of text.matchAll(/^\s*@(?:include|load)\b.*/gm)) found.unknown.add(shown(words))
        break
      case "query":
        if (includesQuery.test(text)) found.unknown.add(baseOf(path))
        break
      default:
        if (path !== "" && !path.endsWith("/-")) found.unknown.add(baseOf(path))
    }
  } catch (error) {
    if (error !== unclear) throw error
    found.unknown.add(baseOf(path) === "-" ? shown(text) : baseOf(path))
  }
  return { text, imports: [] }
}

/**
 * Returns the imports of a script.
 *
 * @category getters
 * @since 0.1.0
 */
export const of = (script: Script, place: Closure.Place): Imports => {
  const { language, leaves, names = [], path, roots = [] } = script
  const text = script.text.slice(0, longest)
  const rest = script.text.length > longest ? [`${baseOf(path)} beyond its first 512 KiB`] : []
  const needs = NeedsOf.ofText(text)
  if (language === "shell") {
    const closure = Closure.ofScript(text, [path, ...names], place, leaves)
    return {
      ...empty,
      files: closure.files,
      roots: closure.roots,
      beyond: closure.beyond,
      unknown: [...closure.unknown, ...rest],
      programs: closure.programs,
      commands: closure.commands,
      functions: Closure.functionsIn(text),
      code: closure.code,
      needs: NeedsOf.union([needs, closure.needs]),
      leaves: closure.leaves,
      leavesSourced: closure.leavesSourced
    }
  }
  const finder = Closure.finderIn(place, text.length, leaves)
  const found = new Found()
  let reading: Reading = { text, imports: [] }
  // A folder that the script enters is one in which it loads files.
  for (let before = -1, round = 0; before !== finder.values.size && round < 3; round++) {
    before = finder.values.size
    reading = readWords(script, text, finder, found, place)
  }
  const code = Closure.ofCode(language, reading.text, place, finder)
  const folders = [...new Set([...found.roots, ...roots])]
  const modules = pythonModules(reading.imports, language === "python" ? found.modules : new Set(), path, folders)
  if (language === "perl") {
    for (const name of found.modules) modules.searched.push(folders.map((folder) => join(folder, name)))
    for (const name of found.packages)
      modules.installed.set(
        name,
        folders.map((folder) => join(folder, `${name.replaceAll("::", "/")}.pm`))
      )
  }
  return {
    ...empty,
    roots: [...found.roots, ...code.roots],
    searched: [...modules.searched, ...found.searched],
    maybe: [...modules.maybe, ...named(text, path)],
    packages: language === "javascript" ? [...found.packages] : [],
    installed: modules.installed,
    ownImports: [...found.ownImports],
    files: code.files,
    beyond: code.beyond,
    unknown: [...code.unknown, ...found.unknown, ...rest],
    programs: code.programs,
    commands: code.commands,
    code: code.code,
    needs: NeedsOf.union([needs, code.needs]),
    leaves: code.leaves,
    leavesSourced: code.leavesSourced
  }
}

/**
 * The files that a `package.json` names.
 *
 * @category models
 * @since 0.1.0
 */
export interface PackageFiles {
  readonly searched: ReadonlyArray<ReadonlyArray<string>>
  readonly unknown: ReadonlyArray<string>
}

const main = /"(?:main|module|import|require|default|node|\.)"\s*:\s*"([^"\\]+)"/g

/**
 * Returns the paths at which the modules are searched that a `package.json` names.
 *
 * @category getters
 * @since 0.1.0
 */
export const mainsOf = (text: string, folder: string): ReadonlyArray<ReadonlyArray<string>> =>
  [...text.matchAll(main)].map(([, name = ""]) => javascriptModule(join(folder, name)))

const literalsIn = (value: unknown): ReadonlyArray<string> =>
  typeof value === "string"
    ? [value]
    : typeof value === "object" && value !== null
      ? Object.values(value).flatMap(literalsIn)
      : []

const objectOf = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""))
    return typeof value === "object" && value !== null ? { ...value } : undefined
  } catch {
    // A file that is no JSON names nothing.
    return undefined
  }
}

/**
 * Returns the parts of a `package.json` by which the scripts below it are read and find their own imports.
 *
 * @category getters
 * @since 0.1.0
 */
export const decisionsOf = (text: string): string => {
  const { imports, type } = objectOf(text) ?? { type: text }
  return JSON.stringify({ type, imports })
}

/**
 * Returns the files that the `imports` of a `package.json` name.
 *
 * @category getters
 * @since 0.1.0
 */
export const ownImportsOf = (text: string, folder: string, names: ReadonlyArray<string>): PackageFiles => {
  const imports = objectOf(text)?.["imports"]
  const entries: Readonly<Record<string, unknown>> =
    typeof imports === "object" && imports !== null ? { ...imports } : {}
  const found = names.map((name) => [name, literalsIn(entries[name])] as const)
  return {
    searched: found.flatMap(([, paths]) =>
      paths.filter((path) => path.startsWith("./")).map((path) => javascriptModule(join(folder, path)))
    ),
    // A pattern, or the name of a package.
    unknown: found.flatMap(([name, paths]) =>
      paths.length === 0 || paths.some((path) => !path.startsWith("./")) ? [name] : []
    )
  }
}
