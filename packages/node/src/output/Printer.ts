/** Text for a person that is made of data of files and hooks. Every text of the data is made visible before it is used. */
import { onOneLine } from "@hookline/schema/kit/shown/visible"
import { visibleData } from "@hookline/schema/kit/shown/visibleData"
import type { Reader } from "./Reader.ts"

const mark = Symbol.for("@hookline/node/Printer")

/** A function from data to text, in which nothing is hidden, whatever the data contains. */
export interface Printer<A> {
  (data: A, reader: Reader): string
  readonly [mark]: true
}

/** The keys of data that are no text on one line. */
export interface PrinterOptions {
  /** Texts under these keys may have several lines, which the printer indents. */
  readonly lines?: ReadonlyArray<string>
  /** Values under these keys are passed as they are. The printer shows them by `json`, or makes them visible itself. */
  readonly raw?: ReadonlyArray<string>
}

/** Creates a printer of a function that gets data whose texts are visible. */
export const printer = <A>(
  show: (data: A, reader: Reader) => string,
  { lines = [], raw = [] }: PrinterOptions = {}
): Printer<A> => {
  const keys = { lines: new Set(lines), raw: new Set(raw) }
  return Object.assign(
    (data: A, { columns, paint, relative }: Reader) =>
      show(visibleData(data, keys), { columns, paint, relative: (file) => onOneLine(relative(file)) }),
    { [mark]: true as const }
  )
}

/** Checks for a printer. */
export const isPrinter = (value: unknown): value is Printer<never> => typeof value === "function" && mark in value

/** Returns the JSON of a raw value, with everything visible. */
export const json = (value: unknown, indent?: number): string => {
  const text = JSON.stringify(value, undefined, indent)
  return text === undefined
    ? "nothing"
    : indent === undefined
      ? onOneLine(text)
      : text.split("\n").map(onOneLine).join("\n")
}
