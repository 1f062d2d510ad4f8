// The files that a hook reaches: those that its entry names, and those that they load, each with what is left to it by
// the texts that run it.
import type { Handler } from "@hookline/schema/Handler"
import type { SealedFile } from "@hookline/schema/kit/Seal"
import * as Closure from "../../closure.ts"
import * as Imports from "../../imports.ts"
import { programsOf } from "../programs.ts"
import type { Language } from "../programs.ts"
import { join } from "../ShellValues.ts"
import { shown } from "../closure/words.ts"
import { folderOf } from "./paths.ts"

/** Limits the files that one hook loads. */
const mostNamed = 2000
/** Limits the folders in which a program searches modules. */
const mostRoots = 32
/** Limits how often one file is read anew, since others leave more to it. */
const mostRounds = 8

/** The file of a path. */
export interface ReadFile {
  readonly real: string
  /** The text, or `undefined` if it is not read. */
  readonly text: string | undefined
  readonly mode: SealedFile["mode"]
}

/** Access to the files of a seal. Each call notes what it looks at. */
export interface Access {
  readonly read: (path: string) => ReadFile | undefined
  readonly search: (group: ReadonlyArray<string>, isImport: boolean) => ReadonlyArray<string>
  readonly kindOf: (path: string) => string
  /** Returns the nearest `package.json` of a folder. */
  readonly packageFile: (from: string) => { readonly path: string; readonly text: string } | undefined
}

/** The files and programs that one text reaches. */
export interface Result extends Imports.Imports {
  readonly path: string
  readonly language: Language
  readonly commands: ReadonlyArray<string>
}

/** The way in which a file is reached: it runs itself, another text loads it, or it is only named. */
type Role = Closure.Role | "import"

/** A text of a hook. */
interface Node {
  readonly path: string
  /** The entry of the hook, or code in a text. A file has none. */
  readonly code?: { readonly text: string; readonly language: Language }
  readonly languages: Set<Language>
  role: Role
  leaves: Closure.Leaves
  /** Texts in whose own shell it runs, to which it leaves what it sets. */
  readonly sourcers: Set<Node>
  rounds: number
  isQueued: boolean
}

const strength: ReadonlyArray<Role> = ["argument", "import", "program", "script"]

export class Reach {
  /** The real paths of the files that the entry names. */
  readonly named: Array<string> = []
  /** Files that are too many to be read. */
  readonly left: Array<string> = []
  readonly #handler: Handler
  readonly #place: Closure.Place
  readonly #access: Access
  readonly #cache: Map<string, Imports.Imports>
  readonly #nodes = new Map<string, Node>()
  readonly #results = new Map<Node, ReadonlyArray<Result>>()
  readonly #roots = new Set<string>()
  readonly #queue: Array<Node> = []
  readonly #entry: Node

  constructor(
    handler: Handler,
    place: Closure.Place,
    searched: ReadonlyArray<string>,
    cache: Map<string, Imports.Imports>,
    access: Access
  ) {
    this.#handler = handler
    this.#place = place
    this.#access = access
    this.#cache = cache
    this.#entry = this.#node("", "script", { ...Closure.nothingLeft, searched })
  }

