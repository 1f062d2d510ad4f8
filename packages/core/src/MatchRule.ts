/**
 * What a matcher's text means, as data: a dialect says it, the pipeline holds names against it.
 *
 * @since 0.1.0
 */
import * as Data from "effect/Data"

/**
 * A rule. `Broken` is a text that its dialect can't understand: `Names` of the literal text follows where the dialect
 * says so, otherwise nothing matches.
 *
 * @category models
 * @since 0.1.0
 */
export type MatchRule = Data.TaggedEnum<{
  All: {}
  /** Any of these names, letter by letter or whatever the case. */
  Names: { readonly names: ReadonlyArray<string>; readonly ignoreCase: boolean }
  /** A regular expression, already anchored where the dialect anchors. */
  Pattern: { readonly source: string; readonly ignoreCase: boolean }
  /** A text that is no rule, and so matches nothing. */
  Broken: { readonly why: string }
}>

/** @since 0.1.0 */
export const { $match: match, All, Broken, Names, Pattern } = Data.taggedEnum<MatchRule>()

/**
 * Why a text is no regular expression, if it is none.
 *
 * @category guards
 * @since 0.1.0
 */
export const whyInvalid = (source: string): string | undefined => {
  try {
    new RegExp(source)
    return undefined
  } catch (error) {
    // `RegExp` throws nothing but a SyntaxError with a sentence.
    return error instanceof Error ? error.message : String(error)
  }
}

/**
 * A pattern, or what follows where the text is no regular expression.
 *
 * @category constructors
 * @since 0.1.0
 */
export const pattern = (
  source: string,
  options: { readonly ignoreCase: boolean; readonly orElse: (why: string) => MatchRule }
): MatchRule => {
  const why = whyInvalid(source)
  return why === undefined ? Pattern({ source, ignoreCase: options.ignoreCase }) : options.orElse(why)
}

/**
 * Whether a name meets the rule.
 *
 * **Gotchas**
 *
 * A pattern is run as it is. Patterns that people wrote can take for ever: the pipeline bounds them.
 *
 * @category guards
 * @since 0.1.0
 */
export const matches = (rule: MatchRule, name: string): boolean => {
  switch (rule._tag) {
    case "All":
      return true
    case "Names":
      return rule.ignoreCase
        ? rule.names.some((known) => known.toLowerCase() === name.toLowerCase())
        : rule.names.includes(name)
    case "Pattern":
      return new RegExp(rule.source, rule.ignoreCase ? "i" : "").test(name)
    case "Broken":
      return false
  }
}
