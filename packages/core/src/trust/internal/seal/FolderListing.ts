// Lists the files of a folder whose whole content is sealed.
import type { Seal, SealedFile } from "@hookline/schema/kit/Seal"
import { isRunnable } from "../../runnable.ts"
import type { Look, SealFiles } from "../../SealFiles.ts"
import { type ContentReader, odd } from "./ContentReader.ts"
import { isIgnored, isState, ofMachine } from "./paths.ts"

/** Limits of what one seal covers. */
export interface Limits {
  readonly files: number
  readonly bytes: number
}

/** The folder of a project's hooks, beside which other files of the project may be. */
export const ofFolder: Limits = { files: 1000, bytes: 16 << 20 }
/** A plugin, which is as large as one that is installed may be. */
export const ofPlugin: Limits = { files: 5000, bytes: 64 << 20 }

/** Limits the files that change nothing: they are listed, and not read. */
const mostHarmless = 100_000
const mostDepth = 32

/** A file of a folder, by its real path. */
export interface Entry {
  readonly path: string
  readonly file: SealedFile
  readonly runs: boolean
}

/** The facts by which the files of a folder are chosen. */
export interface Choice {
  readonly limits: Limits
  readonly state: ReadonlyArray<string>
  /** The seal to compare with. A file that is not in it, and that could not run, is not read. */
  readonly before: Seal | undefined
  readonly key: (path: string) => string
}

/** Thrown where a folder has more files than the limits allow. */
const tooMany = new Error("too many files")

export class FolderListing {
  readonly entries: Array<Entry> = []
  readonly #files: SealFiles["Service"]
  readonly #reader: ContentReader
  readonly #choice: Choice
  /** The folders that were listed, so that a circle of links ends. */
  readonly folders = new Set<string>()
  #restFiles: number
  #restBytes: number
  #restHarmless = mostHarmless

  constructor(files: SealFiles["Service"], reader: ContentReader, choice: Choice) {
    this.#files = files
    this.#reader = reader
    this.#choice = choice
    this.#restFiles = choice.limits.files
    this.#restBytes = choice.limits.bytes
  }

  /** Lists a folder. Returns false if it has more files than the limits allow. */
  list(folder: string): boolean {
    try {
      this.#walk(folder, 0)
      return true
    } catch (error) {
      if (error !== tooMany) throw error
      return false
    }
  }

  #walk(folder: string, depth: number): void {
    if (this.folders.has(folder)) return
    this.folders.add(folder)
    if (depth > mostDepth) throw tooMany
    const names = this.#files.names(folder)
    // Files in it may run by their names nevertheless.
    if (names === undefined) this.#add(folder, { mode: "unreadable", sha256: "" }, false)
    for (const name of names ?? []) {
      const path = folder === "/" ? `/${name}` : `${folder}/${name}`
      if (isIgnored(name, () => this.#isRepository(path))) continue
      const look = this.#files.look(path)
      if (look.kind === "folder") this.#walk(path, depth + 1)
      else if (look.kind === "link") this.#link(path, look, depth)
      else this.#file(path, look)
    }
  }

  /** Checks whether git uses a folder of its name, or a file that leads to that. */
  #isRepository(path: string): boolean {
    const { kind } = this.#files.look(path)
    return kind === "file" || (kind === "folder" && this.#files.follow(`${path}/HEAD`).kind === "file")
  }

  #file(path: string, look: Look): void {
    const { before, key, state } = this.#choice
    const name = key(path)
    const runs = look.kind === "file" && look.runs
    // A name that is no text can't be looked at, but it is there.
    if (look.kind === "odd" || look.kind === "missing") return this.#add(path, odd, false)
    const mayRun = isRunnable(path, runs)
    if (!mayRun && isState(name, state)) return
    if (!mayRun && before !== undefined && !Object.hasOwn(before.files, name)) {
      if (--this.#restHarmless < 0) throw tooMany
      this.entries.push({ path, file: { mode: "0644", sha256: "" }, runs })
      return
    }
    this.#take(look.size)
    this.#add(path, this.#reader.read(path, path, look).file, runs)
  }

  /** Adds a link by its text, and the file or folder to which it leads. */
  #link(path: string, { target = "" }: Look, depth: number): void {
    const real = this.#files.realPath(path)
    const end = this.#files.follow(path)
    if (real === undefined || end.kind === "missing" || end.kind === "odd")
      return this.#add(path, { ...odd, link: target }, false)
    if (end.kind === "folder") {
      this.#add(path, { ...odd, link: real }, false)
      if (!ofMachine.test(`${real}/`)) this.#walk(real, depth + 1)
      return
    }
    this.#take(end.size)
    const { file } = this.#reader.read(path, real, end)
    this.#add(path, { ...file, link: real }, end.runs)
    this.#add(real, file, end.runs)
  }

  #take(bytes: number): void {
    this.#restBytes -= bytes
    if (this.#restBytes < 0) throw tooMany
  }

  #add(path: string, file: SealedFile, runs: boolean): void {
    if (--this.#restFiles < 0) throw tooMany
    this.entries.push({ path, file, runs })
  }
}
