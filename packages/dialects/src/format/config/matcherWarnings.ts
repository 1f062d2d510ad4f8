/** Valid matchers that hardly do what was intended. */
import { matches, type MatchRule, whyInvalid } from "@hookline/core/MatchRule"
import * as EventNames from "@hookline/core/kit/discover/EventNames"
import { Memo } from "@hookline/core/kit/match/internal/Memo"
import * as PermissionRule from "@hookline/core/kit/match/PermissionRule"
import * as PatternGuard from "@hookline/core/kit/match/PatternGuard"
import { cases, isName } from "@hookline/schema/HookEvent"
import * as Target from "@hookline/schema/kit/Target"
import * as ToolMatcher from "@hookline/core/kit/match/ToolMatcher"
import * as ToolSpelling from "@hookline/core/kit/match/ToolSpelling"
import { allTools, canonicalTools, otherTools } from "../../toolNames.ts"
import { quote } from "./written.ts"
import { nearest } from "@hookline/core/kit/discover/Suggestions"
import { canonicalOfOthers } from "./otherAgentsTools.ts"
import type { Problem } from "./Problem.ts"
import type { Rules } from "./rules.ts"
import { lookup } from "../lookup.ts"

/** The values of events' targets that are a closed set. */
const values: Readonly<Record<string, ReadonlyArray<string>>> = {
  SessionStart: cases.SessionStart.fields.source.schema.members[1].literals,
  PreCompact: cases.PreCompact.fields.trigger.schema.members[1].literals,
  PostCompact: cases.PostCompact.fields.trigger.schema.members[1].literals,
  SessionEnd: cases.SessionEnd.fields.reason.schema.members[1].literals,
  Setup: cases.Setup.fields.trigger.schema.members[1].literals
}

/** A warning. `lost` is set if no tool satisfies the matcher, so that its hooks never run. */
type Warning = Pick<Problem, "code" | "text"> & { readonly fix: string; readonly lost?: ToolMatcher.Lost }

/** Returns the tool that a name means in another case. Tools may have any other name, so only the case is reported. */
const toolMeant = (name: string): string | undefined =>
  canonicalTools.includes(name) ? undefined : canonicalTools.find((word) => word.toLowerCase() === name.toLowerCase())

/** Returns the fix of a condition such as `tool == "Bash"`. It never is the opposite of what the condition states. */
const ofCondition = (condition: string): string => {
  const of = (operator: string): ReadonlyArray<string> => [
    ...new Set(
      Array.from(
        condition.matchAll(new RegExp(`\\btool(?:_name)?\\s*${operator}\\s*["'](\\w+)["']`, "g")),
        ([, name = ""]) => name
      )
    )
  ]
  const rest = `, and put the rest into the hook or its "if".`
  const [named, excluded] = [of("=="), of("!=")]
  // Each part up to a bracket by itself, from its first negation, because one expression would look from each to the end.
  const isNegated = condition
    .replaceAll(/"(?:[^"\\]|\\.)*(?:"|\\?$)/g, "")
    .split(")")
    .some((part) => {
      const from = part.search(/\bnot\b|!(?!=)/)
      return from !== -1 && /\btool(?:_name)?\s*[!=]=/.test(part.slice(from + 1))
    })
  if (!isNegated && excluded.length === 0 && named.length > 0) return `Write "matcher": "${named.join("|")}"${rest}`
  if (!isNegated && named.length === 0 && excluded.length > 0 && !/\|\||\bor\b/.test(condition))
    return `Write "matcher": "^(?!(?:${excluded.join("|")})$).*"${rest}`
  return `Write the names of the tools that are meant as "matcher", with | between them${rest}`
}

/** Returns the text of a matcher with the names that were meant, as far as it is nothing but names. */
const inKnownNames = (text: string, rule: MatchRule): string | undefined => {
  const words = ToolSpelling.alternativesOf(text, rule).map((word) => {
    if (word === undefined) return undefined
    const spelling = ToolSpelling.classify(word, knownTools)
    const same = toolMeant(word)
    return same ?? (spelling._tag === "Near" || spelling._tag === "LookAlike" ? spelling.meant : word)
  })
  return words.every((word) => word !== undefined) ? words.join("|") : undefined
}

