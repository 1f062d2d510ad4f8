/** Writes the site as static files: `npm run site`, or with a folder as its argument. The pages need no server. */
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { read, root } from "../scripts/internal/workspace.ts"
import { bundle } from "./bundle.ts"
import { type Rendered, render } from "./pages/markdown.ts"
import { navigation } from "./pages/navigation.ts"
import { markdownPages, relativeUrl } from "./pages/paths.ts"
import { playgroundPage } from "./pages/playgroundPage.ts"
import { indexOf, scriptOf } from "./pages/searchIndex.ts"
import { sourcePages } from "./pages/sources.ts"
import { framing } from "./pages/template.ts"

/** Returns the first sentence of a page's text, for search engines. */
const descriptionOf = ({ sections, title }: Rendered): string =>
  /^.{20,160}?[.:](?= |$)/.exec(sections[0]?.text ?? "")?.[0] ?? title

/** Adds to the guide of the playground a link to it, which the repository does not have. */
const linked = ({ html, page, url }: Rendered): Pick<Rendered, "html"> => {
  if (page !== "docs/playground.md") return { html }
  const link = `<p><a class="button" href="${relativeUrl(url, "playground.html")}">Open the playground</a></p>`
  return { html: html.replace("</h1>", `</h1>\n${link}`) }
}

const paths = (pages: ReadonlyArray<Rendered>, tag: "Picture" | "Source"): ReadonlySet<string> =>
  new Set(pages.flatMap(({ targets }) => targets.flatMap((target) => (target._tag === tag ? [target.path] : []))))

/** Writes the site into a folder, which is emptied before. Returns the number of pages. */
export const site = async (folder: string): Promise<number> => {
  const pages = markdownPages().map((page) => render(page, read(page)))
  const frame = framing(navigation())
  const sources = sourcePages(new Set([...paths(pages, "Source"), "LICENSE"]))
  const scripts = await bundle()
  const playground = "Paste a file of hooks, choose an event, and see the answer to the agent."
  const files: Readonly<Record<string, string>> = {
    ...Object.fromEntries(
      pages.map((page) => [page.url, frame({ ...page, ...linked(page), description: descriptionOf(page) })] as const)
    ),
    ...Object.fromEntries(sources.map((page) => [page.url, frame({ ...page, description: page.title })] as const)),
    "playground.html": frame({
      url: "playground.html",
      title: "Playground",
      description: playground,
      html: playgroundPage(),
      scripts: ["assets/playground.js"],
      isWide: true
    }),
    ...Object.fromEntries(Object.entries(scripts).map(([name, code]) => [`assets/${name}`, code])),
    "assets/search.js": scriptOf([["playground.html", "Playground", "", "", playground], ...indexOf(pages)]),
    "assets/style.css": read("site/client/style.css"),
    "assets/icon.svg": read("site/client/icon.svg")
  }
  rmSync(folder, { recursive: true, force: true })
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  for (const path of paths(pages, "Picture")) cpSync(join(root, path), join(folder, path))
  return pages.length + sources.length + 1
}

if (import.meta.main) {
  const folder = resolve(process.argv[2] ?? join(root, "site/dist"))
  const started = performance.now()
  const count = await site(folder)
  console.log(`${count} pages written to ${folder} in ${((performance.now() - started) / 1000).toFixed(1)} s`)
}
