/** The YAML between the `---` lines at the top of a Markdown file. */
import * as Yaml from "effect/encoding/Yaml"

/** A front matter's text, and where it begins in the file. */
export interface FrontMatter {
  readonly yaml: string
  readonly offset: number
}

const fence = /^\uFEFF?---[ \t]*\r?\n/
const end = /^---[ \t]*(?:\r?\n|$)/m

/** The front matter of a text, where it has one. */
export const frontMatterOf = (text: string): FrontMatter | undefined => {
  const opening = fence.exec(text)
  if (opening === null) return undefined
  const offset = opening[0].length
  const closing = end.exec(text.slice(offset))
  return closing === null ? undefined : { yaml: text.slice(offset, offset + closing.index), offset }
}

/** What keeps a text that was meant to have a front matter with hooks from having one, and what to do about it. */
export const whyNone = (text: string): { readonly why: string; readonly fix: string } | undefined => {
  if (!hasHooks(text)) return undefined
  if (fence.test(text)) return { why: "never ends", fix: "Write a line `---` after its last key." }
  return /^\uFEFF?\s+---[ \t]*\r?\n/.test(text)
    ? { why: "does not begin in the first line", fix: "Take away what stands above it." }
    : undefined
}

/** What became of a front matter: all of it, or only its hooks, or nothing. */
export type Parsed =
  | { readonly _tag: "Whole"; readonly root: unknown }
  | { readonly _tag: "HooksOnly"; readonly root: unknown; readonly why: string; readonly block: FrontMatter }
  | { readonly _tag: "Broken"; readonly why: string }

const attempt = (yaml: string): { readonly root: unknown } | { readonly why: string } => {
  try {
    return { root: Yaml.parse(yaml) }
  } catch (error) {
    // The parser throws nothing but an Error with a sentence.
    return { why: error instanceof Error ? error.message : String(error) }
  }
}

/** The key, and all lines below it that are indented, empty, items of a list, or comments. */
const block = /^["']?hooks["']?[ \t]*:.*(?:\r?\n(?:[ \t#-].*|[ \t]*))*/gm

/** Whether a front matter speaks of hooks at all. */
export const hasHooks = (yaml: string): boolean => /^["']?hooks["']?[ \t]*:/m.test(yaml)

/**
 * Reads a front matter. Where another key is broken, as `argument-hint: [a] [b]` is, the hooks are read alone: such a
 * key must not switch a guard off. Hooks that stand in two places are not guessed at.
 */
export const parse = ({ offset, yaml }: FrontMatter): Parsed => {
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