/** Returns the fix of a pattern without slashes and flags around it, which it has in programs. */
const withoutFlags = (text: string, flags: string, rule: MatchRule): string => {
  const names = inKnownNames(text, rule)
  const isAnyCase = names === undefined && flags.includes("i") && rule._tag === "Pattern" && !rule.ignoreCase
  return `Write "matcher": ${quote(names ?? text)}${isAnyCase ? ", in which capitals count" : ""}.`
}

/** Returns the fix of an invalid pattern, by the reason. */
const ofInvalid = (matcher: string, ruleOf: (text: string) => MatchRule): string => {
  const [, flags = "", rest = ""] = /^\^?\(\?([a-zA-Z-]+)\)(.+)$/s.exec(matcher.trim()) ?? []
  return rest !== "" && whyInvalid(rest) === undefined
    ? withoutFlags(rest, flags, ruleOf(rest))
    : "Put a backslash before a character that is meant as itself, or write names with | between them."
}

const patterns = PatternGuard.make()

/** True after a pattern took too long, which may be due to what else the machine does. */
let wasStopped = false

/** Checks whether a rule may match a name. A pattern that takes too long counts as a match, like at run time. */
export const mayMatch = (rule: MatchRule, name: string): boolean => {
  if (rule._tag !== "Pattern") return matches(rule, name)
  const tried = patterns.ready(rule)(name)
  if (tried === "stopped") wasStopped = true
  return tried !== "differs"
}

/** Returns the warning about a matcher that no tool satisfies: the reason, and the fix. */
const impossible = (
  matcher: string,
  rule: MatchRule,
  lost: ToolMatcher.Lost,
  ruleOf: (text: string) => MatchRule
): Warning => {
  const found = (text: string, fix: string): Warning => ({
    code: "matcher-never",
    text: `${quote(matcher)} ${text}`,
    fix,
    lost
  })
  const rules = ToolMatcher.toolsOfRules(matcher, allTools)
  if (rules !== undefined) {
    const [tool = "Bash"] = rules
    return found(
      "is a permission rule; as a matcher it is a pattern that no tool's name fits.",
      rules.length === 1 && PermissionRule.parse(matcher)._tag === "Rule"
        ? `Write "matcher": "${tool}" and "if": ${quote(matcher)}.`
        : `Write "matcher": "${rules.join("|")}", and each rule as the "if" of a hook.`
    )
  }
  if (/\btool(?:_name|_input\.\w+)?\s*(?:==|!=|matches\b)/.test(matcher)) {
    return found(
      "is a condition in the words of another program; as a matcher it is a pattern that no name fits.",
      ofCondition(matcher)
    )
  }
  const why = whyInvalid(matcher)
  if (why !== undefined) {
    return {
      code: "matcher-invalid",
      text: `${quote(matcher)} is no regular expression (${why}); ${rule._tag === "Broken" ? "it matches nothing" : "only a tool of just that name matches, and none has such a name"}.`,
      fix: ofInvalid(matcher, ruleOf),
      lost
    }
  }
  const escape = ToolMatcher.otherEscapeIn(matcher)
  if (escape !== undefined) {
    return /[AzZ]$/.test(escape)
      ? found(
          "has anchors that a pattern here does not know, so that it matches no name.",
          "Write ^ for the beginning, and $ for the end."
        )
      : found(
          `has ${escape} of another language of patterns; here it is a plain letter, so that it matches no name.`,
          lost.tools === undefined
            ? `Write the names of tools with | between them, or "matcher": "*" for all.`
            : `Write "matcher": "${lost.tools.join("|")}".`
        )
  }
  const expression = ToolSpelling.inSlashes(matcher)
  if (expression !== undefined) {
    return found(
      "has the slashes of a regular expression in a program; here they are part of the name, and no tool has such a name.",
      withoutFlags(expression, matcher.slice(matcher.lastIndexOf("/")), ruleOf(expression))
    )
  }
  const { found: lookAlikes } = ToolSpelling.misspelt(matcher, rule, allTools)
  if (lookAlikes.length > 0 && lookAlikes.every(({ isLookAlike }) => isLookAlike)) {
    return found(
      "has letters that look like others, or hidden characters, so that it is the name of no tool.",
      `Write "matcher": ${quote(lookAlikes.map(({ meant }) => meant).join("|"))}, in plain letters.`
    )
  }
  if (matcher !== matcher.trim()) {
    return found("has blanks at its ends, which no name has.", `Write "matcher": ${quote(matcher.trim())}.`)
  }
  if (/^\w+(?:\s*,\s*\w+)+$/.test(matcher)) {
    return found(
      "is a list by commas, and so one name that no tool has.",
      `Write "matcher": "${matcher.split(/\s*,\s*/).join("|")}".`
    )
  }
  if (rule._tag === "Names" && rule.names.length === 0) {
    return found("names nothing.", `Write "matcher": "*" for all, or leave it out.`)
  }
  return found(
    "can't match the name of any tool: names have letters, digits, `_`, `-`, `.`, `:`, `/` and `@`.",
    lost.tools === undefined
      ? `Write the names of tools with | between them, or "matcher": "*" for all.`
      : `Write "matcher": "${lost.tools.join("|")}".`
  )
}

