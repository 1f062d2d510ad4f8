// Writes the reference of the public modules: each export with its sentence, its declaration and its example, one page for
// each package. Declarations are those of the last build.
import { publicModules } from "../internal/publicModules.ts"
import { exists, packageFolders, read, readManifest } from "../internal/workspace.ts"
import { anchor } from "./internal/anchor.ts"
import { declarationsOf, type Declared, exportedFrom } from "./internal/declarations.ts"
import { firstSentence } from "./internal/barrel.ts"

const folder = "docs/reference/api"

const entry = (module: string, { code, example, name, since, text }: Declared): string =>
  [
    `### ${module.endsWith(name) ? name : `${module}.${name}`}`,
    text,
    `Since ${since}.`,
    `\`\`\`ts\n${code}\n\`\`\``,
    ...(example === undefined ? [] : [`\`\`\`ts\n${example}\n\`\`\``])
  ].join("\n\n")

const module_ = (specifier: string, file: string, built: string): string => {
  if (!exists(built)) throw new Error(`${built} is missing: build it by "npx tsc -b" first`)
  const sentence = firstSentence(read(file))
  const text = read(built)
  const module = specifier.slice(specifier.lastIndexOf("/") + 1)
  const entries = declarationsOf(built, text).map((declared) => entry(module, declared))
  const others = exportedFrom(built, text).map((name) => `\`${name}\``)
  return [
    `## ${specifier}`,
    ...(sentence === undefined ? [] : [sentence]),
    ...entries,
    ...(others.length === 0 ? [] : [`Also exports ${others.join(", ")}.`])
  ].join("\n\n")
}

const page = (packageFolder: string): { readonly path: string; readonly text: string; readonly row: string } => {
  const { name = "" } = readManifest(`packages/${packageFolder}/package.json`)
  const modules = publicModules(packageFolder).toSorted((one, other) => (one.name < other.name ? -1 : 1))
  const list = modules.map((each) => `- [\`${name}/${each.name}\`](#${anchor(`${name}/${each.name}`)})`)
  const sections = modules.map((each) =>
    module_(
      `${name}/${each.name}`,
      `packages/${packageFolder}/src/${each.file}`,
      `packages/${packageFolder}/dist/${each.file.replace(/\.ts$/, ".d.ts")}`
    )
  )
  const path = `${folder}/${packageFolder}.md`
  const text = `${[`# ${name}`, "The public modules of this package.", list.join("\n"), ...sections].join("\n\n")}\n`
  return { path, text, row: `| [\`${name}\`](${packageFolder}.md) | ${modules.length} |` }
}

/** Packages that only export what others have. */
const withoutModules: ReadonlySet<string> = new Set(["hookline"])

export const generate = () => {
  const pages = packageFolders()
    .filter((each) => !withoutModules.has(each))
    .map(page)
  const index = [
    "# API reference",
    "Every public module of the packages, with its exports. `hookline` exports what `@hookline/node` does, under the same names.",
    ["| package | modules |", "| --- | ---: |", ...pages.map(({ row }) => row)].join("\n")
  ].join("\n\n")
  return [{ path: `${folder}/README.md`, text: `${index}\n` }, ...pages.map(({ path, text }) => ({ path, text }))]
}
