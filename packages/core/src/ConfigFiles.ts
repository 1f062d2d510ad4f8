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
    standing(path: string): Effect.Effect<Standing>
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
        standing: (path) => Effect.succeed(path in files ? "executable" : "missing"),
        shellIsBash
      })
    )
}

const foldersIn = (paths: ReadonlyArray<string>, folder: string): ReadonlyArray<string> => {
  const below = paths.filter((path) => path.startsWith(`${folder}/`)).map((path) => path.slice(folder.length + 1))
  const names = below.flatMap((path) => (path.includes("/") ? [path.slice(0, path.indexOf("/"))] : []))
  return [...new Set(names)].toSorted()
}
