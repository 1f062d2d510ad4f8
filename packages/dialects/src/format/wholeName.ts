/** Matchers that are a regular expression for the whole name, as several agents read them. */
import { All, type MatchRule, Names, Pattern, whyInvalid } from "@hookline/core/MatchRule"

/** Reads a matcher as an expression for the whole name. A text that is no valid expression is a name itself. */
export const wholeName =
  ({ ignoreCase }: { readonly ignoreCase: boolean }) =>
  (text: string | undefined): MatchRule => {
    if (text === undefined || text === "" || text === "*") return All()
    return whyInvalid(text) === undefined
      ? Pattern({ source: `^(?:${text})$`, ignoreCase })
      : Names({ names: [text], ignoreCase })
  }
