/** Valid `if` rules that no call of their hook fits, or that hardly do what was intended. */
import { Memo } from "@hookline/core/kit/match/internal/Memo"
import * as EventNames from "@hookline/core/kit/discover/EventNames"
import * as PermissionRule from "@hookline/core/kit/match/PermissionRule"
import * as ToolSpelling from "@hookline/core/kit/match/ToolSpelling"
import type { MatchRule } from "@hookline/core/MatchRule"
import type { Hook } from "@hookline/schema/Hook"
import * as HookEvent from "@hookline/schema/HookEvent"
import { claudeTools } from "../../claude/tools.ts"
import { knownTools, mayMatch } from "./matcherWarnings.ts"
import { canonicalOfOthers } from "./otherAgentsTools.ts"
import type { Problem } from "./Problem.ts"
import type { Rules } from "./rules.ts"
import { quote } from "./written.ts"

/** A warning. `lost` is set if no call can fit the rule, with the tools that it is meant for if they are known. */
type Warning = Pick<Problem, "code" | "text"> & {
  readonly fix: string
  readonly lost?: { readonly tools?: ReadonlyArray<string> }
}

type Rule = Extract<PermissionRule.PermissionRule, { readonly _tag: "Rule" }>

/** Returns a name with the other names of its tool in every dialect. `isClaude` leaves out those of other agents. */
const namesOf = (name: string, isClaude: boolean): ReadonlySet<string> => {
  const canonical = isClaude ? undefined : (canonicalOfOthers(name) ?? canonicalOfOthers(name.toLowerCase()))
  const names = new Set([name, ...(canonical?.split("|") ?? [])])
  // Elements added during iteration are visited too, because an alias may have aliases.
  for (const each of names) {
    for (const [one, other] of claudeTools.aliases ?? []) {
      if (each === one) names.add(other)
      else if (each === other) names.add(one)
    }
  }
  return names
}

/** Checks for words that no tool is called by: those of conditions, and events. */
const isNoTool = (tool: string): boolean =>
  /^(?:true|false|null|yes|no|always|never)$/i.test(tool) || (HookEvent.isName(tool) && /[a-z][A-Z]/.test(tool))

/** A matcher as rules are compared with it. It is computed once, because thousands of hooks may have one of as many names. */
interface Matched {
  readonly text: string | undefined
  readonly rule: MatchRule
  /** Like `rule`, but regardless of case. */
  readonly anyCase: MatchRule
  /** Returns its tools, as far as they are known. */
  readonly tools: () => {
    readonly names: ReadonlyArray<string>
    /** All names of these tools, in lower case. */
    readonly also: ReadonlyArray<string>
    /** True if it may match other tools. */
    readonly isOpen: boolean
  }
}

const toolsOf = (matcher: string, rule: MatchRule): ReturnType<Matched["tools"]> => {
  const words = ToolSpelling.alternativesOf(matcher, rule)
  const literal = words.filter((word) => word !== undefined)
  const known = knownTools.filter((name) => mayMatch(rule, name))
  const names = [...new Set([...literal, ...known])]
  const also = names.length > mostNames ? [] : names.flatMap((name) => [...namesOf(name, false)])
  return { names, also: [...new Set(also)], isOpen: literal.length < words.length }
}

const matchedOf = (text: string | undefined, rules: Rules, event: string): Matched => {
  const rule = rules.matcher(text, event)
  let tools: ReturnType<Matched["tools"]> | undefined
  return {
    text,
    rule,
    anyCase: rule._tag === "Pattern" || rule._tag === "Names" ? { ...rule, ignoreCase: true } : rule,
    tools: () => (tools ??= toolsOf(text ?? "", rule))
  }
}

/** The maximum number of a matcher's tools that are compared with each rule. */
const mostNames = 256

