/** The addresses of pages: each page of the repository has one at the same place in the site. */
import { globSync } from "node:fs"
import { posix, sep } from "node:path"
import { exists, root } from "../../scripts/internal/workspace.ts"

/** Returns the Markdown pages of the site, as sorted paths from the root of the repository. */
export const markdownPages = (): ReadonlyArray<string> =>
  globSync(
    ["*.md", "docs/**/*.md", "packages/*/README.md", "examples/*.md", "examples/*/README.md", "conformance/*.md"],
    { cwd: root }
  )
    .map((path) => path.replaceAll(sep, "/"))
    .toSorted()

/** Returns the address of a Markdown page, from the root of the site. */
export const urlOf = (page: string): string => page.replace(/(^|\/)README\.md$/, "$1index.md").replace(/\.md$/, ".html")

/** Returns the address of a page that shows a file or folder. Servers hide names that begin with a dot. */
export const sourceUrlOf = (path: string): string =>
  `source/${path
    .split("/")
    .map((step) => step.replace(/^\./, "dot-"))
    .join("/")}.html`

/** Returns a link from one address of the site to another one. */
export const relativeUrl = (from: string, to: string): string => posix.relative(posix.dirname(from), to)

/** The target of a link: a page, a picture that is copied, or a file or folder of the repository. */
export type Target =
  | { readonly _tag: "Page" | "Picture" | "Source"; readonly path: string; readonly anchor: string }
  | { readonly _tag: "Outside" }

/** Returns the target of a link of a page. */
export const targetOf = (page: string, href: string): Target => {
  if (/^[a-z][a-z+.-]*:/i.test(href)) return { _tag: "Outside" }
  const [to = "", anchor = ""] = href.split("#")
  const path = to === "" ? page : posix.join(posix.dirname(page), decodeURI(to)).replace(/\/$/, "")
  const hash = anchor === "" ? "" : `#${anchor}`
  if (path.endsWith(".md") && pages.has(path)) return { _tag: "Page", path, anchor: hash }
  const readme = path === "." ? "README.md" : `${path}/README.md`
  if (pages.has(readme)) return { _tag: "Page", path: readme, anchor: hash }
  if (!exists(path)) throw new Error(`${page} links to ${href}, which does not exist`)
  return { _tag: path.endsWith(".svg") ? "Picture" : "Source", path, anchor: hash }
}

const pages = new Set(markdownPages())

/** Returns the address of a target, from the root of the site. */
export const addressOf = (target: Exclude<Target, { _tag: "Outside" }>): string => {
  switch (target._tag) {
    case "Page":
      return urlOf(target.path)
    case "Picture":
      return target.path
    case "Source":
      return sourceUrlOf(target.path)
  }
}
