/** The navigation, out of the map of the guides. */
import { lexer, type Tokens } from "marked"
import { read } from "../../scripts/internal/workspace.ts"
import { targetOf, urlOf } from "./paths.ts"

/** A group of links. */
export interface Group {
  readonly title: string
  readonly links: ReadonlyArray<{ readonly title: string; readonly task: string; readonly url: string }>
}

const map = "docs/README.md"

const linksIn = (tokens: ReadonlyArray<Tokens.Generic>): ReadonlyArray<Tokens.Generic> =>
  tokens.filter(({ type }) => type === "link")

const upperFirst = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** Reads the groups of the map: a row in bold type begins one. */
export const navigation = (): ReadonlyArray<Group> => {
  const table = lexer(read(map)).find((token): token is Tokens.Table => token.type === "table")
  if (table === undefined) throw new Error(`${map} has no table`)
  const groups: Array<{ readonly title: string; readonly links: Array<Group["links"][number]> }> = []
  for (const [task, pages] of table.rows) {
    const title = /^\*\*(.+)\*\*$/.exec(task?.text ?? "")?.[1]
    if (title !== undefined) groups.push({ title, links: [] })
    for (const link of linksIn(pages?.tokens ?? [])) {
      const target = targetOf(map, String(link["href"]))
      if (target._tag !== "Page") continue
      const text = upperFirst(String(link["text"]).replaceAll("`", ""))
      groups.at(-1)?.links.push({ title: text, task: task?.text ?? "", url: urlOf(target.path) })
    }
  }
  if (groups.length === 0) throw new Error(`${map} has no groups`)
  return groups
}
