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
import { ConfigFiles, Inaccessible, type Standing } from "@hookline/core/ConfigFiles"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as fs from "node:fs"

const codeOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "code" in error ? String(error.code) : String(error)

/** Errors that mean: there is no such thing. */
const absent = new Set(["ENOENT", "ENOTDIR"])

/** What an access gives, or nothing where there is nothing; all else that stands in the way is told. */
const ask = <A>(path: string, access: () => A): Effect.Effect<A | undefined, Inaccessible> =>
  Effect.suspend(() => {
    try {
      return Effect.succeed(access())
    } catch (error) {
      const why = codeOf(error)
      return absent.has(why) ? Effect.succeed(undefined) : Effect.fail(new Inaccessible({ path, why }))
    }
  })

const isFolder = (path: string, entry: fs.Dirent): boolean =>
  entry.isDirectory() ||
  (entry.isSymbolicLink() && fs.statSync(`${path}/${entry.name}`, { throwIfNoEntry: false })?.isDirectory() === true)

/** Whether this process may run the file: the answer for nearly all that are asked about, and a cheap one. */
const mayRun = (path: string): boolean => {
  try {
    fs.accessSync(path, fs.constants.X_OK)
    return true
  } catch {
    // Why it may not, the caller finds out.
    return false
  }
}

const standing = (path: string): Standing => {
  if (mayRun(path)) return "executable"
  try {
    return fs.statSync(path, { throwIfNoEntry: false }) === undefined ? "missing" : "plain"
  } catch {
    // Something is in the way that is no file that could be run.
    return "plain"
  }
}

/** Whether `sh` is bash by another name, as on some systems. */
const shellIsBash = (): boolean => {
  try {
    return fs.realpathSync("/bin/sh").endsWith("bash")
  } catch {
    // Without a `sh` no command runs at all, and each that does not is told when it fails.
    return false
  }
}

/**
 * The files of this machine.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer: Layer.Layer<ConfigFiles> = Layer.sync(ConfigFiles)(() =>
  ConfigFiles.of({
    read: (path) => ask(path, () => fs.readFileSync(path, "utf8")),
    folders: (path) =>
      Effect.map(
        ask(path, () => fs.readdirSync(path, { withFileTypes: true })),
        (entries = []) =>
          entries
            .filter((entry) => isFolder(path, entry))
            .map(({ name }) => name)
            // By code units and not by anybody's alphabet: the order is the same on every machine.
            .toSorted((one, other) => (one < other ? -1 : 1))
      ),
    standing: (path) => Effect.sync(() => standing(path)),
    shellIsBash: shellIsBash()
  })
)
