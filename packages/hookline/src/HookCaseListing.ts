/**
 * Cases as people read them: a line for each, and for each failure what was expected and what came.
 *
 * @since 0.1.0
 */
import { type Paint, plain } from "./command/paint.ts"
import { placeOf, type Reader } from "./command/showRun.ts"
import type { Verdict } from "./HookCases.ts"

export type {
  /**
   * Colours.
   *
   * @category models
   * @since 0.1.0
   */
  Paint,
  /**
   * How who reads it is told of paths, and in which colours.
   *
   * @category models
   * @since 0.1.0
   */
  Reader
}

/** Everything as it is: for logs, and for other programs' tests. */
const bare: Reader = { paint: plain, relative: (file) => file }

const shown = (value: unknown): string =>
  (typeof value === "string" ? JSON.stringify(value) : (JSON.stringify(value, undefined, 2) ?? "nothing")).replaceAll(
    "\n",
    "\n               "
  )

/** A list of one text is read as that text. */
const plainer = (value: unknown): unknown => (Array.isArray(value) && value.length === 1 ? value[0] : value)

const fieldOf = ({ expected, field, got }: Verdict["differences"][number], { paint: { green, red } }: Reader): string =>
  [
    `    ${field}`,
    green(`      expected ${shown(plainer(expected))}`),
    red(`      got      ${shown(plainer(got))}`)
  ].join("\n")

/** The hooks that a case ran, which is where one looks next. */
const hooksOf = ({ output }: Verdict, { paint: { dim }, relative }: Reader): ReadonlyArray<string> => {
  if (output === undefined) return []
  if (output.runs.length === 0) return [dim("    no hook is meant for this event; `hookline plan` says why not")]
  return output.runs.map((run) => {
    const how = [run.status, run.exit === undefined ? "" : `exit ${run.exit}`, run.why ?? ""]
    return dim(`    ${run.id}  ${placeOf(run.source, relative)}  ${how.filter((part) => part !== "").join(", ")}`)
  })
}

/** Hooks that could not do their work, where nobody asked about that. */
const unwell = ({ output }: Verdict): ReadonlyArray<string> =>
  (output?.runs ?? []).flatMap(({ id, status, why }) =>
    status === "failed" ? [`    ${id} could not do its work: ${why ?? "nobody knows why"}`] : []
  )

/**
 * One case, in a line or, where it failed, in several.
 *
 * @category formatting
 * @since 0.1.0
 */
export const format = (verdict: Verdict, reader: Reader = bare): string => {
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
}

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? "" : "s"}`

/**
 * All of them in a line.
 *
 * @category formatting
 * @since 0.1.0
 */
export const summary = (verdicts: ReadonlyArray<Verdict>, millis: number, { paint }: Reader): string => {
  const failed = verdicts.filter(({ status }) => status === "failed").length
  const said = `${counted(verdicts.length, "case")}: ${verdicts.length - failed} passed, ${failed} failed, in ${(millis / 1000).toFixed(1)} s`
  return (failed === 0 ? paint.green : paint.red)(said)
}

/**
 * Problems of configurations that cases met: what is broken there may be the very guard that a case is about.
 *
 * @category formatting
 * @since 0.1.0
 */
export const configuration = (verdicts: ReadonlyArray<Verdict>, { paint, relative }: Reader): ReadonlyArray<string> => {
  const found = verdicts.flatMap(({ output }) => output?.diagnostics ?? []).filter(({ level }) => level === "error")
  const each = new Map(found.map((one) => [`${one.file}:${one.line}:${one.column} ${one.code}`, one]))
  return [...each.values()].map(({ code, column, file, line, text }) =>
    paint.yellow(`${relative(file)}:${line}:${column} ${code}: ${text}`)
  )
}
