/** The variable that CI sets: it runs the lanes of behaviour and of matrices at once, within a few minutes. */
export const isShort: boolean = process.env["HOOKLINE_TESTS_SHORT"] !== undefined

/**
 * Returns the number of cases that a law tries: all of them, but half in CI. `npm test`, each lane alone and the suites of
 * users try all.
 */
export const runsOf = (most: number): number => (isShort ? Math.ceil(most / 2) : most)
