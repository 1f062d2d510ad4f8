// What the pages say is there: links lead somewhere, code comes from what is compiled, commands and flags exist.
import { assert, describe, it } from "@effect/vitest"
import { execFileSync } from "node:child_process"
import { existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, sep } from "node:path"
import { anchorsOf, type Block, blocksOf, brokenLinks, callsIn, linksOf } from "../docs/markdown.ts"
import { pathsIn } from "../docs/paths.ts"
import { packageFolders, read, readManifest, root } from "../internal/workspace.ts"
import { terms } from "../words/terms.ts"

const pages = globSync(
  ["*.md", "docs/**/*.md", "packages/*/README.md", "examples/*.md", "examples/*/README.md", "conformance/*.md"],
  { cwd: root }
)
  .map((page) => page.replaceAll(sep, "/"))
  .toSorted()

const blocks: ReadonlyArray<Block & { readonly page: string }> = pages.flatMap((page) =>
  blocksOf(read(page)).map((block) => ({ ...block, page }))
)

const whyNoJson = (text: string): string | undefined => {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    return String(error)
  }
}

const helpOf = (words: ReadonlyArray<string>): string =>
  execFileSync(process.execPath, ["packages/hookline/bin/hookline.js", ...words, "--help"], {
    cwd: root,
    encoding: "utf8"
  })

/** The help of a command, and of the commands below it. */
const helpBelow = (words: ReadonlyArray<string>): string => {
  const help = helpOf(words)
  const [, below = ""] = words.length === 0 ? [] : (/^COMMANDS\n((?: .*\n)+)/m.exec(help) ?? [])
  const names = Array.from(below.matchAll(/^ {2}(\S+)/gm), ([, name = ""]) => name)
  return [help, ...names.map((name) => helpBelow([...words, name]))].join("\n")
}

/** A command's flags, by its own help; none where there is no such command. */
const flagsOf = (command: string): ReadonlySet<string> => {
  const words = command === "" || command.startsWith("-") ? [] : [command]
  const help = helpBelow(words)
  const isThere = words.length === 0 || new RegExp(`^ +hookline ${command}\\b`, "m").test(help)
  return new Set(isThere ? Array.from(help.matchAll(/(?<![\w-])--?[a-z][a-z-]*/g), ([flag]) => flag) : [])
}

describe("the pages", () => {
  it("have links that lead somewhere", () => {
    assert.isAbove(pages.length, 30)
    assert.deepStrictEqual(
      pages.flatMap((page) => brokenLinks(root, page)),
      []
    )
  })

  it("are all named in the README, or in a page that is", () => {
    const named = new Set<string>()
    const follow = (page: string): void => {
      if (named.has(page)) return
      named.add(page)
      for (const { target } of linksOf(read(page))) {
        const path = join(page, "..", target.split("#")[0] ?? "").replaceAll(sep, "/")
        for (const found of [path, `${path}/README.md`]) if (pages.includes(found)) follow(found)
      }
    }
    follow("README.md")
    assert.deepStrictEqual(
      pages.filter((page) => !named.has(page)),
      []
    )
  })

  it("end with what to read next, if they are guides", () => {
    const guides = pages.filter((page) => /^docs\/(?!README)[\w-]+\.md$/.test(page))
    assert.isAbove(guides.length, 30)
    assert.deepStrictEqual(
      guides.filter((page) => !/\n\n.*\bNext: (?:.|\n(?!\n))*\]\((?:.|\n(?!\n))*\n$/.test(read(page))),
      []
    )
  })

  // The reference of the API is generated: its examples are those of doc comments, which `npm run check:examples` compiles.
  it("have no code but what is compiled", () => {
    assert.deepStrictEqual(
      blocks
        .filter(({ page }) => !page.startsWith("docs/reference/api/"))
        .filter(({ language, quoted }) => /^[jt]sx?$/.test(language) && !quoted)
        .map(({ line, page }) => `${page}:${line}`),
      []
    )
  })

  it("have JSON that is JSON", () => {
    const found = blocks.filter(({ language }) => language === "json")
    assert.isAbove(found.length, 5)
    assert.deepStrictEqual(
      found.flatMap(({ line, page, text }) => {
        const why = whyNoJson(text)
        return why === undefined ? [] : [`${page}:${line}: ${why}`]
      }),
      []
    )
  })

  it("have commands and flags that are there", () => {
    const calls = blocks
      .filter(({ language }) => language === "sh")
      .flatMap((block) => callsIn(block).map((call) => ({ ...call, page: block.page })))
    assert.isAbove(calls.length, 20)
    const known = new Map([...new Set(calls.map(({ command }) => command))].map((name) => [name, flagsOf(name)]))
    assert.deepStrictEqual(
      calls.flatMap(({ command, flags, line, page }) => {
        const has = known.get(command) ?? new Set()
        const missing = has.size === 0 ? [command] : flags.filter((flag) => !has.has(flag))
        return missing.map((word) => `${page}:${line}: hookline ${command} has no ${word}`)
      }),
      []
    )
  })
})

