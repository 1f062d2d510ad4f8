// An upper bound of a regular expression's work. A cheap pattern runs without a time limit, because the limit costs a
// hundred times as much as most patterns.

interface Choices {
  /** The number of repeats, at which the engine may continue or stop at each character. */
  readonly repeats: number
  readonly alternatives: number
}

const afterClass = (source: string, from: number): number => {
  let at = from + 1
  while (at < source.length && source[at] !== "]") at += source[at] === "\\" ? 2 : 1
  return at
}

/** Returns the choices of a pattern, or `undefined` if they may multiply without a known bound. */
const choicesOf = (source: string): Choices | undefined => {
  let repeats = 0
  let alternatives = 0
  for (let at = 0; at < source.length; at++) {
    const next = source[at + 1] ?? ""
    switch (source[at]) {
      case "\\":
        if (/[1-9k]/.test(next)) return undefined
        at++
        break
      case "[":
        at = afterClass(source, at)
        break
      case ")":
        if ("*+?{".includes(next) && next !== "") return undefined
        break
      case "*":
      case "+":
      case "{":
        repeats++
        break
      case "?":
        if (source[at - 1] !== "(") repeats++
        break
      case "|":
        alternatives++
        break
      default:
    }
  }
  return { repeats, alternatives }
}

/** The logarithm of the steps that take some milliseconds, even before the engine has compiled the pattern. */
const fewSteps = Math.log(100_000)

/** Creates the check whether a pattern certainly ends soon on a text of some length. */
export const endsSoon = (source: string): ((length: number) => boolean) => {
  const choices = choicesOf(source)
  if (choices === undefined) return () => false
  const { alternatives, repeats } = choices
  // A match can start at every character, and each repeat can end at every one.
  return (length) => (repeats + 1) * Math.log(Math.max(length, 2)) + alternatives * Math.LN2 <= fewSteps
}