/** Matches words that programs have for all tools. */
const everything = /^(?:all|any|every|everything)$/i

/** Returns the warning about alternatives that no tool's name fits, so that a guard of the tools that they name is lost. */
const lostAlternatives = (matcher: string, { matcher: ruleOf }: Rules, event: string): Warning | undefined => {
  const lost = ToolMatcher.lostParts(matcher, (text) => ruleOf(text, event), allTools, mayMatch)
  if (lost === undefined) return undefined
  const { areRules, parts, rest, tools } = lost
  const several = parts.length > 1
  const kind = `${areRules ? "permission rule" : "alternative"}${several ? "s" : ""}`
  return {
    code: "matcher-part",
    text:
      `${quote(matcher)} has the ${kind} ${parts.map(quote).join(" and ")} among names; as a part ` +
      `of a matcher no tool's name fits ${several ? "them" : "it"}, so that the hook does not get the calls of ${tools.join(" and ")}.`,
    fix: areRules
      ? `Write "matcher": ${quote(rest)} here, and add a group with "matcher": "${tools.join("|")}" and ${
          several ? `each rule as the "if" of a hook` : `"if": ${quote(parts.join(""))}`
        }.`
      : `Write names of tools alone, such as ${quote([rest, ...tools].join("|"))}; what an input has to be is the "if" of a hook.`,
    lost: { tools }
  }
}

/** Returns the warning about a matcher that names nothing but tools of other agents than that of the file. */
const ofOtherAgents = (matcher: string, rule: MatchRule, { ownTools, title }: Rules): Warning | undefined => {
  if (ownTools === undefined || ownTools.some((name) => mayMatch(rule, name))) return undefined
  const words = ToolSpelling.alternativesOf(matcher, rule)
  const meant = words.map((word) => (word === undefined ? undefined : canonicalOfOthers(word)))
  if (meant.length === 0 || !meant.every((tool) => tool !== undefined)) return undefined
  return {
    code: "tool-foreign",
    text:
      `${quote(matcher)} ${words.length === 1 ? "is a tool of another agent" : "are tools of other agents"}: under ` +
      `${title}, which has no tool of such a name, these hooks never run.`,
    fix: `Write "matcher": "${[...new Set(meant)].join("|")}".`
  }
}

