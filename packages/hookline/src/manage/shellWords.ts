/** Words of a command line as `sh` reads them back. */

/** Quotes a text as one word in which nothing is expanded. */
export const quotedWhole = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Quotes a word where a shell would otherwise read something else. */
export const quotedWord = (word: string): string => (/^[\w/.:=@%+,-]+$/.test(word) ? word : quotedWhole(word))

/** Like `quotedWord`, but variables in braces stay variables. */
export const quoted = (word: string): string =>
  word
    .split(/(\$\{\w+\})/)
    .filter((part) => part !== "")
    .map((part) => (/^\$\{\w+\}$/.test(part) ? `"${part}"` : quotedWord(part)))
    .join("") || "''"

const part = /"((?:[^"\\]|\\.)*)"|'([^']*)'|\\([^])|([^\s"'\\]+)/g

/** Returns the words of a command line without expansions, as `sh` reads them. */
export const wordsOf = (text: string): ReadonlyArray<string> =>
  (text.match(/(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^\s"'\\])+/g) ?? []).map((word) =>
    word.replaceAll(part, (_, double?: string, single?: string, escaped?: string, plain?: string) =>
      double === undefined ? (single ?? escaped ?? plain ?? "") : double.replaceAll(/\\([$`"\\])/g, "$1")
    )
  )
