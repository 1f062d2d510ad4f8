// How much work a regular expression can be at worst, roughly and never too low: what surely ends soon need not be
// watched, and watching costs a hundred times as much as most patterns do.

interface Choices {
  /** Places where the engine may go on or stop, at each character. */
  readonly repeats: number
  readonly alternatives: number
}

const afterClass = (source: string, from: number): number => {
  let at = from + 1
  while (at < source.length && source[at] !== "]") at += source[at] === "\\" ? 2 : 1
  return at
}

/** The choices that a pattern leaves to the engine; nothing where they can multiply without a bound that we know. */
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

/** Some milliseconds, even where the engine has not compiled the pattern yet. */
const fewSteps = Math.log(100_000)

/** Whether trying the pattern on a text of this length surely ends soon. */
export const endsSoon = (source: string): ((length: number) => boolean) => {
  const choices = choicesOf(source)
  if (choices === undefined) return () => false
  const { alternatives, repeats } = choices
  // It can start at every character, and each repeat can end at every one.
  return (length) => (repeats + 1) * Math.log(Math.max(length, 2)) + alternatives * Math.LN2 <= fewSteps
}
