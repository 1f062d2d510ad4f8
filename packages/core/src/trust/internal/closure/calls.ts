// Calls by which code of another language runs programs.

/** A call by which code of another language runs a program, and the text behind it. */
const calls =
  /(?:\b|_)(?:system|popen\w*|exec|exec[lv]\w*|exec(?:File|Sync)\w*|spawn\w*|qx|syscall|shell_exec|check_output|check_call)\b|\bsubprocess\.\w+|(?<!\|)\|\s*(?:getline|&)|\bprintf?\b[^|\n;}]*\|(?!\|)/g
/** Matches an argument that is a literal, in which a shell replaces no part. */
const literal =
  /^\s*[([]*\s*[rb]?(?:"[^"\\$#*?[{~`]*"|'[^'\\$*?[{~`]*'|`[^`\\$*?[{~]*`|qw?\([^()$*?[{~`]*\))\s*(?=[,;)\]}]|$)/

/** Checks whether code runs a program by a name that it computes. */
export const isComputing = (text: string): boolean =>
  [...text.matchAll(calls)].some(({ 0: call, index }) => {
    if (call.includes("|"))
      return call.startsWith("|")
        ? !/"[^"$`\\*?[{~]*"\s*$/.test(text.slice(0, index))
        : !/^\s*"[^"$`\\*?[{~]*"/.test(text.slice(index + call.length))
    return !literal.test(text.slice(index + call.length))
  })

/** Matches the literals with which the arguments of a call begin. */
const literals = /^\s*[([{]*\s*((?:[rb]?(?:"[^"\\$\n]*"|'[^'\\$\n]*')[\s,[(]*)+)/

/** Returns the words of the calls in code that are literals. */
export const calledWords = (text: string): ReadonlyArray<ReadonlyArray<string>> =>
  [...text.matchAll(calls)].flatMap(({ 0: call, index }) => {
    if (call.includes("|")) return []
    const [, list = ""] = literals.exec(text.slice(index + call.length, index + call.length + 500)) ?? []
    const words = [...list.matchAll(/"([^"]*)"|'([^']*)'/g)].map(([, double, single = ""]) => double ?? single)
    return words.length === 0 ? [] : [words.slice(0, 30)]
  })
