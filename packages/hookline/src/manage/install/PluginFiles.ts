/**
 * The files of a plugin, read once: what is shown is what is checked, and what is written.
 *
 * **Details**
 *
 * A link inside of the plugin becomes the file or the folder that it leads to, so that what is installed has none. One
 * that leads out is refused: it would bring in, or lay open, what is not the plugin's.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import * as fs from "node:fs"
import * as path from "node:path"
import { InstallProblem } from "./InstallProblem.ts"
import { whyOf } from "@hookline/node/kit/node/disk"
import { onOneLine } from "@hookline/schema/kit/shown/visible"

/**
 * One file.
 *
 * @category models
 * @since 0.1.0
 */
export interface PluginFile {
  /** From the plugin's folder on, with slashes. */
  readonly path: string
  readonly bytes: Uint8Array
  /** `true` if it may be run. */
  readonly runs: boolean
}

/**
 * The most that a plugin may be.
 *
 * @category models
 * @since 0.1.0
 */
export interface Limits {
  readonly files: number
  readonly bytes: number
  readonly depth: number
}

/**
 * Far more than hooks need, and far less than a disk holds.
 *
 * @category models
 * @since 0.1.0
 */
export const limits: Limits = { files: 5000, bytes: 64 * 1024 * 1024, depth: 32 }

const problem = (text: string) => new InstallProblem({ why: "plugin", text })

const sizeOf = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MiB`

const isInside = (file: string, folder: string): boolean =>
  file === folder || file.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep)

interface Walk {
  readonly root: string
  readonly limits: Limits
  readonly found: Array<PluginFile>
  bytes: number
}

/** The target of a link, inside of the plugin. */
const behind = ({ root }: Walk, file: string, told: string): string => {
  let real: string
  try {
    real = fs.realpathSync(file)
  } catch (error) {
    throw problem(`${told} is a link that leads nowhere (${whyOf(error)}), so that nothing was installed.`)
  }
  if (isInside(real, root) && !path.relative(root, real).split(path.sep).some(isRepository)) return real
  throw problem(`${told} is a link that leads out of the plugin, to ${onOneLine(real)}; nothing was installed.`)
}

const isRepository = (name: string): boolean => name.toLowerCase() === ".git"

const add = (walk: Walk, real: string, at: string, stat: fs.Stats): void => {
  const { found, limits: most } = walk
  if (found.length >= most.files) throw problem(`The plugin has more than ${most.files} files; nothing was installed.`)
  walk.bytes += stat.size
  if (walk.bytes > most.bytes) {
    throw problem(`The plugin is larger than ${sizeOf(most.bytes)}; nothing was installed.`)
  }
  found.push({ path: at, bytes: fs.readFileSync(real), runs: (stat.mode & 0o111) !== 0 })
}

/** Goes through a folder. `above` are the folders on the way there, of which none may come again. */
const through = (walk: Walk, folder: string, at: string, above: ReadonlyArray<string>): void => {
  if (above.length > walk.limits.depth) {
    throw problem(`${onOneLine(at)} lies more than ${walk.limits.depth} folders deep; nothing was installed.`)
  }
  for (const name of fs.readdirSync(folder).toSorted()) {
    if (isRepository(name)) continue
    const file = path.join(folder, name)
    const inner = at === "" ? name : `${at}/${name}`
    const told = onOneLine(inner)
    const stat = fs.lstatSync(file, { throwIfNoEntry: false })
    if (stat === undefined) throw problem(`${told} has a name that is no UTF-8; nothing was installed.`)
    const real = stat.isSymbolicLink() ? behind(walk, file, told) : file
    const target = stat.isSymbolicLink() ? fs.statSync(real) : stat
    if (target.isFile()) add(walk, real, inner, target)
    else if (!target.isDirectory()) throw problem(`${told} is neither a file nor a folder; nothing was installed.`)
    else if (above.includes(real)) throw problem(`${told} is a link that leads in a circle; nothing was installed.`)
    else through(walk, real, inner, [...above, real])
  }
}

/**
 * Reads a plugin's folder, without a repository's own `.git`.
 *
 * @category constructors
 * @since 0.1.0
 */
export const read = (folder: string, most: Limits = limits): Effect.Effect<ReadonlyArray<PluginFile>, InstallProblem> =>
  Effect.try({
    try: () => {
      const root = fs.realpathSync(folder)
      const walk: Walk = { root, limits: most, found: [], bytes: 0 }
      through(walk, root, "", [root])
      return walk.found
    },
    catch: (error) =>
      error instanceof InstallProblem
        ? error
        : problem(`${onOneLine(folder)} could not be read: ${whyOf(error)}; nothing was installed.`)
  })

/**
 * The text of one of the files, or nothing where there is no such file.
 *
 * @category getters
 * @since 0.1.0
 */
export const textOf = (files: ReadonlyArray<PluginFile>, at: string): string | undefined => {
  const file = files.find((each) => each.path === at)
  return file && new TextDecoder().decode(file.bytes)
}

/**
 * The hash by which a file is known again.
 *
 * @category getters
 * @since 0.1.0
 */
export const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex")
