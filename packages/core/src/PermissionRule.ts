/**
 * Permission rules, by which a hook's `if` narrows the tool calls that it is for: `Bash`, `Bash(git *)`, `Edit(src/**)`.
 *
 * **Details**
 *
 * A rule keeps a hook from running only where it surely speaks of something else. What can't be understood, in the rule
 * or in the call, runs the hook.
 *
 * @since 0.1.0
 */
import * as Data from "effect/Data"
import { speaksOfCommand } from "./internal/matching/commandRule.ts"
import { speaksOfPath } from "./internal/matching/pathRule.ts"
import { fits } from "./internal/matching/wildcards.ts"

/**
 * A rule on tools, with or without what it says of their input; or a text that is none.
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
 * A tool call, in the names and keys that hooks know.
 *
 * @category models
 * @since 0.1.0
 */
export interface Call {
  readonly tool: string
  /** Every name that a rule may call the tool by. */
  readonly names: ReadonlyArray<string>
  readonly input: Readonly<Record<string, unknown>>
  readonly cwd?: string
}

/** Whether brackets stay in order: two rules in one text are no rule. */
const isBalanced = (content: string): boolean => {
  let depth = 0
  for (const char of content) {
    if (char === "(") depth++
    else if (char === ")" && --depth < 0) return false
  }
  return depth === 0
}

/**
 * Reads a rule.
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

/** Rules that speak of every tool of their kind. */
const covered: ReadonlyMap<string, ReadonlyArray<string>> = new Map([
  ["edit", editing],
  ["read", reading]
])

/**
 * Whether a rule speaks of a tool that is called so, whatever its input. Capitals do not count.
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

/** `mcp__server` is all of a server's tools. */
const isServersTool = (tool: string, name: string): boolean => tool.startsWith("mcp__") && name.startsWith(`${tool}__`)

type Reads = (content: string, call: Call) => boolean

const textsOf = (input: Call["input"], keys: ReadonlyArray<string>): ReadonlyArray<string> =>
  keys
    .map((key) => (Object.hasOwn(input, key) ? input[key] : undefined))
    .filter((value): value is string => typeof value === "string")

/** Judges a call by a text of its input. A call without one says nothing, so that the hook runs. */
const by =
  (keys: ReadonlyArray<string>, speaks: (content: string, text: string, call: Call) => boolean): Reads =>
  (content, call) => {
    const texts = textsOf(call.input, keys)
    return texts.length === 0 || texts.some((text) => speaks(content, text, call))
  }

/** Patterns that say more than is understood here: alternatives, and ways up. */
const isWide = (content: string): boolean => /[{}]|(?:^|\/)\.\.(?:\/|$)/.test(content)

const byPath = by(
  ["file_path", "notebook_path", "path"],
  (content, path, { cwd }) => isWide(content) || speaksOfPath(content, path, cwd)
)

/** A search looks below where it begins, and by patterns of its own: what it reads nobody can tell beforehand. */
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

/**
 * What is not followed here, in a command that may start another: programs that run what they are given or read,
 * texts that only the shell makes, and syntax of bash beside the standard. A guard runs wherever it might be meant.
 */
const beyond =
  /\(\(|&>|>&(?![\d-])|\$"|\{[^}\s]*,|\bcoproc\b|\bfunction\b|\btime\s+-|(?:^|[\s;&|(])(?:\.|source|trap|su|find|xargs|parallel|chroot|flock|unshare|busybox)\s|\|\s*(?:sudo\s+)?(?:\S*\/)?(?:ba|da|z|k)?sh\b/

const isBeyond = (command: string): boolean => beyond.test(command)

const byAgent = by(["subagent_type"], (content, type) => fits(content.toLowerCase(), type.toLowerCase()))

/** How the input of a tool is judged, for those whose rules have a meaning. */
const readers: ReadonlyMap<string, Reads> = new Map<string, Reads>([
  ["bash", by(["command"], (content, command) => isBeyond(command) || speaksOfCommand(content, command))],
  ["webfetch", by(["url"], speaksOfUrl)],
  ["task", byAgent],
  ["agent", byAgent],
  ...[...editing, ...reading].map((tool) => [tool, searching.has(tool) ? bySearchedPath : byPath] as const)
])

/**
 * Whether it is known what the rule says. `tool` is the rule's tool by the name that hooks know.
 *
 * @category guards
 * @since 0.1.0
 */
export const isClear = (rule: PermissionRule, tool: string): boolean =>
  rule._tag === "Rule" && (rule.content === undefined || tool.includes("*") || readers.has(tool.toLowerCase()))

/**
 * Whether a rule lets its hook run on a call.
 *
 * @category guards
 * @since 0.1.0
 */
export const meets = (rule: PermissionRule, call: Call): boolean => {
  if (!speaksOf(rule, call.names)) return false
  if (rule._tag === "Unclear" || rule.content === undefined) return true
  return readers.get(call.tool.toLowerCase())?.(rule.content, call) ?? true
}
