// Quotes for the texts of productions.
import type { Chance } from "../mutate.ts"

/** Makes a text that runs `command`, or most of the time. */
export type Production = (command: string, chance: Chance) => string

/** Puts a text into single quotes. */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'"'"'`)}'`

/** Puts a text into double quotes, without expansions in it. */
export const doubleQuoted = (text: string): string => `"${text.replace(/["`$\\]/g, "\\$&")}"`