  /** Finds all files. */
  run(): { readonly roots: ReadonlyArray<string>; readonly results: ReadonlyArray<Result> } {
    for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) {
      next.isQueued = false
      if (this.#nodes.size > mostNamed) {
        this.left.push(next.path)
        break
      }
      if (next.rounds++ > mostRounds) {
        this.left.push(next.path)
        continue
      }
      const before = this.#roots.size
      this.#results.set(next, next === this.#entry ? this.#readEntry(next) : this.#readNode(next))
      // All modules of a program are searched in the same folders.
      if (this.#roots.size > before)
        for (const node of this.#results.keys())
          if ([...node.languages, node.code?.language].some((one) => one === "python" || one === "perl"))
            this.#enqueue(node)
    }
    return { roots: [...this.#roots], results: [...this.#results.values()].flat() }
  }

  #enqueue(node: Node): void {
    if (node.isQueued) return
    node.isQueued = true
    this.#queue.push(node)
  }

  /** Returns the node of a path, with all that is left to it. */
  #node(path: string, role: Role, leaves: Closure.Leaves, languages: ReadonlyArray<Language> = []): Node {
    const known = this.#nodes.get(path)
    if (known === undefined) {
      const node: Node = {
        path,
        role,
        leaves,
        languages: new Set(languages),
        sourcers: new Set(),
        rounds: 0,
        isQueued: false
      }
      this.#nodes.set(path, node)
      this.#enqueue(node)
      return node
    }
    const together = Closure.merged(known.leaves, leaves)
    const isStronger = strength.indexOf(role) > strength.indexOf(known.role)
    const isMore = languages.some((one) => !known.languages.has(one))
    if (isStronger) known.role = role
    for (const one of languages) known.languages.add(one)
    if (isStronger || isMore || Closure.textOf(together) !== Closure.textOf(known.leaves)) {
      known.leaves = together
      this.#enqueue(known)
    }
    return known
  }

  #readEntry(node: Node): ReadonlyArray<Result> {
    const closure = Closure.of(this.#handler, this.#place, node.leaves)
    for (const { path, role } of closure.files) if (role !== "argument") this.#noteNamed(path)
    return [this.#follow(node, emptyOf(closure), "shell", closure.commands)]
  }

  #noteNamed(path: string): void {
    if (this.#access.kindOf(path) === "missing") return
    const read = this.#access.read(path)
    if (read !== undefined && !this.named.includes(read.real)) this.named.push(read.real)
  }

  #readNode(node: Node): ReadonlyArray<Result> {
    const { code, path } = node
    if (code !== undefined) return [this.#readText(node, path, code.text, code.language)]
    const read = this.#access.read(path)
    if (read === undefined) return []
    const { mode, real, text } = read
    const name = shown(real.slice(real.lastIndexOf("/") + 1))
    const unread = (): ReadonlyArray<Result> =>
      node.role === "argument" ? [] : [{ ...emptyResult, path: real, unknown: [name] }]
    // A program of the machine behind a link is known by its name.
    if (mode === "machine") {
      if (node.role !== "program") return []
      const isPython = /^python[\d.]*$/.test(name)
      const shownPath = shown(path)
      if (isPython) return [{ ...emptyResult, path: real, beyond: [`the packages of ${shownPath}`] }]
      return programsOf(name) ? [] : [{ ...emptyResult, path: real, programs: [name] }]
    }
    if (text === undefined || mode === "odd" || mode === "unreadable") return unread()
    if (path.endsWith("/package.json")) {
      const groups = Imports.mainsOf(text, folderOf(path))
      for (const group of groups) this.#import(group, true, node, ["javascript"])
      return []
    }
    if (/\.(?:json|jsonc|json5|toml|ya?ml|txt|md)$/i.test(real) && node.role !== "program") return []
    if (text.includes("\0") || /\.(?:node|so|pyd|pyc|dylib|dll|wasm|exe)$/i.test(real)) return unread()
    const [line = ""] = text.split("\n", 1)
    if (node.role === "program") return this.#program(node, real, text, line)
    const own = node.role === "import" ? undefined : Imports.languageOf(real, text)
    const languages = node.languages.size > 0 ? [...node.languages] : own === undefined ? [] : [own]
    if (languages.length === 0) return unread()
    return languages.map((language) => this.#readText(node, real, text, language))
  }

  /** Reads a program by its first line, which names what runs it. Without one the shell does. */
  #program(node: Node, real: string, text: string, line: string): ReadonlyArray<Result> {
    if (!line.startsWith("#!")) return [this.#readText(node, real, text, "shell")]
    const closure = Closure.ofFirstLine(line, node.path, this.#place, node.leaves)
    const languages = closure.files.find(({ path }) => path === node.path)?.languages ?? []
    const others = closure.files.filter(({ path }) => path !== node.path)
    const first = this.#follow(node, { ...emptyOf(closure), files: others }, "shell", closure.commands)
    // Of an interpreter that is not known nothing is.
    const name = languages.length === 0 && closure.unknown.length + closure.beyond.length === 0 ? [shown(line)] : []
    const all = [...new Set([...languages, ...node.languages])]
    return [
      { ...first, unknown: [...first.unknown, ...name] },
      ...all.map((language) => this.#readText(node, real, text, language))
    ]
  }

  #readText(node: Node, real: string, text: string, language: Language): Result {
    const { leaves, path, role } = node
    const runsItself = node.code !== undefined || role === "script" || role === "program"
    if (runsItself && (language === "python" || language === "perl") && this.#roots.size < mostRoots)
      if (language === "python") this.#roots.add(folderOf(real))
    const roots = language === "python" || language === "perl" ? [...this.#roots] : []
    const names = real === path ? [] : [path]
    const key = [language, real, path, node.code === undefined ? "" : text, ...roots, Closure.textOf(leaves)].join("\0")
    const known = this.#cache.get(key)
    const imports = known ?? Imports.of({ text, path: real, names, language, roots, leaves }, this.#place)
    this.#cache.set(key, imports)
    return this.#follow(node, imports, language, imports.commands, real)
  }

  /** Follows what a text reaches. */
  #follow(
    node: Node,
    imports: Imports.Imports,
    language: Language,
    commands: ReadonlyArray<string>,
    path = node.path
  ): Result {
    for (const root of imports.roots) if (this.#roots.size < mostRoots) this.#roots.add(root)
    for (const group of imports.searched) this.#import(group, true, node, [language])
    for (const group of imports.maybe) this.#import(group, false, node, [])
    for (const { isSourced = false, languages, path: file, role } of imports.files) {
      // Of names that are only words of a command those that exist count.
      const left = isSourced ? imports.leavesSourced : imports.leaves
      const found = this.#node(file, role, left, languages)
      if (isSourced && !found.sourcers.has(node)) {
        found.sourcers.add(node)
        this.#enqueue(found)
      }
    }
    for (const { folders, language: inner, text } of imports.code)
      for (const folder of folders) this.#code(join(folder, "-"), text, inner, imports.leaves)
    const unknown = language === "javascript" ? this.#settings(node, imports, path) : []
    for (const sourcer of node.sourcers) {
      const together = Closure.merged(sourcer.leaves, imports.leavesSourced)
      if (Closure.textOf(together) === Closure.textOf(sourcer.leaves)) continue
      sourcer.leaves = together
      this.#enqueue(sourcer)
    }
    return { ...imports, unknown: [...imports.unknown, ...unknown], path, language, commands }
  }

  /** Follows the imports that the nearest `package.json` names. Returns those that it names no file for. */
  #settings(node: Node, { ownImports }: Imports.Imports, path: string): ReadonlyArray<string> {
    const isDecided = !/\.[mc][jt]s$|\/-$/.test(path)
    if (!isDecided && ownImports.length === 0) return []
    const file = this.#access.packageFile(folderOf(path))
    if (file === undefined) return ownImports
    const { searched, unknown } = Imports.ownImportsOf(file.text, folderOf(file.path), ownImports)
    for (const group of searched) this.#import(group, true, node, ["javascript"])
    return unknown
  }

  #code(path: string, text: string, language: Language, leaves: Closure.Leaves): void {
    const name = `${path}\0${language}\0${text}`
    if (this.#nodes.has(name)) {
      this.#node(name, "script", leaves)
      return
    }
    const node: Node = {
      path,
      code: { text, language },
      role: "script",
      leaves,
      languages: new Set(),
      sourcers: new Set(),
      rounds: 0,
      isQueued: false
    }
    this.#nodes.set(name, node)
    this.#enqueue(node)
  }

  #import(group: ReadonlyArray<string>, isImport: boolean, node: Node, languages: ReadonlyArray<Language>): void {
    for (const path of this.#access.search(group, isImport))
      this.#node(path, isImport ? "import" : "argument", node.leaves, languages)
  }
}

const emptyOf = (closure: Closure.Closure): Imports.Imports => ({
  ...emptyResult,
  roots: closure.roots,
  files: closure.files,
  beyond: closure.beyond,
  unknown: closure.unknown,
  programs: closure.programs,
  commands: closure.commands,
  code: closure.code,
  needs: closure.needs,
  leaves: closure.leaves,
  leavesSourced: closure.leavesSourced
})

const emptyResult: Result = { ...Imports.empty, path: "", language: "other" }
