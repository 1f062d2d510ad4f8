// Generates the index of each package: every module that its package.json exports, but those whose header says `@apart`,
// because they need what most users of the package do not have, and are imported by their own names.
import { packageFolders, read } from "../internal/workspace.ts"
import { barrel } from "./internal/barrel.ts"
import { publicModules } from "../internal/publicModules.ts"

/** The module whose exports an index re-exports as they are. */
const main = "Hookline"

const modulesOf = (folder: string) =>
  publicModules(folder)
    .filter(({ name }) => !name.includes("/"))
    .map((module) => ({ ...module, text: read(`packages/${folder}/src/${module.file}`) }))
    .filter(({ text }) => !/^ \* @apart$/m.test(text))

export const generate = () =>
  packageFolders()
    .map((folder) => ({ path: `packages/${folder}/src/index.ts`, modules: modulesOf(folder) }))
    .filter(({ modules }) => modules.length > 0)
    .map(({ modules, path }) => ({ path, text: barrel(modules, main) }))
