// The published JSON Schemas, held against the language service that editors run.
import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import path from "node:path"
import { type Diagnostic, getLanguageService, type JSONSchema, TextDocument } from "vscode-json-languageservice"

const schemas = path.join(import.meta.dirname, "..", "schemas")

const service = getLanguageService({
  // A file of the package, as `$schema` in a person's file names it.
  schemaRequestService: (uri) => Promise.resolve(readFileSync(path.join(schemas, path.basename(uri)), "utf8")),
  workspaceContext: { resolveRelativePath: (relative) => `file:///${path.basename(relative)}` }
})

const open = (schema: string, value: unknown) => {
  const text = JSON.stringify(
    { $schema: `./node_modules/@hookline/schema/schemas/${schema}`, ...Object(value) },
    undefined,
    2
  )
  const document = TextDocument.create("file:///project/hooks.json", "json", 1, text)
  return { document, parsed: service.parseJSONDocument(document), text }
}

const underlined = async (schema: string, value: unknown): Promise<ReadonlyArray<string>> => {
  const { document, parsed } = open(schema, value)
  const problems: ReadonlyArray<Diagnostic> = await service.doValidation(document, parsed)
  return problems.map(({ range }) => document.getText(range))
}

const hooks = (handler: unknown) => ({ hooks: { PreToolUse: [{ matcher: "Bash", hooks: [handler] }] } })
const command = { type: "command", command: "./guard.sh", timeout: 5, commandWindows: "guard.cmd" }

describe("in an editor", () => {
  it("a valid file has nothing underlined, unknown fields among it", async () => {
    assert.deepStrictEqual(await underlined("hooks.schema.json", hooks(command)), [])
    assert.deepStrictEqual(await underlined("claude.schema.json", { ...hooks(command), permissions: {} }), [])
    assert.deepStrictEqual(
      await underlined("amcp.schema.json", { hooks: { PreToolUse: { handlers: [{ ...command, matcher: "bash" }] } } }),
      []
    )
  })

  it("a wrong value is underlined where it stands", async () => {
    assert.deepStrictEqual(await underlined("hooks.schema.json", hooks({ ...command, timeout: 0 })), ["0"])
    assert.deepStrictEqual(await underlined("hooks.schema.json", hooks({ ...command, timeout: "5" })), ['"5"'])
    assert.deepStrictEqual(await underlined("hooks.schema.json", { hooks: { Stop: [{ hooks: [], matcher: 5 }] } }), [
      "5"
    ])
    assert.notDeepEqual(await underlined("hooks.schema.json", { hooks: { Stop: [command] } }), [])
    assert.notDeepEqual(await underlined("hooks.schema.json", hooks({ type: "command" })), [])
  })

  it("the names of events and fields are offered", async () => {
    const offered = async (value: unknown, before: string) => {
      const { document, parsed, text } = open("hooks.schema.json", value)
      const list = await service.doComplete(document, document.positionAt(text.indexOf(before)), parsed)
      return list?.items.map(({ label }) => label) ?? []
    }
    assert.includeMembers(await offered({ hooks: { X: [] } }, '"X"'), ["PreToolUse", "SessionStart", "Stop"])
    assert.includeMembers(await offered(hooks({ type: "command" }), '"type"'), ["command", "timeout", "onFailure"])
  })

  it("every schema describes its fields", () => {
    const schema = JSON.parse(readFileSync(path.join(schemas, "hooks.schema.json"), "utf8")) as JSONSchema
    assert.include(JSON.stringify(schema), "Seconds until the hook is stopped.")
  })

  it("a plugin's manifest names files or holds hooks, beside what only agents know", async () => {
    const manifest = { name: "guards", version: "1.0.0", author: { name: "somebody" }, agents: "./agents" }
    for (const said of ["./hooks/more.json", ["./a.json", "./b.json"], hooks(command).hooks]) {
      assert.deepStrictEqual(await underlined("plugin.schema.json", { ...manifest, hooks: said }), [])
    }
    assert.deepStrictEqual(await underlined("plugin.schema.json", manifest), [])
    assert.deepStrictEqual(await underlined("plugin.schema.json", { ...manifest, name: 5 }), ["5"])
    assert.notDeepEqual(await underlined("plugin.schema.json", { ...manifest, hooks: 5 }), [])
  })

  it("a case for hooks is held against what cases take, and a field that nobody would compare is underlined", async () => {
    const one = {
      name: "refuses it",
      event: "PreToolUse",
      input: { any: [1] },
      expect: { verdict: "deny", reason: "x" }
    }
    assert.deepStrictEqual(await underlined("cases.schema.json", { cases: [one] }), [])
    assert.deepStrictEqual(await underlined("cases.schema.json", { cases: [{ ...one, tols: "Bash" }] }), ['"tols"'])
    const misspelt = { ...one, expect: { reasn: "x" } }
    assert.deepStrictEqual(await underlined("cases.schema.json", { cases: [misspelt] }), ['"reasn"'])
    assert.deepStrictEqual(await underlined("cases.schema.json", { cases: [{ ...one, event: 5 }] }), ["5"])
  })
})