describe("AGENTS.md", () => {
  const agents = read("AGENTS.md")

  it("names paths that exist", () => {
    const named = [...pathsIn(agents)]
    assert.isAbove(named.length, 40)
    assert.includeMembers(named, ["packages/core", "packages/core/src/discover/ConfigFiles.ts", ".ci/run", "fuzz"])
    assert.deepStrictEqual(
      named.filter((path) => !existsSync(join(root, path))),
      []
    )
  })

  it("names every package, and scripts that package.json has", () => {
    assert.includeMembers(
      [...pathsIn(agents)],
      packageFolders().map((folder) => `packages/${folder}`)
    )
    const scripts = Object.keys(readManifest("package.json").scripts ?? {})
    const named = Array.from(agents.matchAll(/\bnpm run ([\w:-]+)/g), ([, name]) => name ?? "")
    assert.isAbove(named.length, 5)
    assert.deepStrictEqual(
      named.filter((name) => !scripts.includes(name)),
      []
    )
  })

  it("has a row in its glossary for every word that the check counts", () => {
    const [, glossary = ""] = agents.split("## Glossary")
    assert.deepStrictEqual(
      terms.filter(({ word }) => !new RegExp(`\\b${word}\\b`).test(glossary)).map(({ word }) => word),
      []
    )
  })
})

describe("pathsIn", () => {
  it("finds paths in a map's first column and in code spans, and files beside the file that is named first", () => {
    const text = [
      "```",
      "packages/a    the one, packages/none",
      "bench, soak",
      "              more of it",
      "```",
      "- see `packages/a/src/A.ts`, with its port `B.ts` and",
      "  `docs/c.md`, `a/b`, `npm run x`, `effect/Effect`",
      "- `C.ts`"
    ]
    assert.deepStrictEqual(pathsIn(text.join("\n")), [
      "packages/a",
      "bench",
      "soak",
      "packages/a/src/A.ts",
      "packages/a/src/B.ts",
      "docs/c.md"
    ])
  })
})

describe("what is told of pages", () => {
  it("finds links that lead nowhere, and passes over code", () => {
    const folder = mkdtempSync(join(tmpdir(), "pages-"))
    try {
      writeFileSync(join(folder, "b.md"), "# One & two\n\n## `run` it\n\n## One & two\n")
      const lines = [
        "[b](b.md#one--two-1)",
        "`[x](none.md)`",
        "```",
        "[x](none.md)",
        "```",
        "[c](c.md)",
        "[d](b.md#run)"
      ]
      writeFileSync(join(folder, "a.md"), lines.join("\n"))
      assert.deepStrictEqual(brokenLinks(folder, "a.md"), ["a.md:6: c.md", "a.md:7: b.md#run"])
      assert.deepStrictEqual([...anchorsOf(read("README.md"))].slice(0, 2), ["hookline", "try-it"])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it("finds calls in shell blocks, with their flags", () => {
    const text = `hookline run X --input '{"a": "--no"}' --json  # --none\nnpx hookline plan --tool=Bash | grep -v x\n# hookline no\nvitest --project hookline no`
    const calls = callsIn({ language: "sh", line: 1, quoted: false, text })
    assert.deepStrictEqual(calls, [
      { command: "run", flags: ["--input", "--json"], line: 2 },
      { command: "plan", flags: ["--tool"], line: 3 }
    ])
  })
})
