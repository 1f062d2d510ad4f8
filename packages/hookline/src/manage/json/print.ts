/** Data as text, in the manner of the file that it goes into. */
import type { Node } from "jsonc-parser"
import { breaks, indentAt } from "./gaps.ts"
import { childrenOf, type Tree } from "@hookline/node/kit/json/tree"

/** The format of a file. */
export interface Manner {
  readonly end: string
  /** One step of indentation. */
  readonly step: string
  /** The blank after a colon, and after a comma on the same line. */
  readonly blank: string
}

/** The format of new files. */
export const usual: Manner = { end: "\n", step: "  ", blank: " " }

/** The step of the first value that begins its line inside of one that does, from the outside inwards. */
const stepOf = (text: string, root: Node): string | undefined => {
  const [first] = childrenOf(root)
  if (first === undefined || !breaks(text, root.offset, first.offset)) return undefined
  const indent = indentAt(text, first.offset)
  const outer = indentAt(text, root.offset)
  return indent.startsWith(outer) && indent.length > outer.length ? indent.slice(outer.length) : undefined
}

/** The manner of a file. What it does not show is as usual. */
export const mannerOf = ({ root, text }: Tree): Manner => {
  if (root === undefined) return usual
  const end = /\r\n|\n|\r/.exec(text)?.[0] ?? usual.end
  const [first] = childrenOf(root)
  const colon = first?.colonOffset
  const isTight = colon !== undefined && /\S/.test(text[colon + 1] ?? "")
  return { end, step: stepOf(text, root) ?? usual.step, blank: isTight ? "" : usual.blank }
}

/** Data on one line. */
export const onLine = (data: unknown, { blank }: Manner): string => {
  const parts = (open: string, inner: ReadonlyArray<string>, close: string): string =>
    `${open}${inner.join(`,${blank}`)}${close}`
  const print = (value: unknown): string => {
    if (Array.isArray(value)) return parts("[", value.map(print), "]")
    if (typeof value !== "object" || value === null) return JSON.stringify(value)
    const properties = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}:${blank}${print(inner)}`)
    return parts("{", properties, "}")
  }
  return print(data)
}

/** Data on lines of its own, of which the first is indented by others. */
export const onLines = (data: unknown, { end, step }: Manner, indent: string): string =>
  // `stringify` takes no step of more than ten letters, so that tabs replace steps first.
  JSON.stringify(data, undefined, "\t").replaceAll(
    /\n(\t*)/g,
    (_, tabs: string) => end + indent + step.repeat(tabs.length)
  )
