/**
 * The files that contain hooks: a port, so that discovery runs on any platform, and in tests without files.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"

/**
 * A file or folder that exists but can't be read: the one that was asked for, or what is in the place of one of its folders.
 *
 * @category errors
 * @since 0.1.0
 */
export class Inaccessible extends Schema.TaggedError<Inaccessible>()("Inaccessible", {
  path: Schema.String,
  why: Schema.String
}) {
  override get message(): string {
    return `${this.path} can't be read: ${this.why}`
  }
}

/**
 * The reason of `Inaccessible` where something else is in the place of a folder.
 *
 * @category constants
 * @since 0.1.0
 */
export const noFolder = "it is no folder"

/**
 * The status of a path: missing, or a file that this process may or may not execute.
 *
 * @category models
 * @since 0.1.0
 */
export type FileStatus = "missing" | "plain" | "executable"

/**
 * An entry of a folder: its name, its kind, and whether it is a symbolic link. A link may be dangling.
 *
 * @category models
 * @since 0.1.0
 */
export interface Entry {
  readonly name: string
  readonly kind: "file" | "folder" | "nothing"
  readonly link: boolean
}

/**
 * The owner, the group and the permission bits of a file or folder.
 *
 * @category models
 * @since 0.1.0
 */
export interface Rights {
  readonly owner: number
  readonly group: number
  readonly mode: number
  readonly isFolder: boolean
}

/**
 * The rights on a path, and those on the end of a link, which is `undefined` where the link is dangling. Of all other
 * paths both are the same.
 *
 * @category models
 * @since 0.1.0
 */
export interface PathRights {
  readonly link: boolean
  readonly entry: Rights
  readonly end: Rights | undefined
}

/**
 * The users of the machine, and what belongs to whom.
 *
 * @category models
 * @since 0.1.0
 */
export interface Owners {
  /** The user of this process. */
  readonly user: number
  /** Returns the rights on a path. Returns `undefined` if it does not exist. */
  rights(path: string): Effect.Effect<PathRights | undefined, Inaccessible>
  /** Returns the users in a group. Returns `undefined` if the group is unknown. */
  members(group: number): Effect.Effect<ReadonlySet<number> | undefined, Inaccessible>
}

/**
 * A watch on paths.
 *
 * @category models
 * @since 0.1.0
 */
export interface Watch {
  /**
   * Watches a path. If the path is missing, watches the parents in which it would appear. Call this before reading, so
   * that no change is missed.
   */
  readonly watchPath: (path: string) => void
  /** Checks whether a path that can't be watched has changed since `watchPath`. */
  readonly changed: () => boolean
  /** The first folder that can't be watched, if there is one. */
  readonly unwatched: () => Inaccessible | undefined
}

/**
 * Access to configuration files.
 *
 * @example
 * ```ts
 * import { ConfigFiles } from "@hookline/core/ConfigFiles"
 * import * as Effect from "effect/Effect"
 *
 * const text = Effect.provide(
 *   ConfigFiles.use((files) => files.read("/project/hooks.json")),
 *   ConfigFiles.layerMemory({ "/project/hooks.json": `{ "hooks": {} }` })
 * )
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class ConfigFiles extends Context.Service<
  ConfigFiles,
  {
    /** Reads a file. Returns `undefined` if it does not exist, and fails if something is in the place of one of its folders. */
    read(path: string): Effect.Effect<string | undefined, Inaccessible>
    /** Returns the sorted names of the folders in a folder. Empty if the folder does not exist. */
    folders(path: string): Effect.Effect<ReadonlyArray<string>, Inaccessible>
    /** Returns the entries of a folder, sorted by name. Empty if the folder does not exist. */
    entries(path: string): Effect.Effect<ReadonlyArray<Entry>, Inaccessible>
    /** Returns the status of a path. Fails only for lack of resources, because any other obstacle is a status. */
    status(path: string): Effect.Effect<FileStatus, Inaccessible>
    /** Resolves symbolic links. Returns `undefined` if the path does not exist. */
    realPath(path: string): Effect.Effect<string | undefined, Inaccessible>
    /** The owners of files, if files have owners. Otherwise all are the user's. */
    readonly owners?: Owners
    /**
     * Watches paths until the scope closes. `roots` are the folders below which any folder may be created, removed or
     * replaced. `onChange` is called synchronously, and must be cheap.
     */
    watch(roots: ReadonlyArray<string>, onChange: () => void): Effect.Effect<Watch, never, Scope.Scope>
    /** True if `sh` is bash on this machine. */
    readonly shellIsBash: boolean
  }
