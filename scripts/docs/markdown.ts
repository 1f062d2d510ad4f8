// What the pages of this repository say, as the test of them needs it: links, headings, blocks of code.
import { existsSync, readFileSync, statSync } from "node:fs"
import { dirname, join } from "node:path"

export interface Block {
  readonly language: string
  readonly text: string
  readonly line: number
  /** Whether it is quoted from an example that is compiled. */
  readonly quoted: boolean
}

const fence = /^( *)(`{3,})([\w-]*)[^\n]*\n([\s\S]*?)^\1\2 *$/gm

const lineAt = (text: string, index: number): number => text.slice(0, index).split("\n").length

export const blocksOf = (text: string): ReadonlyArray<Block> =>
  Array.from(text.matchAll(fence), ({ 3: language = "", 4: inside = "", index }) => ({
    language,
    text: inside,
    line: lineAt(text, index),
    quoted: /<!-- example: \S+ -->\s*$/.test(text.slice(0, index))
  }))

/** The text with blanks where code is, so that what is left stands on its line. */
const withoutBlocks = (text: string): string =>
  text
    .replaceAll(fence, (block) => block.replaceAll(/[^\n]/g, " "))
    .replaceAll(/<!--[\s\S]*?-->/g, (comment) => comment.replaceAll(/[^\n]/g, " "))

const withoutCode = (text: string): string =>
  withoutBlocks(text).replaceAll(/`[^`\n]+`/g, (code) => "x".repeat(code.length))

/** The anchors of a page's headings, as they are made where it is shown. */
export const anchorsOf = (text: string): ReadonlySet<string> => {
  const anchors = new Set<string>()
  for (const [, heading = ""] of withoutBlocks(text).matchAll(/^#{1,6} +(.+?) *#*$/gm)) {
    const plain = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase()
    const anchor = plain.replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, "").replaceAll(" ", "-")
    let unique = anchor
    for (let count = 1; anchors.has(unique); count += 1) unique = `${anchor}-${count}`
    anchors.add(unique)
  }
  return anchors
}

export interface Link {
  readonly target: string
  readonly line: number
}

export const linksOf = (text: string): ReadonlyArray<Link> =>
  Array.from(withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g), ({ 1: target = "", index }) => ({
    target,
    line: lineAt(text, index)
  }))

/** What of its links leads nowhere. `page` is the page's path, from `root`. */
export const brokenLinks = (root: string, page: string): ReadonlyArray<string> => {
  const text = readFileSync(join(root, page), "utf8")
  return linksOf(text).flatMap(({ line, target }) => {
    if (/^[a-z]+:/.test(target)) return []
    const [path = "", anchor] = target.split("#")
    const file = path === "" ? join(root, page) : join(root, dirname(page), path)
    const broken = `${page}:${line}: ${target}`
    if (!existsSync(file)) return [broken]
    if (anchor === undefined) return []
    const isPage = file.endsWith(".md") && statSync(file).isFile()
    return isPage && anchorsOf(readFileSync(file, "utf8")).has(anchor) ? [] : [broken]
  })
}

export interface Call {
  readonly command: string
  readonly flags: ReadonlyArray<string>
  readonly line: number
}

/** A line as words; what is quoted is one, and what is behind a `#` is none. */
const wordsOf = (line: string): ReadonlyArray<string> =>
  Array.from(line.matchAll(/'[^']*'|"(?:[^"\\]|\\.)*"|[^\s'"]+/g), ([word]) => word)

/** Whether a command may follow these words. */
const isBefore = (words: ReadonlyArray<string>): boolean => words.every((word) => /^(?:npx|\w+=.*)$/.test(word))

/** The calls of `hookline` in a block for a shell. */
export const callsIn = ({ line, text }: Block): ReadonlyArray<Call> =>
  text.split("\n").flatMap((written, at) => {
    const words = wordsOf(written)
    const start = words.findIndex((word, index) => word === "hookline" && isBefore(words.slice(0, index)))
    if (start === -1) return []
    const rest = words.slice(start + 1)
    const end = rest.findIndex((word) => /^(?:#|[|;&<>])/.test(word))
    const [command = "", ...others] = end === -1 ? rest : rest.slice(0, end)
    const flags = others.filter((word) => /^--?[a-z]/.test(word)).map((word) => word.replace(/=.*/, ""))
    return [{ command, flags, line: line + at + 1 }]
  })
