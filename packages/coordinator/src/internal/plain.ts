/** Text that is only text: nothing in it steers a terminal, hides from a reader, or breaks a writer of JSON. */

// What C0 and C1 hold beside tabs and ends of lines, and deletion. Saying which they are needs them.
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/g

const strange = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\uD800-\uDFFF]/ // oxlint-disable-line no-control-regex

/** The text without control characters but tabs and ends of lines, and without halves of characters. */
export const plain = (text: string): string =>
  strange.test(text) ? text.replaceAll(controls, "").replaceAll(/\p{Surrogate}/gu, "") : text
