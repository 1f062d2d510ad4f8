/**
 * Files whose paths are nearly those that are read: in another case, which most file systems of Linux distinguish, or with one
 * letter more, fewer or other. All their guards are lost.
 *
 * @since 0.1.0
 */
import { pathIn, pathOf, type Project } from "@hookline/core/kit/discover/ConfigLocations"
import type { Base, Dialect } from "@hookline/core/Dialect"
import { isNear } from "@hookline/core/kit/discover/Suggestions"
import * as Dialects from "@hookline/dialects/Dialects"
import * as layout from "@hookline/dialects/kit/plugins"
import * as fs from "node:fs"
import * as path from "node:path"

/**
 * A file that is not read, and the path that is.
 *
 * @category models
 * @since 0.1.0
 */
export interface NearlyRead {
  readonly file: string
  readonly belongs: string
  readonly dialect: string
}

/** A path that is read, by its steps: `*` is any folder, `**` any number of them, and `*.md` any name with that ending. */
interface Place {
  readonly base: Base
  readonly steps: ReadonlyArray<string>
  readonly dialect: string
  /** The variable that may name a folder in the place of the first step. */
  readonly variable?: string | undefined
}

/** Returns the paths that a dialect reads. Folders of skills that variables name are left out. */
const placesOf = ({ files, name: dialect, skills = [] }: Dialect): ReadonlyArray<Place> => {
  const place = (
    { base, variable }: Pick<Place, "base" | "variable">,
    ...paths: ReadonlyArray<string>
  ): ReadonlyArray<Place> => paths.map((each) => ({ base, steps: each.split("/"), dialect, variable }))
  return [
    ...files.flatMap((spec) => {
      switch (spec._tag) {
        case "File":
          return place(spec, spec.path)
        case "Files":
          return place(spec, `${spec.path}/*${spec.ending}`)
        case "Folder": {
          const { base, layout } = spec
          const ofPlugin = [spec.file, layout.nested, layout.manifest.path].map((each) => `${spec.path}/*/${each}`)
          return place({ base }, `${spec.path}/${spec.file}`, ...ofPlugin)
        }
      }
    }),
    ...skills.flatMap((spec) => {
      if (spec._tag === "Variable") return []
      return place(spec, `${spec.path}/**/${spec.kind === "skill" ? "SKILL.md" : "*.md"}`)
    })
  ]
}

const settingsAt = (base: Base, name: string): Place => ({ base, steps: [".hookline", name], dialect: "hookline" })

const settings: ReadonlyArray<Place> = [
  settingsAt("home", "settings.json"),
  settingsAt("project", "settings.json"),
  settingsAt("project", "settings.local.json")
]

const entriesOf = (folder: string): ReadonlyArray<fs.Dirent> => {
  try {
    return fs.readdirSync(folder, { withFileTypes: true })
  } catch {
    // It is absent, or no folder.
    return []
  }
}

/** The depth to which folders of skills are searched. */
const deepest = 5

/** The length from which a word is still itself with one letter changed. */
const shortest = 5

/** Checks whether a name is meant to be another: in another case, or with one edit. What ends in `~` is an editor's copy. */
const isMeant = (known: string, name: string): boolean => {
  const [one, other] = [known.toLowerCase(), name.toLowerCase()]
  return one === other || (one.length >= shortest && !other.endsWith("~") && isNear(one, other))
}

/** Returns the name that a step of a path wants instead of a name, or `undefined` if the name is another one. */
const wanted = (step: string, name: string): string | undefined => {
  if (step === "*") return name
  if (!step.startsWith("*")) return isMeant(step, name) ? step : undefined
  const { ext, name: stem } = path.parse(name)
  const ending = step.slice(1)
  return isMeant(ending, ext) ? `${stem}${ending}` : undefined
}

type Pair = Omit<NearlyRead, "dialect">

/** Returns the files below a folder that nearly match the steps, each with the path that is read. */
const matching = (
  { belongs, file: folder }: Pair,
  [step, ...rest]: ReadonlyArray<string>,
  depth = 0
): ReadonlyArray<Pair> => {
  if (step === undefined) return [{ belongs, file: folder }]
  const below = (name: string, as: string): Pair => ({ file: path.join(folder, name), belongs: path.join(belongs, as) })
  if (step === "**") {
    const folders = entriesOf(folder).filter((each) => each.isDirectory() && each.name !== "node_modules")
    const deeper = depth < deepest ? folders : []
    return [
      ...matching({ belongs, file: folder }, rest),
      ...deeper.flatMap(({ name }) => matching(below(name, name), [step, ...rest], depth + 1))
    ]
  }
  return entriesOf(folder).flatMap(({ name }) => {
    const as = wanted(step, name)
    return as === undefined ? [] : matching(below(name, as), rest)
  })
}

