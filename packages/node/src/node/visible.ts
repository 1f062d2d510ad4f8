/** Text of strangers for a terminal: nothing in it moves the cursor, hides what stands beside it, or turns it around. */

/**
 * What no line of text needs: controls, what turns the rest around, what is there without being seen, and blanks that a
 * shell takes for letters.
 */
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Cn}\p{Co}\p{Z}\p{Default_Ignorable_Code_Point}\u{2800}]/u

/** Pictures are often told to be in colour by a letter that is not seen. */
const isOfPicture = (letter: string, before: string | undefined): boolean =>
  letter === "\u{fe0f}" && before !== undefined && /\p{Extended_Pictographic}/u.test(before)

const isHidden = (letter: string, before: string | undefined): boolean =>
  !["\n", "\t", " "].includes(letter) && hidden.test(letter) && !isOfPicture(letter, before)

/** The text, in which what could not be seen is written out. */
export const visible = (text: string): string =>
  Array.from(text)
    .map((letter, at, all) =>
      isHidden(letter, all[at - 1]) ? `\\u{${(letter.codePointAt(0) ?? 0).toString(16)}}` : letter
    )
    .join("")

/** The same on one line. */
export const onOneLine = (text: string): string => visible(text).replaceAll("\n", "\\n").replaceAll("\t", "\\t")