/** Returns the warning about a rule on another tool than those of the matcher. */
const otherTool = (
  text: string,
  { tool }: Rule,
  { anyCase, rule, text: matcher, tools }: Matched,
  rules: Rules
): Warning | undefined => {
  const isAny = matcher === undefined || rule._tag === "All"
  if (rule._tag === "Broken") return undefined
  if (isAny) {
    if (!isNoTool(tool)) return undefined
    return {
      code: "if-other-tool",
      text: `${quote(text)} is about a tool ${quote(tool)}, and no tool is called so, so that this hook never runs.`,
      fix: `Write "if": "Bash(git *)", or whatever tool and input are meant.`,
      lost: {}
    }
  }
  if (mayMatch(anyCase, tool)) return undefined
  const { also, isOpen, names } = tools()
  if (names.length === 0 || (isOpen && (tool.includes("*") || /^mcp_/i.test(tool)))) return undefined
  if (names.length > mostNames) {
    return {
      code: "if-doubtful",
      text: `The matcher ${quote(matcher)} has more names than are compared with ${quote(text)}, which may be about another tool, so that this hook may never run.`,
      fix: "Divide the group by its tools."
    }
  }
  const isClaude = rules.ownTools !== undefined
  if ([...namesOf(tool, isClaude)].some((each) => PermissionRule.speaksOf(PermissionRule.Rule({ tool: each }), also)))
    return undefined
  const [first = "Bash"] = names
  const meant = canonicalOfOthers(tool) ?? (knownTools.includes(tool) || isNoTool(tool) ? undefined : first)
  const content = text.slice(text.indexOf(tool) + tool.length).trimEnd()
  return {
    code: "if-other-tool",
    text: `${quote(text)} is about another tool than the matcher ${quote(matcher)}, so that this hook never runs.`,
    fix:
      meant !== undefined && names.includes(meant) && content !== ""
        ? `Write "if": ${quote(`${meant}${content}`)}.`
        : `Write a rule on ${first}, or the matcher of the tool that is meant.`,
    lost: { tools: names }
  }
}

/** Returns the warning about a tool that is nearly a known one, or one of another agent. */
const nearTool = (text: string, { tool }: Rule): Warning | undefined => {
  if (tool.includes("*")) return undefined
  const spelling = ToolSpelling.classify(tool, knownTools, true)
  if (spelling._tag === "Known" || spelling._tag === "Unknown") return undefined
  return {
    code: "if-doubtful",
    text: `No tool is known as \`${tool}\`; \`${spelling.meant}\` may be meant, of which the hook does not get the calls.`,
    fix: `Write "if": ${quote(text.replace(tool, spelling.meant))}.`
  }
}

/** Checks for words with letters of Latin and of another script that look like one word in Latin letters. */
const hasLookAlike = (content: string): boolean =>
  (content.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).some(
    (word) =>
      (/[\uff01-\uff5e]/.test(word) ||
        (/[A-Za-z]/.test(word) && /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/u.test(word))) &&
      /^[a-z0-9]+$/.test(EventNames.lettersOf(word))
  )

/** Matches a character that can't be seen beside a letter, a blank or a mark of ASCII. In an emoji it is beside others. */
const hidden =
  /(?:[\w ./-]|^)[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]|[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}][\w./-]/u

/** Matches blanks that a shell does not divide words at. */
const otherBlank = /[^\S \t\r\n]/

const isPlain = (content: string): boolean => /^[\x20-\x7e]*$/.test(content)

/** Returns the warning about characters in a rule's pattern that a reader takes for others. */
const disguised = (text: string, { content = "", tool }: Rule, isCommand: boolean): Warning | undefined => {
  if (isPlain(content)) return undefined
  const isHidden = hidden.test(content.replaceAll(/[\t\r\n]/g, " "))
  if (!isHidden && !hasLookAlike(content) && !(isCommand && otherBlank.test(content))) return undefined
  // A file or a host may have such a name, although it hardly has characters that can't be seen.
  const isSure = isCommand || isHidden
  return {
    code: "if-look-alike",
    text: `${quote(text)} has ${isHidden ? "hidden characters" : "letters or blanks that look like others"}, so that ${
      isSure ? "no call as it is usually written fits it" : "it may fit no call"
    }.`,
    fix: "Write it again in plain letters.",
    ...(isSure && { lost: tool.includes("*") ? {} : { tools: [...namesOf(tool, false)] } })
  }
}

/** A test for texts: an expression, or a function where an expression takes quadratic time. */
interface Test {
  readonly test: (text: string) => boolean
}

