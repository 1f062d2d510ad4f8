// Reads which pages each test names back: the line `// proves: docs/security.md, docs/trust.md` above the test.
import { parseSync } from "vite"

/** A line `// proves: PAGES`, with the title of the test below it: `undefined` where there is no test. */
export interface Proves {
  readonly line: number
  readonly title: string | undefined
  readonly pages: ReadonlyArray<string>
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

/** Returns the text of a string or a template as it is written, as `titlesIn` of claims.ts does. */
const written = (text: string, node: unknown): string | undefined =>
  isObject(node) && typeof node["start"] === "number" && typeof node["end"] === "number"
    ? node["type"] === "Literal" && typeof node["value"] === "string"
      ? text.slice(node["start"] + 1, node["end"] - 1).replaceAll('\\"', '"')
      : node["type"] === "TemplateLiteral"
        ? text.slice(node["start"] + 1, node["end"] - 1)
        : undefined
    : undefined

/** A call with a text as its first argument, such as a test. */
interface Call {
  readonly start: number
  readonly title: string
}

/** Lists the calls with a text as their first argument below a node. */
const callsIn = (text: string, node: unknown): ReadonlyArray<Call> => {
  if (Array.isArray(node)) return node.flatMap((each) => callsIn(text, each))
  if (!isObject(node)) return []
  const below = Object.values(node).flatMap((value) => (isObject(value) ? callsIn(text, value) : []))
  const { arguments: given, start, type } = node
  if (type !== "CallExpression" || typeof start !== "number" || !Array.isArray(given)) return below
  const title = written(text, given[0])
  return title === undefined ? below : [{ start, title }, ...below]
}

const marker = /^ proves: (.+)$/

/** Lists the lines `// proves:` of a test file. Throws where the file does not parse. */
export const provesIn = (path: string, text: string): ReadonlyArray<Proves> => {
  if (!text.includes("// proves: ")) return []
  const { comments, errors, program } = parseSync(path, text)
  const [error] = errors
  if (error !== undefined) throw new SyntaxError(`${path}: ${error.message}`)
  const titles = new Map(callsIn(text, program).map(({ start, title }) => [start, title]))
  return comments.flatMap(({ end, type, value }) => {
    const [, pages] = type === "Line" ? (marker.exec(value) ?? []) : []
    if (pages === undefined) return []
    // Other comments may be between this line and the test.
    const gap = /^(?:\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)*/.exec(text.slice(end))?.[0].length ?? 0
    return [
      {
        line: text.slice(0, end).split("\n").length,
        title: titles.get(end + gap),
        pages: pages.split(",").map((page) => page.trim())
      }
    ]
  })
}
