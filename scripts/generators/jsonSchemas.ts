// Generates the JSON Schemas that editors read, one for each shape of file, from the schemas that the code reads with.
import * as HookCases from "@hookline/schema/HookCases"
import * as HookFile from "@hookline/schema/HookFile"
import { PluginManifest } from "@hookline/schema/kit/PluginManifest"
import { SettingsFile } from "@hookline/schema/kit/SettingsFile"
import * as Schema from "effect/Schema"

const files = {
  "hooks.schema.json": { schema: HookFile.HooksFile },
  "claude.schema.json": { schema: HookFile.SettingsFile },
  "amcp.schema.json": { schema: HookFile.HandlersFile },
  "plugin.schema.json": { schema: PluginManifest },
  "settings.schema.json": { schema: SettingsFile },
  // A field that nobody knows is a mistake there, since nobody would compare it.
  "cases.schema.json": { schema: HookCases.HookCasesFile, excess: "error" }
} as const

export const generate = () =>
  Object.entries(files).map(([name, file]) => {
    const excess = "excess" in file ? file.excess : "ignore"
    const { definitions, schema: root } = Schema.toJsonSchemaDocument(file.schema, { onExcessProperty: excess })
    const document = { $schema: "https://json-schema.org/draft/2020-12/schema", ...root, $defs: definitions }
    return { path: `packages/schema/schemas/${name}`, text: `${JSON.stringify(document, undefined, 2)}\n` }
  })
