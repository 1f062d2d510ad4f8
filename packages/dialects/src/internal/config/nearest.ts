/** The known word that somebody meant by an unknown one. */

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

/** The nearest known word, whatever its case and punctuation, unless all are too far to have been meant. */
export const nearest = (word: string, known: ReadonlyArray<string>): string | undefined => {
  const wanted = bare(word)
  let best: { readonly word: string; readonly distance: number } | undefined
  for (const candidate of known) {
    const letters = bare(candidate)
    const edits = distance(wanted, letters)
    if (edits <= Math.max(1, Math.floor(letters.length / 3)) && edits < (best?.distance ?? Infinity)) {
      best = { word: candidate, distance: edits }
    }
  }
  return best?.word
}