/** Checks whether a word has a class such as `[ab]`, which begins before a position. */
const hasClass = (word: string, before = word.length): boolean => {
  for (let at = word.indexOf("["); at !== -1 && at < before; at = word.indexOf("[", at + 1)) {
    // A class is not empty, so that one that begins with its end is none.
    if (word[at + 1] !== "]") return word.includes("]", at + 1)
  }
  return false
}

/** Finds a class of characters in the first word. */
const classInFirst: Test = { test: (content) => hasClass(/^\S*/.exec(content)?.[0] ?? "") }

/** Finds a class of characters in any other word, with at most marks before it. */
const classInOthers: Test = {
  test: (content) =>
    content
      .split(/\s/)
      .slice(1)
      .some((word) => hasClass(word, /^\W*/.exec(word)?.[0].length))
}

/** Patterns of other languages, and what they are there. In a rule each character but `*` is itself. */
const otherLanguages: ReadonlyArray<readonly [pattern: Test, words: string, isForPaths: boolean]> = [
  [/^\^|[^\\]\$$/, "anchors of a regular expression", true],
  [/^[\w|.-]+\|[\w.-]+/, "alternatives of a regular expression", true],
  [/^[\w-]*\.[*+]|\\[sSdDwWb.]|\(\?:|\.\+/, "parts of a regular expression", false],
  [/\([^()|]*\|[^()]*\)/, "alternatives of a regular expression", true],
  [/\{[^{}\s,]*,[^{}]*\}/, "alternatives in braces", false],
  [classInFirst, "a class of characters", false],
  [/^(?:command|cmd|tool_input|input)\b[\w.]*\s*[:=]/i, "the name of a field", false],
  [/\*\s*,\s*[\w*]|^[\w-]+\s*,\s*[\w-]/, "a list by commas", false],
  [/^\/[^/]+\/i?$|^(["'`]).*\1$/, "quotes or slashes around it", false]
]

/** Like `otherLanguages`, of commands alone, and outside of quotes. */
const inWords: ReadonlyArray<readonly [pattern: Test, words: string]> = [
  [/\w\|\w/, "alternatives of a regular expression"],
  [/\s\.[*+]/, "parts of a regular expression"],
  // A `?` with a parameter behind it is one of an address.
  [/(?:^|\s)[\w./*-]*\?[\w.*-]*(?:\s|$)/, "a `?` for any character"],
  [classInOthers, "a class of characters"]
]

/** Matches what divides the commands of a line. */
const operator = /(?:^|\s)(?:&&|\|\||[|&])(?=\s|$)|;(?=\s|$)/

/** Checks whether a text has several commands, on one line or on several. */
const hasSeveral = (content: string): boolean => operator.test(content) || content.trimEnd().includes("\n")

/** Matches a variable for a folder. Other names with a dollar are those of files, such as `$id.tsx`. */
const folderVariable = /^(?:\$\{?[A-Z_][A-Z\d_]*\}?|%[A-Z_]+%)(?=[/\\]|$)/

const withoutQuoted = (content: string): string => content.replaceAll(/\\.|"[^"]*"|'[^']*'/gs, "")

/** Replaces each `*` at the beginning of a command by a program that runs no other one. */
const withPrograms = (content: string): string => content.replaceAll(/(^|[|;&\n])[^\S\n]*\*+\s*/g, "$1 ls ")

/**
 * Returns the warning about a rule with several commands, each of which is compared alone, so that no call fits it. A call of
 * just that text may fit it all the same, such as one that pipes into a shell, because its commands are unknown.
 */
const ofSeveralCommands = (text: string, rule: Rule, isCommand: boolean): Warning | undefined => {
  const { content = "", tool } = rule
  if (!isCommand || !hasSeveral(withoutQuoted(content))) return undefined
  const isMet = (command: string): boolean =>
    PermissionRule.meets(rule, { tool: "Bash", names: [tool], input: { command } })
  // A `*` may be any program, and one that is unknown runs the hook, so that a known one is tried in its place, too.
  if (isMet(content.replaceAll("*", "x")) && isMet(withPrograms(content).replaceAll("*", "x"))) return undefined
  return {
    code: "if-doubtful",
    text: `${quote(text)} has several commands, and each command of a call is compared alone, so that this hook never runs.`,
    fix: "Write one rule for each command, in a hook of its own.",
    lost: tool.includes("*") ? {} : { tools: [...namesOf(tool, false)] }
  }
}

/** Returns the words for what a rule has of another language, if it has something. */
const otherLanguageIn = (content: string, isCommand: boolean): string | undefined => {
  const found = otherLanguages.find(([pattern, , isForPaths]) => (isCommand || isForPaths) && pattern.test(content))
  if (found !== undefined) return found[1]
  if (!isCommand) return folderVariable.test(content) ? "a variable" : undefined
  const bare = withoutQuoted(content)
  return inWords.find(([pattern]) => pattern.test(bare))?.[1]
}

/** Returns the doubt about a pattern that is written in another language. */
const inOtherLanguage = (text: string, { content, tool }: Rule, isCommand: boolean): Warning | undefined => {
  if (content === undefined) return undefined
  const isPath = /^(?:Edit|Write|Read|MultiEdit|NotebookEdit)$/i.test(tool)
  if (!isCommand && !isPath) return undefined
  const found = otherLanguageIn(content, isCommand)
  if (found === undefined) return undefined
  return {
    code: "if-doubtful",
    text: `${quote(text)} has ${found}, which a rule does not have: each character but \`*\` is itself there.`,
    fix:
      found === "a variable"
        ? "Write the path, with `~/` for the home folder, or `*` for any text."
        : "Write one rule for each, in a hook of its own, with `*` for any text."
  }
}

/** Returns the warning about a rule with so long a pattern that it is not compared. */
const tooLong = (text: string, { content = "", tool }: Rule): Warning | undefined =>
  content.length <= PermissionRule.longestContent
    ? undefined
    : {
        code: "if-doubtful",
        text: `${quote(text)} is longer than the patterns that are compared; the hook runs on every call of ${quote(tool)}.`,
        fix: "Write several hooks with a short rule each, or compare the input in the hook."
      }

const warningOf = (text: string, matched: Matched, rules: Rules): Warning | undefined => {
  const rule = PermissionRule.parse(text)
  if (rule._tag === "Unclear") return undefined
  const isCommand = namesOf(rule.tool, false).has("Bash") || rule.tool.toLowerCase() === "bash"
  return (
    otherTool(text, rule, matched, rules) ??
    nearTool(text, rule) ??
    tooLong(text, rule) ??
    disguised(text, rule, isCommand) ??
    ofSeveralCommands(text, rule, isCommand) ??
    inOtherLanguage(text, rule, isCommand)
  )
}

/** A matcher, and the warnings of the rules beside it. They come from files, so that their number is bounded. */
interface Known {
  readonly matched: Matched
  readonly warnings: Memo<{ readonly warning: Warning | undefined }>
}

/** The warnings of a dialect's rules, by event and matcher: one key of all would have a long matcher for each rule. */
const warnings = new WeakMap<Rules, Memo<Memo<Known>>>()

const knownOf = (rules: Rules, event: string, matcher: string | undefined): Known => {
  const events = warnings.get(rules) ?? new Memo<Memo<Known>>(32)
  warnings.set(rules, events)
  const matchers = events.get(event) ?? events.set(event, new Memo(64))
  const key = matcher ?? "\u0000"
  return matchers.get(key) ?? matchers.set(key, { matched: matchedOf(matcher, rules, event), warnings: new Memo(64) })
}

/** Returns the problem of a hook's rule on the event of a tool, if there is one. */
export const ifProblem = ({ event, if: text, matcher, source }: Hook, rules: Rules): Problem | undefined => {
  if (text === undefined) return undefined
  const { matched, warnings } = knownOf(rules, event, matcher)
  const { warning } = warnings.get(text) ?? warnings.set(text, { warning: warningOf(text, matched, rules) })
  if (warning === undefined) return undefined
  const { lost, ...problem } = warning
  const at = [...source.at, "if"]
  return {
    ...problem,
    at,
    ...(lost !== undefined && { lost: { entries: 1, events: [event], ...lost, inCatalog: true } })
  }
}
