/** What a reader has to say against a file, before anybody has looked up the line. */
import type { Diagnostic } from "@hookline/schema/Diagnostic"
import { codes, type DiagnosticCode } from "@hookline/schema/DiagnosticCode"
import type { File, Path } from "@hookline/schema/Source"
import type { Position } from "@hookline/core/Dialect"

/** A problem: what is wrong, where in the data, what to do, and the entries that it costs. */
export interface Problem {
  readonly code: DiagnosticCode
  readonly at: Path
  readonly text: string
  readonly fix?: string
  readonly lost?: Diagnostic["lost"]
  /** Where the file's text itself is broken, there is no data to point at. */
  readonly position?: Position
}

/** Takes problems as they are met. */
export type Report = (problem: Problem) => void

/** What to write, in the syntax of the file. */
const inSyntaxOf = (file: File, fix: string): string =>
  file.file.endsWith(".toml") ? fix.replaceAll(/"(\w+)": /g, "$1 = ") : fix

/** The problem as it is told, at the place that was found for it. */
export const toDiagnostic = (problem: Problem, file: File, position: Position): Diagnostic => ({
  code: problem.code,
  level: codes[problem.code][0],
  dialect: file.dialect,
  file: file.file,
  ...position,
  at: problem.at,
  text: problem.text,
  ...(problem.fix === undefined ? {} : { fix: inSyntaxOf(file, problem.fix) }),
  ...(problem.lost === undefined ? {} : { lost: problem.lost })
})
