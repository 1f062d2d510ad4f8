/**
 * Everything that discovery found: the hooks in the order of their running, and what is wrong with their files.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { Diagnostic } from "./Diagnostic.ts"
import { Hook } from "./Hook.ts"
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
  /** What holds for all hooks. */
  settings: Settings
}).annotate({ identifier: "Catalog" })

/** @since 0.1.0 */
export type Catalog = typeof Catalog.Type

/**
 * The catalog of a project without hooks.
 *
 * @category constructors
 * @since 0.1.0
 */
export const empty: Catalog = { files: [], hooks: [], diagnostics: [], settings: {} }
