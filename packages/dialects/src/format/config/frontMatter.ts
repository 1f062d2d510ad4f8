/** The YAML between the `---` lines at the top of a Markdown file. */
import * as Yaml from "effect/encoding/Yaml"

/** The text of a front matter, and its offset in the file. */
export interface FrontMatter {
  readonly yaml: string
  readonly offset: number
  /** The text behind it. */
  readonly rest: string
}

const fence = /^\uFEFF?---[ \t]*\r?\n/
const end = /^---[ \t]*(?:\r?\n|$)/m

/** Returns the front matter of a text, if it has one. */
export const frontMatterOf = (text: string): FrontMatter | undefined => {
  const opening = fence.exec(text)
  if (opening === null) return undefined
  const offset = opening[0].length
  const closing = end.exec(text.slice(offset))
  if (closing === null) return undefined
  const until = offset + closing.index
  return { yaml: text.slice(offset, until), offset, rest: text.slice(until + closing[0].length) }
}

/** Returns the reason for which a text has no front matter although it is meant to contain hooks, with the fix. */
export const whyNone = (text: string): { readonly why: string; readonly fix: string } | undefined => {
  // Behind a front matter, a text may be about hooks.
  if (!hasHooks(frontMatterOf(text.trimStart())?.yaml ?? text)) return undefined
  if (fence.test(text)) return { why: "never ends", fix: "Write a line `---` after its last key." }
  return /^\uFEFF?\s+---[ \t]*\r?\n/.test(text)
    ? { why: "does not begin in the first line", fix: "Remove the text above it." }
    : undefined
}

type Block = Omit<FrontMatter, "rest">

/** The result of parsing a front matter: all of it, or only its hooks, or none. */
export type Parsed =
  | { readonly _tag: "Whole"; readonly root: unknown }
  | { readonly _tag: "HooksOnly"; readonly root: unknown; readonly why: string; readonly block: Block }
  | { readonly _tag: "Broken"; readonly why: string }

const attempt = (yaml: string): { readonly root: unknown } | { readonly why: string } => {
  try {
    return { root: Yaml.parse(yaml) }
  } catch (error) {
    // The parser only throws an Error with a message.
    return { why: error instanceof Error ? error.message : String(error) }
  }
}

/** Matches the key, and all lines below it that are indented, empty, items of a list, or comments. */
const block = /^["']?hooks["']?[ \t]*:.*(?:\r?\n(?:[ \t#-].*|[ \t]*))*/gm

/** Checks whether a front matter has the key `hooks`. */
export const hasHooks = (yaml: string): boolean => /^["']?hooks["']?[ \t]*:/m.test(yaml)

/**
 * Parses a front matter. If another key is broken, as in `argument-hint: [a] [b]`, the hooks are parsed alone, because
 * such a key must not disable a guard. Two keys `hooks` are an error.
 */
export const parse = ({ offset, yaml }: Block): Parsed => {
  const whole = attempt(yaml)
  if ("root" in whole) return { _tag: "Whole", root: whole.root }
  const [first, second] = Array.from(yaml.matchAll(block))
  const hooks = first === undefined || second !== undefined ? undefined : attempt(first[0])
  return first !== undefined && hooks !== undefined && "root" in hooks
    ? {
        _tag: "HooksOnly",
        root: hooks.root,
        why: whole.why,
        block: { yaml: first[0], offset: offset + first.index }
      }
    : { _tag: "Broken", why: whole.why }
}
