/** The index of the search: each section of each page, with its text. */
import type { Indexed } from "../client/Indexed.ts"
import type { Rendered } from "./markdown.ts"

/** Text beyond this length of one section hardly helps to find it. */
const maximum = 4000

/** Returns the sections of pages. */
export const indexOf = (pages: ReadonlyArray<Rendered>): ReadonlyArray<Indexed> =>
  pages.flatMap(({ sections, title, url }) =>
    sections.map((section): Indexed => [
      url,
      title,
      section.anchor,
      section.level === 1 ? "" : section.title,
      section.text.slice(0, maximum)
    ])
  )

/** Writes the index as a script, because a browser fetches nothing for a page that is a file. */
export const scriptOf = (index: ReadonlyArray<Indexed>): string =>
  `globalThis.hooklineSearchIndex = ${JSON.stringify(index)}\n`
