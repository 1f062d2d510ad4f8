/** JSON as people write it into settings: with comments, and with a comma before a closing bracket. */

const stringOrComment = /"(?:[^"\\]|\\.)*"|\/\/[^\n\r]*|\/\*[^]*?\*\//g

const stringOrComma = /"(?:[^"\\]|\\.)*"|(?<=[^\s[{,:]\s*),(?=\s*[}\]])/g

const blank = (part: string): string => (part.startsWith('"') ? part : part.replaceAll(/[^\n\r]/g, " "))

/** The text with spaces where JSON has nothing to say, so that everything else stands where it stood. */
export const strict = (text: string): string => text.replaceAll(stringOrComment, blank).replaceAll(stringOrComma, blank)

/** Where two texts of one length differ first. */
export const firstDifference = (one: string, other: string): number => {
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  return at
}
