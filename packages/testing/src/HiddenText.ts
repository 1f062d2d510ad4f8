/**
 * Characters that a file could hide from its reader, and values that have them in every text of a schema. A printer is
 * tested by them: no character may be in what it prints, whichever field has it.
 *
 * @since 0.1.0
 */
import type * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

const range = (from: number, to: number): ReadonlyArray<string> =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at))

/**
 * Every control, every character that turns text around, has no width or no shape, ends a line, or is half of one, and
 * whole escapes of a terminal.
 *
 * @category values
 * @since 0.1.0
 */
export const all: ReadonlyArray<string> = [
  ...range(0, 0x1f),
  ...range(0x7f, 0x9f),
  "\u{ad}",
  "\u{34f}",
  "\u{61c}",
  "\u{115f}",
  "\u{17b4}",
  "\u{180b}",
  "\u{180e}",
  "\u{3164}",
  "\u{feff}",
  "\u{ffa0}",
  ...range(0x200b, 0x200f),
  ...range(0x2028, 0x202e),
  ...range(0x2060, 0x206f),
  ...range(0xfe00, 0xfe0f),
  ...range(0xfff9, 0xfffb),
  "\ud800",
  "\udfff",
  "\u{fdd0}",
  "\u{ffff}",
  "\u{1d173}",
  "\u{e0001}",
  "\u{e0100}",
  "\u{e01ef}",
  ...range(0xe0020, 0xe007f),
  "\u{1b}[31m",
  "\u{1b}[2J",
  "\u{1b}]0;title\u{7}",
  "\u{1b}]8;;http://x\u{1b}\\",
  "\u{9b}1A",
  "\r\n"
]

/**
 * A text with all of them, each between two letters.
 *
 * @category values
 * @since 0.1.0
 */
export const text = `a${all.join("b")}c`

const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu

/**
 * Returns the hidden characters of a text by their codes. Ends of lines and tabs are hidden only where `isOneLine`.
 *
 * @category getters
 * @since 0.1.0
 */
export const find = (shown: string, { isOneLine = false } = {}): ReadonlyArray<string> => [
  ...new Set(
    [...shown.matchAll(hidden)]
      .map(([found]) => found)
      .filter((found) => isOneLine || (found !== "\n" && found !== "\t"))
      .map((found) => `U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase()}`)
  )
]

/** At most so many values of one schema, and so deep. */
const [most, deepest] = [24, 8]

/** The values of each part, in parallel: as many as the part with the most has. */
const together = (parts: ReadonlyArray<ReadonlyArray<unknown>>): ReadonlyArray<ReadonlyArray<unknown>> => {
  if (parts.some((values) => values.length === 0)) return []
  const count = Math.min(most, Math.max(1, ...parts.map(({ length }) => length)))
  return Array.from({ length: count }, (_, at) => parts.map((values) => values[at % values.length]))
}

const valuesOf = (ast: SchemaAST.AST, said: string, depth: number): ReadonlyArray<unknown> => {
  const of = (inner: SchemaAST.AST) => valuesOf(inner, said, depth + 1)
  switch (ast._tag) {
    case "String":
    case "TemplateLiteral":
      return [said]
    case "Number":
      return [1]
    case "BigInt":
      return [1n]
    case "Boolean":
      return [true, false]
    case "Literal":
      return [ast.literal]
    case "Null":
      return [null]
    case "Undefined":
    case "Void":
      return [undefined]
    case "Unknown":
    case "Any":
    case "ObjectKeyword":
      return [{ [said]: [said] }]
    case "Enum":
      return ast.enums.map(([, value]) => value)
    case "Suspend":
      return depth > deepest ? [] : of(ast.thunk())
    case "Union":
      return ast.types.flatMap(of).slice(0, most)
    case "Arrays": {
      const rest = ast.rest.flatMap(of)
      return together([...ast.elements.map(of), ...(rest.length === 0 ? [] : [rest])])
    }
    case "Objects": {
      const own = ast.propertySignatures.map(({ name, type }) => [name, of(type)] as const)
      // An optional part that has no value at this depth is left out.
      const kept = own.filter(([, values]) => values.length > 0)
      if (own.some(([name, values]) => values.length === 0 && !isOptional(ast, name))) return []
      const index = ast.indexSignatures.map(({ type }) => [said, of(type)] as const)
      const entries = [...kept, ...index.filter(([, values]) => values.length > 0)]
      return together(entries.map(([, values]) => values)).map((values) =>
        Object.fromEntries<unknown>(values.map((value, at) => [entries[at]?.[0] ?? said, value]))
      )
    }
    default:
      return []
  }
}

const isOptional = ({ propertySignatures }: SchemaAST.Objects, name: PropertyKey): boolean =>
  propertySignatures.some((one) => one.name === name && SchemaAST.isOptional(one.type))

/**
 * Returns values of a schema, with every optional part, and every case of every union in one of them. Each text, and each
 * key of a record, is `said`. Checks of the schema are not kept.
 *
 * @example
 * ```ts
 * import { Notice } from "@hookline/schema/Outcome"
 * import * as HiddenText from "@hookline/testing/HiddenText"
 *
 * const shown = HiddenText.values(Notice, HiddenText.text).map(({ by, text }) => JSON.stringify([by, text]))
 * const hidden = shown.flatMap((text) => HiddenText.find(text, { isOneLine: true }))
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const values = <A>({ ast }: Schema.Schema<A>, said: string): ReadonlyArray<A> =>
  // The values have the schema's shape, because each was made by its part of the schema.
  valuesOf(SchemaAST.toType(ast), said, 0) as ReadonlyArray<A>
