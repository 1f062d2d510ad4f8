/**
 * Configuration files on the disk.
 *
 * **Details**
 *
 * They are read synchronously: a project has a handful, and waiting for the thread pool four times per file costs more
 * than reading it.
 *
 * @since 0.1.0
 */
import { ConfigFiles, type Watch, type Entry, Inaccessible, type FileStatus } from "@hookline/core/ConfigFiles"
import { immediately } from "@hookline/core/kit/discover/immediate"
import { codeOf, isTransient } from "@hookline/core/kit/discover/transientErrors"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as fs from "node:fs"
import { boundedText, listedText } from "./boundedText.ts"
import { Obstacle, ownStatus, refuseNoFolder, refuseObstacles } from "./obstacles.ts"
import { owners } from "./owners.ts"
import { open, type WatchFolder } from "./watch.ts"

/** Errors that mean: there is no such thing. */
const absent = new Set(["ENOENT", "ENOTDIR"])

/** Returns the result of an access, or `orElse` if there is no such thing. Any other obstacle is a failure. */
const ask = <A, B>(path: string, access: (path: string) => A, orElse: B): Exit.Exit<A | B, Inaccessible> => {
  try {
    return Exit.succeed(access(path))
  } catch (error) {
    if (error instanceof Obstacle) return Exit.fail(new Inaccessible({ path: error.at, why: error.code }))
    const why = codeOf(error)
    return absent.has(why) ? Exit.succeed(orElse) : Exit.fail(new Inaccessible({ path, why }))
  }
}

/** Throws an error of the machine again, because it is no state of the file. */
const unlessTransient = (error: unknown): void => {
  if (isTransient(codeOf(error))) throw error
}

/** Follows a link. One that leads nowhere counts as the folder that was meant, and is reported when it is read. */
const isFolder = (path: string, entry: fs.Dirent): boolean => {
  if (!entry.isSymbolicLink()) return entry.isDirectory()
  try {
    return fs.statSync(`${path}/${entry.name}`, { throwIfNoEntry: false })?.isDirectory() ?? true
  } catch (error) {
    unlessTransient(error)
    return true
  }
}

const isLink = (path: string): boolean => ownStatus(path)?.isSymbolicLink() === true

/** The folder that was listed last, with its entries, until the program does anything else. */
let listed: { readonly folder: string; readonly entries: ReadonlyArray<fs.Dirent> } | undefined

let isForgetting = false

/** Keeps a listing until the running code ends, because a file may be replaced by anything later. */
const keepListing = (folder: string, entries: ReadonlyArray<fs.Dirent>): void => {
  listed = { folder, entries }
  if (isForgetting) return
  isForgetting = true
  queueMicrotask(() => {
    isForgetting = false
    listed = undefined
  })
}

/** Checks whether the last listing has a path as a plain file, which is no link. */
const isListedFile = (path: string): boolean => {
  const length = listed?.folder.length ?? 0
  if (listed === undefined || path[length] !== "/" || !path.startsWith(listed.folder)) return false
  for (const entry of listed.entries) {
    const { name } = entry
    if (name.length === path.length - length - 1 && path.endsWith(name)) return entry.isFile()
  }
  return false
}

/**
 * Returns a text, or `undefined` if there is no file. A link that leads nowhere was meant to lead to one, and what is in the
 * place of its folder to be one.
 */
const readText = (path: string): string | undefined => {
  const text = (isListedFile(path) ? listedText(path) : undefined) ?? boundedText(path)
  if (text !== undefined) return text
  if (isLink(path)) throw new Obstacle(path, "a link to nowhere")
  refuseObstacles(path, listed?.folder)
  return undefined
}

const areSorted = (entries: ReadonlyArray<fs.Dirent>): boolean => {
  let last = ""
  for (const { name } of entries) {
    if (name < last) return false
    last = name
  }
  return true
}

/** Lists a folder. A file in its place is reported. */
const allIn = (path: string): ReadonlyArray<fs.Dirent> => {
  try {
    const entries = fs.readdirSync(path, { withFileTypes: true })
    // By code units and not by anybody's alphabet: the order is the same on every machine. Most systems have it already.
    if (!areSorted(entries)) entries.sort((one, other) => (one.name < other.name ? -1 : 1))
    keepListing(path, entries)
    return entries
  } catch (error) {
    if (absent.has(codeOf(error))) refuseNoFolder(path)
    throw error
  }
}

/** A folder that was listed, and most likely the parent of those that are listed next. */
let lastParent = ""

/**
 * Checks whether there is no such folder, because an error costs ten times as much as this question. A folder in one that
 * was just listed is there. Throws an obstacle on the way to it.
 */
