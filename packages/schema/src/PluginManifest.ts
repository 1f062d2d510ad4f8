/**
 * The manifest of a plugin, `.claude-plugin/plugin.json`.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { HooksFile } from "./HookFile.ts"

const text = (description: string) => Schema.optionalKey(Schema.String.annotate({ description }))

/**
 * Schema for a plugin's manifest, with the fields that Hookline reads. Other fields are accepted.
 *
 * @category schemas
 * @since 0.1.0
 */
export const PluginManifest = Schema.Struct({
  $schema: Schema.optionalKey(Schema.String),
  name: text("What the plugin is called, and its folder where it is installed; its own folder's name if left out."),
  version: text("Shown when it is installed, and kept in the record of what is installed."),
  description: text("Shown when it is installed."),
  hooks: Schema.optionalKey(
    Schema.Union([
      Schema.String.annotate({ description: "A file of hooks, by its path in the plugin." }),
      Schema.Array(Schema.String).annotate({ description: "Files of hooks, by their paths in the plugin." }),
      HooksFile.fields.hooks
    ]).annotate({ description: "Files of hooks beside `hooks/hooks.json`, or hooks themselves." })
  )
}).annotate({
  identifier: "PluginManifest",
  title: "Plugin",
  description: "A plugin's manifest: `.claude-plugin/plugin.json`."
})

/** @since 0.1.0 */
export type PluginManifest = typeof PluginManifest.Type
