/**
 * `true` in the long lane: a file of which the other runs try a slice tries all of it there, such as each command in a process
 * of its own, each row of a matrix, or each law with more cases.
 */
export const isWhole: boolean = process.env["HOOKLINE_TESTS_WHOLE"] !== undefined
