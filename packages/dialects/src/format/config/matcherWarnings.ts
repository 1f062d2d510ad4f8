/** Valid matchers that hardly do what was intended. */
import { matches, type MatchRule, whyInvalid } from "@hookline/core/MatchRule"
import * as PatternGuard from "@hookline/core/kit/match/PatternGuard"
import { cases, isName } from "@hookline/schema/HookEvent"
import * as Target from "@hookline/schema/kit/Target"
import { quote } from "./written.ts"
import { nearest } from "@hookline/core/kit/discover/Suggestions"
import type { Problem } from "./Problem.ts"
import { lookup } from "../lookup.ts"

/** Names of targets in configurations that were written for tools. */
const tools = [
  "Bash",
  "Read",
  "Write",
  "Edit",
  "MultiEdit",
  "NotebookEdit",
  "Glob",
  "Grep",
  "Task",
  "Agent",
  "WebFetch",
  "WebSearch",
  "TodoWrite"
]

/** The values of events' targets that are a closed set. */
const values: Readonly<Record<string, ReadonlyArray<string>>> = {
  SessionStart: cases.SessionStart.fields.source.schema.members[1].literals,
  PreCompact: cases.PreCompact.fields.trigger.schema.members[1].literals,
  PostCompact: cases.PostCompact.fields.trigger.schema.members[1].literals,
  SessionEnd: cases.SessionEnd.fields.reason.schema.members[1].literals,
  Setup: cases.Setup.fields.trigger.schema.members[1].literals
}

type Warning = Pick<Problem, "code" | "text"> & { readonly fix: string }

/** Returns the tool that a name means in another case. Tools may have any other name, so only the case is reported. */
const toolMeant = (name: string): string | undefined =>
  tools.includes(name) ? undefined : tools.find((word) => word.toLowerCase() === name.toLowerCase())

/** Returns the tools in a condition such as `tool == "Bash"`. */
const toolsIn = (condition: string): string =>
  Array.from(condition.matchAll(/\btool\s*==\s*"(\w+)"/g), ([, name]) => name ?? "").join("|") || "Bash"

const patterns = PatternGuard.make()

/** Checks whether a rule may match a name. A pattern that takes too long counts as a match, like at run time. */
const mayMatch = (rule: MatchRule, name: string): boolean =>
  rule._tag === "Pattern" ? patterns.ready(rule)(name) !== "differs" : matches(rule, name)

/**
 * Returns the warning about a text of another dialect or language, which is a valid pattern here and matches no name.
 */
const oddText = (matcher: string, rule: MatchRule): Warning | undefined => {
  if (rule._tag !== "Pattern") return undefined
  const found = (text: string, fix: string): Warning => ({
    code: "matcher-never",
    text: `${quote(matcher)} ${text}`,
    fix
  })
  if (/\\[AzZ]/.test(matcher)) {
    return found(
      "has anchors that a pattern here does not know, so that it matches no name.",
      "Write ^ for the beginning, and $ for the end."
    )
  }
  if (matcher !== matcher.trim())
    return found("has blanks at its ends, which no name has.", `Write "matcher": ${quote(matcher.trim())}.`)
  if (/^\w+(?:\s*,\s*\w+)+$/.test(matcher)) {
    return found(
      "is a list by commas, and so one name that no tool has.",
      `Write "matcher": "${matcher.split(/\s*,\s*/).join("|")}".`
    )
  }
  return undefined
}

const neverMatches = (matcher: string, rule: MatchRule, eventName: string): Warning | undefined => {
  if (/\btool(?:_input\.\w+)?\s*(?:==|!=|matches\b)/.test(matcher)) {
    return {
      code: "matcher-never",
      text: `${quote(matcher)} is a condition in the words of another program; as a matcher it is a pattern that no name fits.`,
      fix: `Write "matcher": "${toolsIn(matcher)}", and put the rest into the hook or its "if".`
    }
  }
  const call = /^(\w+)\((.*)\)$/.exec(matcher)
  if (call?.[1] !== undefined && Target.isTool(eventName)) {
    return {
      code: "matcher-never",
      text: `${quote(matcher)} is a permission rule; as a matcher it is a pattern that no tool's name fits.`,
      fix: `Write "matcher": "${call[1]}" and "if": ${quote(matcher)}.`
    }
  }
  const known = lookup(values, eventName)
  if (known !== undefined && !known.some((word) => mayMatch(rule, word))) {
    const meant = nearest(matcher, known)
    return {
      code: "matcher-never",
      text: `${eventName} comes with none that ${quote(matcher)} fits.`,
      fix: meant === undefined ? `Write "matcher" with one of: ${known.join(", ")}.` : `Write "matcher": "${meant}".`
    }
  }
  if (rule._tag === "Names" && rule.names.length === 0) {
    return {
      code: "matcher-never",
      text: `${quote(matcher)} names nothing.`,
      fix: `Write "matcher": "*" for all, or leave it out.`
    }
  }
  if (!Target.isTool(eventName)) return undefined
  const odd = oddText(matcher, rule)
  if (odd !== undefined) return odd
  const plain = rule._tag === "Names" ? rule.names : /^\w+$/.test(matcher) ? [matcher] : []
  if (plain.length > 0 && plain.every((name) => /^mcp__[^_]*(?:_[^_]+)*_*$/.test(name))) {
    return {
      code: "matcher-never",
      text: `${quote(matcher)} is an exact name, and no tool is called so: a server is no tool.`,
      fix: `Write "matcher": "${matcher.replace(/_+$/, "")}__.*".`
    }
  }
  const meant = rule._tag !== "Names" || rule.ignoreCase ? [] : rule.names.map(toolMeant)
  return meant.length > 0 && meant.every((word) => word !== undefined)
    ? {
        code: "matcher-never",
        text: `No tool is called ${plain.map((name) => `\`${name}\``).join(" or ")}: capitals count.`,
        fix: `Write "matcher": "${meant.join("|")}".`
      }
    : undefined
}

/** Returns the warning about a matcher on this event, if there is one. */
export const matcherWarning = (matcher: string, rule: MatchRule, eventName: string): Warning | undefined => {
  if (rule._tag === "All") return undefined
  if (isName(eventName) && !Target.has(eventName)) {
    return {
      code: "matcher-ignored",
      text: `${eventName} has no match target; the hooks run on every ${eventName}.`,
      fix: "Leave the matcher out."
    }
  }
  const never = neverMatches(matcher, rule, eventName)
  if (never !== undefined || rule._tag === "Pattern") return never
  const why = whyInvalid(matcher)
  return why === undefined
    ? undefined
    : {
        code: "matcher-invalid",
        text: `${quote(matcher)} is no regular expression (${why}); ${rule._tag === "Broken" ? "it matches nothing" : "only a tool of just that name matches"}.`,
        fix: "Put a backslash before a character that is meant as itself, or write names with | between them."
      }
}
