/** Questions to the user, which are interrupts of the graph: a resumed graph calls the same functions once more. */
import type { Memory } from "../memory.ts"

/** Returns the key of a call. An id alone is none, because some models count their calls in each session. */
export const callKey = (session: string | undefined, id: unknown): string => JSON.stringify([session, id])

/** Checks for an interrupt of the graph, which is no failure. */
export const isBubbleUp = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "is_bubble_up" in error && error.is_bubble_up === true

/** More than a user is asked about one call. */
const mostAnswers = 100

/**
 * Returns the user's answer to a question. Interrupts the graph unless it was given.
 *
 * **Details**
 *
 * A resumed graph gives the answers to all questions of a call in their order, so that only the last one is the answer to the
 * last question. Hooks may have another question by then than the one that was answered, which is put anew.
 */
export const answerTo = (
  questions: Memory<ReadonlyArray<string>>,
  key: string,
  question: string,
  interrupt: () => unknown
): unknown => {
  const asked = questions.get(key) ?? []
  const ask = (count: number): unknown => {
    try {
      return interrupt()
    } catch (error) {
      questions.set(key, [...asked.slice(0, count), question])
      throw error
    }
  }
  let answer: unknown
  for (const count of asked.keys()) answer = ask(count)
  if (asked.length === 0 || asked.at(-1) !== question) {
    answer = ask(asked.length)
    // Another process has asked, so that its questions are unknown here: the last answer counts.
    answer = lastOf(interrupt, answer)
  }
  questions.take(key)
  return answer
}

const lastOf = (interrupt: () => unknown, first: unknown): unknown => {
  let answer = first
  for (let count = 0; count < mostAnswers; count += 1) {
    try {
      answer = interrupt()
    } catch (error) {
      if (!isBubbleUp(error)) throw error
      return answer
    }
  }
  return undefined
}
