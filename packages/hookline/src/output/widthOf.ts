/** The cells that a text takes at a terminal. */
import { displayWidth } from "effect/cli/CliOutput"

/** Matches characters of one cell each, which nearly all texts consist of, and the marks that Hookline itself prints. */
const narrow = /^[ -~¡-¬®-ÿ‐-‧✓✗]*$/

/** Returns the width of a text. To divide any other text into characters takes tables that a process loads for 7 ms. */
export const widthOf = (text: string): number => (narrow.test(text) ? text.length : displayWidth(text))