const isMissing = (path: string): boolean => {
  const length = lastParent.length
  if (path[length] === "/" && path.startsWith(lastParent) && !path.includes("/", length + 1)) return false
  if (ownStatus(path) === undefined) {
    refuseObstacles(path, listed?.folder)
    return true
  }
  lastParent = path
  return false
}

/** The folders in a folder, or nothing where there is none. */
const foldersIn = (path: string): ReadonlyArray<string> => {
  if (isMissing(path)) return []
  return allIn(path)
    .filter((entry) => isFolder(path, entry))
    .map(({ name }) => name)
}

/** Returns the kind of what a link leads to. */
const endOf = (path: string): Entry["kind"] => {
  try {
    const stat = fs.statSync(path, { throwIfNoEntry: false })
    if (stat === undefined) return "nothing"
    return stat.isDirectory() ? "folder" : "file"
  } catch (error) {
    unlessTransient(error)
    return "nothing"
  }
}

const entryOf = (path: string, entry: fs.Dirent): Entry => {
  const { name } = entry
  if (!entry.isSymbolicLink()) return { name, kind: entry.isDirectory() ? "folder" : "file", link: false }
  return { name, kind: endOf(`${path}/${name}`), link: true }
}

const entriesIn = (path: string): ReadonlyArray<Entry> =>
  isMissing(path) ? [] : allIn(path).map((entry) => entryOf(path, entry))

/** Resolves links. Nothing that is missing is looked for step by step. */
const realPathOf = (path: string): string | undefined =>
  fs.statSync(path, { throwIfNoEntry: false }) === undefined ? undefined : fs.realpathSync(path)

/** Checks whether this process may run the file, which is cheap, and true for nearly all. */
const mayRun = (path: string): boolean => {
  try {
    fs.accessSync(path, fs.constants.X_OK)
    return true
  } catch (error) {
    unlessTransient(error)
    // Why it may not, the caller finds out.
    return false
  }
}

const standing = (path: string): FileStatus => {
  if (mayRun(path)) return "executable"
  try {
    return fs.statSync(path, { throwIfNoEntry: false }) === undefined ? "missing" : "plain"
  } catch (error) {
    unlessTransient(error)
    // Something is in the way that is no file that could be run.
    return "plain"
  }
}

/** Checks whether `sh` is bash by another name, as on some systems. */
const shellIsBash = (): boolean => {
  try {
    return fs.realpathSync("/bin/sh").endsWith("bash")
  } catch {
    // Without a `sh` no command runs at all, and each is reported when it fails.
    return false
  }
}

/** Watches nothing, and sees no change. */
const asTheyAre: Watch = { watchPath: () => {}, changed: () => false, unwatched: () => undefined }

const layerWith = (watchFolder?: WatchFolder, isOnce = false): Layer.Layer<ConfigFiles> =>
  Layer.sync(ConfigFiles)(() =>
    ConfigFiles.of({
      read: immediately((path) => ask(path, readText, undefined)),
      folders: immediately((path) => ask(path, foldersIn, [])),
      entries: immediately((path) => ask(path, entriesIn, [])),
      status: immediately((path) => ask(path, standing, "missing")),
      realPath: immediately((path) => ask(path, realPathOf, undefined)),
      watch: (roots, onChange) =>
        isOnce
          ? Effect.succeed(asTheyAre)
          : Effect.acquireRelease(
              Effect.sync(() => open(roots, onChange, watchFolder)),
              ({ close }) => Effect.sync(close)
            ),
      owners,
      shellIsBash: shellIsBash()
    })
  )

/**
 * Reads and watches the files of this machine.
 *
 * @example
 * ```ts
 * import * as ConfigFilesNode from "@hookline/node/ConfigFilesNode"
 * import * as NodeDiscovery from "@hookline/node/NodeDiscovery"
 *
 * const discovery = NodeDiscovery.layerIn(ConfigFilesNode.layer)
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer: Layer.Layer<ConfigFiles> = layerWith()

/**
 * Reads the files of this machine at each event, because watching does not work on some network drives.
 *
 * @example
 * ```ts
 * import { Hookline } from "@hookline/node"
 * import * as ConfigFilesNode from "@hookline/node/ConfigFilesNode"
 *
 * const hooks = Hookline.layer({ project: ".", files: ConfigFilesNode.layerUnwatched })
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerUnwatched: Layer.Layer<ConfigFiles> = layerWith(() => {
  throw Object.assign(new Error("Folders are not watched."), { code: "EUNWATCHED" })
})

/**
 * Reads the files of this machine without watching them, for a process that answers once.
 *
 * @example
 * ```ts
 * import * as ConfigFilesNode from "@hookline/node/ConfigFilesNode"
 * import * as NodeDiscovery from "@hookline/node/NodeDiscovery"
 *
 * const discovery = NodeDiscovery.layerIn(ConfigFilesNode.layerOnce)
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerOnce: Layer.Layer<ConfigFiles> = layerWith(undefined, true)
