/**
 * Known words that an unknown word is similar to.
 *
 * @since 0.1.0
 */

/**
 * Returns the number of edits between two words: insertions, deletions, substitutions, and swaps of neighbours.
 *
 * @category getters
 * @since 0.1.0
 */
export const distance = (one: string, other: string): number => {
  let before: ReadonlyArray<number> = []
  let row: ReadonlyArray<number> = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let line = 1; line <= one.length; line++) {
    const next = [line]
    for (let column = 1; column <= other.length; column++) {
      const change = (row[column - 1] ?? 0) + (one[line - 1] === other[column - 1] ? 0 : 1)
      const isSwapped = one[line - 1] === other[column - 2] && one[line - 2] === other[column - 1]
      const swap = isSwapped ? (before[column - 2] ?? Infinity) + 1 : Infinity
      next.push(Math.min(change, swap, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1))
    }
    before = row
    row = next
  }
  return row[other.length] ?? 0
}

/** The length up to which words are compared, because the comparison takes quadratic time. */
const longest = 256

/**
 * Checks whether two words are at most one edit apart. It compares what is left between their common beginning and their
 * common end, because a hostile file may have thousands of words, and each process compares the names of its variables.
 *
 * @category guards
 * @since 0.1.0
 */
export const isNear = (one: string, other: string): boolean => {
  if (Math.abs(one.length - other.length) > 1 || one.length > longest) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start++
  let [end, otherEnd] = [one.length, other.length]
  while (end > start && otherEnd > start && one[end - 1] === other[otherEnd - 1]) {
    end--
    otherEnd--
  }
  const [left, otherLeft] = [end - start, otherEnd - start]
  if (left < 2 && otherLeft < 2) return true
  const isSwapped = one[start] === other[start + 1] && one[start + 1] === other[start]
  return left === 2 && otherLeft === 2 && isSwapped
}

const bare = (word: string): string => word.toLowerCase().replaceAll(/[^a-z0-9]/g, "")

/** Returns the maximum number of edits at which a word is still similar. */
const most = (letters: string): number => Math.max(1, Math.floor(letters.length / 3))

/** The number of each letter and digit in a word without other characters. */
type Counts = ReadonlyArray<number>

const countsOf = (letters: string): Counts => {
  const counts = Array.from({ length: 36 }, () => 0)
  for (let at = 0; at < letters.length; at++) {
    const place = Number.parseInt(letters.charAt(at), 36)
    counts[place] = (counts[place] ?? 0) + 1
  }
  return counts
}

/** Returns a lower bound of the edits between two words: of the letters that one has and the other has not. */
const leastEdits = (one: Counts, other: Counts): number => {
  let [more, less] = [0, 0]
  for (let at = 0; at < one.length; at++) {
    const difference = (one[at] ?? 0) - (other[at] ?? 0)
    if (difference > 0) more += difference
    else less -= difference
  }
  return Math.max(more, less)
}

interface Candidate {
  readonly word: string
  readonly letters: string
  readonly counts: Counts
}

/** The candidates of lists. A hostile file has thousands of words, each of which is compared with the same list. */
const candidates = new WeakMap<ReadonlyArray<string>, ReadonlyArray<Candidate>>()

const lettersIn = (known: ReadonlyArray<string>): ReadonlyArray<Candidate> => {
  const found =
    candidates.get(known) ??
    known.map((word) => {
      const letters = bare(word)
      return { word, letters, counts: countsOf(letters) }
    })
  candidates.set(known, found)
  return found
}

/**
 * Returns the most similar known word, regardless of case and punctuation, or `undefined` if none is similar.
 *
 * @category getters
 * @since 0.1.0
 */
export const nearest = (word: string, known: ReadonlyArray<string>): string | undefined => {
  const wanted = bare(word)
  const counted = countsOf(wanted)
  let best: { readonly word: string; readonly edits: number } | undefined
  for (const { counts, letters, word: candidate } of lettersIn(known)) {
    // At least as many edits as the lengths differ: most words need no comparison.
    const bound = Math.min(most(letters), (best?.edits ?? Infinity) - 1)
    if (Math.abs(wanted.length - letters.length) > bound || leastEdits(counted, counts) > bound) continue
    const edits = distance(wanted, letters)
    if (edits <= bound) best = { word: candidate, edits }
  }
  return best?.word
}

/**
 * Returns the three most similar names, the most similar first. Names that contain the word, or that the word contains,
 * are always similar.
 *
 * @category getters
 * @since 0.1.0
 */
export const several = (word: string, names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const wanted = bare(word)
  if (wanted === "") return []
  return names
    .map((name) => {
      const letters = bare(name)
      const holds = letters !== "" && (letters.includes(wanted) || wanted.includes(letters))
      return { name, letters, edits: Math.min(distance(wanted, letters), holds ? 1 : Infinity) }
    })
    .filter(({ edits, letters }) => edits <= most(letters))
    .toSorted((one, other) => one.edits - other.edits)
    .slice(0, 3)
    .map(({ name }) => name)
}

/**
 * Returns a sentence about the first key of an object that is unknown, with the one that may be meant, or `undefined` if all
 * are known. A key whose value is `undefined` is absent.
 *
 * @category getters
 * @since 0.1.0
 */
export const strangeIn = (value: object, known: ReadonlyArray<string>): string | undefined => {
  const strange = Object.entries(value).find(([key, field]) => field !== undefined && !known.includes(key))?.[0]
  if (strange === undefined) return undefined
  const meant = nearest(strange, known)
  return `"${strange}" is not known${meant === undefined ? `: there are ${known.join(", ")}` : `; is ${meant} meant?`}`
}
