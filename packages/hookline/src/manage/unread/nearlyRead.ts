/**
 * Files whose names differ from those that are read only in case: on most file systems of Linux they are other files, so
 * that all their guards are lost.
 *
 * @since 0.1.0
 */
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import type { Base, Dialect } from "@hookline/core/Dialect"
import * as Dialects from "@hookline/dialects/Dialects"
import * as fs from "node:fs"
import * as path from "node:path"

/**
 * A file in another case, and the path that is read.
 *
 * @category models
 * @since 0.1.0
 */
export interface OtherCase {
  readonly file: string
  readonly belongs: string
  readonly dialect: string
}

/** A path that is read, by its steps: `*` is any folder, `**` any number of them, and `*.md` any name with that ending. */
interface Place {
  readonly base: Base
  readonly steps: ReadonlyArray<string>
  readonly dialect: string
}

/** Returns the paths that a dialect reads. Folders that variables name are left out. */
const placesOf = ({ files, name: dialect, skills = [] }: Dialect): ReadonlyArray<Place> => {
  const place = (base: Base, ...paths: ReadonlyArray<string>): ReadonlyArray<Place> =>
    paths.map((each) => ({ base, steps: each.split("/"), dialect }))
  return [
    ...files.flatMap((spec) => {
      switch (spec._tag) {
        case "File":
          return place(spec.base, spec.path)
        case "Files":
          return place(spec.base, `${spec.path}/*${spec.ending}`)
        case "Folder": {
          const { layout } = spec
          const ofPlugin = [spec.file, layout.nested, layout.manifest.path].map((each) => `${spec.path}/*/${each}`)
          return place(spec.base, `${spec.path}/${spec.file}`, ...ofPlugin)
        }
      }
    }),
    ...skills.flatMap((spec) => {
      if (spec._tag === "Variable") return []
      return place(spec.base, `${spec.path}/**/${spec.kind === "skill" ? "SKILL.md" : "*.md"}`)
    })
  ]
}

const settings: ReadonlyArray<Place> = ["settings.json", "settings.local.json"].flatMap((name) =>
  (["home", "project"] as const).map((base) => ({ base, steps: [".hookline", name], dialect: "hookline" }))
)

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

/** Returns the name that a step of a path wants instead of a name, or `undefined` if the name is another one in any case. */
const wanted = (step: string, name: string): string | undefined => {
  if (step === "*") return name
  if (!step.startsWith("*")) return step.toLowerCase() === name.toLowerCase() ? step : undefined
  const ending = step.slice(1)
  return name.toLowerCase().endsWith(ending) ? `${name.slice(0, name.length - ending.length)}${ending}` : undefined
}

type Pair = Omit<OtherCase, "dialect">

/** Returns the files below a folder that match the steps in any case, each with the path that is read. */
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

/**
 * Returns the files that are not read because of the case of their names, whatever is in them.
 *
 * @category getters
 * @since 0.1.0
 */
export const inOtherCase = (folders: Project): ReadonlyArray<OtherCase> => {
  const found = new Map<string, OtherCase>()
  for (const { base, dialect, steps } of [...settings, ...Dialects.all.flatMap(placesOf)]) {
    const root = folders[base]
    for (const { belongs, file } of matching({ file: root, belongs: root }, steps)) {
      if (file !== belongs && !found.has(file) && !isOne(file, belongs)) found.set(file, { file, belongs, dialect })
    }
  }
  return [...found.values()]
}
