// Generates the index of each package: every module of it under its own name, but those whose header says `@apart`:
// they need what most people who import the package do not, and are imported by their own names.
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { exists, packageFolders, read, root } from "../internal/workspace.ts"
import { packageName } from "../layering/arrows.ts"
import { barrel } from "./internal/barrel.ts"

const modulesIn = (source: string) =>
  readdirSync(join(root, source))
    .filter((name) => /^[A-Z]\w*\.ts$/.test(name))
    .map((name) => ({ name, text: read(`${source}/${name}`) }))
    .filter(({ text }) => !/^ \* @apart$/m.test(text))

export const generate = () =>
  packageFolders()
    .map((folder) => ({ source: `packages/${folder}/src`, ofPackage: packageName(folder) }))
    .filter(({ source }) => exists(source) && modulesIn(source).length > 0)
    .map(({ ofPackage, source }) => ({
      path: `${source}/index.ts`,
      text: barrel(modulesIn(source), ofPackage)
    }))
