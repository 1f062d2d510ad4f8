// Names that a text builds: of patterns, variables, escapes and braces, such as the `rm` of `/bin/r?` and `r${y}m`.

/** The sign for a part that only the shell knows. */
export const expansion = "\uE000"
/** Signs for one character of a pattern, and any number of them. */
const single = "\uE001"
const star = "\uE002"

const expansions = /\$\([^()]*\)|\$\{[^{}]*\}|`[^`]*`|\$(?:\w+|[@*#?!-])|\$\([^()]*\)/g
const escapes = /\\(?:x[\da-f]{1,2}|u[\da-f]{1,8}|u\{[\da-f]+\}|[0-7]{1,3}|c[@-_])/gi
const braces = /\{[^{}\s]*\}/g
const groups = /[@?+!*]\([^()\s]*\)/g
const sets = /\[[!^]?\]?(?:\[:\w+:\]|[^\][\s/])*\]/g

/** Replaces what a shell expands by a sign. */
export const marked = (text: string): string => text.replace(expansions, expansion)

/** Checks whether a text contains what a shell expands. */
export const isMarked = (text: string): boolean => text.includes(expansion)

/** Checks whether a text is only what a shell expands. */
export const isExpansion = (text: string): boolean => /^\uE000+$/.test(marked(text))

const patterned = (text: string): string =>
  marked(text)
    .replace(groups, expansion)
    .replace(escapes, expansion)
    .replace(braces, (brace) => (/,|\.\./.test(brace) ? expansion : brace))
    .replace(sets, (set) => (/^\[[\w!^-]*\]$/.test(set) ? `[${set.slice(1, -1)}]` : single))
    .replace(/\*+/g, star)
    .replaceAll("?", single)
    .replace(/\\\n|["'\\]/g, "")

/** Words. A slash ends one, so that each is a base name. */
const words = /(?:[\w.-]|\[[\w!^-]+\]|[\uE000-\uE002])+/g
const unknown = /[[\uE000-\uE002]/
const part = /\[[\w!^-]+\]|[^]/g

/** A word of variables alone may be any name, so that only two of them beside each other are taken for one that is built. */
const isBuilt = (word: string): boolean => /[\w\uE001]|\uE000\uE000/.test(word)

const has = (set: string, char: string): boolean => {
  const isNegated = /^\[[!^]/.test(set)
  const inner = set.slice(isNegated ? 2 : 1, -1)
  for (let at = 0; at < inner.length; at++) {
    const isRange = inner[at + 1] === "-" && at + 2 < inner.length
    const [from = "", to = ""] = isRange ? [inner[at], inner[at + 2]] : [inner[at], inner[at]]
    if (from <= char && char <= to) return !isNegated
    if (isRange) at += 2
  }
  return isNegated
}

/** Checks whether a word may be a name. `isStart` is true if any end may follow the name. */
const fits = (word: string, name: string, isStart: boolean): boolean => {
  const end = 1 << name.length
  // Each bit is a number of the name's characters that the parts before may be.
  let reached = 1
  for (const each of word.match(part) ?? []) {
    if (isStart && (reached & end) !== 0) return true
    let next = 0
    if (each === expansion || each === star) next = (end * 2 - 1) & ~((reached & -reached) - 1)
    else if (each === single) next = reached << 1
    else {
      for (let at = 0; at < name.length; at++) {
        const char = name[at] ?? ""
        if ((reached & (1 << at)) !== 0 && (each.length > 1 ? has(each, char) : each === char)) next |= 1 << (at + 1)
      }
    }
    reached = next & (end * 2 - 1)
    if (reached === 0) return false
  }
  return (reached & end) !== 0
}

/** Returns the parts of an option at which a value may begin: `-Ir?` is `-I` and `r?`. */
const starts = (word: string): ReadonlyArray<string> => {
  const letters = /^-\w{0,8}/.exec(word)?.[0].length ?? 0
  return Array.from({ length: letters + 1 }, (_, at) => word.slice(at))
}

/** Checks whether a text in small letters contains a word that only in part is known, and may be this name. */
export const isBuiltIn = (name: string, text: string, isStart: boolean): boolean => {
  if (name.length > 28 || !/[?*[{$`\\]/.test(text)) return false
  const isName = (word: string): boolean =>
    unknown.test(word) && starts(word).some((start) => isBuilt(start) && fits(start, name, isStart))
  // The words in a substitution count, and the word that it is a part of.
  const forms = /\$\(|`/.test(text) ? [text, text.replace(/\$\(|`/g, " ")] : [text]
  return forms.some((form) => (patterned(form).match(words) ?? []).some(isName))
}
