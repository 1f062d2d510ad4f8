/** Renders a page of the repository. */
import { Marked, type Tokens } from "marked"
import { highlight } from "./highlight.ts"
import { escape, textOf } from "./html.ts"
import { addressOf, relativeUrl, type Target, targetOf, urlOf } from "./paths.ts"

/** A part of a page below one heading. */
export interface Section {
  readonly anchor: string
  readonly level: number
  readonly title: string
  readonly text: string
}

/** A rendered page. */
export interface Rendered {
  readonly page: string
  readonly url: string
  readonly title: string
  readonly html: string
  readonly sections: ReadonlyArray<Section>
  /** The targets of its links and pictures in the repository. */
  readonly targets: ReadonlyArray<Exclude<Target, { _tag: "Outside" }>>
}

const withoutComments = (html: string): string => html.replaceAll(/<!--[\s\S]*?-->/g, "")

/** Returns the anchor of a heading, as the hosts of repositories make it. */
const anchorOf = (heading: string, taken: ReadonlySet<string>): string => {
  const plain = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase()
  const anchor = plain.replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, "").replaceAll(" ", "-")
  let unique = anchor
  for (let count = 1; taken.has(unique); count += 1) unique = `${anchor}-${count}`
  return unique
}

/** Splits a page at its headings, for the search. */
const sectionsOf = (html: string): ReadonlyArray<Section> => {
  const parts = html.split(/(?=<h[1-6] id=")/)
  return parts.flatMap((part): ReadonlyArray<Section> => {
    const [whole = "", level = "1", anchor = "", heading = ""] =
      /^<h([1-6]) id="([^"]*)">([\s\S]*?)<\/h\1>/.exec(part) ?? []
    const text = textOf(part.slice(whole.length).replaceAll(/<\/(?:p|li|td|th|tr|pre|h\d)>/g, " "))
    const title = textOf(heading.replace(/<a class="anchor"[\s\S]*?<\/a>/, ""))
    return whole === "" && text === "" ? [] : [{ anchor, level: Number(level), title, text }]
  })
}

/** Renders a Markdown page. */
export const render = (page: string, text: string): Rendered => {
  const url = urlOf(page)
  const targets: Array<Exclude<Target, { _tag: "Outside" }>> = []
  const anchors = new Set<string>()
  const resolve = (href: string): string => {
    const target = targetOf(page, href)
    if (target._tag === "Outside") return href
    targets.push(target)
    const address = addressOf(target)
    return address === url && target.anchor !== "" ? target.anchor : relativeUrl(url, address) + target.anchor
  }
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ depth, text: heading, tokens }: Tokens.Heading): string {
        const anchor = anchorOf(withoutComments(heading).trim(), anchors)
        anchors.add(anchor)
        const shown = this.parser.parseInline(tokens)
        const link = depth === 1 ? "" : ` <a class="anchor" href="#${anchor}" aria-label="Link to this section">#</a>`
        return `<h${depth} id="${anchor}">${shown}${link}</h${depth}>\n`
      },
      link({ href, tokens }: Tokens.Link): string {
        const address = resolve(href)
        const rel = /^[a-z]+:/i.test(address) ? ` rel="noopener noreferrer"` : ""
        return `<a href="${escape(address)}"${rel}>${this.parser.parseInline(tokens)}</a>`
      },
      image({ href, text: alt }: Tokens.Image): string {
        return `<img src="${escape(resolve(href))}" alt="${escape(alt)}" loading="lazy">`
      },
      code({ lang = "", text: code }: Tokens.Code): string {
        return `<pre tabindex="0"><code>${highlight(code, lang)}</code></pre>\n`
      },
      html({ text: html }: Tokens.HTML | Tokens.Tag): string {
        return withoutComments(html)
      },
      table(token: Tokens.Table): string {
        const cell = (name: string, { align, tokens }: Tokens.TableCell): string =>
          `<${name}${name === "th" ? ` scope="col"` : ""}${align === null ? "" : ` class="${align}"`}>${this.parser.parseInline(tokens)}</${name}>`
        const row = (name: string, cells: ReadonlyArray<Tokens.TableCell>): string =>
          `<tr>${cells.map((each) => cell(name, each)).join("")}</tr>`
        const body = token.rows.map((cells) => row("td", cells)).join("\n")
        return `<div class="table" role="region" aria-label="Table" tabindex="0"><table><thead>${row("th", token.header)}</thead><tbody>${body}</tbody></table></div>\n`
      }
    }
  })
  const html = marked.parse(text, { async: false })
  const sections = sectionsOf(html)
  return { page, url, title: sections.find(({ level }) => level === 1)?.title ?? page, html, sections, targets }
}
