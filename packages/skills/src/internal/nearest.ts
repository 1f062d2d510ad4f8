/** The names that somebody may have meant by one that is not there. */

/** Edits between two words: letters put in, taken out or exchanged for another. */
const distance = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let line = 1; line <= one.length; line++) {
    const next = [line]
    for (let column = 1; column <= other.length; column++) {
      const change = (row[column - 1] ?? 0) + (one[line - 1] === other[column - 1] ? 0 : 1)
      next.push(Math.min(change, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? 0
}

const bare = (word: string): string => word.toLowerCase().replaceAll(/[^a-z0-9]/g, "")

/** The three nearest names, the nearest first. Those that hold the word, or are held by it, are near in any case. */
export const nearest = (word: string, names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const wanted = bare(word)
  if (wanted === "") return []
  return names
    .map((name) => {
      const letters = bare(name)
      const holds = letters !== "" && (letters.includes(wanted) || wanted.includes(letters))
      return {
        name,
        edits: Math.min(distance(wanted, letters), holds ? 1 : Infinity),
        most: Math.max(1, Math.floor(letters.length / 3))
      }
    })
    .filter(({ edits, most }) => edits <= most)
    .toSorted((one, other) => one.edits - other.edits)
    .slice(0, 3)
    .map(({ name }) => name)
}