/** Returns the warning about a tool's matcher that matches no tool that is known, but may match another one. */
const doubtful = (matcher: string, rule: MatchRule, rules: Rules, event: string): Warning | undefined => {
  const found = (text: string, fix: string): Warning => ({ code: "matcher-never", text, fix })
  const escape = rule._tag === "Pattern" ? ToolMatcher.otherEscapeIn(matcher) : undefined
  if (escape !== undefined) {
    return {
      code: "tool-misspelt",
      text: `${quote(matcher)} has ${escape} of another language of patterns; here it is a plain letter, and fits other names than are meant.`,
      fix: `Write the names of tools with | between them, or "matcher": "*" for all.`
    }
  }
  const [tool] = ToolMatcher.toolsOfRules(matcher, allTools) ?? []
  if (tool !== undefined && !allTools.some((name) => mayMatch(rule, name))) {
    return found(
      `${quote(matcher)} is a permission rule; as a matcher it is a pattern that no tool's name fits.`,
      `Write "matcher": "${tool}" and "if": ${quote(matcher)}.`
    )
  }
  const plain = rule._tag === "Names" ? rule.names : /^\w+$/.test(matcher) ? [matcher] : []
  if (plain.length > 0 && plain.every((name) => /^mcp__[^_]*(?:_[^_]+)*_*$/.test(name))) {
    return found(
      `${quote(matcher)} is an exact name, and no tool is called so: a server is no tool.`,
      `Write "matcher": "${matcher.replace(/_+$/, "")}__.*".`
    )
  }
  if (everything.test(matcher.trim())) {
    return found(
      `${quote(matcher)} is the name of one tool, and none is known as that; "*" is for all tools.`,
      'Write "matcher": "*".'
    )
  }
  const meant = rule._tag !== "Names" || rule.ignoreCase ? [] : rule.names.map(toolMeant)
  return meant.length > 0 && meant.every((word) => word !== undefined)
    ? found(
        `No tool is called ${plain.map((name) => `\`${name}\``).join(" or ")}: capitals count.`,
        `Write "matcher": "${meant.join("|")}".`
      )
    : (ofOtherAgents(matcher, rule, rules) ??
        misspelt(matcher, rule) ??
        withMore(matcher, rules, event) ??
        inOtherSeparators(matcher, rule))
}

/** Returns the warning about the tools of a server in separators that no agent has. */
const inOtherSeparators = (matcher: string, rule: MatchRule): Warning | undefined => {
  const [, server] = /^\^?mcp[:/-]+(\w+)/i.exec(matcher.trim()) ?? []
  if (server === undefined || rule._tag === "All") return undefined
  return {
    code: "matcher-never",
    text: `${quote(matcher)} fits no tool of a server that is known: their names are like mcp__${server}__tool.`,
    fix: `Write "matcher": "mcp__${server}__.*".`
  }
}

/** The names of tools of all agents that are known. */
export const knownTools: ReadonlyArray<string> = [...allTools, ...otherTools]

/** Returns the warning about names that are nearly those of known tools. A tool of a user may have such a name. */
const misspelt = (matcher: string, rule: MatchRule): Warning | undefined => {
  const { found, isWhole } = ToolSpelling.misspelt(matcher, rule, knownTools)
  if (found.length === 0) return undefined
  const listed = (names: ReadonlyArray<string>): string => names.map((name) => `\`${name}\``).join(" or ")
  const meant = new Map(found.map((each) => [each.word, each.meant]))
  const words = ToolSpelling.alternativesOf(matcher, rule).map((word) => meant.get(word ?? "") ?? word)
  return {
    code: isWhole ? "matcher-never" : "tool-misspelt",
    text:
      `No tool is known as ${listed([...meant.keys()])}; ${listed([...new Set(meant.values())])} may be meant` +
      (isWhole ? "." : ", of which the hook does not get the calls."),
    fix: words.every((word) => word !== undefined)
      ? `Write "matcher": ${quote(words.join("|"))}.`
      : `Write ${listed([...new Set(meant.values())])} there.`
  }
}

/** Returns the warning about alternatives that are more than the name of a known tool, as `Bash(rm.*)` and `Event:Bash`. */
const withMore = (matcher: string, { matcher: ruleOf }: Rules, event: string): Warning | undefined => {
  const found = ToolMatcher.doubtfulParts(matcher, (text) => ruleOf(text, event), knownTools, mayMatch)
  if (found === undefined) return undefined
  const { hasMore, meant, parts, tools } = found
  return {
    code: "tool-misspelt",
    text:
      `${parts.map(quote).join(" and ")} ${parts.length === 1 ? "fits" : "fit"} no tool that is known, although ` +
      `${tools.join(" and ")} may be meant, of which the hook does not get the calls.`,
    fix: `Write "matcher": ${quote(meant)}${hasMore ? `; what an input has to be is the "if" of a hook` : ""}.`
  }
}

