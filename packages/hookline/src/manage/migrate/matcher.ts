/** A matcher of one dialect in the words of another: the same tools, or nothing. */
import { All, type MatchRule, Names, Pattern, whyInvalid } from "@hookline/core/MatchRule"
import type { MigrationRules } from "@hookline/dialects/kit/HostFacts"
import * as Target from "@hookline/schema/kit/Target"
import { foldCase } from "./foldCase.ts"
import { isEndless, meets } from "./meets.ts"
import { alternatives, anywhere, literal, namesIn, wholeOf } from "./regex.ts"
import { callable, known, namesFor, oursOf, samples, type Speaker } from "./vocabulary.ts"

/** A matcher of the other dialect, or why it has none. */
export type TranslatedMatcher = { readonly text: string | undefined } | { readonly why: string }

interface Sides {
  readonly from: Speaker
  readonly to: Speaker
  readonly rules: MigrationRules["matchers"]
  readonly event: string
}

/** The match targets of events without a tool, if hosts have fixed words for them. */
const sourceWords: ReadonlyArray<string> = (
  "startup resume clear fork compact manual auto logout prompt_input_exit other permission_prompt idle_prompt " +
  "user_settings project_settings local_settings policy_settings skills init maintenance"
).split(" ")

/** An expression that does nothing but list names is a list of names. */
const simplified = (rule: MatchRule): MatchRule => {
  if (rule._tag === "Pattern" && wholeOf(rule.source) === "(?:.*)") return All()
  const names = rule._tag === "Pattern" ? namesIn(rule.source) : undefined
  if (rule._tag !== "Pattern" || names === undefined) return rule
  return Names({ names, ignoreCase: rule.ignoreCase })
}

const listed = /^[\w -]+$/
const narrow = /^\w+$/
const hasNarrowLists = new Set(["FileChanged", "StopFailure"])

/** A list of names, each of which counts in all cases of its letters if `folds` is true. */
const listOf = (
  { event, rules }: Sides,
  names: ReadonlyArray<string>,
  folds: ReadonlySet<string>
): TranslatedMatcher => {
  const parts: Array<string> = []
  for (const name of names) {
    const folded = folds.has(name) && !rules.ignoreCase ? foldCase(literal(name)) : literal(name)
    if (folded === undefined) return { why: `"${name}" has letters whose cases can't be written` }
    parts.push(folded)
  }
  if (rules.whole) return { text: parts.join("|") }
  if (rules.hasLists === false) {
    if (Target.isTool(event)) return { text: `^(?:${parts.join("|")})$` }
    return names.length === 1 ? { text: names[0] } : { why: "there is no list of such names there" }
  }
  const plain = hasNarrowLists.has(event) ? narrow : listed
  const isPlain = names.every((name, at) => plain.test(name) && name.trim() === name && parts[at] === literal(name))
  return { text: isPlain ? names.join("|") : `^(?:${parts.join("|")})$` }
}

/** Names in the target's words. An unknown name is kept, in all cases where these count. */
const saidNames = (sides: Sides, { ignoreCase, names }: Extract<MatchRule, { _tag: "Names" }>): TranslatedMatcher => {
  const { event, from, to } = sides
  // The match targets of other events are known, and are small letters.
  const unheard = names.filter((name) => !sourceWords.includes(name))
  if (!Target.isTool(event)) return listOf(sides, names, new Set(ignoreCase ? unheard : []))
  const familiar = new Set(known(from, to))
  const folds = new Set<string>()
  const words = names.flatMap((name) => {
    const canonical = oursOf(from, name, ignoreCase)
    const own = namesFor(to, canonical)
    if (ignoreCase && !familiar.has(canonical)) for (const word of own) folds.add(word)
    return own
  })
  return listOf(sides, [...new Set(words)], folds)
}

