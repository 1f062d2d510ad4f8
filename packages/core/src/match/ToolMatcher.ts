/**
 * Matchers that no tool can satisfy, whichever tools there are.
 *
 * @since 0.1.0
 */
import { isToolName, mayMatchSomeName } from "./internal/someName.ts"
import { inSlashes, misspelt } from "./ToolSpelling.ts"
import type { MatchRule } from "./MatchRule.ts"

/**
 * The intention of a matcher that no tool satisfies: the tools that its text names, or `undefined` if it may be for any
 * tool.
 *
 * @category models
 * @since 0.1.0
 */
export interface Lost {
  readonly tools: ReadonlyArray<string> | undefined
}

/** Splits a text at characters outside of brackets. Returns `undefined` if the brackets are not balanced. */
const splitOutside = (text: string, at: string): ReadonlyArray<string> | undefined => {
  const parts: Array<string> = []
  let [depth, from] = [0, 0]
  for (let index = 0; index < text.length; index++) {
    const start = index
    const isEscape = text.charAt(index) === "\\" && index + 1 < text.length
    // As in `Bash\|Edit`, where other languages have the backslash.
    const character = text.charAt(isEscape ? ++index : index)
    if (depth === 0 && at.includes(character)) {
      parts.push(text.slice(from, start))
      from = index + 1
    } else if (isEscape) continue
    else if (character === "(") depth++
    else if (character === ")" && --depth < 0) return undefined
  }
  return depth === 0 ? [...parts, text.slice(from)] : undefined
}

/** Parses a permission rule such as `Bash(git *)`. A group of names, such as `Task(Create|List)`, is none. */
const toolOfRule = (text: string, isTool: (word: string) => boolean): string | undefined => {
  const [, tool = "", content = ""] = /^\s*(\w+)\((.*)\)\s*$/s.exec(text) ?? []
  return isTool(tool) && !/^(?:\?:)?[A-Z_]\w*(?:\|[A-Z_]\w*)*$/.test(content) ? tool : undefined
}

/**
 * Returns the tools of a list of permission rules, or `undefined` if the text is none.
 *
 * @category getters
 * @since 0.1.0
 */
export const toolsOfRules = (text: string, names: ReadonlyArray<string>): ReadonlyArray<string> | undefined => {
  const known = new Set(names.map((name) => name.toLowerCase()))
  const tools = splitOutside(text, "|,")?.map((part) => toolOfRule(part, (word) => known.has(word.toLowerCase())))
  return tools !== undefined && tools.every((tool) => tool !== undefined) ? [...new Set(tools)] : undefined
}

/** Characters that a permission rule has in its brackets, and no name of a tool has. */
const hasRuleText = (text: string): boolean => {
  const bare = text.replaceAll("(?:", "(")
  // From the first bracket to the last, because an expression for both ends would look from each bracket to the end.
  const start = bare.indexOf("(")
  return start !== -1 && /[\s:/~$"'=]/.test(bare.slice(start, Math.max(start, bare.lastIndexOf(")"))))
}

