// Finds what a TypeScript file imports. A parser does it, since comments and strings may well show an import.
import { parseSync } from "vite"

export interface Import {
  readonly specifier: string
  readonly line: number
}

type Parsed = ReturnType<typeof parseSync>

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

/** `import("…")` as a type: the one form that the parser does not list by itself. */
const typeImports = (node: unknown): ReadonlyArray<{ specifier: string; start: number }> => {
  if (Array.isArray(node)) return node.flatMap(typeImports)
  if (!isObject(node)) return []
  const { type, source, start } = node
  const inside = Object.values(node).flatMap(typeImports)
  return type === "TSImportType" && isObject(source) && typeof source["value"] === "string" && typeof start === "number"
    ? [{ specifier: source["value"], start }, ...inside]
    : inside
}

const moduleImports = ({ module }: Parsed, text: string) => [
  ...module.staticImports.map(({ moduleRequest, start }) => ({ specifier: moduleRequest.value, start })),
  ...module.staticExports.flatMap(({ entries, start }) =>
    entries.flatMap(({ moduleRequest }) => (moduleRequest ? [{ specifier: moduleRequest.value, start }] : []))
  ),
  ...module.dynamicImports.flatMap(({ moduleRequest, start }) => {
    // A name that is computed cannot be judged.
    const literal = /^["'`]([^"'`$]+)["'`]$/.exec(text.slice(moduleRequest.start, moduleRequest.end))
    return literal?.[1] === undefined ? [] : [{ specifier: literal[1], start }]
  })
]

/** Everything that the text imports or re-exports, types included, in order; fails where it does not parse. */
export const importsOf = (path: string, text: string): ReadonlyArray<Import> => {
  const parsed = parseSync(path, text)
  const [error] = parsed.errors
  if (error !== undefined) throw new SyntaxError(error.message)
  return [...moduleImports(parsed, text), ...typeImports(parsed.program)]
    .toSorted((self, that) => self.start - that.start)
    .map(({ specifier, start }) => ({ specifier, line: text.slice(0, start).split("\n").length }))
}