/** Returns the warning about a matcher whose event has one of a few values, none of which it matches. */
const neverHappens = (matcher: string, rule: MatchRule, eventName: string): Warning | undefined => {
  const known = lookup(values, eventName)
  if (known === undefined || known.some((word) => mayMatch(rule, word))) return undefined
  const meant = nearest(matcher, known)
  return {
    code: "matcher-never",
    text: `${eventName} comes with none that ${quote(matcher)} fits.`,
    fix: meant === undefined ? `Write "matcher" with one of: ${known.join(", ")}.` : `Write "matcher": "${meant}".`
  }
}

/** Returns the warning about an invalid pattern on an event that is about no tool. */
const invalid = (matcher: string, rule: MatchRule, eventName: string): Warning | undefined => {
  const why = rule._tag === "Pattern" ? undefined : whyInvalid(matcher)
  if (why === undefined) return undefined
  return {
    code: "matcher-invalid",
    text: `${quote(matcher)} is no regular expression (${why}); ${rule._tag === "Broken" ? "it matches nothing" : "only just that name matches"}.`,
    fix: "Put a backslash before a character that is meant as itself, or write names with | between them.",
    // A file may have any name.
    ...((rule._tag === "Broken" || eventName !== "FileChanged") && { lost: { tools: undefined } })
  }
}

/** Returns the warning about a matcher on this event, if there is one. */
const matcherWarning = (matcher: string, rules: Rules, eventName: string): Warning | undefined => {
  const rule = rules.matcher(matcher, eventName)
  if (rule._tag === "All") return undefined
  const [event = eventName] = EventNames.meantBy(eventName)
  if (isName(event) && !Target.has(event)) {
    return {
      code: "matcher-ignored",
      text: `${event} has no match target; the hooks run on every ${event}.`,
      fix: "Leave the matcher out."
    }
  }
  // An event of a host's own has no target, so that its hooks run on each of them.
  if (!Target.has(event)) return undefined
  if (!Target.isTool(event)) return invalid(matcher, rule, event) ?? neverHappens(matcher, rule, event)
  const lost = ToolMatcher.lost(matcher, rule, allTools, mayMatch)
  if (lost !== undefined) return impossible(matcher, rule, lost, (text) => rules.matcher(text, event))
  return lostAlternatives(matcher, rules, event) ?? doubtful(matcher, rule, rules, event)
}

/** The matchers of one event that are known. They come from files, so that their number is bounded. */
type Known = Memo<{ readonly warning: Warning | undefined }>

/** The events of each dialect's rules, by which warnings differ. */
const warnings = new WeakMap<Rules, Memo<Known>>()

const knownOf = (rules: Rules, eventName: string): Known => {
  let events = warnings.get(rules)
  if (events === undefined) {
    events = new Memo(64)
    warnings.set(rules, events)
  }
  return events.get(eventName) ?? events.set(eventName, new Memo(256))
}

/**
 * Like `matcherWarning`, but once for each text, because most hooks have one of a few matchers. A result that depends on a
 * time limit is not kept.
 */
const knownWarning = (matcher: string, rules: Rules, eventName: string): Warning | undefined => {
  const memo = knownOf(rules, eventName)
  const known = memo.get(matcher)
  if (known !== undefined) return known.warning
  wasStopped = false
  const warning = matcherWarning(matcher, rules, eventName)
  if (!wasStopped) memo.set(matcher, { warning })
  return warning
}

/**
 * Returns the problem of a matcher, without its position, if there is one. `entries` are those that share it.
 */
export const matcherProblem = (
  matcher: string,
  rules: Rules,
  event: string,
  entries: number
): Omit<Problem, "at"> | undefined => {
  const warning = knownWarning(matcher, rules, event)
  if (warning === undefined) return undefined
  const { lost, ...problem } = warning
  if (lost === undefined || entries === 0) return problem
  const { tools } = lost
  return { ...problem, lost: { entries, events: [event], ...(tools !== undefined && { tools }), inCatalog: true } }
}
