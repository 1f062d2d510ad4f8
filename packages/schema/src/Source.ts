/**
 * Where something was written: which file, where in it, and in whose name.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"

/**
 * Schema for the way to a value inside a file: keys of objects, indices of lists.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Path = Schema.Array(Schema.Union([Schema.String, Schema.Natural]))

/** @since 0.1.0 */
export type Path = typeof Path.Type

/**
 * Schema for who a file speaks for: the person on every project, the team on this one, or the person on this one.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Scope = Schema.Literals(["user", "project", "local"])

/** @since 0.1.0 */
export type Scope = typeof Scope.Type

/**
 * Schema for what brings hooks as a skill does: an agent that runs, a command that people call by a slash.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Carrier = Schema.Literals(["agent", "command"])

/** @since 0.1.0 */
export type Carrier = typeof Carrier.Type

/**
 * Schema for a file that hooks are read from.
 *
 * @category schemas
 * @since 0.1.0
 */
export const File = Schema.Struct({
  dialect: Schema.String,
  scope: Scope,
  /** The file's absolute path. */
  file: Schema.String,
  /** The folder that the hooks were found under: their scripts lie beside them. */
  folder: Schema.String,
  plugin: Schema.optionalKey(Schema.String),
  /** The plugin's own folder, where that is not `folder`. */
  pluginFolder: Schema.optionalKey(Schema.String),
  /** The skill that brings the hooks: they are in force while it is open. */
  skill: Schema.optionalKey(Schema.String),
  /** What brings them, where that is no skill, and is opened and closed like one. */
  carrier: Schema.optionalKey(Carrier)
}).annotate({ identifier: "SourceFile" })

/** @since 0.1.0 */
export type File = typeof File.Type

/**
 * Schema for one place in such a file.
 *
 * **Details**
 *
 * Line and column are found only when somebody asks, since finding them costs more than reading the file.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Source = Schema.Struct({
  ...File.fields,
  at: Path,
  line: Schema.optionalKey(Schema.Natural),
  column: Schema.optionalKey(Schema.Natural)
}).annotate({ identifier: "Source" })

/** @since 0.1.0 */
export type Source = typeof Source.Type
