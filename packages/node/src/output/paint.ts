/** Colors for terminals, unless `NO_COLOR` is set. */

export interface Paint {
  readonly red: (text: string) => string
  readonly green: (text: string) => string
  readonly yellow: (text: string) => string
  readonly dim: (text: string) => string
  readonly bold: (text: string) => string
}

const escape = (code: number) => (text: string) => `\u001B[${code}m${text}\u001B[0m`
const same = (text: string): string => text

export const plain: Paint = { red: same, green: same, yellow: same, dim: same, bold: same }

const coloured: Paint = { red: escape(31), green: escape(32), yellow: escape(33), dim: escape(2), bold: escape(1) }

/** Returns the color functions for a stream: real colors on a terminal unless `NO_COLOR` is set or `TERM` is `dumb`. */
export const paintFor = (
  stream: { readonly isTTY?: boolean },
  env: Readonly<Record<string, string | undefined>>
): Paint => {
  const isWanted = stream.isTTY === true && (env["NO_COLOR"] ?? "") === "" && env["TERM"] !== "dumb"
  return isWanted ? coloured : plain
}
