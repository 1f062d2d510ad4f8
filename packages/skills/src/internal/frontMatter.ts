/** Cheap checks of a front matter. Its YAML is parsed only for an unusual name, because most skills have no hooks. */
import * as Yaml from "effect/encoding/Yaml"

/** Returns the text between the `---` lines, or all text after the first one if there is no second. */
export const frontOf = (text: string): string => {
  // An empty line above is a mistake that the dialect reports. A byte-order mark counts as blank.
  const begin = /\S/.exec(text)?.index ?? 0
  if (!text.startsWith("---", begin)) return ""
  const end = text.indexOf("\n---", begin + 3)
  return end < 0 ? text : text.slice(0, end)
}

/** Returns the beginning of a text without a front matter. The dialect reports hooks in it, which would not run. */
export const beginningOf = (text: string): string => text.slice(0, 2048).replaceAll("\0", "")

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

/** Matches a name in a front matter that is no valid YAML. */
const written =
  /^["']?name["']?[ \t]*:[ \t]*(?:"([^"\r\n]+)"|'([^'\r\n]+)'|([^\s"'#&*!|>[\]{}][^\r\n]*?))[ \t]*(?:[ \t]#[^\r\n]*)?\r?$/m

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === "string" ? value !== "" : typeof value === "number" || typeof value === "boolean"

/** Parses the whole YAML. Returns `undefined` if it is invalid. */
const parsed = (front: string): { readonly root: unknown } | undefined => {
  try {
    return { root: Yaml.parse(front.replace(/^\s*---[^\n]*(?:\n|$)/, "")) }
  } catch {
    // The dialect reports it. A name can be found all the same.
    return undefined
  }
}

/** Returns the name that the YAML has, and the one that is written if the YAML is invalid. */
const unusual = (front: string): string | undefined => {
  const whole = parsed(front)
  if (whole === undefined) {
    const found = written.exec(front)
    return found?.[1] ?? found?.[2] ?? found?.[3]
  }
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
