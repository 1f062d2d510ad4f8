// The names in the guides are there: modules with their members, and the files and functions of the architecture.
import { assert, describe, it } from "@effect/vitest"
import { existsSync, globSync, readdirSync } from "node:fs"
import { basename, join, sep } from "node:path"
import { packageFolders, read, root, typescriptFiles } from "../internal/workspace.ts"

/** The source texts by the names under which guides refer to them: of the module, and of the classes in it. */
const sources: ReadonlyMap<string, ReadonlyArray<string>> = (() => {
  const texts = new Map<string, Array<string>>()
  for (const folder of packageFolders()) {
    for (const path of typescriptFiles(`packages/${folder}/src`)) {
      const text = read(path)
      const classes = Array.from(text.matchAll(/^export class (\w+)/gm), ([, name]) => name ?? "")
      for (const name of new Set([basename(path, ".ts"), ...classes])) {
        texts.set(name, [...(texts.get(name) ?? []), text])
      }
    }
  }
  return texts
})()

/** Modules of Effect and Node that guides refer to. */
const foreign: ReadonlySet<string> = new Set([
  ...["", "ai", "observability", "process", "http"].flatMap((folder) =>
    readdirSync(join(root, "node_modules/effect/dist", folder)).map((name) => name.replace(/\..*$/, ""))
  ),
  "ESNext",
  "JSON",
  "NodeRuntime"
])

/** The modules that declare the members of a value: of a service that is spelled with a small letter, and of a dialect. */
const declaredIn: ReadonlyMap<string, ReadonlyArray<string>> = new Map<string, ReadonlyArray<string>>([
  ["hooks", ["Hookline", "Hooks"]],
  ["pipeline", ["Pipeline"]],
  ["skills", ["Skills"]],
  ...["Amcp", "Amplifier", "ClaudeCode"].map((name) => [name, ["Dialect", name]] as const)
])

interface Named {
  readonly page: string
  readonly name: string
  readonly member: string
}

