// Options for text that a person reads: colors, a width, and how paths are shortened.
import type { Paint } from "./paint.ts"

/** Options for text that a person reads. */
export interface Reader {
  readonly paint: Paint
  /** Shortens a path for the person, for example relative to the project. */
  readonly relative: (path: string) => string
  /** The width that lines should fit, if there is one. */
  readonly columns?: number | undefined
}

/** Formats a file and its line, if it is known. */
export const placeOf = (
  { file, line }: { readonly file: string; readonly line?: number },
  relative: Reader["relative"]
): string => `${relative(file)}${line === undefined ? "" : `:${line}`}`
