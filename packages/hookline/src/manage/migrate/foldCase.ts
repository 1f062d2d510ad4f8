/** A regular expression that means the same whatever the case, for readers that always look at the case. */

const isLetter = (char: string): boolean => char.toLowerCase() !== char.toUpperCase()

/** Both cases of a letter, or nothing where it has others than these two. */
const casesOf = (char: string): string | undefined => {
  const [lower, upper] = [char.toLowerCase(), char.toUpperCase()]
  if (!isLetter(char)) return char
  return /^[\x20-\x7e]$/.test(char) && lower.length === 1 && upper.length === 1 ? `${upper}${lower}` : undefined
}

/** Folds the content of brackets. A range of letters is one of both cases; any other range with letters in it is refused. */
const inClass = (body: string): string | undefined => {
  let out = ""
  for (let at = 0; at < body.length; at++) {
    const char = body[at] ?? ""
    if (char === "\\") {
      const next = body[++at] ?? ""
      if (/[ucxpPk0-9]/.test(next)) return undefined
      out += `\\${next}`
    } else if (body[at + 1] === "-" && at + 2 < body.length) {
      const range = body.slice(at, at + 3)
      if (/^[a-z]-[a-z]$|^[A-Z]-[A-Z]$/.test(range)) out += range.toLowerCase() + range.toUpperCase()
      else if (/^[0-9]-[0-9]$/.test(range)) out += range
      else return undefined
      at += 2
    } else {
      const cases = casesOf(char)
      if (cases === undefined) return undefined
      out += cases
    }
  }
  return out
}

/** The end of the class that begins at a bracket. */
const endOfClass = (source: string, from: number): number => {
  for (let at = from + 1; at < source.length; at++) {
    if (source[at] === "\\") at++
    else if (source[at] === "]") return at
  }
  return source.length
}

/** The prefix of the names of servers' tools, which hosts always write in small letters. */
const server = /(?<![\w[])mcp(?=__|\(\?:__|\\?\.)/g

/** Returns the expression for all cases, or `undefined` if it can't be expressed. */
export const foldCase = (source: string): string | undefined => {
  const parts = source.split(server).map(foldPart)
  return parts.every((part) => part !== undefined) ? parts.join("mcp") : undefined
}

const foldPart = (source: string): string | undefined => {
  let out = ""
  for (let at = 0; at < source.length; at++) {
    const char = source[at] ?? ""
    if (char === "\\") {
      const next = source[++at] ?? ""
      // Codes of letters, and what a group found before, have cases that can't be seen here.
      if (/[ucxpPk1-9]/.test(next)) return undefined
      out += `\\${next}`
    } else if (char === "[") {
      const end = endOfClass(source, at)
      const body = source.slice(at + 1, end)
      const negated = body.startsWith("^")
      const folded = inClass(negated ? body.slice(1) : body)
      if (folded === undefined) return undefined
      out += `[${negated ? "^" : ""}${folded}]`
      at = end
    } else if (char === "(" && source[at + 1] === "?") {
      const [opening = ""] = /^\(\?(?:<[=!]|<\w+>|[:=!])/.exec(source.slice(at)) ?? []
      if (opening === "" || opening.includes("<") !== /<[=!]/.test(opening)) return undefined
      out += opening
      at += opening.length - 1
    } else {
      const cases = casesOf(char)
      if (cases === undefined) return undefined
      out += cases.length === 2 ? `[${cases}]` : char
    }
  }
  return out
}
