// Regular expressions that are equal to a comparison: an exact name, a prefix, or a substring. Most matchers are of
// this kind, and thousands of them are looked up at once.

export type Shape =
  | { readonly _tag: "All" }
  | { readonly _tag: "Is"; readonly text: string }
  | { readonly _tag: "Starts"; readonly text: string }
  /** A prefix, followed by a text without a line break, which a dot does not match. */
  | { readonly _tag: "StartsLine"; readonly text: string }
  | { readonly _tag: "Holds"; readonly text: string }

/** Matches literal characters, bare or escaped. ASCII only, because other characters fold case in special ways. */
const literal = /^(?:[\w\- ,:/@#]|\\[.\-/^$*+?()[\]{}|\\])*$/
const escape = /\\([^\w])/g

const wholeGroup = /^\^\((?:\?:)?([^()]*)\)\$$/
const bareGroup = /^\((?:\?:)?([^()]*)\)$/
const alternative = /^(\^?)([\s\S]*?)(\$?)$/
const leadingStar = /^\.\*/
const trailingStar = /\.\*$/

const shapeOf = (text: string, whole: boolean): Shape | undefined => {
  const [, caret, body = "", dollar] = alternative.exec(text) ?? []
  const starts = whole || caret === "^"
  const ends = whole || dollar === "$"
  const isOpen = trailingStar.test(body)
  // Without an anchor, a leading or trailing `.*` has no effect.
  const written = body.replace(trailingStar, "").replace(starts || ends ? /^(?!)/ : leadingStar, "")
  if (!literal.test(written)) return undefined
  const said = written.replace(escape, "$1")
  if (starts && ends) return { _tag: isOpen ? "StartsLine" : "Is", text: said }
  if (ends) return undefined
  if (said === "") return { _tag: "All" }
  return { _tag: starts ? "Starts" : "Holds", text: said }
}

/**
 * Returns the shapes of a pattern, one for each alternative, or `undefined` if it needs a regular expression. An
 * escaped `|` leaves a backslash behind, which no shape has.
 */
export const shapesOf = (source: string): ReadonlyArray<Shape> | undefined => {
  const whole = wholeGroup.exec(source)?.[1]
  const alternatives = (whole ?? bareGroup.exec(source)?.[1] ?? source).split("|")
  const shapes = alternatives.map((text) => shapeOf(text, whole !== undefined))
  return shapes.every((shape) => shape !== undefined) ? shapes : undefined
}
