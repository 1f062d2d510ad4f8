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
