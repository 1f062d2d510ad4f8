/** What can be told of a front matter at a glance, without reading its YAML: most skills bring no hooks at all. */

/** The text between the `---` lines, or all that follows the first of them where there is no second. */
export const frontOf = (text: string): string => {
  // A blank line above is a mistake that its dialect tells. A mark counts as a blank, too.
  const begin = /\S/.exec(text)?.index ?? 0
  if (!text.startsWith("---", begin)) return ""
  const end = text.indexOf("\n---", begin + 3)
  return end < 0 ? text : text.slice(0, end)
}

/** What speaks of hooks, and of events that somebody forgot to put under `hooks`. */
const signs = ["hook", "Hook", "HOOK", "ToolUse", "Stop", "SessionStart", "SessionEnd", "UserPrompt"]

/** Whether there may be hooks, also some that are written in the wrong place. Whether there are, its dialect tells. */
export const mayBringHooks = (front: string): boolean => signs.some((sign) => front.includes(sign))

/** A name, and the line that it stands in. */
export interface Named {
  readonly name: string
  readonly line: number
}

const name =
  /^["']?name["']?:[ \t]*(?:"([^"\r\n]+)"|'([^'\r\n]+)'|([^\s"'#&*!|>[\]{}][^\r\n]*?))[ \t]*(?:[ \t]#[^\r\n]*)?\r?$/m

/** The name that a front matter gives, whatever else is wrong with it. */
export const nameIn = (front: string): Named | undefined => {
  const found = name.exec(front)
  const said = found?.[1] ?? found?.[2] ?? found?.[3]
  return found === null || said === undefined
    ? undefined
    : { name: said, line: front.slice(0, found.index).split("\n").length }
}
