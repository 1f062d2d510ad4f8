/** The help of a command, for a width. */
import type { Paint } from "@hookline/node/kit/output/paint"
import type { HelpDoc } from "effect/cli/HelpDoc"
import * as Option from "effect/Option"
import { hanging, wrapped } from "./layout.ts"

type Row = readonly [name: string, text: string]

/** The width of help that is written to a file or a pipe. */
export const defaultColumns = 100

const flagRow = ({ aliases, description, name, type }: HelpDoc["flags"][number]): Row => [
  [[`--${name}`, ...aliases].join(", "), ...(type === "boolean" ? [] : [type === "choice" ? "WORD" : type])].join(" "),
  Option.getOrElse(description, () => "")
]

const argumentRow = ({ description, name, variadic }: NonNullable<HelpDoc["args"]>[number]): Row => [
  variadic && !name.endsWith("...") ? `${name}...` : name,
  Option.getOrElse(description, () => "")
]

/** Returns the column at which texts begin beside names: a third of the width at most, or below names where it is narrow. */
const columnOf = (rows: ReadonlyArray<Row>, columns: number): number =>
  columns < 60 ? 6 : Math.min(Math.max(...rows.map(([name]) => name.length)) + 4, Math.floor(columns / 3))

/** Formats the help of a command. */
export const helpText = (doc: HelpDoc, { bold, dim }: Paint, columns: number): string => {
  const section = (title: string, rows: ReadonlyArray<Row>, after: ReadonlyArray<string> = []): ReadonlyArray<string> =>
    rows.length === 0
      ? []
      : [
          "",
          bold(title),
          ...rows.map(([name, text]) => hanging(`  ${name}`, text, columnOf(rows, columns), columns)),
          ...after.map((line) => dim(wrapped(line, columns)))
        ]
  const isRoot = (doc.commandPath ?? []).length < 2
  const examples = (doc.examples ?? []).flatMap(({ command, description }) => [
    ...(description === undefined ? [] : [dim(`  # ${description}`)]),
    `  ${command}`
  ])
  return [
    wrapped(doc.description, columns),
    ...section("USAGE", [[doc.usage, ""]]),
    ...section(
      "COMMANDS",
      (doc.subcommands ?? []).flatMap(({ commands }) =>
        commands.map((one): Row => [one.name, one.shortDescription ?? one.description])
      )
    ),
    ...section("ARGUMENTS", (doc.args ?? []).map(argumentRow)),
    ...section(
      "FLAGS",
      doc.flags.map(flagRow),
      doc.flags.some(({ type }) => type === "boolean") ? ["  A flag that takes no value is off by default."] : []
    ),
    ...section("FLAGS OF EVERY COMMAND", isRoot ? (doc.globalFlags ?? []).map(flagRow) : []),
    ...(examples.length === 0 ? [] : ["", bold("EXAMPLES"), ...examples])
  ].join("\n")
}
