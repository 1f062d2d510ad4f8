/**
 * The files of skills, agents and commands, found at any depth, also through cyclic links.
 *
 * @since 0.1.0
 */
import { ConfigFiles, type Entry, type Inaccessible } from "@hookline/core/ConfigFiles"
import type { Dialect } from "@hookline/core/Dialect"
import type { Diagnostic } from "@hookline/schema/Diagnostic"
import type { File } from "@hookline/schema/Source"
import * as Effect from "effect/Effect"
import * as problems from "./fileProblems.ts"
import { besidesOf, frontOf, mayBringHooks, type Named, nameIn } from "./frontMatter.ts"
import type { Kind } from "../Skill.ts"
import type { Place } from "./locations.ts"

/**
 * The content of a file: none about hooks, as in nearly all files, a text that mentions hooks, or an error.
 *
 * @category models
 * @since 0.1.0
 */
export type Content =
  | { readonly _tag: "Nothing" }
  | { readonly _tag: "Text"; readonly text: string }
  | { readonly _tag: "Problem"; readonly problem: Diagnostic }

/**
 * A skill's file, with its name and the line that contains it.
 *
 * @category models
 * @since 0.1.0
 */
export interface Found extends Named {
  readonly dialect: Dialect
  readonly kind: Kind
  readonly file: File
  readonly content: Content
  /** The real path of the file, to which several links may lead. */
  readonly real: string
  /** The beginning of the name that is the plugin's. */
  readonly prefix?: string
  /** True for a file without any text. */
  readonly isBlank?: true
}

const lastOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1)

/** Returns the default name of a file: a skill's folder, or the path of others. */
const nameByPath = ({ kind, path: root }: Place, path: string): string => {
  const folder = path.slice(0, path.lastIndexOf("/"))
  if (kind === "skill") return lastOf(folder)
  const below = path.slice(root.length + 1, -".md".length)
  return kind === "agent" ? lastOf(below) : below.replaceAll("/", ":")
}

const isMeant = (kind: Kind, name: string): boolean => (kind === "skill" ? name === "SKILL.md" : name.endsWith(".md"))

const fileOf = ({ dialect, kind, plugin, scope }: Place, path: string, skill: string): File => ({
  ...plugin?.file,
  dialect: dialect.name,
  scope,
  file: path,
  folder: path.slice(0, path.lastIndexOf("/")),
  skill,
  ...(kind !== "skill" && { carrier: kind })
})

/** Returns the name by which something of a plugin is called, so that two plugins may have skills of one name. */
const inPlugin = ({ plugin }: Place, name: string): string => (plugin === undefined ? name : `${plugin.name}:${name}`)

const prefixOf = ({ plugin }: Place): Pick<Found, "prefix"> =>
  plugin === undefined ? {} : { prefix: `${plugin.name}:` }

const nothing: Content = { _tag: "Nothing" }

const contentOf = (front: string, text: string): Content =>
  mayBringHooks(front) || mayBringHooks(besidesOf(front, text)) ? { _tag: "Text", text } : nothing

const foundOf = (place: Place, path: string, real: string, called: string, text: string): Found => {
  const { dialect, kind } = place
  const front = frontOf(text)
  // A command's name is its path; its front matter is for the user.
  const own = (kind === "command" ? undefined : nameIn(front)) ?? { name: called, line: 1 }
  const { line } = own
  const name = inPlugin(place, own.name)
  const file = fileOf(place, path, name)
  const found: Found = { dialect, kind, name, line, file, real, content: contentOf(front, text), ...prefixOf(place) }
  return /\S/.test(text) ? found : { ...found, isBlank: true }
}

/** Returns a skill that can't be read. It may still be opened, and then its hooks are missed. */
const unread = (place: Place, path: string, real: string, called: string, error: Inaccessible): Found | undefined => {
  const { dialect, kind } = place
  const name = inPlugin(place, called)
  const file = fileOf(place, path, name)
  const problem = problems.unread(file, error)
  if (problem === undefined) return undefined
  return { dialect, kind, name, line: 1, file, real, content: { _tag: "Problem", problem }, ...prefixOf(place) }
}

/**
 * Reads the file at a path. Returns `undefined` if it does not exist.
 *
 * @category discovering
 * @since 0.1.0
 */
export const at = (place: Place, path: string): Effect.Effect<Found | undefined, never, ConfigFiles> =>
  Effect.flatMap(ConfigFiles, (files) => readAt(files, place, path, path))

