// Links of the built site lead to pages and anchors of it, and nothing of it is on another host.
import { existsSync, globSync, readFileSync } from "node:fs"
import { dirname, join, sep } from "node:path"
import { assert, describe, inject, it } from "vitest"
import { anchorsOf } from "../../scripts/docs/markdown.ts"
import { read } from "../../scripts/internal/workspace.ts"
import { markdownPages, urlOf } from "../pages/paths.ts"

const folder = inject("folder")

const pages = globSync("**/*.html", { cwd: folder })
  .map((page) => page.replaceAll(sep, "/"))
  .toSorted()

const texts = new Map(pages.map((page) => [page, readFileSync(join(folder, page), "utf8")]))

const idsOf = (html: string): ReadonlySet<string> =>
  new Set(Array.from(html.matchAll(/ id="([^"]*)"/g), ([, id = ""]) => id))

const ids = new Map([...texts].map(([page, html]) => [page, idsOf(html)]))

const decoded = (text: string): string => text.replaceAll("&amp;", "&")

/** Lists the links, scripts, styles and pictures of a page that lead nowhere. */
const brokenIn = (page: string, html: string): ReadonlyArray<string> =>
  Array.from(html.matchAll(/<(a|link|script|img)\b[^>]*? (?:href|src)="([^"]*)"/g)).flatMap(([, tag, target = ""]) => {
    const href = decoded(target)
    if (/^[a-z][a-z+.-]*:/i.test(href)) return tag === "a" ? [] : [`${page}: ${href} is on another host`]
    const [path = "", anchor = ""] = href.split("#")
    const to = path === "" ? page : join(dirname(page), decodeURI(path)).replaceAll(sep, "/")
    if (!existsSync(join(folder, to))) return [`${page}: ${href}`]
    return anchor === "" || ids.get(to)?.has(decodeURIComponent(anchor)) === true ? [] : [`${page}: ${href}`]
  })

describe("the pages of the site", () => {
  it("have links that lead to pages and anchors", () => {
    assert.isAbove(pages.length, 100)
    assert.deepStrictEqual(
      [...texts].flatMap(([page, html]) => brokenIn(page, html)),
      []
    )
  })

  it("have the anchors of the repository's pages", () => {
    const missing = markdownPages().flatMap((page) =>
      [...anchorsOf(read(page))].flatMap((anchor) =>
        ids.get(urlOf(page))?.has(anchor) === true ? [] : [`${page}#${anchor}`]
      )
    )
    assert.deepStrictEqual(missing, [])
  })

  it("have each id once", () => {
    const repeated = [...texts].flatMap(([page, html]) => {
      const all = Array.from(html.matchAll(/ id="([^"]*)"/g), ([, id]) => id)
      return all.length === ids.get(page)?.size ? [] : [page]
    })
    assert.deepStrictEqual(repeated, [])
  })

  it("have no comments, scripts or styles inside", () => {
    const found = [...texts].flatMap(([page, html]) =>
      /<!--|<style|<script(?! src="| type="application\/json")| style="| on[a-z]+="/.test(
        html.replaceAll(/<pre[\s\S]*?<\/pre>/g, "")
      )
        ? [page]
        : []
    )
    assert.deepStrictEqual(found, [])
  })
})
