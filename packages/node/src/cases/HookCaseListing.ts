/**
 * The results of cases as text: a line for each, and for each failure the expected and the actual value.
 *
 * @since 0.1.0
 */
import { json, printer } from "../output/Printer.ts"
import { type Paint, plain } from "../output/paint.ts"
import { placeOf, type Reader } from "../output/Reader.ts"
import { counted } from "../output/units.ts"
import type { Verdict } from "./HookCases.ts"

export type {
  /**
   * Colors.
   *
   * @category models
   * @since 0.1.0
   */
  Paint,
  /**
   * The paths and colors for a reader.
   *
   * @category models
   * @since 0.1.0
   */
  Reader
}

/** Absolute paths and no colors: for logs, and for other programs' tests. */
const bare: Reader = { paint: plain, relative: (file) => file }

const shown = (value: unknown): string =>
  (typeof value === "string" ? json(value) : json(value, 2)).replaceAll("\n", "\n               ")

/** Unwraps a list of one string. */
const plainer = (value: unknown): unknown => (Array.isArray(value) && value.length === 1 ? value[0] : value)

const fieldOf = ({ expected, field, got }: Verdict["differences"][number], { paint: { green, red } }: Reader): string =>
  [
    `    ${field}`,
    green(`      expected ${shown(plainer(expected))}`),
    red(`      got      ${shown(plainer(got))}`)
  ].join("\n")

/** Formats the hooks that a case ran, which may explain a failure. */
const hooksOf = ({ output }: Verdict, { paint: { dim }, relative }: Reader): ReadonlyArray<string> => {
  if (output === undefined) return []
  const lost = output.diagnostics
    .filter((found) => found.lost?.events === "all" || found.lost?.events.includes(output.event) === true)
    .map(({ column, file, line, text }) => dim(`    not run  ${relative(file)}:${line}:${column}  ${text}`))
  if (output.runs.length === 0) {
    return lost.length > 0 ? lost : [dim("    no hook runs on this event; `hookline plan` shows why")]
  }
  const ran = output.runs.map((run) => {
    const how = [
      run.status,
      run.look === undefined ? "" : `look ${run.look}`,
      run.exit === undefined ? "" : `exit ${run.exit}`,
      run.why ?? ""
    ]
    return dim(`    ${run.id}  ${placeOf(run.source, relative)}  ${how.filter((part) => part !== "").join(", ")}`)
  })
  return [...ran, ...lost]
}

/** Returns hooks that failed, if the case does not expect that. */
const unwell = ({ output }: Verdict): ReadonlyArray<string> =>
  (output?.runs ?? []).flatMap(({ id, status, why }) =>
    status === "failed" ? [`    ${id} could not do its work: ${why ?? "for an unknown reason"}`] : []
  )

const formatVisible = printer<Verdict>(
  (verdict, reader) => {
    const { bold, dim, green, red, yellow } = reader.paint
    const { millis, name, problem, status } = verdict
    const place = dim(`${reader.relative(verdict.file)}:${verdict.line}:${verdict.column}`)
    if (status === "passed") {
      return [`${green("✓")} ${name}  ${dim(`${millis} ms`)}`, ...unwell(verdict).map(yellow)].join("\n")
    }
    return [
      `${red("✗")} ${bold(name)}  ${place}`,
      ...(problem === undefined ? [] : [red(`    ${problem}`)]),
      ...verdict.differences.map((difference) => fieldOf(difference, reader)),
      ...hooksOf(verdict, reader)
    ].join("\n")
  },
  { raw: ["expected", "got"] }
)

/**
 * Formats one case, in one line or, after a failure, in several. Characters that could not be seen are written out.
 *
 * @category formatting
 * @since 0.1.0
 */
export const format = (verdict: Verdict, reader: Reader = bare): string => formatVisible(verdict, reader)

/**
 * Formats the counts of all cases in one line.
 *
 * @category formatting
 * @since 0.1.0
 */
export const summary = (verdicts: ReadonlyArray<Verdict>, millis: number, { paint }: Reader): string => {
  const failed = verdicts.filter(({ status }) => status === "failed").length
  const said = `${counted(verdicts.length, "case")}: ${verdicts.length - failed} passed, ${failed} failed, in ${(millis / 1000).toFixed(1)} s`
  return (failed === 0 ? paint.green : paint.red)(said)
}

const configurationRow = printer<NonNullable<Verdict["output"]>["diagnostics"][number]>(
  ({ code, column, file, fix, line, text }, { paint, relative }) =>
    paint.yellow(`${relative(file)}:${line}:${column} ${code}: ${text}${fix === undefined ? "" : ` ${fix}`}`)
)

/**
 * Formats the problems of configurations, because a broken entry may be the guard that a case is about.
 *
 * @category formatting
 * @since 0.1.0
 */
export const configuration = (verdicts: ReadonlyArray<Verdict>, reader: Reader): ReadonlyArray<string> => {
  const found = verdicts
    .flatMap(({ output }) => output?.diagnostics ?? [])
    .filter(({ level, lost }) => level === "error" || lost !== undefined)
  const each = new Map(found.map((one) => [`${one.file}:${one.line}:${one.column} ${one.code}`, one]))
  return [...each.values()].map((one) => configurationRow(one, reader))
}
