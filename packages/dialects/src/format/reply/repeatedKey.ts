/** A key that a reply has twice: only its last value would count, and the first one may have been the denial. */

const backslash = 0x5c
const brace = 0x7b
const closing = 0x7d
const quote = 0x22

/** Checks whether an odd number of backslashes is before an offset. */
const isEscaped = (text: string, at: number): boolean => {
  let before = at
  while (text.charCodeAt(before - 1) === backslash) before--
  return (at - before) % 2 === 1
}

/** Returns the offset behind a string of a valid text. */
const endOfString = (text: string, start: number): number => {
  let at = text.indexOf('"', start + 1)
  while (isEscaped(text, at)) at = text.indexOf('"', at + 1)
  return at + 1
}

/** Matches the colon behind a key. In valid JSON no other string has one behind it. */
const colon = /\s*:/y

const isKey = (text: string, end: number): boolean => {
  colon.lastIndex = end
  return colon.test(text)
}

const spaced = /"\s+:/

/** Counts the ends of keys in a text, and those that strings contain. */
const endsOfKeys = (text: string): number => {
  let count = 0
  for (let at = text.indexOf('":'); at >= 0; at = text.indexOf('":', at + 2)) count++
  return count
}

/** Counts the keys of a value at any depth, without recursion, because a reply may be nested deeper than the call stack. */
const keysIn = (root: object): number => {
  let count = 0
  const waiting: Array<object> = [root]
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    const inner: ReadonlyArray<unknown> = Object.values(value)
    if (!Array.isArray(value)) count += inner.length
    for (const each of inner) if (typeof each === "object" && each !== null) waiting.push(each)
  }
  return count
}

/** Returns the first key that an object in a valid JSON text has twice. `parsed` is the value of the text. */
export const repeatedKey = (text: string, parsed: object): string | undefined =>
  // Most texts have as many keys as their values, so that none is hidden by another.
  !spaced.test(text) && endsOfKeys(text) === keysIn(parsed) ? undefined : searched(text)

const searched = (text: string): string | undefined => {
  const open: Array<Set<unknown>> = []
  for (let at = 0; at < text.length;) {
    const letter = text.charCodeAt(at)
    if (letter === quote) {
      const end = endOfString(text, at)
      if (isKey(text, end)) {
        // Two spellings of one key are the same key.
        const name: unknown = JSON.parse(text.slice(at, end))
        const keys = open.at(-1)
        if (keys?.has(name) === true) return String(name)
        keys?.add(name)
      }
      at = end
      continue
    }
    if (letter === brace) open.push(new Set())
    else if (letter === closing) open.pop()
    at++
  }
  return undefined
}
