/**
 * The origin of a hook: its file, the position in it, and the scope.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"

/**
 * Schema for the path of a value in a file's data: keys of objects, indices of lists.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Path = Schema.Array(Schema.Union([Schema.String, Schema.Natural]))

/** @since 0.1.0 */
export type Path = typeof Path.Type

/**
 * Schema for the scope of a file: `user` for all projects of a user, `project` for the team of this project, `local`
 * for a user in this project.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Scope = Schema.Literals(["user", "project", "local"])

/** @since 0.1.0 */
export type Scope = typeof Scope.Type

/**
 * Schema for a carrier of hooks like a skill: an agent that runs, or a slash command.
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
  /** The absolute path. */
  file: Schema.String,
  /** The folder in which the hooks were found. Paths of their scripts are relative to it. */
  folder: Schema.String,
  plugin: Schema.optionalKey(Schema.String),
  /** The plugin's own name, if its host calls it by a longer one. A host installed such a plugin in its own way. */
  pluginName: Schema.optionalKey(Schema.String),
  /** The plugin's folder, if it differs from `folder`. */
  pluginFolder: Schema.optionalKey(Schema.String),
  /** The folder in which the plugin may keep data, which survives its updates. */
  pluginData: Schema.optionalKey(Schema.String),
  /** The dialect in whose folders the file lies, if that is another one than the file's own. */
  foundBy: Schema.optionalKey(Schema.String),
  /** True if the host of that dialect does not read the file, although it is the host's. */
  hostSkips: Schema.optionalKey(Schema.Literal(true)),
  /** The skill of the hooks. They are in force while the skill is open. */
  skill: Schema.optionalKey(Schema.String),
  /** The kind of carrier, if it is no skill. A carrier is opened and closed like a skill. */
  carrier: Schema.optionalKey(Carrier),
  /** The organisation that manages the hooks, and the version of its policy. No project or user disables them. */
  managed: Schema.optionalKey(Schema.Struct({ organisation: Schema.String, version: Schema.String }))
}).annotate({ identifier: "SourceFile" })

/** @since 0.1.0 */
export type File = typeof File.Type

/**
 * Returns the dialect in whose folders a file lies. The host of that dialect may run the file's hooks itself.
 *
 * @category getters
 * @since 0.1.0
 */
export const finderOf = ({ dialect, foundBy = dialect }: Pick<File, "dialect" | "foundBy">): string => foundBy

/**
 * Schema for a position in a file.
 *
 * **Details**
 *
 * Line and column are computed on demand, because that costs more than reading the file.
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
