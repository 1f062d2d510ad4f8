/** The frame of all pages. */
import { escape } from "./html.ts"
import type { Section } from "./markdown.ts"
import type { Group } from "./navigation.ts"
import { relativeUrl } from "./paths.ts"

/** A page to frame. */
export interface Content {
  readonly url: string
  readonly title: string
  readonly description: string
  readonly html: string
  readonly sections?: ReadonlyArray<Section>
  readonly scripts?: ReadonlyArray<string>
  /** True for a page that takes the whole width. */
  readonly isWide?: boolean
}

/** The page asks nothing of any other host, and runs no script but the site's own. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "worker-src blob:",
  "base-uri 'none'",
  "form-action 'none'"
].join("; ")

const top: ReadonlyArray<readonly [title: string, url: string]> = [
  ["Guides", "docs/index.html"],
  ["Reference", "docs/reference/api/index.html"],
  ["Playground", "playground.html"]
]

const contents = (sections: ReadonlyArray<Section>): string => {
  const most = sections.filter(({ level }) => level === 2 || level === 3)
  // A page of the reference has hundreds of sections, in a few modules.
  const shown = most.length > 60 ? most.filter(({ level }) => level === 2) : most
  if (shown.length < 3 || shown.length > 60) return ""
  const items = shown.map(
    ({ anchor, level, title }) => `<li class="level-${level}"><a href="#${anchor}">${escape(title)}</a></li>`
  )
  return `<nav class="contents" aria-label="On this page"><h2>On this page</h2><ul>${items.join("")}</ul></nav>`
}

/** Creates the function that frames pages. */
export const framing =
  (groups: ReadonlyArray<Group>) =>
  (content: Content): string => {
    const { description, html, isWide = false, scripts = [], sections = [], title, url } = content
    const to = (address: string): string => relativeUrl(url, address)
    const current = (address: string): string => (address === url ? ` aria-current="page"` : "")
    const link = (name: string, address: string): string =>
      `<a href="${to(address)}"${current(address)}>${escape(name)}</a>`
    const side = groups
      .map(
        (group) =>
          `<h2>${escape(group.title)}</h2><ul>${group.links.map((one) => `<li>${link(one.title, one.url)}</li>`).join("")}</ul>`
      )
      .join("\n")
    return `<!doctype html>
<html lang="en" data-root="${to(".") === "" ? "." : to(".")}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escape(description)}">
<title>${escape(title === "Hookline" ? "Hookline: the hooks of every coding agent" : `${title} – Hookline`)}</title>
<link rel="icon" href="${to("assets/icon.svg")}" type="image/svg+xml">
<link rel="stylesheet" href="${to("assets/style.css")}">
<script src="${to("assets/theme.js")}"></script>
<script src="${to("assets/page.js")}" defer></script>
${scripts.map((script) => `<script src="${to(script)}" defer></script>\n`).join("")}</head>
<body class="${isWide ? "wide" : "text"}">
<a class="skip" href="#main">Skip to the content</a>
<header class="top">
<a class="brand" href="${to("index.html")}"><img src="${to("assets/icon.svg")}" alt="" width="20" height="20"> Hookline</a>
<nav aria-label="Site">${top.map(([name, address]) => link(name, address)).join("")}</nav>
<div class="tools">
<button type="button" id="search-open" aria-haspopup="dialog" hidden><span>Search</span> <kbd>/</kbd></button>
<button type="button" id="theme" aria-label="Dark mode" aria-pressed="false" hidden><svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Zm0 1.6v10.8a5.4 5.4 0 0 1 0-10.8Z" fill="currentColor"/></svg></button>
</div>
</header>
<div class="frame">
${isWide ? "" : `<nav class="side" aria-label="Guides"><details id="side"><summary>All pages</summary><div>${side}</div></details></nav>`}
<main id="main" tabindex="-1">
${html}
</main>
${isWide ? "" : contents(sections)}
</div>
<footer><p>Hookline 0.1, under the <a href="${to("source/LICENSE.html")}">MIT license</a>. <a href="${to("CHANGELOG.html")}">Changelog</a>. <a href="${to("CONTRIBUTING.html")}">Contributing</a>.</p></footer>
<dialog id="search" aria-label="Search">
<form method="dialog" role="search"><input id="search-text" type="search" placeholder="Search the guides and the reference" aria-label="Search" autocomplete="off" spellcheck="false" role="combobox" aria-expanded="true" aria-controls="search-results"></form>
<p id="search-status" role="status"></p>
<ul id="search-results" role="listbox" aria-label="Results"></ul>
</dialog>
</body>
</html>
`
  }
