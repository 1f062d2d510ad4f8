/**
 * The result of discovery: hooks in the order in which they run, and the problems of their files.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { Diagnostic } from "./Diagnostic.ts"
import { Hook, OnFailure } from "./Hook.ts"
import { Settings } from "./Settings.ts"
import { File } from "./Source.ts"

/**
 * Schema for a catalog.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Catalog = Schema.Struct({
  files: Schema.Array(File),
  hooks: Schema.Array(Hook),
  diagnostics: Schema.Array(Diagnostic),
  /** Settings that apply to all hooks. */
  settings: Settings,
  /** Settings of organisations, by name, that apply to the hooks that the organisation manages. */
  managedSettings: Schema.optionalKey(Schema.Record(Schema.String, Settings)),
  /** The user's policy for failures, if the project's files make it stricter. */
  userFailurePolicy: Schema.optionalKey(OnFailure)
}).annotate({ identifier: "Catalog" })

/** @since 0.1.0 */
export type Catalog = typeof Catalog.Type

/**
 * The catalog of a project without hooks.
 *
 * @example
 * ```ts
 * import * as Catalog from "@hookline/schema/Catalog"
 *
 * const catalog: Catalog.Catalog = { ...Catalog.empty, settings: { shell: "bash" } }
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const empty: Catalog = { files: [], hooks: [], diagnostics: [], settings: {} }
