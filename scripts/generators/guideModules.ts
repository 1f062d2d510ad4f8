// Links the modules that the code of a guide imports to their reference, at the end of the guide.
//
//   <!-- api --> … <!-- /api -->
import { publicModules } from "../internal/publicModules.ts"
import { packageFolders, read, readManifest, root } from "../internal/workspace.ts"
import { globSync } from "node:fs"
import { anchor } from "./internal/anchor.ts"

/** The names of all public modules, with the page of each. */
const pages: ReadonlyMap<string, string> = new Map(
  packageFolders().flatMap((folder) => {
    const { name = "" } = readManifest(`packages/${folder}/package.json`)
    return folder === "hookline"
      ? []
      : publicModules(folder).map((module) => [`${name}/${module.name}`, `${folder}.md`] as const)
  })
)

/** Returns the module that an import means: `hookline` exports what `@hookline/node` does. */
const resolved = (specifier: string, imported: string): ReadonlyArray<string> => {
  if (pages.has(specifier)) return [specifier]
  if (specifier.startsWith("hookline/")) return resolved(specifier.replace("hookline", "@hookline/node"), imported)
  if (specifier !== "hookline" && specifier !== "@hookline/node") return []
  return [...imported.matchAll(/\w+/g)].map(([name]) => `@hookline/node/${name}`).filter((name) => pages.has(name))
}

const modulesIn = (text: string): ReadonlyArray<string> => {
  const blocks = [...text.matchAll(/^```ts\n([^]*?)\n```$/gm)].map(([, code = ""]) => code)
  const found = blocks.flatMap((code) =>
    [...code.matchAll(/^import ([^"]*?) from "([^"]+)"/gm)].flatMap(([, names = "", specifier = ""]) =>
      resolved(specifier, names)
    )
  )
  return [...new Set(found)].toSorted()
}

const filled = (text: string): string =>
  text.replace(/(<!-- api -->\n)[^]*?(<!-- \/api -->)/, (_, before: string, after: string) => {
    const links = modulesIn(text).map((name) => `[\`${name}\`](reference/api/${pages.get(name)}#${anchor(name)})`)
    return `${before}\nAPI: ${links.join(",\n")}.\n\n${after}`
  })

export const generate = () =>
  globSync("docs/*.md", { cwd: root })
    .toSorted()
    .map((path) => ({ path, text: filled(read(path)) }))
    .filter(({ text }) => text.includes("<!-- api -->"))
