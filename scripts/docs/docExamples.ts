// Finds the examples in doc comments: fenced `ts` blocks below an `@example` tag.
import { parseSync } from "vite"

export interface DocExample {
  /** The path of the source file from the root of the repository. */
  readonly path: string
  /** The line of the source file at which the example's code begins. */
  readonly line: number
  readonly code: string
}

const fence = /^```(\w*)/

/** Returns the line of an offset, from 1. */
const lineAt = (text: string, offset: number): number => text.slice(0, offset).split("\n").length

/** Removes the star that a line of a doc comment begins with. */
const withoutStar = (line: string): string => line.replace(/^\s*\* ?/, "")

const examplesOfComment = (path: string, value: string, first: number): ReadonlyArray<DocExample> => {
  const found: Array<DocExample> = []
  let isExample = false
  let open: { readonly language: string; readonly line: number; readonly code: Array<string> } | undefined
  for (const [index, raw] of value.split("\n").entries()) {
    const line = withoutStar(raw)
    const [, language] = fence.exec(line) ?? []
    if (open === undefined) {
      if (/^@\w+/.test(line)) isExample = line.startsWith("@example")
      if (isExample && language !== undefined) open = { language, line: first + index + 1, code: [] }
    } else if (language === undefined) open.code.push(line)
    else {
      if (open.language === "ts") found.push({ path, line: open.line, code: open.code.join("\n") })
      open = undefined
    }
  }
  return found
}

/** Lists the examples of a source file in order. Throws where the file does not parse. */
export const docExamplesOf = (path: string, text: string): ReadonlyArray<DocExample> => {
  const { comments, errors } = parseSync(path, text)
  const [error] = errors
  if (error !== undefined) throw new SyntaxError(`${path}: ${error.message}`)
  return comments
    .filter(({ type, value }) => type === "Block" && value.startsWith("*"))
    .flatMap(({ start, value }) => examplesOfComment(path, value, lineAt(text, start)))
}

/** Returns the name of the file that an example is compiled as. The name holds the source's path and the line. */
export const fileNameOf = ({ line, path }: DocExample): string =>
  `${path.replace(/\.ts$/, "").replaceAll("/", "+")}+${line}.ts`

/**
 * Returns the text that an example is compiled as. Empty lines come before the code, so that the compiler reports the
 * lines of the source file. `export {}` makes a module of an example without imports.
 */
export const textOf = ({ code, line }: DocExample): string => `${"\n".repeat(line - 1)}${code}\nexport {}\n`

/** Replaces the names of compiled examples in the compiler's output with the paths of their source files. */
export const withSourcePaths = (output: string): string =>
  output.replaceAll(
    /(?:\S*[\\/])?(packages\+\S+?)\+\d+\.ts(?=[(:])/g,
    (_, name: string) => `${name.replaceAll("+", "/")}.ts`
  )
