/** Messages of the command itself, on standard error. */
import { indented } from "@hookline/schema/kit/shown/visible"

/** Returns the lines of a message. Those after the first are indented, so that none looks like another message. */
export const reported = (message: string): string => {
  const [first = "", ...rest] = `hookline: ${message}`.split("\n")
  return [indented(first, ""), ...rest.map((line) => indented(line.trimStart(), "  "))].join("\n")
}
