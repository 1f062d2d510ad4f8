// Makes the seals of one reading. What several hooks have in common is read once.
import type { Hook } from "@hookline/schema/Hook"
import type { Needs, Seal, SealedFile } from "@hookline/schema/Seal"
import * as PythonScript from "../../../discover/PythonScript.ts"
import { canonical } from "../../canonical.ts"
import * as Closure from "../../closure.ts"
import * as Imports from "../../imports.ts"
import * as NeedsOf from "../../needs.ts"
import type { SealFiles } from "../../SealFiles.ts"
import type { Sealed, SealPlace } from "../../seal.ts"
import type { Language } from "../programs.ts"
import { collapsed, join } from "../ShellValues.ts"
import { ContentReader, odd } from "./ContentReader.ts"
import { type Choice, FolderListing, ofFolder, ofPlugin } from "./FolderListing.ts"
import { linesOf } from "./lines.ts"
import { folderOf, isOfPackages, isWithin, namesIn, ofMachine } from "./paths.ts"
import { sightOf } from "./sight.ts"

/** Limits the files that one hook imports, and the paths that are kept as absent. */
const mostNamed = 2000
const mostAbsent = 500
/** Limits the folders in which a program searches modules. */
const mostRoots = 32

interface Script {
  readonly path: string
  readonly text: string
  readonly language: Language
  /** True if it is started itself, so that its folder is the first in which modules are searched. */
  readonly isNamed: boolean
}

/** The parts of a seal while they are collected. */
class Draft {
  readonly files = new Map<string, SealedFile>()
  readonly absent = new Set<string>()
  readonly partly = new Set<string>()
  readonly beyond = new Set<string>()
  /** Programs and words in scripts of which nothing is known. */
  readonly inner = new Set<string>()
  /** The names of functions that scripts define, which other scripts may call. */
  readonly functions = new Set<string>()
  readonly needs: Array<Needs> = []
  readonly marks = new Map<string, string>()
  changedAt = 0
}

/** The files of a folder, and all folders in it. */
type Listed = Pick<FolderListing, "entries" | "folders">

const decoder = new TextDecoder()

export class Sealing {
  readonly #files: SealFiles["Service"]
  readonly #reader: ContentReader
  readonly #listings = new Map<string, Listed | undefined>()
  readonly #imports = new Map<string, Imports.Imports>()

  constructor(files: SealFiles["Service"]) {
    this.#files = files
    this.#reader = new ContentReader(files)
  }

  /** Makes the seal of a hook. Throws `NotSealed` if a file that runs can't be read. */
  seal(hook: Hook, place: SealPlace): Sealed {
    const lookedAt = this.#files.now()
    const project = this.#files.realPath(place.project) ?? place.project
    const draft = new Draft()
    const key = namesIn(project, place.project)
    const closure = Closure.of(hook.handler, besideOf(hook, place))
    const named = this.#named(draft, closure, place, key)
    const plugin = this.#pluginOf(hook, project)
    const folders = plugin === undefined ? this.#foldersOf(named, place, project) : [plugin]
    const limits = plugin === undefined ? ofFolder : ofPlugin
    const choice = { limits, state: place.state ?? [], before: place.before, key }
    const searched = new Set(draft.marks.keys())
    for (const folder of folders) this.#folder(draft, folder, choice)
    for (const one of closure.beyond) draft.beyond.add(one)
    const needs = NeedsOf.union([closure.needs, ...draft.needs])
    const beyond = [...draft.beyond].toSorted()
    const entry = this.#files.hash(canonical(entryOf(hook)))
    const files = Object.fromEntries([...draft.files].toSorted(([one], [other]) => (one < other ? -1 : 1)))
    const seal: Seal = {
      version: 1,
      project,
      entry,
      digest: this.#files.hash(linesOf(project, entry, files)),
      files,
      absent: [...draft.absent].toSorted(),
      state: place.state ?? [],
      partly: [...draft.partly].toSorted(),
      beyond,
      unknown: closure.unknown,
      needs,
      profile: NeedsOf.profileOf({
        needs,
        beyond,
        unknown: closure.unknown,
        programs: [...closure.programs, ...draft.inner].filter((name) => !draft.functions.has(name))
      })
    }
    return { seal, sights: { lookedAt, changedAt: draft.changedAt, marks: draft.marks, searched } }
  }

