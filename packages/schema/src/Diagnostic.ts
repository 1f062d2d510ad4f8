/**
 * A problem in a configuration: where it is, what it costs, and what to write instead.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { DiagnosticCode } from "./DiagnosticCode.ts"
import { Path } from "./Source.ts"

/**
 * Schema for what a problem costs: how many entries, of which events. Without the file's text nobody knows which
 * events it spoke of: it is `all` then.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Loss = Schema.Struct({
  entries: Schema.Natural,
  events: Schema.Union([Schema.Literal("all"), Schema.Array(Schema.String)])
})

/** @since 0.1.0 */
export type Loss = typeof Loss.Type

/**
 * Schema for a diagnostic.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Diagnostic = Schema.Struct({
  code: DiagnosticCode,
  level: Schema.Literals(["error", "warning", "info"]),
  dialect: Schema.String,
  file: Schema.String,
  line: Schema.Natural,
  column: Schema.Natural,
  /** Where in the file's data; the whole file is the empty path. */
  at: Path,
  /** What is wrong, in a sentence. */
  text: Schema.String,
  /** What to do, or to write instead. */
  fix: Schema.optionalKey(Schema.String),
  lost: Schema.optionalKey(Loss)
}).annotate({ identifier: "Diagnostic" })

/** @since 0.1.0 */
export type Diagnostic = typeof Diagnostic.Type

/**
 * How a diagnostic is told to a person: `file:line:column level code`, what is wrong, and what to do.
 *
 * @category formatting
 * @since 0.1.0
 */
export const format = ({ code, column, file, fix, level, line, text }: Diagnostic): string =>
  `${file}:${line}:${column} ${level} ${code}\n  ${text}${fix === undefined ? "" : `\n  ${fix}`}`
