/** Pages that show files and folders of the repository to which guides link. */
import { readdirSync, statSync } from "node:fs"
import { join, posix } from "node:path"
import { read, root } from "../../scripts/internal/workspace.ts"
import { highlight } from "./highlight.ts"
import { escape } from "./html.ts"
import { relativeUrl, sourceUrlOf } from "./paths.ts"

/** A page that shows a file or a folder. */
export interface SourcePage {
  readonly url: string
  readonly title: string
  readonly html: string
}

/** Folders that are made, or are of tools. */
const hidden = new Set(["node_modules", "dist", "__pycache__", ".git"])

const filesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !hidden.has(name))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const path = posix.join(folder, entry.name)
      return entry.isDirectory() ? filesIn(path) : [path]
    })

const fileUrl = sourceUrlOf

const ofFile = (path: string): SourcePage => ({
  url: fileUrl(path),
  title: path,
  html: `<h1 id="${escape(posix.basename(path))}" class="path">${escape(path)}</h1>\n<pre tabindex="0"><code>${highlight(read(path), posix.extname(path).slice(1))}</code></pre>`
})

const ofFolder = (path: string, files: ReadonlyArray<string>): SourcePage => {
  const url = fileUrl(path)
  const items = files.map(
    (file) => `<li><a href="${relativeUrl(url, fileUrl(file))}">${escape(file.slice(path.length + 1))}</a></li>`
  )
  return { url, title: path, html: `<h1 class="path">${escape(path)}</h1>\n<ul>${items.join("\n")}</ul>` }
}

/** Returns the pages for paths. A folder has a page for each file in it. */
export const sourcePages = (paths: ReadonlySet<string>): ReadonlyArray<SourcePage> => {
  const pages = new Map<string, SourcePage>()
  for (const path of paths) {
    const isFolder = statSync(join(root, path)).isDirectory()
    const files = isFolder ? filesIn(path) : [path]
    for (const file of files) if (!pages.has(file)) pages.set(file, ofFile(file))
    if (isFolder) pages.set(path, ofFolder(path, files))
  }
  return [...pages.values()]
}