/** Servers' tools are `mcp__server__tool` here and `mcp.server.tool` there: an expression for one is one for both. */
const bothMcp = (source: string, isDotted: boolean): string =>
  source.replaceAll(
    isDotted
      ? /(?<![\w[])mcp\\?\.(?![*+?{])(?:([A-Za-z0-9_-]+)\\?\.(?![*+?{]))?/g
      : /(?<![\w[])mcp__(?:([A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*)__)?/g,
    (_, server: string | undefined) => {
      const either = String.raw`(?:__|\.)`
      return server === undefined ? `mcp${either}` : `mcp${either}${server}${either}`
    }
  )

const saidPattern = (sides: Sides, rule: Extract<MatchRule, { _tag: "Pattern" }>): TranslatedMatcher => {
  const { event, from, rules, to } = sides
  const isTool = Target.isTool(event)
  const translated =
    isTool && from.tools.mcpSeparator !== to.tools.mcpSeparator
      ? bothMcp(rule.source, from.tools.mcpSeparator !== undefined)
      : rule.source
  const source = rule.ignoreCase && !rules.ignoreCase ? foldCase(translated) : translated
  if (source === undefined) return { why: "its match of all cases of letters can't be written there" }
  const candidate = Pattern({ source, ignoreCase: rules.ignoreCase })
  const meant = isTool
    ? known(from, to).filter((canonical) =>
        callable({ ...from, tools: { tools: [] } }, from, canonical).some((name) => meets(rule, name))
      )
    : []
  const missing = meant.flatMap((canonical) => namesFor(to, canonical)).filter((name) => !meets(candidate, name))
  const names = [...new Set(missing)].map(literal)
  if (rules.whole) return { text: [anywhere(source), ...names].join("|") }
  const text =
    names.length === 0
      ? source
      : `${(alternatives(source)?.length ?? 1) > 1 && wholeOf(source) === undefined ? `(?:${source})` : source}|^(?:${names.join("|")})$`
  // Without a sign that only expressions have it would be read as a list of names.
  return { text: /^[\w\- ,|]*$/.test(text) ? `(?:${text})` : text }
}

const say = (sides: Sides, rule: MatchRule): TranslatedMatcher => {
  switch (rule._tag) {
    case "All":
      return { text: undefined }
    case "Broken":
      return { why: `it is no rule (${rule.why}), and matches nothing` }
    case "Names":
      return rule.names.length === 0 ? { why: "it matches nothing" } : saidNames(sides, rule)
    case "Pattern":
      return saidPattern(sides, rule)
  }
}

/** A name that one rule is for and the other is not, of those that either side's host may have. */
const difference = ({ event, from, to }: Sides, before: MatchRule, after: MatchRule, texts: ReadonlyArray<string>) => {
  if (!Target.isTool(event)) {
    const words = texts.flatMap((text) => text.match(/[A-Za-z0-9_.-]+/g) ?? [])
    return [...new Set([...words, ...sourceWords])].find((name) => meets(before, name) !== meets(after, name))
  }
  for (const host of [from, to]) {
    for (const name of samples(host, [from, to], texts)) {
      const was = callable(host, from, name).some((each) => meets(before, each))
      const is = callable(host, to, name).some((each) => meets(after, each))
      if (was !== is) return name
    }
  }
  return undefined
}

/**
 * Translates a matcher to another dialect. The result is compared on the names of both sides' tools: if it
 * does not match the same ones, there is no translation.
 */
export const translate = (sides: Sides, written: string | undefined): TranslatedMatcher => {
  const { event, from, to } = sides
  if (!Target.has(event)) return { text: undefined }
  const before = from.matcher(written, event)
  if (before._tag === "Pattern" && whyInvalid(before.source) !== undefined) return { why: "it is no rule" }
  const said = say(sides, simplified(before))
  if ("why" in said) return said
  const after = to.matcher(said.text, event)
  if (after._tag === "Broken" || (after._tag === "All" && simplified(before)._tag !== "All")) {
    return { why: "there is no such rule there" }
  }
  const differs = difference(sides, before, after, [written ?? "", said.text ?? ""])
  if (isEndless(before) || isEndless(after)) return { why: "it takes too long to be tried" }
  return differs === undefined
    ? said
    : { why: `no rule there is for the same names: ${JSON.stringify(differs)} is one on which they would differ` }
}
