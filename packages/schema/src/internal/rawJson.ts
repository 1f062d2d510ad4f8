/** The functions of JavaScript for numbers with their text, which the libraries of TypeScript's ES2024 do not declare. */

/** A number with the text that it has in JSON. */
export interface ExactNumber {
  readonly rawJSON: string
}

interface RawJson {
  readonly rawJSON: (text: string) => ExactNumber
  readonly isRawJSON: (value: unknown) => value is ExactNumber
}

// Each version of Node that `engines` allows has both.
export const raw = JSON as unknown as RawJson
