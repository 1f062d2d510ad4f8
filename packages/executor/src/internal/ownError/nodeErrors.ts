/** The errors of Node about a file or a text of the hook. */
import type { InterpreterError } from "./pythonErrors.ts"

/** Matches a frame of a stack that is in a file, or in a text that Node was given. */
const frame = /^ {4}at (?:.* \()?(?:file:\/\/)?(\/[^():]*|\[(?:eval|stdin)[^():]*):\d+(?::\d+)?\)?$/

/** Matches the line above the source, with which the report of an exception begins that ends the process. */
const head = /^(?:file:\/\/)?(\/[^:]+|node:[^:]+|undefined|<anonymous_script>|\[(?:eval|stdin)[^:]*):\d+$/

const version = /^Node\.js v\d/

const missing = /^Error(?: \[\w+\])?: Cannot find (?:module|package) '(?<what>[^']+)'(?: imported from (?<from>.+))?$/

/**
 * Returns the error by which Node has ended. A stack that a program prints has neither the line with the source above it nor
 * the version below.
 */
export const nodeError = (lines: ReadonlyArray<string>): InterpreterError | undefined => {
  const start = lines.findIndex((line) => head.test(line))
  if (start < 0) return undefined
  const rest = lines.slice(start)
  const end = rest.findIndex((line) => version.test(line))
  const report = end < 0 ? rest : rest.slice(0, end)
  const line = report.find((each) => /^(?:\w*Error|Uncaught)\b/.test(each))
  if (line === undefined) return undefined
  const { from, what } = missing.exec(line)?.groups ?? {}
  const frames = report.flatMap((each) => frame.exec(each)?.[1] ?? [])
  if (from !== undefined)
    return { line, above: frames, about: from.replace(/\/(\[eval\d*\])$/, "$1").replace(/^.*(\[eval)/, "$1") }
  const top = head.exec(rest[0] ?? "")?.[1]
  const inFile = top !== undefined && /^[/[]/.test(top) ? top : undefined
  const about = frames[0] ?? inFile ?? (what?.startsWith("/") ? what : undefined)
  return about === undefined ? undefined : { line, about, above: frames }
}
