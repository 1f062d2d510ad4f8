/** Text of strangers for a terminal: nothing in it moves the cursor, hides what stands beside it, or turns it around. */

/** What no line of text needs: controls, and what is there without being seen, or turns what follows around. */
const isHidden = (letter: string): boolean =>
  letter !== "\n" && letter !== "\t" && /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(letter)

/** The text, in which what could not be seen is written out. */
export const visible = (text: string): string =>
  Array.from(text, (letter) => (isHidden(letter) ? `\\u{${(letter.codePointAt(0) ?? 0).toString(16)}}` : letter)).join(
    ""
  )

/** The same on one line. */
export const onOneLine = (text: string): string => visible(text).replaceAll("\n", "\\n").replaceAll("\t", "\\t")
