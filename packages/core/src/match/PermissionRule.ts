/**
 * Permission rules, by which a hook's `if` narrows its tool calls: `Bash`, `Bash(git *)`, `Edit(src/**)`.
 *
 * **Details**
 *
 * A rule keeps a hook from running only if it certainly does not match. An unclear rule or call runs the hook. A rule is
 * a filter and not a fence: programs, scripts and names that the input does not show are not followed.
 *
 * @since 0.1.0
 */
import * as Data from "effect/Data"
import { speaksOfPath } from "./internal/pathRule.ts"
import { meetsCommand } from "./internal/shell/meetsCommand.ts"
import { fits } from "./internal/wildcards.ts"

/**
 * A rule on tools, with or without a pattern for their input; or an invalid text.
 *
 * @category models
 * @since 0.1.0
 */
export type PermissionRule = Data.TaggedEnum<{
  Rule: { readonly tool: string; readonly content?: string }
  Unclear: {}
}>

/** @since 0.1.0 */
export const { $match: match, Rule, Unclear } = Data.taggedEnum<PermissionRule>()

/**
 * A tool call with canonical names and keys.
 *
 * @category models
 * @since 0.1.0
 */
export interface Call {
  readonly tool: string
  /** Every name by which a rule may refer to the tool. */
  readonly names: ReadonlyArray<string>
  readonly input: Readonly<Record<string, unknown>>
  /** The folders in which a relative pattern of a path may begin: the project, and the agent's working directory. */
  readonly project?: string
  readonly cwd?: string
  /** True if a rule on more than a program's name matches wherever the shell expands something. */
  readonly besideExpansions?: boolean
}

/** Checks whether brackets are balanced, so that two rules in one text are invalid. */
const isBalanced = (content: string): boolean => {
  let depth = 0
  for (const char of content) {
    if (char === "(") depth++
    else if (char === ")" && --depth < 0) return false
  }
  return depth === 0
}

/**
 * The maximum length of a rule's pattern that is compared. A longer one runs its hook on every call of the tool.
 *
 * @category models
 * @since 0.1.0
 */
export const longestContent = 8192

/**
 * Parses a rule.
 *
 * @category constructors
 * @since 0.1.0
 */
export const parse = (text: string): PermissionRule => {
  const [, tool, content] = /^([\w*-]+)(?:\(([\s\S]*)\))?$/.exec(text.trim()) ?? []
  if (tool === undefined || (content !== undefined && !isBalanced(content))) return Unclear()
  return content === undefined || /^\s*\**\s*$/.test(content) ? Rule({ tool }) : Rule({ tool, content: content.trim() })
}

const editing = ["edit", "write", "multiedit", "notebookedit"]
const reading = ["read", "grep", "glob", "ls", "notebookread"]

const searching = new Set(["grep", "glob", "ls"])

/** Rules that match several tools of their kind. */
const covered: ReadonlyMap<string, ReadonlyArray<string>> = new Map([
  ["edit", editing],
  ["read", reading]
])

/**
 * Checks whether a rule matches a tool with one of these names, regardless of its input. Case is ignored.
 *
 * @category guards
 * @since 0.1.0
 */
export const speaksOf = (rule: PermissionRule, names: ReadonlyArray<string>): boolean => {
  if (rule._tag === "Unclear") return true
  const tool = rule.tool.toLowerCase()
  return names.some((each) => {
    const name = each.toLowerCase()
    return fits(tool, name) || covered.get(tool)?.includes(name) === true || isServersTool(tool, name)
  })
}

/** Matches `mcp__server` with all tools of that server. */
const isServersTool = (tool: string, name: string): boolean => tool.startsWith("mcp__") && name.startsWith(`${tool}__`)

type Reads = (content: string, call: Call) => boolean

const textsOf = (input: Call["input"], keys: ReadonlyArray<string>): ReadonlyArray<string> =>
  keys
    .map((key) => (Object.hasOwn(input, key) ? input[key] : undefined))
    .filter((value): value is string => typeof value === "string")

/** Creates a reader that judges a call by a text of its input. A call without that text runs the hook. */
const by =
  (keys: ReadonlyArray<string>, speaks: (content: string, text: string, call: Call) => boolean): Reads =>
  (content, call) => {
    const texts = textsOf(call.input, keys)
    return texts.length === 0 || texts.some((text) => speaks(content, text, call))
  }

/** Checks for patterns beyond those supported here: alternatives, and parent folders. */
const isWide = (content: string): boolean => /[{}]|(?:^|\/)\.\.(?:\/|$)/.test(content)

const byPath = by(
  ["file_path", "notebook_path", "path"],
  (content, path, call) => isWide(content) || speaksOfPath(content, path, call)
)

/**
 * Accepts every call, because a search reads below its folder by its own patterns, so that its files are unknown
 * beforehand.
 */
const bySearchedPath: Reads = () => true

const hostOf = (url: string): string | undefined =>
  [url, `https://${url}`].filter((each) => URL.canParse(each)).map((each) => new URL(each).hostname)[0]

const withoutDot = (host: string | undefined): string | undefined => host?.replace(/\.$/, "")

const speaksOfUrl = (content: string, url: string): boolean => {
  const written = /^domain:(.+)$/.exec(content)?.[1]?.toLowerCase()
  const domain = written === undefined || written.includes("*") ? written : (withoutDot(hostOf(written)) ?? written)
  const host = withoutDot(hostOf(url))
  return domain === undefined || host === undefined || fits(domain, host) || host.endsWith(`.${domain}`)
}

const byCommand = by(["command"], (content, command, { besideExpansions = false }) =>
  meetsCommand(content, command, { besideExpansions })
)

const byAgent = by(["subagent_type"], (content, type) => fits(content.toLowerCase(), type.toLowerCase()))

/** The readers of tools whose rules have a pattern for their input. */
const readers: ReadonlyMap<string, Reads> = new Map<string, Reads>([
  ["bash", byCommand],
  ["webfetch", by(["url"], speaksOfUrl)],
  ["task", byAgent],
  ["agent", byAgent],
  ...[...editing, ...reading].map((tool) => [tool, searching.has(tool) ? bySearchedPath : byPath] as const)
])

/**
 * Checks whether a rule is supported. `tool` is the rule's tool by its canonical name.
 *
 * @category guards
 * @since 0.1.0
 */
export const isValid = (rule: PermissionRule, tool: string): boolean =>
  rule._tag === "Rule" && (rule.content === undefined || tool.includes("*") || readers.has(tool.toLowerCase()))

/**
 * Checks whether a rule lets its hook run on a call.
 *
 * @category guards
 * @since 0.1.0
 */
export const meets = (rule: PermissionRule, call: Call): boolean => {
  if (!speaksOf(rule, call.names)) return false
  if (rule._tag === "Unclear" || rule.content === undefined || rule.content.length > longestContent) return true
  return readers.get(call.tool.toLowerCase())?.(rule.content, call) ?? true
}
