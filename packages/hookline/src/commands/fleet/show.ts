/** The output of `hookline fleet` for a user. */
import { printer } from "@hookline/node/kit/output/Printer"
import { fitsIn, inColumns } from "../../output/layout.ts"

/** Rows under the names of their columns. */
export interface Table {
  readonly head: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
  /** The sentence in place of a table without rows. */
  readonly empty: string
}

/** Formats a table, or where the terminal is too narrow for it, each row as lines with the names of the columns. */
export const showTable = printer<Table>(({ empty, head, rows }, { columns, paint }) => {
  if (rows.length === 0) return empty
  const lines = inColumns([head, ...rows])
  if (fitsIn(lines, columns)) return lines.map((line, index) => (index === 0 ? paint.dim(line) : line)).join("\n")
  return rows
    .map((row) =>
      inColumns(row.flatMap((cell, column) => (cell === "" ? [] : [[`${head[column] ?? ""}:`, cell]]))).join("\n")
    )
    .join("\n\n")
})

/** Formats a time of a database, without its fraction. */
export const momentOf = (at: number): string => `${new Date(at).toISOString().slice(0, 19).replace("T", " ")}Z`
