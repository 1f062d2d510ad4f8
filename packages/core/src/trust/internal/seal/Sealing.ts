// Makes the seals of one reading. What several hooks have in common is read once.
import type { Hook } from "@hookline/schema/Hook"
import type { Needs, Seal, SealedFile } from "@hookline/schema/kit/Seal"
import * as PythonScript from "../../../discover/PythonScript.ts"
import { canonical } from "../../canonical.ts"
import * as Closure from "../../closure.ts"
import { isConfinable } from "../../confinable.ts"
import * as Imports from "../../imports.ts"
import * as NeedsOf from "../../needs.ts"
import type { SealFiles } from "../../SealFiles.ts"
import type { Sealed, SealPlace } from "../../seal.ts"
import { collapsed, join } from "../ShellValues.ts"
import { ContentReader, odd } from "./ContentReader.ts"
import { type Choice, FolderListing, ofFolder, ofPlugin } from "./FolderListing.ts"
import { linesOf } from "./lines.ts"
import { Reach } from "./Reach.ts"
import { folderOf, isOfPackages, isWithin, namesIn, ofMachine } from "./paths.ts"
import { sightOf } from "./sight.ts"

/** Limits the paths that are kept as absent. */
const mostAbsent = 500

/** The parts of a seal while they are collected. */
class Draft {
  readonly files = new Map<string, SealedFile>()
  readonly absent = new Set<string>()
  readonly partly = new Set<string>()
  readonly beyond = new Set<string>()
  /** Words that name what runs, and that are not surely resolved. */
  readonly unknown = new Set<string>()
  /** Programs of which nothing is known. */
  readonly programs = new Set<string>()
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
    const named = this.#named(draft, hook, place, key)
    const plugin = this.#pluginOf(hook, project)
    const folders = plugin === undefined ? this.#foldersOf(named, place, project) : [plugin]
    const limits = plugin === undefined ? ofFolder : ofPlugin
    const choice = { limits, state: place.state ?? [], before: place.before, key }
    const searched = new Set(draft.marks.keys())
    for (const folder of folders) this.#folder(draft, folder, choice)
    const needs = NeedsOf.union(draft.needs)
    const beyond = [...draft.beyond].toSorted()
    const unknown = [...new Set([...draft.unknown, ...draft.programs])].toSorted()
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
      unknown,
      needs,
      profile: isConfinable(hook.handler)
        ? NeedsOf.profileOf({ needs, beyond, unknown, programs: [...draft.programs] })
        : "open"
    }
    return { seal, sights: { lookedAt, changedAt: draft.changedAt, marks: draft.marks, searched } }
  }

  /** Adds the files that a hook names and those that they load. Returns the real paths of those that it names. */
  #named(draft: Draft, hook: Hook, place: SealPlace, key: (path: string) => string): ReadonlyArray<string> {
    const reach = new Reach(hook.handler, besideOf(hook, place), this.#foundFirst(place), this.#imports, {
      read: (path) => {
        const read = this.#name(draft, path, key)
        if (read === undefined) return undefined
        // What is too long to be kept is not read either.
        const text = read.bytes === undefined ? undefined : decoder.decode(read.bytes.subarray(0, 1 << 20))
        return { real: read.real, text, mode: read.mode }
      },
      search: (group, isImport) => this.#search(draft, group, isImport, key),
      kindOf: (path) => this.#files.follow(path).kind,
      packageFile: (from) => this.#packageFile(draft, from, place, key)
    })
    const { roots, results } = reach.run()
    for (const path of reach.left) draft.partly.add(key(collapsed(path)))
    const functions = new Set(results.flatMap((one) => one.functions))
    for (const one of results) {
      for (const name of one.beyond) draft.beyond.add(name)
      for (const name of one.unknown) draft.unknown.add(name)
      for (const name of one.programs) if (!functions.has(name)) draft.programs.add(name)
      for (const name of one.packages) this.#package(draft, name, folderOf(one.path), place, key)
      for (const [name, paths] of one.installed)
        if (!paths.some((path) => this.#files.follow(path).kind === "file") && !this.#isNamespace(name, roots))
          draft.beyond.add(`the package ${name}`)
      draft.needs.push(one.needs)
    }
    this.#tools(draft, new Set(results.flatMap(({ commands }) => commands)), place, key)
    return reach.named
  }

  /** Checks whether a package of Python is a folder without a file of its own. */
  #isNamespace(name: string, roots: ReadonlyArray<string>): boolean {
    return roots.some((folder) => this.#files.follow(join(folder, name)).kind === "folder")
  }

  /** Returns the path of the nearest file of a name, from a folder up to that of the project. */
  #nearest(draft: Draft, name: string, from: string, { project }: SealPlace, key: (path: string) => string) {
    for (let folder = from; ; folder = folderOf(folder)) {
      const path = join(folder, name)
      if (this.#files.follow(path).kind !== "missing") return path
      this.#absent(draft, path, key)
      if (folder === project || folder === "/" || !isWithin(folder, project)) return undefined
    }
  }

  /** Returns the nearest `package.json`, by which a script of JavaScript is read and finds its own imports. */
  #packageFile(draft: Draft, from: string, place: SealPlace, key: (path: string) => string) {
    const path = this.#nearest(draft, "package.json", from, place, key)
    const real = path === undefined ? undefined : this.#files.realPath(path)
    if (path === undefined || real === undefined) return undefined
    this.#sight(draft, path)
    const { bytes } = this.#reader.read(path, real, this.#files.follow(path))
    const text = bytes === undefined ? "" : decoder.decode(bytes)
    // Its other parts change often, and decide nothing here.
    const name = `${key(path)} (type, imports)`
    draft.files.set(name, { mode: "odd", sha256: this.#files.hash(Imports.decisionsOf(text)) })
    return { path, text }
  }

  /** Reports settings by which programs load files that no script names. */
  #tools(draft: Draft, commands: ReadonlySet<string>, place: SealPlace, key: (path: string) => string): void {
    const settings = [
      [/^(?:bun|bunx)$/, "bunfig.toml", /\bpreload\b/],
      [/^(?:bun|tsx|ts-node|vite-node|esno)$/, "tsconfig.json", /"(?:paths|baseUrl|extends)"/],
      [/^deno$/, "deno.json", /"(?:imports|importMap|scopes|extends|links|workspace)"/],
      [/^deno$/, "deno.jsonc", /"(?:imports|importMap|scopes|extends|links|workspace)"/]
    ] as const
    for (const [program, name, deciding] of settings) {
      if (![...commands].some((command) => program.test(command))) continue
      const read = this.#name(draft, join(place.project, name), key)
      if (read !== undefined && (read.bytes === undefined || deciding.test(decoder.decode(read.bytes))))
        draft.unknown.add(`${name} of ${[...commands].find((command) => program.test(command)) ?? ""}`)
    }
  }

  /** Returns the file of an import: the first that exists. The paths before it must stay absent. */
  #search(
    draft: Draft,
    group: ReadonlyArray<string>,
    isImport: boolean,
    key: (path: string) => string
  ): ReadonlyArray<string> {
    const missing: Array<string> = []
    const found: Array<string> = []
    for (const path of group) {
      const { kind } = this.#files.follow(path)
      if (kind !== "missing" && kind !== "folder") {
        found.push(path)
        // The file of a package names another one, or the index beside it is the module.
        if (!path.endsWith("/package.json")) break
      }
      if (kind === "missing") missing.push(path)
    }
    if (found.length > 0 || isImport) for (const path of missing) this.#absent(draft, path, key)
    return found
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

  /** Returns the folders in which programs are found by their names, of the project or writable by any user. */
  #foundFirst({ project, searched = [] }: SealPlace): ReadonlyArray<string> {
    return searched
      .filter((folder) => isWithin(folder, project) || !folder.startsWith("/") || this.#files.follow(folder).isShared)
      .map((folder) => join(project, folder))
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
    return { real, bytes, mode: file.mode }
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