/** Checks whether two paths lead to one file, as on a file system that knows no case. */
const isOne = (file: string, other: string): boolean => {
  const [one, two] = [file, other].map((each) => fs.statSync(each, { throwIfNoEntry: false }))
  return one !== undefined && two !== undefined && one.dev === two.dev && one.ino === two.ino
}

/** Returns the path of a dialect's file of the user in the format of another file. */
const usersFile = ({ files }: Dialect, file: string, folders: Project): string | undefined => {
  const own = files.find(
    (spec) => spec._tag === "File" && spec.scope === "user" && path.extname(spec.path) === path.extname(file)
  )
  return own === undefined ? undefined : pathOf(own, folders)
}

/** Returns files in the home folder that count in a project only, such as the user's own local settings. */
const onlyInProjects = (folders: Project): ReadonlyArray<NearlyRead> => {
  const { home, project } = folders
  if (home === project) return []
  const ownSettings = path.join(home, ".hookline/settings.json")
  const all = [
    { file: path.join(home, ".hookline/settings.local.json"), belongs: ownSettings, dialect: "hookline" },
    ...Dialects.all.flatMap((dialect) => {
      const users = new Set(dialect.files.map((spec) => pathOf(spec, folders)))
      return dialect.files.flatMap((spec) => {
        if (spec._tag !== "File" || spec.scope === "user") return []
        const belongs = usersFile(dialect, spec.path, folders)
        if (belongs === undefined) return []
        const files = [path.join(home, spec.path), path.join(path.dirname(belongs), path.basename(spec.path))]
        return files.filter((file) => !users.has(file)).map((file) => ({ file, belongs, dialect: dialect.name }))
      })
    })
  ]
  const read = new Set(Dialects.all.flatMap(({ files }) => files.map((spec) => pathOf(spec, folders))))
  return all.filter(({ file }) => !read.has(file) && fs.existsSync(file))
}

/** Returns texts right in a folder of skills, each of which has a folder of its own. */
const flatSkills = (folders: Project): ReadonlyArray<NearlyRead> =>
  Dialects.all.flatMap(({ name: dialect, skills = [] }) =>
    skills.flatMap((spec) => {
      if (spec._tag === "Variable" || spec.kind !== "skill") return []
      const folder = pathIn(spec, folders)
      return entriesOf(folder).flatMap(({ name }) => {
        const { ext, name: stem } = path.parse(name)
        if (ext !== ".md" || stem.toUpperCase() === "SKILL") return []
        return [{ file: path.join(folder, name), belongs: path.join(folder, stem, "SKILL.md"), dialect }]
      })
    })
  )

/** Returns the files of plugins that are nearly at a place of their layout. */
const inPlugins = (plugins: ReadonlyArray<string>): ReadonlyArray<NearlyRead> =>
  plugins.flatMap((folder) =>
    [layout.files.nested, layout.files.manifest].flatMap((place) =>
      matching({ file: folder, belongs: folder }, place.split("/"))
        .filter(({ belongs, file }) => file !== belongs && !isOne(file, belongs))
        .map((pair) => ({ ...pair, dialect: layout.dialect }))
    )
  )

/**
 * Returns the files at paths that are nearly read, whatever is in them. `plugins` are the folders of plugins.
 *
 * @category getters
 * @since 0.1.0
 */
export const nearlyRead = (folders: Project, plugins: ReadonlyArray<string> = []): ReadonlyArray<NearlyRead> => {
  const others = [...onlyInProjects(folders), ...flatSkills(folders), ...inPlugins(plugins)]
  const found = new Map(others.map((one) => [one.file, one]))
  const read = new Set<string>()
  for (const { base, dialect, steps, variable } of [...settings, ...Dialects.all.flatMap(placesOf)]) {
    const moved = variable === undefined ? undefined : folders.named?.[variable]
    const root = moved ?? folders[base]
    for (const { belongs, file } of matching(
      { file: root, belongs: root },
      moved === undefined ? steps : steps.slice(1)
    )) {
      if (file === belongs) read.add(file)
      else if (!found.has(file) && !isOne(file, belongs)) found.set(file, { file, belongs, dialect })
    }
  }
  // The path of one program may be nearly that of another.
  return [...found.values()].filter(({ file }) => !read.has(file))
}
