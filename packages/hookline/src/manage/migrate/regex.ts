/** The parts of matchers' regular expressions that can be expressed in other words. */

/** The text as an expression that means just it. */
export const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)

/** The parts of an expression between bars that are in no brackets, or nothing where the brackets are not closed. */
export const alternatives = (source: string): ReadonlyArray<string> | undefined => {
  const parts: Array<string> = []
  let [depth, from] = [0, 0]
  let isClass = false
  for (let at = 0; at < source.length; at++) {
    const char = source[at]
    if (char === "\\") at++
    else if (isClass) isClass = char !== "]"
    else if (char === "[") isClass = true
    else if (char === "(") depth++
    else if (char === ")") {
      if (depth-- === 0) return undefined
    } else if (char === "|" && depth === 0) {
      parts.push(source.slice(from, at))
      from = at + 1
    }
  }
  return depth === 0 && !isClass ? [...parts, source.slice(from)] : undefined
}

/** Checks whether the bracket that opens at the beginning is the one that closes at the end. */
const isOneGroup = (source: string): boolean =>
  source.startsWith("(") &&
  source.endsWith(")") &&
  !/(?:^|[^\\])(?:\\\\)*\\\)$/.test(source) &&
  alternatives(source.slice(source.startsWith("(?:") ? 3 : 1, -1)) !== undefined

/** The expression without a pair of brackets around all of it. */
const bare = (source: string): string => {
  if (!isOneGroup(source) || /^\(\?(?!:)/.test(source)) return source
  return source.slice(source.startsWith("(?:") ? 3 : 1, -1)
}

/** Returns the text between `^` and `$`, if these two hold all of it. */
export const wholeOf = (source: string): string | undefined => {
  if (!source.startsWith("^") || !source.endsWith("$") || source.endsWith(String.raw`\$`)) return undefined
  const inner = source.slice(1, -1)
  const parts = alternatives(inner)
  // `^a|b$` is `^a` or `b$`.
  return parts === undefined || parts.length > 1 ? undefined : inner
}

const plainName = /^(?:[\w-]|\\[.\-_])+$/

/** Returns the names of an expression for whole names, if it is a list of names and nothing else. */
export const namesIn = (source: string): ReadonlyArray<string> | undefined => {
  const inner = wholeOf(source)
  if (inner === undefined) return undefined
  const parts = alternatives(bare(inner)) ?? []
  const names = parts.flatMap((part) => alternatives(bare(part)) ?? [part])
  return names.length > 0 && names.every((name) => plainName.test(name))
    ? names.map((name) => name.replaceAll("\\", ""))
    : undefined
}

/** The expression for whole names that an expression for any part of a name means. */
export const anywhere = (source: string): string => {
  const whole = wholeOf(source)
  if (whole !== undefined) return bare(whole)
  if ((alternatives(source)?.length ?? 2) > 1) return `.*(?:${source}).*`
  const [fromStart, toEnd] = [source.startsWith("^"), /(?:^|[^\\])(?:\\\\)*\$$/.test(source)]
  const inner = source.slice(fromStart ? 1 : 0, toEnd ? -1 : undefined)
  const body = inner.replace(fromStart ? /(?!)/ : /^(?:\.\*)+/, "").replace(toEnd ? /(?!)/ : /(?<!\\)(?:\.\*)+$/, "")
  return `${fromStart ? "" : ".*"}${body}${toEnd || body === "" ? "" : ".*"}`
}
