/** The problems of a file, before their lines are known. */
import type { Diagnostic, Loss } from "@hookline/schema/Diagnostic"
import { codes, type DiagnosticCode } from "@hookline/schema/DiagnosticCode"
import type { File, Path } from "@hookline/schema/Source"
import type { Position } from "@hookline/core/Dialect"

/** A problem: what is wrong, its path in the data, the fix, and the entries that it costs. */
export interface Problem {
  readonly code: DiagnosticCode
  readonly at: Path
  readonly text: string
  readonly fix?: string
  readonly lost?: Diagnostic["lost"]
  /** The position of a problem in the file's syntax, which has no path. */
  readonly position?: Position
}

/** Receives problems as they are found. */
export type Report = (problem: Problem) => void

/** Writes a fix in the syntax of the file. */
const inSyntaxOf = (file: File, fix: string): string =>
  file.file.endsWith(".toml") ? fix.replaceAll(/"(\w+)": /g, "$1 = ") : fix

/** Replaces misspelt names of events by those of the events that were meant. */
const intended = (lost: Loss, meant: (name: string) => ReadonlyArray<string>): Loss => {
  if (lost.events === "all") return lost
  const events = lost.events.flatMap((name) => {
    const others = meant(name)
    return others.length === 0 ? [name] : others
  })
  return { ...lost, events: [...new Set(events)] }
}

/** Converts a problem to a diagnostic at a position. `meant` returns the events that a misspelt name is meant for. */
export const toDiagnostic = (
  problem: Problem,
  file: File,
  position: Position,
  meant: (name: string) => ReadonlyArray<string> = () => []
): Diagnostic => ({
  code: problem.code,
  // A loss is an error, also where its code is a warning for other entries.
  level: problem.lost === undefined ? codes[problem.code][0] : "error",
  dialect: file.dialect,
  file: file.file,
  ...position,
  at: problem.at,
  text: problem.text,
  ...(problem.fix === undefined ? {} : { fix: inSyntaxOf(file, problem.fix) }),
  ...(problem.lost === undefined ? {} : { lost: intended(problem.lost, meant) })
})