const readAt = (
  files: ConfigFiles["Service"],
  place: Place,
  path: string,
  real: string
): Effect.Effect<Found | undefined> => {
  const called = nameByPath(place, path)
  return Effect.match(files.read(path), {
    onSuccess: (text) => (text === undefined ? undefined : foundOf(place, path, real, called, text)),
    onFailure: (error) => unread(place, path, real, called, error)
  })
}

/** The visited real paths, because several links may lead to one folder, and may be cyclic. */
export interface Visited {
  /** Adds a path, and returns false for one that was visited before. */
  readonly add: (kind: Kind, real: string) => boolean
}

/**
 * Creates the visited paths of the user's places and of all others. A project's link to a folder of the user does not
 * keep that from being the user's, and the user's link to a folder of the project leaves that to the project.
 *
 * @category constructors
 * @since 0.1.0
 */
export const visited = (real: {
  readonly home: string
  readonly project: string
}): { readonly user: Visited; readonly project: Visited } => {
  const user = new Set<string>()
  const project = new Set<string>()
  const addTo = (known: Set<string>, key: string): boolean => {
    const before = known.size
    return known.add(key).size > before
  }
  const isIn = (path: string, folder: string): boolean => path.startsWith(`${folder}/`)
  // The home folder may be in a project, such as `/`.
  const isInHome = isIn(real.home, real.project) ? (path: string) => isIn(path, real.home) : () => false
  const isProjects = (key: string, path: string): boolean =>
    project.has(key) && isIn(path, real.project) && !isInHome(path)
  return {
    user: { add: (kind, path) => !isProjects(`${kind} ${path}`, path) && addTo(user, `${kind} ${path}`) },
    project: { add: (kind, path) => addTo(project, `${kind} ${path}`) }
  }
}

interface Folder {
  readonly path: string
  readonly real: string
}

const none: ReadonlyArray<Entry> = []

/** Folders that may contain thousands of skills that are not the project's. */
const passedBy = new Set([".git", "node_modules"])

/** The maximum number of folders, because a link or a variable may lead to a whole disk. */
const mostFolders = 10_000

/**
 * Finds all files of a place that may contain hooks, by folder, sorted by name, with diagnostics of what can't be read.
 *
 * @category discovering
 * @since 0.1.0
 */
export const under = Effect.fnUntraced(function* (
  place: Place,
  visits: Visited
): Effect.fn.Return<
  { readonly found: ReadonlyArray<Found>; readonly problems: ReadonlyArray<Diagnostic> },
  never,
  ConfigFiles
> {
  const files = yield* ConfigFiles
  const found: Array<Found> = []
  const told: Array<Diagnostic> = []
  const realOf = (path: string) => Effect.orElseSucceed(files.realPath(path), () => undefined)
  const isNew = (real: string): boolean => visits.add(place.kind, real)
  const root = { path: place.path, real: (yield* realOf(place.path)) ?? place.path }
  // The folder of one file may be visited again for another one.
  const waiting: Array<Folder> = place.only !== undefined || isNew(root.real) ? [root] : []
  let count = 0
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    if (++count > mostFolders) {
      told.push(problems.tooMany(place, mostFolders))
      break
    }
    const { path: inside } = folder
    const entries = yield* Effect.catchTag(files.entries(inside), "Inaccessible", (error) => {
      told.push(...problems.unopened({ ...fileOf(place, `${inside}/`, ""), file: inside }, error))
      return Effect.succeed(none)
    })
    const inner: Array<Folder> = []
    for (const { kind, link, name } of entries) {
      if (place.only !== undefined && name !== place.only) continue
      if (kind === "file" && !isMeant(place.kind, name)) continue
      const path = `${inside}/${name}`
      if (kind === "nothing") {
        if (isMeant(place.kind, name) || folder === root) told.push(problems.leadsNowhere(place, path))
        continue
      }
      // Only a link can lead to a visited folder.
      const real = link ? yield* realOf(path) : `${folder.real}/${name}`
      if (real === undefined || !isNew(real)) continue
      if (kind === "folder") {
        if (!passedBy.has(name)) inner.push({ path, real })
        continue
      }
      const one = yield* readAt(files, place, path, real)
      if (one !== undefined) found.push(one)
    }
    waiting.push(...inner.toReversed())
  }
  return { found, problems: told }
})