  /** Adds the files that a hook names and those that they import. Returns their real paths. */
  #named(
    draft: Draft,
    closure: Closure.Closure,
    place: SealPlace,
    key: (path: string) => string
  ): ReadonlyArray<string> {
    const queue: Array<{ readonly path: string; readonly isNamed: boolean }> = []
    const push = (path: string): void => {
      queue.push({ path, isNamed: false })
    }
    const found: Array<string> = []
    const seen = new Set<string>()
    const scripts: Array<Script> = []
    // All modules of a program are searched in the same folders.
    const roots = new Set(closure.roots)
    const search = (script: Script): void => {
      const before = roots.size
      if (script.isNamed && script.language === "python") roots.add(folderOf(script.path))
      const imports = this.#importsOf(script, place, roots)
      for (const folder of imports.roots) if (roots.size < mostRoots) roots.add(folder)
      if (!scripts.includes(script)) scripts.push(script)
      for (const group of imports.searched) this.#search(draft, group, true, key, push)
      for (const group of imports.maybe) this.#search(draft, group, false, key, push)
      for (const name of imports.packages) this.#package(draft, name, folderOf(script.path), place, key)
      for (const one of imports.beyond) draft.beyond.add(one)
      for (const one of [...imports.unknown, ...imports.programs]) draft.inner.add(one)
      for (const one of imports.functions) draft.functions.add(one)
      draft.needs.push(imports.needs)
      if (roots.size > before) for (const one of scripts) if (one.language === "python" && one !== script) search(one)
      if (roots.size > before && script.language === "python") search(script)
    }
    for (const { path, role } of closure.files) queue.push({ path, isNamed: role !== "argument" })
    for (const path of this.#foundFirst(closure, place)) queue.push({ path, isNamed: true })
    for (const { folders, language, text } of closure.code)
      for (const folder of folders) search({ path: join(folder, "-"), text, language, isNamed: true })
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { isNamed, path } = next
      if (seen.has(path)) continue
      seen.add(path)
      if (seen.size > mostNamed) {
        draft.partly.add(key(collapsed(path)))
        break
      }
      const read = this.#name(draft, path, key)
      if (read === undefined) continue
      if (isNamed) found.push(read.real)
      if (read.bytes === undefined) continue
      const text = decoder.decode(read.bytes.subarray(0, 1 << 20))
      if (path.endsWith("/package.json"))
        for (const main of Imports.mainsOf(text, folderOf(path))) this.#search(draft, main, true, key, push)
      const language = Imports.languageOf(read.real, text) ?? (isNamed ? languageOfRun(closure, path) : undefined)
      if (language !== undefined) search({ path: read.real, text, language, isNamed })
    }
    return found
  }

  #importsOf({ language, path, text }: Script, place: Closure.Place, roots: ReadonlySet<string>): Imports.Imports {
    // A file is read once. Code of an entry has no file.
    const name = `${language}\0${path}\0${[...roots].join("\0")}\0${path.endsWith("/-") ? text : ""}`
    const known = this.#imports.get(name)
    if (known !== undefined) return known
    const imports = Imports.of(text, path, language, place, [...roots])
    this.#imports.set(name, imports)
    return imports
  }

  /** Finds the file of an import: the first that exists. The paths before it must stay absent. */
  #search(
    draft: Draft,
    group: ReadonlyArray<string>,
    isImport: boolean,
    key: (path: string) => string,
    found: (path: string) => void
  ): void {
    const missing: Array<string> = []
    let isFound = false
    for (const path of group) {
      const { kind } = this.#files.follow(path)
      if (kind !== "missing" && kind !== "folder") {
        found(path)
        isFound = true
        // The file of a package names another one, or the index beside it is the module.
        if (!path.endsWith("/package.json")) break
      }
      if (kind === "missing") missing.push(path)
    }
    if (isFound || isImport) for (const path of missing) this.#absent(draft, path, key)
  }

  #absent(draft: Draft, path: string, key: (path: string) => string): void {
    if (draft.absent.size >= mostAbsent) return
    draft.absent.add(key(collapsed(path)))
    this.#sight(draft, path)
  }

  /** Notes a package that is searched from a folder up to that of the project. */
  #package(draft: Draft, name: string, from: string, { project }: SealPlace, key: (path: string) => string): void {
    draft.beyond.add(`the package ${name}`)
    for (let folder = from; ; folder = folderOf(folder)) {
      const path = join(folder, `node_modules/${name}`)
      if (this.#files.follow(path).kind !== "missing") return
      this.#absent(draft, path, key)
      if (folder === project || folder === "/" || !isWithin(folder, project)) return
    }
  }

  /** Returns programs that are found by their names in folders of the project, or in those that any user may write. */
  #foundFirst(closure: Closure.Closure, { project, searched = [] }: SealPlace): ReadonlyArray<string> {
    const folders = searched.filter(
      (folder) => isWithin(folder, project) || !folder.startsWith("/") || this.#files.follow(folder).isShared
    )
    return folders.flatMap((folder) => closure.commands.map((name) => join(join(project, folder), name)))
  }

  /** Adds one file by its path, with the links on the way to it. */
  #name(draft: Draft, path: string, key: (path: string) => string) {
    const lexical = collapsed(path)
    this.#sight(draft, path)
    const look = this.#files.follow(path)
    const real = this.#files.realPath(path)
    if (look.kind === "missing" || real === undefined) {
      if (draft.absent.size < mostAbsent) draft.absent.add(key(lexical))
      const { target } = this.#files.look(path)
      // A link to nowhere is what it leads to as soon as that is there.
      if (target !== undefined) draft.files.set(key(lexical), { ...odd, link: target })
      return undefined
    }
    if (look.kind === "folder") return undefined
    const { bytes, file } = this.#reader.read(path, real, look)
    if (key(real) !== key(lexical)) draft.files.set(key(lexical), { ...file, link: key(real) })
    draft.files.set(key(real), file)
    return { real, bytes }
  }

  #sight(draft: Draft, path: string): void {
    if (draft.marks.has(path)) return
    const { changedAt, mark } = sightOf(this.#files, path)
    draft.marks.set(path, mark)
    draft.changedAt = Math.max(draft.changedAt, changedAt)
  }

  /** Returns the folder of a hook's plugin, unless the project itself is the plugin. */
  #pluginOf({ source }: Hook, project: string): string | undefined {
    if (source.plugin === undefined) return undefined
    const folder = this.#files.realPath(source.pluginFolder ?? source.folder)
    return folder === undefined || isWithin(project, folder) ? undefined : folder
  }

  /** Returns the folders of the files that a hook names, without those that contain more than hooks. */
  #foldersOf(named: ReadonlyArray<string>, { home }: SealPlace, project: string): ReadonlyArray<string> {
    const folders = new Set<string>()
    for (const path of named) {
      const folder = folderOf(path)
      const isWide = isWithin(project, folder) || isWithin(home, folder) || ofMachine.test(path)
      if (!isWide && !isOfPackages(path)) folders.add(folder)
    }
    // A folder in a folder is part of that.
    return [...folders].filter((folder) => ![...folders].some((other) => other !== folder && isWithin(folder, other)))
  }

  /** Adds the files of a folder. */
  #folder(draft: Draft, folder: string, choice: Choice): void {
    // What was too much to be sealed is not compared either.
    const wasPartly = choice.before?.partly.includes(choice.key(folder)) === true
    const listing = wasPartly ? undefined : this.#listing(folder, choice)
    if (listing === undefined) {
      draft.partly.add(choice.key(folder))
      return
    }
    // A file that appears changes its folder.
    for (const path of listing.folders) this.#sight(draft, path)
    for (const { file, path } of listing.entries) {
      // What was not read decides nothing.
      if (file.sha256 !== "") this.#sight(draft, path)
      const name = choice.key(path)
      if (!draft.files.has(name))
        draft.files.set(name, file.link === undefined ? file : { ...file, link: choice.key(file.link) })
    }
  }

  /** Lists a folder. Returns `undefined` if it has more files than the limits allow. */
  #listing(folder: string, choice: Choice): Listed | undefined {
    const { before, limits, state } = choice
    // What is read depends on the seal to compare with, so that only listings without one are shared.
    const name = [folder, `${limits.files}`, ...state].join("\0")
    if (before === undefined && this.#listings.has(name)) return this.#listings.get(name)
    const listing = new FolderListing(this.#files, this.#reader, choice)
    const listed = listing.list(folder) ? listing : undefined
    if (before === undefined) this.#listings.set(name, listed)
    return listed
  }
}

const languageOfRun = ({ files }: Closure.Closure, path: string): Language | undefined => {
  const role = files.find((file) => file.path === path)?.role
  return role === "script" ? "shell" : undefined
}

/** Returns the place with the folders to which paths of the hook's own file are relative. */
const besideOf = ({ source }: Hook, place: SealPlace): Closure.Place => {
  const { beside = folderOf(source.file) } = place
  return { ...place, beside, folders: place.folders ?? PythonScript.folders(source, place.project, beside) }
}

/** Returns the parts of a hook that its seal is bound to. Its name, its index and its file are none. */
const entryOf = ({
  event,
  handler,
  if: rule,
  matcher,
  onFailure,
  once,
  source,
  timeoutMillis,
  written
}: Hook): unknown => ({
  dialect: source.dialect,
  event,
  matcher,
  if: rule,
  handler: written ?? { handler, onFailure, once, timeoutMillis }
})
