/**
 * The meaning of a matcher's text, as data: a dialect parses the text, and the pipeline matches names.
 *
 * @since 0.1.0
 */
import * as Data from "effect/Data"

/**
 * A rule. `Broken` is a text that its dialect can't parse. Its dialect decides whether the literal text is matched as
 * `Names`; otherwise nothing matches.
 *
 * @category models
 * @since 0.1.0
 */
export type MatchRule = Data.TaggedEnum<{
  All: {}
  /** Any of these names, with or without regard to case. */
  Names: { readonly names: ReadonlyArray<string>; readonly ignoreCase: boolean }
  /** A regular expression, already anchored as the dialect does. */
  Pattern: { readonly source: string; readonly ignoreCase: boolean }
  /** An invalid text, which matches nothing. */
  Broken: { readonly why: string }
}>

/** @since 0.1.0 */
export const { $match: match, All, Broken, Names, Pattern } = Data.taggedEnum<MatchRule>()

/**
 * Returns the reason for which a text is no regular expression, or `undefined` if it is one.
 *
 * @category guards
 * @since 0.1.0
 */
export const whyInvalid = (source: string): string | undefined => {
  try {
    new RegExp(source)
    return undefined
  } catch (error) {
    // `RegExp` only throws a SyntaxError with a message.
    return error instanceof Error ? error.message : String(error)
  }
}

/**
 * Creates a pattern, or the given alternative if the text is no regular expression.
 *
 * @example
 * ```ts
 * import * as MatchRule from "@hookline/core/MatchRule"
 *
 * const rule = MatchRule.pattern("^(?:Edit|Write)$", {
 *   ignoreCase: false,
 *   orElse: (why) => MatchRule.Broken({ why })
 * })
 * ```
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
 * Checks whether a name matches a rule.
 *
 * **Gotchas**
 *
 * A pattern is run without a limit, and a pattern of a configuration may take exponential time. The pipeline uses
 * `PatternGuard` instead.
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
