/** Cheap checks of a front matter. Its YAML is parsed only for an unusual name, because most skills have no hooks. */
import * as Yaml from "effect/encoding/Yaml"

/** Matches the line that ends a front matter. */
const ending = /^---[ \t]*\r?$/gm

/** Returns the text between the `---` lines, or all text after the first one if there is no second. */
export const frontOf = (text: string): string => {
  // An empty line above is a mistake that the dialect reports. A byte-order mark counts as blank.
  const begin = /\S/.exec(text)?.index ?? 0
  if (!text.startsWith("---", begin)) return ""
  ending.lastIndex = begin + 3
  const end = ending.exec(text)
  return end === null ? text : text.slice(0, end.index)
}

/** The maximum length of what the dialect searches for hooks that are written and would not run. */
const mostSearched = 8192

/** Matches a text that goes on with a second block, or with a key. */
const block = /^\s*(?:[-+;]{2,}|[\u2013\u2014])|^[\w"'-]+[ \t]*[:=]/

/**
 * Returns what is behind a front matter and may be meant as one, or the beginning of a text without one. The dialect
 * reports hooks in it, which would not run.
 */
export const besidesOf = (front: string, text: string): string => {
  if (front === "") return text.slice(0, mostSearched).replaceAll("\0", "")
  const line = text.indexOf("\n", front.length)
  const rest = line < 0 ? "" : text.slice(line + 1, line + 1 + mostSearched)
  return block.test(rest) ? rest : ""
}

/** Words of hooks, and of events that may be misplaced outside of `hooks`. */
const signs = ["hook", "Hook", "HOOK", "ToolUse", "Stop", "SessionStart", "SessionEnd", "UserPrompt"]

/** Checks whether there may be hooks, including misplaced ones. The dialect decides. */
export const mayBringHooks = (front: string): boolean => signs.some((sign) => front.includes(sign))

/** A name, and its line. */
export interface Named {
  readonly name: string
  readonly line: number
}

/** Matches a name as nearly all files have it: one plain word at the end of a line, which the next line does not continue. */
const plain = /^name:[ \t]+([A-Za-z](?:[\w./-]|:(?=[\w./-]))*)[ \t]*\r?(?:\n(?!(?:[ \t]*\r?\n)*[ \t]+\S)|(?![\s\S]))/m

/** Words that are no text in YAML. */
const noText = /^(?:true|false|null|yes|no|on|off)$/i

/** Matches a key `name` at the top of a front matter. */
const key = /^(?:\?[ \t]+)?["']?name["']?[ \t]*(?::|$)/gm

/** Matches a name in a front matter that is no valid YAML, or that the parser does not read: behind a tag, or an explicit key. */
const written =
  /^(?:\?[ \t]+)?["']?name["']?[ \t]*(?:\r?\n)?:[ \t]*(?:[!&][^\s]*[ \t]+)*(?:"([^"\r\n]+)"|'([^'\r\n]+)'|([^\s"'#&*!|>[\]{}][^\r\n]*?))[ \t]*(?:[ \t]#[^\r\n]*)?\r?$/m

const writtenIn = (front: string): string | undefined => {
  const found = written.exec(front)
  return found?.[1] ?? found?.[2] ?? found?.[3]
}

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === "string" ? value !== "" : typeof value === "number" || typeof value === "boolean"

/** Matches a key `name` that is explicit, or whose value has a tag: the parser refuses the one, and reads the other as text. */
const explicit = /^\?[ \t]+(["']?name["']?)[ \t]*\r?\n:/m
const tagged = /^(["']?name["']?[ \t]*:[ \t]+(?:&\S+[ \t]+)?)(?:!\S*[ \t]+)+/m

/** Parses the whole YAML. Returns `undefined` if it is invalid. */
const parsed = (front: string): { readonly root: unknown } | undefined => {
  try {
    const yaml = front.replace(/^\s*---[^\n]*(?:\n|$)/, "")
    return { root: Yaml.parse(yaml.replace(explicit, "$1:").replace(tagged, "$1")) }
  } catch {
    // The dialect reports it. A name can be found all the same.
    return undefined
  }
}

/** Returns the name that the YAML has, and the one that is written if the YAML is invalid. */
const unusual = (front: string): string | undefined => {
  const whole = parsed(front)
  if (whole === undefined) return writtenIn(front)
  const { root } = whole
  const value = typeof root === "object" && root !== null && "name" in root ? root.name : undefined
  return isScalar(value) ? String(value) : undefined
}

/** Returns the name in a front matter, even if the rest is invalid. */
export const nameIn = (front: string): Named | undefined => {
  if (!front.includes("name")) return undefined
  const keys = Array.from(front.matchAll(key), ({ index }) => index)
  const found = plain.exec(front)
  const word = found?.[1]
  const isPlain = word !== undefined && keys.length === 1 && !noText.test(word)
  const name = isPlain ? word : unusual(front)
  if (name === undefined) return undefined
  const at = keys[0] ?? front.indexOf("name")
  return { name, line: front.slice(0, at).split("\n").length }
}
