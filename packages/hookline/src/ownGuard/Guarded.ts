// The files that decide what guards the user: Hookline's own, and the settings in which agents call it.
import { boundedText } from "@hookline/node/kit/node/boundedText"
import * as fs from "node:fs"
import * as path from "node:path"
import { namedFolders, namingValues, settingsPaths, settingsVariables } from "@hookline/dialects/kit/settingsPaths"
import { configHome, stateHome } from "@hookline/node/kit/node/xdg"

/** The folders of a call. */
export interface Folders {
  readonly home: string
  readonly project: string
  /** The agent's working directory. */
  readonly cwd: string
}

/** The path of a settings file, and whether it is the user's in all projects. */
export interface SettingsFile {
  readonly path: string
  readonly isUsers: boolean
}

/** The files that only the user changes. */
export interface Guarded extends Folders {
  /** Folders of Hookline. */
  readonly folders: ReadonlyArray<string>
  /** The settings files of agents, whether Hookline is in them or not. */
  readonly settings: ReadonlyArray<SettingsFile>
  /** The values of variables of the environment that name folders of the user's settings. */
  readonly named: Readonly<Record<string, string>>
}

/** Returns the paths of the user's settings, those in folders of variables beside the usual ones. */
const usersPaths = (home: string, named: Readonly<Record<string, string>>): ReadonlyArray<string> =>
  settingsPaths.home.flatMap((name) => {
    const [first, ...below] = name.split("/")
    const folders = Object.entries(named).filter(([variable]) => settingsVariables[variable] === first)
    return [path.join(home, name), ...folders.map(([, folder]) => path.join(folder, ...below))]
  })

/** Returns the files that are guarded in a project. */
export const guardedIn = (folders: Folders, env: Readonly<Record<string, string | undefined>>): Guarded => ({
  ...folders,
  named: namingValues(env),
  folders: [path.join(folders.home, ".hookline"), path.join(stateHome({ ...env, HOME: folders.home }), "hookline")],
  settings: [
    ...usersPaths(folders.home, namedFolders(env)).map((file) => ({ path: file, isUsers: true })),
    ...settingsPaths.config.map((name) => ({
      path: path.join(configHome({ ...env, HOME: folders.home }), name),
      isUsers: true
    })),
    ...settingsPaths.project.map((name) => ({ path: path.join(folders.project, name), isUsers: false }))
  ]
})

/** The relation of a path to guarded files: it is one, or in a folder of them, or it is a folder around them. */
export type Relation = "inside" | "around"

// Where letters of both cases are one name, a path has many spellings.
const folded = (text: string): string => text.toLowerCase()

const isBelow = (file: string, folder: string): boolean =>
  file === folder || file.startsWith(folder.endsWith("/") ? folder : `${folder}/`)

/** Returns the status of a path itself, if there is one that can be seen. */
const statusOf = (file: string): fs.Stats | undefined => {
  try {
    return fs.lstatSync(file, { throwIfNoEntry: false })
  } catch {
    // What can't be reached has no links that could be followed.
    return undefined
  }
}

/** Real paths by paths. Words of one call mostly share their folders. */
type RealPaths = Map<string, string>

const resolved = (file: string, known: RealPaths, depth: number): string => {
  const status = statusOf(file)
  const folder = path.dirname(file)
  // What does not exist has no links, but its folder may.
  if (status === undefined) return folder === file ? file : path.join(real(folder, known, depth), path.basename(file))
  try {
    return fs.realpathSync.native(file)
  } catch {
    if (!status.isSymbolicLink() || depth > 16) return file
    // Writing to a link that leads to a missing file creates that.
    return real(path.resolve(folder, fs.readlinkSync(file)), known, depth + 1)
  }
}

/** Resolves the links of a path, as far as it exists. */
export const real = (file: string, known: RealPaths = new Map(), depth = 0): string => {
  const found = known.get(file) ?? resolved(file, known, depth)
  known.set(file, found)
  return found
}

const realPaths = new WeakMap<Guarded, RealPaths>()

/** Returns the real paths that are known of a call. */
export const realPathsOf = (guarded: Guarded): RealPaths => {
  const known: RealPaths = realPaths.get(guarded) ?? new Map()
  realPaths.set(guarded, known)
  return known
}

