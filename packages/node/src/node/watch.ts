/**
 * Watching files by the folders that they lie in.
 *
 * A folder reports everything in it, also files that come later; a file that is replaced, as editors do, is another file
 * to those who watch the file itself.
 */
import { Inaccessible, type Watch } from "@hookline/core/ConfigFiles"
import { codeOf, isTransient } from "@hookline/core/kit/discover/transientErrors"
import * as fs from "node:fs"
import * as path from "node:path"

/** Throws an error of the machine again, so that the path is checked at each use instead of being watched. */
const unlessTransient = (error: unknown): void => {
  if (isTransient(codeOf(error))) throw error
}

/** The kind of a change of a file or a folder: it is another one, or has another content. */
const stampOf = (file: string): string => {
  try {
    const stat = fs.statSync(file, { bigint: true, throwIfNoEntry: false })
    return stat === undefined ? "" : [stat.dev, stat.ino, stat.mode, stat.mtimeNs, stat.ctimeNs, stat.size].join(":")
  } catch (error) {
    // What can't be looked at stays the same for as long as the reason does.
    return codeOf(error)
  }
}

const isFolder = (file: string): boolean => {
  try {
    return fs.statSync(file, { throwIfNoEntry: false })?.isDirectory() === true
  } catch (error) {
    unlessTransient(error)
    // Reading reports the obstacle; until it changes, the folder above is watched.
    return false
  }
}

/** Returns the target of a symbolic link, one step. */
const targetOf = (file: string): string | undefined => {
  try {
    return fs.lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true
      ? path.resolve(path.dirname(file), fs.readlinkSync(file))
      : undefined
  } catch (error) {
    unlessTransient(error)
    // As above: reading reports it.
    return undefined
  }
}

/** A folder that is watched, and the names in it that matter, or whether all do. */
interface Watched {
  readonly watcher: fs.FSWatcher
  readonly names: Set<string>
  all: boolean
}

/** Watches a folder: Node's own function, or a test's. */
export type WatchFolder = (
  folder: string,
  options: { readonly persistent: false },
  onEvent: (kind: string, name: string | null) => void
) => fs.FSWatcher

/** No link leads on for longer than this. */
const mostLinks = 10

/** Watches until it is closed. */
export const open = (
  roots: ReadonlyArray<string>,
  onChange: () => void,
  watchFolder: WatchFolder = fs.watch
): Watch & { readonly close: () => void } => {
  const watched = new Map<string, Watched>()
  /** Paths that can't be watched, as they were when they were followed. */
  const stamps = new Map<string, string>()
  let failed: Inaccessible | undefined

  /** Stops watching a folder and all below it, because another may be in its place. The next reading follows the new one. */
  const drop = (folder: string): void => {
    for (const [each, { watcher }] of watched) {
      if (each !== folder && !each.startsWith(`${folder}/`)) continue
      watched.delete(each)
      watcher.close()
    }
  }

  const start = (folder: string): Watched => {
    const names = new Set<string>()
    const watcher = watchFolder(folder, { persistent: false }, (kind, name) => {
      // A folder that is removed or moved reports its own name; some systems report none.
      const isItself = name === null || name === path.basename(folder)
      if (!isItself && !names.has(name) && !entry.all) return
      onChange()
      if (isItself) drop(folder)
      else if (kind === "rename") drop(`${folder}/${name}`)
    })
    const entry: Watched = { watcher, names, all: false }
    watcher.on("error", () => {
      onChange()
      drop(folder)
    })
    watched.set(folder, entry)
    return entry
  }

  /** The watched folder, or nothing where there is none. Of a link, what it leads to may come and go, too. */
  const entryOf = (folder: string, links: number): Watched | "missing" | "unwatchable" => {
    const known = watched.get(folder)
    if (known !== undefined) return known
    if (!watchTargets(folder, links)) return "unwatchable"
    if (!isFolder(folder)) return "missing"
    try {
      return start(folder)
    } catch (error) {
      if (!isFolder(folder)) return "missing"
      failed ??= new Inaccessible({ path: folder, why: codeOf(error) })
      return "unwatchable"
    }
  }

  const isBelowRoots = (folder: string): boolean =>
    roots.some((root) => folder === root || folder.startsWith(`${root}/`))

  /** Watches the way to a path: the folders below the roots, and in any case the nearest that is there. */
  const watchWay = (file: string, links = 0): boolean => {
    let place = file
    for (;;) {
      const folder = path.dirname(place)
      if (folder === place) return true
      const entry = entryOf(folder, links)
      if (entry === "unwatchable") return false
      if (entry !== "missing") {
        entry.names.add(path.basename(place))
        if (!isBelowRoots(path.dirname(folder))) return true
      }
      place = folder
    }
  }

  /** Watches the way to what a link leads to, and from there on. */
  const watchTargets = (file: string, links: number): boolean => {
    const target = links < mostLinks ? targetOf(file) : undefined
    return target === undefined || (watchWay(target, links + 1) && watchTargets(target, links + 1))
  }

  /** Watches what a folder holds. */
  const watchInside = (folder: string): boolean => {
    const entry = entryOf(folder, 0)
    if (typeof entry === "object") entry.all = true
    return entry !== "unwatchable"
  }

  return {
    watchPath: (file) => {
      const every = [() => watchWay(file), () => watchTargets(file, 0), () => watchInside(file)]
        .map((watchIt) => {
          try {
            return watchIt()
          } catch (error) {
            failed ??= new Inaccessible({ path: file, why: codeOf(error) })
            return false
          }
        })
        .every((isWatched) => isWatched)
      if (every) {
        stamps.delete(file)
        return
      }
      const stamp = stampOf(file)
      const before = stamps.get(file)
      // What has been read since it was followed may be what it was before.
      if (before !== undefined && before !== stamp) onChange()
      stamps.set(file, stamp)
    },
    changed: () => {
      if (stamps.size === 0) return false
      for (const [file, stamp] of stamps) {
        if (stampOf(file) === stamp) continue
        // It is reported once; the next reading follows it again, if it still reads it.
        stamps.delete(file)
        return true
      }
      return false
    },
    unwatched: () => failed,
    close: () => {
      drop("")
      stamps.clear()
    }
  }
}
