/** The variable that CI sets: it runs the lanes of behaviour and of matrices at once, within a few minutes. */
export const isShort: boolean = process.env["HOOKLINE_TESTS_SHORT"] !== undefined

/**
 * Returns the number of cases that a law tries: all of them, but a third in CI. `npm test`, each lane alone and the suites of
 * users try all.
 */
export const runsOf = (most: number): number => (isShort ? Math.ceil(most / 3) : most)

/**
 * Returns the rows of a matrix that a run tries: all of them, but every `each`-th in CI. `from` is the first of them, so that
 * matrices beside each other try different ones.
 */
export const rowsOf = <A>(rows: ReadonlyArray<A>, each: number, from = 0): ReadonlyArray<A> =>
  isShort ? rows.filter((_, at) => at % each === from) : rows

/** Returns the rows of a matrix that has names, as `rowsOf` does. */
export const someOf = <A>(rows: Readonly<Record<string, A>>, each: number, from = 0): Readonly<Record<string, A>> =>
  Object.fromEntries(rowsOf(Object.entries(rows), each, from))
