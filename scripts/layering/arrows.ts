// Which package may import which. Sources obey it as it stands; tests may import @hookline/testing besides.
//
//   schema <- core <- { dialects, executor, prompt, skills, coordinator } <- node <- { hookline, testing }
//   fleet stands on coordinator, beside node; only the command imports it, and lazily.

const middle = ["dialects", "executor", "prompt", "skills", "coordinator"]

/** For each package's folder, the folders of the packages below it. */
export const below: ReadonlyMap<string, ReadonlyArray<string>> = new Map<string, ReadonlyArray<string>>([
  ["schema", []],
  ["core", ["schema"]],
  ...middle.map((name) => [name, ["schema", "core"]] as const),
  ["fleet", ["schema", "core", "coordinator"]],
  ["node", ["schema", "core", ...middle]],
  ["hookline", ["schema", "core", ...middle, "fleet", "node"]],
  ["testing", ["schema", "core", ...middle, "node"]]
])

/** The name under which a folder's package is published. */
export const packageName = (folder: string): string => (folder === "hookline" ? folder : `@hookline/${folder}`)

const folders = new Map([...below.keys()].map((folder) => [packageName(folder), folder]))

/** The folder of a package of this repository, if it is one. */
export const folderOf = (name: string): string | undefined => folders.get(name)
