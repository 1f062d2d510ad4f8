/** Cheap checks of a front matter without parsing its YAML, because most skills have no hooks. */

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

const name =
  /^["']?name["']?:[ \t]*(?:"([^"\r\n]+)"|'([^'\r\n]+)'|([^\s"'#&*!|>[\]{}][^\r\n]*?))[ \t]*(?:[ \t]#[^\r\n]*)?\r?$/m

/** Returns the name in a front matter, even if the rest is invalid. */
export const nameIn = (front: string): Named | undefined => {
  const found = name.exec(front)
  const said = found?.[1] ?? found?.[2] ?? found?.[3]
  return found === null || said === undefined
    ? undefined
    : { name: said, line: front.slice(0, found.index).split("\n").length }
}