/** Finds `Name.member`, `Name.Member` and `service.member` in code spans. Other names with a dot are files. */
const namesIn = (page: string, text: string): ReadonlyArray<Named> =>
  Array.from(text.replaceAll(/^```[\s\S]*?^```/gm, "").matchAll(/`([^`\n]+)`/g), ([, span = ""]) => span).flatMap(
    (span) =>
      Array.from(
        span.matchAll(/(?<![\w$./{"'-])([A-Z]\w+|hooks|pipeline|skills)\.(?!(?:json|md|test|ts)\b)([A-Za-z]\w*)/g),
        ([, name = "", member = ""]) => ({ page, name, member })
      )
  )

const isThere = ({ member, name }: Named): boolean => {
  const texts = (declaredIn.get(name) ?? [name]).flatMap((module) => sources.get(module) ?? [])
  return texts.length === 0 ? foreign.has(name) : texts.some((text) => new RegExp(`\\b${member}\\b`).test(text))
}

const pages = globSync(["README.md", "AGENTS.md", "docs/*.md", "docs/decisions/*.md", "packages/*/README.md"], {
  cwd: root
}).map((page) => page.replaceAll(sep, "/"))

describe("the guides", () => {
  it("name modules, services and members that are there", () => {
    const named = pages.flatMap((page) => namesIn(page, read(page)))
    assert.isAbove(named.length, 100)
    assert.deepStrictEqual(
      named.filter((one) => !isThere(one)).map(({ member, name, page }) => `${page}: ${name}.${member}`),
      []
    )
  })

  it("would not name what is gone", () => {
    const named = namesIn(
      "x.md",
      "`Registry.collect`, `Timeouts.layerFixed(1)`, `hooks.coordinate(event)`, `provide(x, HookedToolkit.Facts)`\n```ts\n`X.y`\n```"
    )
    assert.deepStrictEqual(
      named.filter((one) => !isThere(one)).map(({ member, name }) => `${name}.${member}`),
      ["Registry.collect", "hooks.coordinate", "HookedToolkit.Facts"]
    )
  })
})

/** A row of the table of files and functions: its files, and the functions that the first of several or each has. */
const rowsOf = (text: string): ReadonlyArray<{ readonly files: ReadonlyArray<string>; readonly functions: string }> => {
  const [, section = ""] = text.split("## File and function\n")
  return Array.from(
    section.split("\n## ")[0]?.matchAll(/^\|[^|]*\| (`[^|]+) \| ([^|]+) \|$/gm) ?? [],
    ([, files = "", functions = ""]) => ({
      files: Array.from(files.matchAll(/`([^`]+\.ts)`/g), ([, file]) => file ?? ""),
      functions
    })
  )
}

/** A path from the root, beside the file that is named before it, or from a folder of sources. */
const pathOf = (file: string, sourceFolder: string, before: string | undefined): string => {
  if (file.startsWith("packages/")) return file
  const folder = before?.split("/").slice(0, -1).join("/")
  return file.includes("/") || folder === undefined ? `${sourceFolder}/${file}` : `${folder}/${file}`
}

/** Lists the files of a page's table that are absent, and the functions that their files do not declare. */
const missingIn = (text: string, sourceFolder: string): ReadonlyArray<string> =>
  rowsOf(text).flatMap(({ files, functions }) => {
    const paths: Array<string> = []
    for (const file of files) paths.push(pathOf(file, sourceFolder, paths.at(-1)))
    const gone = paths.filter((path) => !existsSync(join(root, path)))
    if (gone.length > 0) return gone
    const sourceText = paths.map(read).join("\n")
    // What follows a colon may mention functions of other files.
    return Array.from(functions.replaceAll(/: [^;]*/g, "").matchAll(/`(\w+)`/g), ([, name = ""]) => name)
      .filter((name) => !new RegExp(`\\b(?:const ${name}\\b|${name}[(:<]|${name},)`).test(sourceText))
      .map((name) => `${paths.join(", ")}: ${name}`)
  })

/** The packages that do a step of the pipeline. The others are vocabulary, models and tests. */
const stepPackages = ["coordinator", "core", "dialects", "executor", "hookline", "node", "skills"]

describe("the packages' pages", () => {
  it.each(stepPackages)("of %s name files that exist, and functions that they declare", (folder) => {
    const text = read(`packages/${folder}/README.md`)
    assert.isAbove(rowsOf(text).length, 4)
    assert.deepStrictEqual(missingIn(text, `packages/${folder}/src`), [])
  })

  it("would not name files and functions that are gone", () => {
    const rows = "| 3 match | `match/Gone.ts` | `groups` |\n| | `match/Matcher.ts` | `compile`: once; `gone`: never |\n"
    assert.deepStrictEqual(missingIn(`## File and function\n\n${rows}`, "packages/core/src"), [
      "packages/core/src/match/Gone.ts",
      "packages/core/src/match/Matcher.ts: gone"
    ])
  })
})

describe("the architecture", () => {
  const architecture = read("docs/architecture.md")

  it("names files that exist, and functions that they declare", () => {
    assert.isAbove(rowsOf(architecture).length, 20)
    assert.deepStrictEqual(missingIn(architecture, "packages/core/src"), [])
  })

  it("lists the decorators in the order in which they are composed", () => {
    const [, composition = ""] = read("packages/core/src/stages.ts").split("export const layerNoDeps")
    const [pipe = ""] = composition.split("Layer.provide(Pipeline.")
    const composed = Array.from(pipe.matchAll(/\b([A-Z]\w+)\.layer\b/g), ([, name]) => name)
    const [, section = ""] = architecture.split("| decorator | adds |")
    const listed = Array.from(section.split("\n\n")[0]?.matchAll(/^\| `(\w+)` \|/gm) ?? [], ([, name]) => name)
    assert.deepStrictEqual(listed, composed)
  })
})
