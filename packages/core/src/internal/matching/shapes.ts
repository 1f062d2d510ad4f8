// Regular expressions that say no more than a comparison does: a name, how it begins, or what it holds. Most matchers
// are of this kind, and thousands of them are looked up at once.

export type Shape =
  | { readonly _tag: "All" }
  | { readonly _tag: "Is"; readonly text: string }
  | { readonly _tag: "Starts"; readonly text: string }
  /** It starts so, and goes on without a new line: a dot is any character but that. */
  | { readonly _tag: "StartsLine"; readonly text: string }
  | { readonly _tag: "Holds"; readonly text: string }

/** Characters that mean themselves, bare or behind a backslash. ASCII only, which folds as everybody expects. */
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
  // Whatever may stand before or behind says nothing where nothing is anchored.
  const written = body.replace(trailingStar, "").replace(starts || ends ? /^(?!)/ : leadingStar, "")
  if (!literal.test(written)) return undefined
  const said = written.replace(escape, "$1")
  if (starts && ends) return { _tag: isOpen ? "StartsLine" : "Is", text: said }
  if (ends) return undefined
  if (said === "") return { _tag: "All" }
  return { _tag: starts ? "Starts" : "Holds", text: said }
}

/**
 * What a pattern amounts to, one shape for each alternative; nothing where it needs a regular expression. A bar that is
 * meant as itself leaves a backslash behind, which no shape has.
 */
export const shapesOf = (source: string): ReadonlyArray<Shape> | undefined => {
  const whole = wholeGroup.exec(source)?.[1]
  const alternatives = (whole ?? bareGroup.exec(source)?.[1] ?? source).split("|")
  const shapes = alternatives.map((text) => shapeOf(text, whole !== undefined))
  return shapes.every((shape) => shape !== undefined) ? shapes : undefined
}