>()("@hookline/core/ConfigFiles") {
  /** Provides files from a record of paths and texts. */
  static readonly layerMemory = (
    files: Readonly<Record<string, string>>,
    { shellIsBash = false }: { readonly shellIsBash?: boolean } = {}
  ): Layer.Layer<ConfigFiles> =>
    Layer.succeed(ConfigFiles)(
      ConfigFiles.of({
        read: (path) => Effect.succeed(files[path]),
        folders: (path) => Effect.succeed(foldersIn(Object.keys(files), path)),
        entries: (path) => Effect.succeed(entriesIn(Object.keys(files), path)),
        status: (path) => Effect.succeed(path in files ? "executable" : "missing"),
        realPath: (path) => Effect.succeed(path),
        watch: () =>
          Effect.sync(() => {
            let seen: Readonly<Record<string, string>> = {}
            let count = 0
            const look = (): void => {
              seen = { ...files }
              count = Object.keys(seen).length
            }
            look()
            return {
              // A record emits no events, and it is small: a change is found by comparing all of it.
              watchPath: look,
              // Every event asks, so that no list is made.
              changed: () => {
                let same = 0
                for (const path in files) {
                  if (files[path] !== seen[path]) return true
                  same++
                }
                return same !== count
              },
              unwatched: () => undefined
            }
          }),
        shellIsBash
      })
    )
}

type Files = ConfigFiles["Service"]

/**
 * Returns files of which each call about a path is wrapped.
 *
 * @category combining
 * @since 0.1.0
 */
export const wrapReads = (
  files: Files,
  wrap: <A>(look: (path: string) => Effect.Effect<A, Inaccessible>) => (path: string) => Effect.Effect<A, Inaccessible>
): Files =>
  ConfigFiles.of({
    ...files,
    read: wrap(files.read),
    folders: wrap(files.folders),
    entries: wrap(files.entries),
    status: wrap(files.status),
    realPath: wrap(files.realPath)
  })

/**
 * Like `wrapReads`, but also wraps the calls about owners.
 *
 * @category combining
 * @since 0.1.0
 */
export const wrapCalls = (
  files: Files,
  wrap: <A, Asked extends string | number>(
    look: (asked: Asked) => Effect.Effect<A, Inaccessible>
  ) => (asked: Asked) => Effect.Effect<A, Inaccessible>
): Files => {
  const { owners } = files
  return ConfigFiles.of({
    ...wrapReads(files, wrap),
    ...(owners !== undefined && {
      owners: { user: owners.user, rights: wrap(owners.rights), members: wrap(owners.members) }
    })
  })
}

const foldersIn = (paths: ReadonlyArray<string>, folder: string): ReadonlyArray<string> => {
  const below = paths.filter((path) => path.startsWith(`${folder}/`)).map((path) => path.slice(folder.length + 1))
  const names = below.flatMap((path) => (path.includes("/") ? [path.slice(0, path.indexOf("/"))] : []))
  return [...new Set(names)].toSorted()
}

const entriesIn = (paths: ReadonlyArray<string>, folder: string): ReadonlyArray<Entry> => {
  const folders = foldersIn(paths, folder)
  const below = paths.filter((path) => path.startsWith(`${folder}/`)).map((path) => path.slice(folder.length + 1))
  const names = below.filter((path) => !path.includes("/"))
  return [
    ...folders.map((name): Entry => ({ name, kind: "folder", link: false })),
    ...names.map((name): Entry => ({ name, kind: "file", link: false }))
  ].toSorted((one, other) => (one.name < other.name ? -1 : 1))
}
