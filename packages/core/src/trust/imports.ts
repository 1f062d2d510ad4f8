/**
 * The files that the text of a script imports or runs, and the parts of the machine that it reaches.
 *
 * @since 0.1.0
 */
import type { Needs } from "@hookline/schema/Seal"
import * as Closure from "./closure.ts"
import { builtins } from "./internal/nodeBuiltins.ts"
import type { Language } from "./internal/programs.ts"
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
  readonly beyond: ReadonlyArray<string>
  readonly unknown: ReadonlyArray<string>
  readonly programs: ReadonlyArray<string>
  /** The names of functions that a script for the shell defines. */
  readonly functions: ReadonlyArray<string>
  readonly needs: Needs
}

const byExtension: ReadonlyArray<readonly [RegExp, Language]> = [
  [/\.pyw?$/i, "python"],
  [/\.[mc]?[jt]sx?$/i, "javascript"],
  [/\.(?:ba|z|da|k)?sh$/i, "shell"],
  [/\.rb$/i, "ruby"],
  [/\.p[lm]$/i, "perl"],
  [/\.php$/i, "php"],
  [/\.ps[md]?1$/i, "powershell"]
]

const byShebang: ReadonlyArray<readonly [RegExp, Language]> = [
  [/^#!.*\bpython/, "python"],
  [/^#!.*\b(?:node|deno|bun|tsx|ts-node)\b/, "javascript"],
  [/^#!.*\b(?:ba|z|da|k)?sh\b/, "shell"],
  [/^#!.*\bruby\b/, "ruby"],
  [/^#!.*\bperl\b/, "perl"]
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

const pythonImport =
  /(?:^|[;:])[ \t]*(?:import[ \t]+([\w.]+(?:[ \t]+as[ \t]+\w+)?(?:[ \t]*,[ \t]*[\w.]+(?:[ \t]+as[ \t]+\w+)?)*)|from[ \t]+(\.*[\w.]*)[ \t]+import[ \t]+(\([^)]*\)|[^\n#;]+))/gm
const pythonCall = /\b(?:import_module|__import__|run_module)\(\s*["']([\w.]+)["']/g
const pythonPath = /\bsys\.path\.(?:insert|append|extend)\([^\n]*/g

/** Returns the paths at which Python searches a module in folders, in order. */
const pythonModule = (name: string, folders: ReadonlyArray<string>): ReadonlyArray<string> => {
  const path = name.replaceAll(".", "/")
  return folders.flatMap((folder) => [
    join(folder, `${path}/__init__.py`),
    join(folder, `${path}.py`),
    join(folder, `${path}.pyc`)
  ])
}

const namesIn = (list: string): ReadonlyArray<string> =>
  list
    .replace(/[()]/g, " ")
    .split(",")
    .flatMap((one) => /^\s*(\w+)/.exec(one)?.[1] ?? [])

/** Returns the folders that a script adds to those in which modules are searched, as far as its literals name them. */
const pythonFolders = (text: string, folder: string): ReadonlyArray<string> =>
  [...text.matchAll(pythonPath)].flatMap(([call]) => {
    const steps = [...call.matchAll(/["']([^"']*)["']/g)].map(([, step = ""]) => step)
    const parents = (call.match(/\.parent\b/g) ?? []).length - 1
    const up =
      "/..".repeat(Math.max(0, parents)) + "/..".repeat(Math.max(0, (call.match(/dirname\(/g) ?? []).length - 1))
    return [join(`${folder}${up}`, steps.filter((step) => !step.startsWith("/")).join("/"))]
  })

const python = (text: string, path: string, roots: ReadonlyArray<string>) => {
  const folder = folderOf(path)
  const added = pythonFolders(text, folder)
  const folders = [...new Set([...added, ...roots])]
  const searched: Array<ReadonlyArray<string>> = []
  const maybe: Array<ReadonlyArray<string>> = []
  const add = (name: string, within: ReadonlyArray<string>): void => {
    const steps = name.split(".")
    // Each package on the way runs its own file.
    for (let count = 1; count <= steps.length; count++)
      searched.push(pythonModule(steps.slice(0, count).join("."), within))
  }
  for (const [, modules, from, names] of text.matchAll(pythonImport)) {
    if (modules !== undefined) {
      for (const one of modules.split(",")) add(one.trim().split(/\s/)[0] ?? "", folders)
      continue
    }
    if (from === undefined || names === undefined) continue
    const dots = /^\.*/.exec(from)?.[0].length ?? 0
    const within = dots === 0 ? folders : [join(folder, "../".repeat(dots - 1))]
    const base = from.slice(dots)
    if (base !== "") add(base, within)
    else if (dots > 0) searched.push(within.map((one) => join(one, "__init__.py")))
    for (const name of namesIn(names)) {
      const inner = base === "" ? name : `${base}.${name}`
      // A name is mostly that of a value: only a module that exists counts.
      maybe.push(pythonModule(inner, within))
    }
  }
  for (const [, name = ""] of text.matchAll(pythonCall)) add(name, folders)
  return { searched, maybe, roots: added }
}

const javascriptImport =
  /(?:\brequire(?:\.resolve)?\s*\(\s*|\bimport\s*\(\s*|\bfrom\s*|\bimport\s+|\bnew\s+URL\(\s*|\bcreateRequire\([^)]*\)\(\s*)(["'`])((?:(?!\1)[^\\\n$]){1,300})\1/g

const endings = [
  "",
  ".js",
  ".json",
  ".node",
  ".mjs",
  ".cjs",
  ".ts",
  ".mts",
  ".tsx",
  ".jsx",
  "/package.json",
  "/index.js",
  "/index.mjs",
  "/index.cjs",
  "/index.ts",
  "/index.json"
]

/** Returns the paths at which Node and its like search a module. */
export const javascriptModule = (path: string): ReadonlyArray<string> => endings.map((ending) => `${path}${ending}`)

const packageOf = (name: string): string =>
  name
    .split("/")
    .slice(0, name.startsWith("@") ? 2 : 1)
    .join("/")

const pathLiteral = /(["'`])((?:\.{0,2}\/)?[\w@./-]{1,200}\.(?:[mc]?[jt]sx?|py|sh|json|wasm|node))\1/g

const besideScript =
  /\b(?:__dirname|import\.meta\.(?:dirname|filename)|__filename)\b\)?((?:\s*[,+]\s*(["'`])[^"'`$\n]*\2)+)/g

/** Returns the paths that a script of JavaScript makes of its own folder and literals. */
const beside = (text: string, folder: string): ReadonlyArray<ReadonlyArray<string>> =>
  [...text.matchAll(besideScript)].map(([, list = ""]) => {
    const steps = [...list.matchAll(/(["'`])([^"'`]*)\1/g)].map(([, , step = ""]) => step)
    return javascriptModule(join("/", `${folder}/${steps.join("/")}`))
  })

/** Returns the imports of a script of JavaScript, and the packages that it names. */
const javascript = (text: string, path: string) => {
  const folder = folderOf(path)
  const searched: Array<ReadonlyArray<string>> = []
  const packages = new Set<string>()
  for (const [, , name = ""] of text.matchAll(javascriptImport)) {
    if (/^\.{0,2}\//.test(name) || name === "." || name === "..") searched.push(javascriptModule(join(folder, name)))
    else if (name.startsWith("#")) searched.push([join(folder, "package.json")])
    else if (/^[@a-z0-9][\w@./-]*$/i.test(name) && !/^(?:node|bun|npm|jsr|https?|data|file):/.test(name)) {
      const found = packageOf(name)
      if (!builtins.has(found)) packages.add(found)
    }
  }
  return { searched, packages: [...packages] }
}

/** Returns the files that literals name, from the folder of the script: only those that exist count. */
const named = (text: string, path: string): ReadonlyArray<ReadonlyArray<string>> =>
  [...text.matchAll(pathLiteral)].map(([, , name = ""]) => [join(folderOf(path), name)])

/** Longer texts are generated. They are searched up to here. */
const longest = 512 * 1024

const nothing: Omit<Imports, "needs"> = {
  searched: [],
  maybe: [],
  roots: [],
  packages: [],
  beyond: [],
  unknown: [],
  programs: [],
  functions: []
}

/**
 * Returns the imports of a script.
 *
 * @category getters
 * @since 0.1.0
 */
export const of = (
  whole: string,
  path: string,
  language: Language,
  place: Closure.Place,
  roots: ReadonlyArray<string>
): Imports => {
  const text = whole.slice(0, longest)
  const needs = NeedsOf.ofText(text)
  if (language === "shell") {
    const closure = Closure.ofScript(text, path, place)
    return {
      searched: closure.files.flatMap(({ path: file, role }) => (role === "argument" ? [] : [[file]])),
      maybe: closure.files.flatMap(({ path: file, role }) => (role === "argument" ? [[file]] : [])),
      roots: [],
      packages: [],
      beyond: closure.beyond,
      unknown: closure.unknown,
      programs: closure.programs,
      functions: Closure.functionsIn(text),
      needs: NeedsOf.union([needs, closure.needs])
    }
  }
  const code = Closure.ofCode(language, text, place)
  const shared = {
    ...nothing,
    beyond: code.beyond,
    unknown: code.unknown,
    programs: code.programs,
    needs: NeedsOf.union([needs, code.needs])
  }
  const maybe = [...named(text, path), ...code.files.map((file) => [file.path])]
  if (language === "python") {
    const found = python(text, path, roots)
    return { ...shared, roots: found.roots, searched: found.searched, maybe: [...found.maybe, ...maybe] }
  }
  return {
    ...shared,
    maybe,
    ...(language === "javascript" && javascript(text, path)),
    ...(language === "javascript" && { maybe: [...maybe, ...beside(text, folderOf(path))] })
  }
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
