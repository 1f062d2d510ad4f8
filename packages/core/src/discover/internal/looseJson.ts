/** JSON with comments and trailing commas, as in many settings files. */

const stringOrComment = /"(?:[^"\\]|\\.)*"|\/\/[^\n\r]*|\/\*[^]*?\*\//g

const stringOrComma = /"(?:[^"\\]|\\.)*"|(?<=[^\s[{,:]\s*),(?=\s*[}\]])/g

const blank = (part: string): string => (part.startsWith('"') ? part : part.replaceAll(/[^\n\r]/g, " "))

/** Replaces comments and trailing commas with spaces, so that all offsets remain. */
export const strict = (text: string): string => text.replaceAll(stringOrComment, blank).replaceAll(stringOrComma, blank)

/** Returns the first offset at which two texts of equal length differ. */
export const firstDifference = (one: string, other: string): number => {
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  return at
}
