// Generates the JSON Schemas that editors read, one for each shape of file, from the schemas that the code reads with.
import * as HookFile from "@hookline/schema/HookFile"
import { SettingsFile } from "@hookline/schema/SettingsFile"
import * as Schema from "effect/Schema"

const files = {
  "hooks.schema.json": HookFile.HooksFile,
  "claude.schema.json": HookFile.SettingsFile,
  "amcp.schema.json": HookFile.HandlersFile,
  "settings.schema.json": SettingsFile
} as const

export const generate = () =>
  Object.entries(files).map(([name, schema]) => {
    const { definitions, schema: root } = Schema.toJsonSchemaDocument(schema)
    const document = { $schema: "https://json-schema.org/draft/2020-12/schema", ...root, $defs: definitions }
    return { path: `packages/schema/schemas/${name}`, text: `${JSON.stringify(document, undefined, 2)}\n` }
  })