/** Returns the tools of a condition such as `tool == "Bash"`, if each of its alternatives names one. */
const toolsOfCondition = (text: string): ReadonlyArray<string> | undefined => {
  // Quoted text is no part of the condition, but for the names of tools.
  // A quote without an end has the rest, because each quote after an escape would otherwise begin a text up to there.
  const bare = text.replaceAll(/(\btool(?:_name)?\s*==\s*)?"(?:[^"\\]|\\.)*(?:"|\\?$)/g, (quoted, tool) =>
    tool === undefined ? `""` : quoted
  )
  if (!/\btool(?:_name)?\s*==/.test(bare) || /!|\bnot\b/.test(bare)) return undefined
  const found = bare
    .split(/\|\||\bor\b/)
    .map((part) => Array.from(part.matchAll(/\btool(?:_name)?\s*==\s*["'](\w+)["']/g), ([, name]) => name ?? ""))
  return found.every((tools) => tools.length > 0) ? [...new Set(found.flat())] : undefined
}

/**
 * Matches an escape that is a class, an anchor or a quotation in other languages of patterns, and a plain letter here: `\\p{L}`,
 * `\\Q`, `\\A`, `\\x{42}`.
 */
const otherEscape = /(?<!\\)(?:\\\\)*(\\(?:[AEGHKNQRXZhz]|[pP](?=[{A-Z])|[xu](?=\{)))/

/**
 * Returns the first escape of another language in a pattern, or `undefined` if there is none.
 *
 * @category getters
 * @since 0.1.0
 */
export const otherEscapeIn = (text: string): string | undefined => otherEscape.exec(text)?.[1]

/** Replaces escapes of other languages by what they mean there. */
const inThisLanguage = (text: string): string =>
  text
    .replaceAll(/\\[xu]\{([\da-fA-F]{1,6})\}/g, (written, code: string) => {
      const point = Number.parseInt(code, 16)
      return point > 0x10ffff ? written : String.fromCodePoint(point)
    })
    .replaceAll(/\\[AEGKQZz]/g, "")

/** Returns the tools of a text in which there is nothing else but anchors, separators and brackets. */
const toolsOfWords = (text: string, names: ReadonlyArray<string>): ReadonlyArray<string> | undefined => {
  // In `{Bash,Edit}` the braces are those of a shell.
  const bare = inThisLanguage(text).replaceAll(/\{(?=\s*[A-Za-z])|(?<=[A-Za-z]\s*)\}/g, " ")
  if (/[.*+?{}[\]\\!]/.test(bare)) return undefined
  const known = new Set(names.map((name) => name.toLowerCase()))
  const words = bare.match(/[\p{L}\p{N}_-]+/gu) ?? []
  return words.length > 0 && words.every((word) => known.has(word.toLowerCase())) ? [...new Set(words)] : undefined
}

/** Returns the tools that names of look-alike letters mean, if a matcher has no other alternative. */
const toolsOfLookAlikes = (
  text: string,
  rule: MatchRule,
  names: ReadonlyArray<string>
): ReadonlyArray<string> | undefined => {
  const { found, isWhole } = misspelt(text, rule, names)
  return isWhole && found.every(({ isLookAlike }) => isLookAlike) ? found.map(({ meant }) => meant) : undefined
}

/** Returns the tools that a text names, or `undefined` if it may be for any tool. */
const toolsNamed = (
  written: string,
  rule: MatchRule,
  names: ReadonlyArray<string>
): ReadonlyArray<string> | undefined => {
  // Once, because each of thousands of slashes would be another call.
  const text = inSlashes(written) ?? written
  const lookAlikes = toolsOfLookAlikes(text, rule, names)
  if (lookAlikes !== undefined) return lookAlikes
  const rules = toolsOfRules(text, names)
  if (rules !== undefined) return rules
  // A permission rule whose closing bracket is missing.
  const [, open = ""] = /^\s*(\w+)\([^()|]*$/.exec(text) ?? []
  const opened = open === "" ? undefined : toolsOfWords(open, names)
  return opened ?? toolsOfCondition(text) ?? toolsOfWords(text, names)
}

/** Returns a function that computes the result for each tool once, because thousands of alternatives may name the same. */
const once = (compute: (tool: string) => boolean): ((tool: string) => boolean) => {
  const known = new Map<string, boolean>()
  return (tool) => {
    const result = known.get(tool) ?? compute(tool)
    known.set(tool, result)
    return result
  }
}

/** Checks whether a rule matches none of these names. Patterns of configurations are matched by the given function. */
const isFree = (
  rule: MatchRule,
  names: ReadonlyArray<string>,
  mayMatch: (rule: MatchRule, name: string) => boolean
): boolean => !names.some((name) => mayMatch(rule, name))

/**
 * Checks whether a matcher only looks like one of a tool: no name begins and ends with a slash, and none is written in
 * letters that look like those of a known one.
 */
const isDisguised = (text: string, rule: MatchRule, names: ReadonlyArray<string>): boolean =>
  rule._tag !== "All" && (inSlashes(text) !== undefined || toolsOfLookAlikes(text, rule, names) !== undefined)

/** Checks whether a rule is a pattern that no name of any tool fits. */
const fitsNoName = (rule: MatchRule): boolean =>
  rule._tag === "Pattern" && !mayMatchSomeName(rule.source, rule.ignoreCase)

/** Checks whether no tool can satisfy a rule. */
const isImpossible = (text: string, rule: MatchRule, names: ReadonlyArray<string>): boolean => {
  switch (rule._tag) {
    case "All":
      return false
    case "Broken":
      return true
    case "Names":
      return !rule.names.some(isToolName)
    case "Pattern":
      return (
        fitsNoName(rule) ||
        otherEscapeIn(text) !== undefined ||
        (toolsOfRules(text, names) !== undefined && hasRuleText(text))
      )
  }
}

/**
 * Returns the intention of a matcher on a tool's event that no tool can satisfy, or `undefined` if some tool may.
 *
 * **Details**
 *
 * `names` are the names of all tools that are known. `mayMatch` matches a rule with a name within a time limit.
 *
 * @category getters
 * @since 0.1.0
 */
export const lost = (
  text: string,
  rule: MatchRule,
  names: ReadonlyArray<string>,
  mayMatch: (rule: MatchRule, name: string) => boolean
): Lost | undefined =>
  (isImpossible(text, rule, names) || isDisguised(text, rule, names)) && isFree(rule, names, mayMatch)
    ? { tools: toolsNamed(text, rule, names) }
    : undefined

/** Returns the position of the closing bracket of each opening one, or `undefined` if the brackets are not balanced. */
const closingsOf = (text: string): ReadonlyMap<number, number> | undefined => {
  const closings = new Map<number, number>()
  const open: Array<number> = []
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index)
    if (character === "\\") index++
    else if (character === "(") open.push(index)
    else if (character === ")") {
      const start = open.pop()
      if (start === undefined) return undefined
      closings.set(start, index)
    }
  }
  return open.length === 0 ? closings : undefined
}

/** Matches the beginning of a group, which is no condition. */
const opening = /\s*\^?\((?:\?(?::|<\w+>)|(?!\?))/y

const skip = (pattern: RegExp, text: string, from: number): number => {
  pattern.lastIndex = from
  return pattern.test(text) ? pattern.lastIndex : from
}

const bracketBefore = (text: string, at: number): number => text.lastIndexOf("(", at - 1)

/** Returns the position of the bracket that a part of a text ends with, before an anchor and blanks, if it ends with one. */
const skipBack = (text: string, from: number, to: number): number => {
  let end = to
  while (end > from && /\s/.test(text.charAt(end - 1))) end--
  if (text.charAt(end - 1) === "$") end--
  return end - 1
}

/**
 * Returns the alternatives of a matcher, also where they are in one group between anchors. A condition such as `(?!Edit)` is no
 * such group, because its alternatives are not those of the matcher.
 */
const outerAlternatives = (text: string): ReadonlyArray<string> => {
  const closings = closingsOf(text)
  if (closings === undefined) return []
  let [from, to] = [0, text.length]
  for (;;) {
    const start = skip(opening, text, from)
    const end = skipBack(text, from, to)
    // In `(a)|(b)` the first bracket is closed before the last one.
    if (start === from || closings.get(bracketBefore(text, start)) !== end) break
    ;[from, to] = [start, end]
  }
  return splitOutside(text.slice(from, to), "|") ?? []
}

/** Returns the known tool that a text begins with, after anchors, brackets and quotes. */
const toolAtStart = (text: string, names: ReadonlyArray<string>): string | undefined => {
  const [, word = ""] = /^[\s^("'`]*(\w+)/.exec(text) ?? []
  return names.find((name) => name.toLowerCase() === word.toLowerCase())
}

/**
 * The alternatives of a matcher that no tool's name fits, such as permission rules: the tools that they name, and the matcher
 * without them.
 *
 * @category models
 * @since 0.1.0
 */
export interface LostParts {
  readonly parts: ReadonlyArray<string>
  /** True if each of them is a permission rule. */
  readonly areRules: boolean
  readonly tools: ReadonlyArray<string>
  readonly rest: string
}

/**
 * Returns the alternatives of a matcher that match no tool, beside others that may, as in `Bash(rm *)|Edit`, or `undefined` if
 * there are none, or another alternative matches the tools that they name.
 *
 * **Details**
 *
 * `ruleOf` parses the text of a matcher. The other parameters are those of `lost`.
 *
 * @category getters
 * @since 0.1.0
 */
export const lostParts = (
  text: string,
  ruleOf: (text: string) => MatchRule,
  names: ReadonlyArray<string>,
  mayMatch: (rule: MatchRule, name: string) => boolean
): LostParts | undefined => {
  // Most matchers are names.
  if (!text.includes("|") || !/[^\w|]/.test(text)) return undefined
  const rule = ruleOf(text)
  const toolsOf = (part: string): ReadonlyArray<string> => {
    const own = ruleOf(part)
    // A misspelt name among others is a doubt. What fits no name at all needs no comparison with each.
    if (!fitsNoName(own) && !(isImpossible(part, own, names) && isFree(own, names, mayMatch))) return []
    const first = toolAtStart(part, names)
    return toolsNamed(part, own, names) ?? (first === undefined ? [] : [first])
  }
  const all = outerAlternatives(text).map((part) => ({ part, tools: toolsOf(part) }))
  const fitsTool = once((tool) => mayMatch(rule, tool))
  const isLost = ({ tools }: (typeof all)[number]): boolean => tools.some((tool) => !fitsTool(tool))
  const missed = all.filter(isLost)
  if (missed.length === 0 || missed.length === all.length) return undefined
  const parts = missed.map(({ part }) => part)
  return {
    parts,
    areRules: parts.every((part) => toolsOfRules(part, names) !== undefined),
    tools: [...new Set(missed.flatMap(({ tools }) => tools))],
    rest: all.flatMap((one) => (isLost(one) ? [] : [one.part])).join("|")
  }
}

/**
 * Returns a pattern without its negative conditions, such as `(?!Edit)`: they name what shall not match. Returns `undefined` if
 * the end of one of them is not found.
 */
const withoutNegations = (text: string): string | undefined => {
  if (!text.includes("(?!") && !text.includes("(?<!")) return text
  const kept: Array<string> = []
  let depth = 0
  let from = 0
  for (const { 0: token, index } of text.matchAll(/\\.|\[(?:\\.|[^\]\\])*(?:\]|\\?$)|\(\?<?!|[()]/gs)) {
    if (depth > 0) {
      if (token.startsWith("(")) depth++
      else if (token === ")" && --depth === 0) from = index + 1
    } else if (token.startsWith("(?")) {
      kept.push(text.slice(from, index))
      depth = 1
    }
  }
  return depth === 0 ? [...kept, text.slice(from)].join("") : undefined
}

/** Returns the known tool that a text names with something before or behind it, as in `Bash(rm.*)`, `Event:Bash` and `Tool(Bash)`. */
const toolWithMore = (pattern: string, names: ReadonlyArray<string>): string | undefined => {
  const text = withoutNegations(pattern)
  if (text === undefined) return undefined
  const [, first = "", more = ""] = /^\^?\(?(\w+)((?![\w-]).*)$/s.exec(text.trim()) ?? []
  if (more !== "" && names.includes(first)) return first
  // In `Event:Bash` the tool is the last of the words between colons.
  const [, last = ""] = /^:(?:\w+:)*(\w+)(?![\w-])/.exec(more) ?? []
  if (names.includes(last)) return last
  // Names of tools of servers have words such as `Read`, too, and other tools have words in small letters.
  if (/mcp|__/i.test(text)) return undefined
  return text.match(/[\w-]+/g)?.find((word) => /^[A-Z]/.test(word) && word !== text && names.includes(word))
}

/** Returns the matcher that was meant by an alternative with a known tool and more. */
const meantBy = (
  part: string,
  tool: string,
  names: ReadonlyArray<string>,
  mayMatchTool: (text: string) => boolean
): string | undefined => {
  // In `Edit.+` the tool is meant beside those with longer names.
  const wider = part.replaceAll(".+", ".*")
  if (wider !== part && mayMatchTool(wider)) return wider
  // In `Bash/Edit` each name is one.
  const words = toolsOfWords(part, names)?.map(
    (word) => names.find((name) => name.toLowerCase() === word.toLowerCase()) ?? word
  )
  return words?.includes(tool) === true ? words.join("|") : undefined
}

/**
 * The alternatives of a matcher that are more than the name of a known tool: the tools that they name, and the whole matcher as
 * it was meant.
 *
 * @category models
 * @since 0.1.0
 */
export interface DoubtfulParts {
  readonly parts: ReadonlyArray<string>
  readonly tools: ReadonlyArray<string>
  readonly meant: string
  /** True if there is more than names in them, such as what an input has to be. */
  readonly hasMore: boolean
}

/**
 * Returns the alternatives of a matcher that name a known tool with something before or behind it, and that no known tool
 * fits, such as `Bash(rm.*)`, unless another alternative matches that tool, or `undefined` if there are none. A tool of a user
 * may have such a name.
 *
 * @category getters
 * @since 0.1.0
 */
export const doubtfulParts = (
  text: string,
  ruleOf: (text: string) => MatchRule,
  names: ReadonlyArray<string>,
  mayMatch: (rule: MatchRule, name: string) => boolean
): DoubtfulParts | undefined => {
  const rule = ruleOf(text)
  const fitsTool = once((tool) => mayMatch(rule, tool))
  const all = outerAlternatives(text).map((part) => {
    const tool = toolWithMore(part, names)
    if (tool === undefined || fitsTool(tool)) return { part }
    const own = ruleOf(part)
    if (!fitsNoName(own) && !isFree(own, names, mayMatch)) return { part }
    return { part, tool, meant: meantBy(part, tool, names, (wider) => mayMatch(ruleOf(wider), tool)) }
  })
  const found = all.filter(({ tool }) => tool !== undefined)
  if (found.length === 0) return undefined
  return {
    parts: found.map(({ part }) => part),
    tools: [...new Set(found.flatMap(({ tool = [] }) => tool))],
    meant: [...new Set(all.map(({ meant, part, tool }) => meant ?? tool ?? part))].join("|"),
    hasMore: found.some(({ meant }) => meant === undefined)
  }
}
