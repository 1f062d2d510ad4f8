/**
 * The files that hooks are written in, as far as discovery needs them: a port, so that it runs on any platform, and in
 * tests on none.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"

/**
 * A file or folder that is there, and can't be read.
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
 * What stands at a path: nothing, or something that this process may run, or may not.
 *
 * @category models
 * @since 0.1.0
 */
export type Standing = "missing" | "plain" | "executable"

/**
 * Something in a folder, by its name: what it is, and whether a link leads to it. A link may lead to nothing.
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
 * Tells when paths change.
 *
 * @category models
 * @since 0.1.0
 */
export interface Watch {
  /**
   * Watches a path, or what would have to come for it to come. What is watched before it is read can't change unseen.
   */
  readonly follow: (path: string) => void
  /** Looks at what can't be watched: whether some of it has changed since it was followed. */
  readonly changed: () => boolean
  /** The first folder that can't be watched, where there is one. */
  readonly unwatched: () => Inaccessible | undefined
}

/**
 * Access to configuration files.
 *
 * @category services
 * @since 0.1.0
 */
export class ConfigFiles extends Context.Service<
  ConfigFiles,
  {
    /** The file's text, or nothing where there is no such file. */
    read(path: string): Effect.Effect<string | undefined, Inaccessible>
    /** The names of the folders in a folder, sorted; none where there is no such folder. */
    folders(path: string): Effect.Effect<ReadonlyArray<string>, Inaccessible>
    /** What is in a folder, sorted by name; nothing where there is no such folder. */
    entries(path: string): Effect.Effect<ReadonlyArray<Entry>, Inaccessible>
    standing(path: string): Effect.Effect<Standing>
    /** The path without symbolic links, or nothing where there is no such thing. */
    real(path: string): Effect.Effect<string | undefined, Inaccessible>
    /**
     * Watches paths until the scope closes. `roots` are the folders below which any folder may come, go or be replaced.
     * `onChange` is called at once, and must do next to nothing.
     */
    watch(roots: ReadonlyArray<string>, onChange: () => void): Effect.Effect<Watch, never, Scope.Scope>
    /** Whether the `sh` of this machine is bash by another name. */
    readonly shellIsBash: boolean
  }
>()("@hookline/core/ConfigFiles") {
  /** Files from a record of paths and texts. */
  static readonly layerMemory = (
    files: Readonly<Record<string, string>>,
    { shellIsBash = false }: { readonly shellIsBash?: boolean } = {}
  ): Layer.Layer<ConfigFiles> =>
    Layer.succeed(ConfigFiles)(
      ConfigFiles.of({
        read: (path) => Effect.succeed(files[path]),
        folders: (path) => Effect.succeed(foldersIn(Object.keys(files), path)),
        entries: (path) => Effect.succeed(entriesIn(Object.keys(files), path)),
        standing: (path) => Effect.succeed(path in files ? "executable" : "missing"),
        real: (path) => Effect.succeed(path),
        watch: () =>
          Effect.sync(() => {
            let seen = { ...files }
            return {
              // Nobody tells when a record changes, and it is small: it is looked at as a whole.
              follow: () => (seen = { ...files }),
              changed: () => {
                const paths = Object.keys(files)
                return paths.length !== Object.keys(seen).length || paths.some((path) => files[path] !== seen[path])
              },
              unwatched: () => undefined
            }
          }),
        shellIsBash
      })
    )
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
