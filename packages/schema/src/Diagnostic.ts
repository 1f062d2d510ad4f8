/**
 * A problem in a configuration: its position, its cost, and its fix.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { codes, DiagnosticCode } from "./DiagnosticCode.ts"
import { indented, onOneLine } from "./shown/visible.ts"
import { Path } from "./Source.ts"

/**
 * Schema for the hooks that a problem disables: how many entries, of which events. `all` means that the file could not
 * be read, so that its events are unknown.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Loss = Schema.Struct({
  entries: Schema.Natural,
  events: Schema.Union([Schema.Literal("all"), Schema.Array(Schema.String)]),
  /** The tools that were meant, if the file names them. Without it the entries were meant for every tool. */
  tools: Schema.optionalKey(Schema.Array(Schema.String)),
  /** True if the entries are in the catalog, too: they can be decoded, and no event runs them as they are intended. */
  inCatalog: Schema.optionalKey(Schema.Literal(true))
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
  /** The path of the value in the file's data. The empty path is the whole file. */
  at: Path,
  /** The problem, in one sentence. */
  text: Schema.String,
  /** The fix: an instruction, or the text to write. */
  fix: Schema.optionalKey(Schema.String),
  lost: Schema.optionalKey(Loss)
}).annotate({ identifier: "Diagnostic" })

/** @since 0.1.0 */
export type Diagnostic = typeof Diagnostic.Type

/**
 * Creates the diagnostic of a whole file or folder. `dialect` is Hookline's own by default.
 *
 * @example
 * ```ts
 * import * as Diagnostic from "@hookline/schema/Diagnostic"
 *
 * const unwatched = Diagnostic.ofFile("folder-unwatched", "/project", {
 *   text: "Changes in this folder can't be watched.",
 *   fix: "Let this machine watch more folders."
 * })
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const ofFile = (
  code: DiagnosticCode,
  file: string,
  { dialect = "hookline", ...rest }: Pick<Diagnostic, "fix" | "lost" | "text"> & Partial<Pick<Diagnostic, "dialect">>
): Diagnostic => ({ code, level: codes[code][0], dialect, file, line: 1, column: 1, at: [], ...rest })

/**
 * Formats a diagnostic for the user: `file:line:column level code`, then the problem and the fix. Characters that could
 * not be seen are written out.
 *
 * @category formatting
 * @since 0.1.0
 */
export const format = ({ code, column, file, fix, level, line, text }: Diagnostic): string =>
  [
    `${onOneLine(file)}:${line}:${column} ${level} ${code}`,
    `  ${onOneLine(text)}`,
    ...(fix === undefined ? [] : [indented(fix, "  ")])
  ].join("\n")