/** Matches a name with a pattern of the shell. */
export const fitsName = (pattern: string, name: string): boolean => {
  const source = pattern
    .replace(/[.+^${}()|\\]/g, "\\$&")
    .replaceAll("?", ".")
    .replace(/\*+/g, ".*")
    .replace(/\[!/g, "[^")
  try {
    return new RegExp(`^${source}$`, "is").test(name) && (!/^[*?[]/.test(pattern) || !name.startsWith("."))
  } catch {
    return true
  }
}

/** Checks whether a path that may have patterns leads to another one, or into it. */
const leadsTo = (pattern: string, to: string): Relation | undefined => {
  const steps = pattern.split("/")
  const wanted = to.split("/")
  const common = Math.min(steps.length, wanted.length)
  for (let at = 0; at < common; at++) {
    const step = steps[at] ?? ""
    const name = wanted[at] ?? ""
    if (/[*?[]/.test(step) ? !fitsName(step, name) : folded(step) !== folded(name)) return undefined
  }
  return steps.length >= wanted.length ? "inside" : "around"
}

const relationTo = (file: string, to: string): Relation | undefined => {
  if (/[*?[]/.test(file)) return leadsTo(file, to)
  if (isBelow(folded(file), folded(to))) return "inside"
  return isBelow(folded(to), folded(file)) ? "around" : undefined
}

/** Checks whether a folder is the home folder or in it. Who takes away the folders above it takes away more than guards. */
const isAtHome = (file: string, guarded: Guarded): boolean =>
  [guarded.home, real(guarded.home, realPathsOf(guarded))].some((home) => isBelow(folded(file), folded(home)))

/** True for a folder that has a project's settings file in it, but is not the project itself or around it. */
const isNarrow = ({ isUsers }: SettingsFile, file: string, { project }: Guarded): boolean =>
  isUsers || !isBelow(folded(project), folded(file))

/** A place that a guarded file has: by its name, or by the links in it. */
interface Target {
  readonly place: string
  readonly settings?: SettingsFile
}

const targets = new WeakMap<Guarded, ReadonlyArray<Target>>()

/** Returns the places of guarded files. Their links are resolved once for a call. */
const targetsOf = (guarded: Guarded): ReadonlyArray<Target> => {
  const known = targets.get(guarded)
  if (known !== undefined) return known
  const paths = realPathsOf(guarded)
  const found = [
    ...guarded.folders.flatMap((folder) =>
      [...new Set([folder, real(folder, paths)])].map((place): Target => ({ place }))
    ),
    ...guarded.settings.flatMap((settings) =>
      [...new Set([settings.path, real(settings.path, paths)])].map((place): Target => ({ place, settings }))
    )
  ]
  targets.set(guarded, found)
  return found
}

/**
 * Returns the relation of an absolute path to guarded files. `isInForce` decides which settings files count. Links are
 * resolved, and the path counts as it is written, too, because its link may be what is replaced.
 */
export const relationOf = (
  guarded: Guarded,
  file: string,
  isInForce: (settings: string) => boolean
): Relation | undefined => {
  const places = [...new Set([path.normalize(file), real(path.normalize(file), realPathsOf(guarded))])].map((place) =>
    place.replace(/(?<=.)\/+$/, "")
  )
  let around: Relation | undefined
  for (const place of places) {
    for (const { place: target, settings } of targetsOf(guarded)) {
      const relation = relationTo(place, target)
      if (relation === undefined) continue
      if (settings !== undefined && !(isNarrow(settings, place, guarded) && isInForce(settings.path))) continue
      if (relation === "inside") return relation
      if (isAtHome(place, guarded) || settings?.isUsers === false) around = relation
    }
  }
  return around
}

/** Checks whether an agent calls Hookline from a settings file. One that can't be read may hold anything. */
export const callsUs = (file: string): boolean => {
  try {
    const text = boundedText(file) ?? ""
    // Settings that name a bundle have Hookline's words in that.
    return (
      text.includes("hookline") && (text.includes("dispatch") || /hookline(?:\.local)?[\\/]bundle\.yaml/.test(text))
    )
  } catch (error) {
    return error instanceof Error && "code" in error && error.code !== "ENOENT" && error.code !== "ENOTDIR"
  }
}
