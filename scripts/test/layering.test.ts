import { assert, describe, it } from "vitest"
import { below } from "../layering/arrows.ts"
import { type SourceFile, violations } from "../layering/rules.ts"

const file = (folder: string, text: string, options: Partial<SourceFile> = {}): SourceFile => ({
  folder,
  kind: "src",
  path: `packages/${folder}/${options.kind ?? "src"}/Some.ts`,
  text,
  declared: new Set([
    "effect",
    "@effect/vitest",
    "@hookline/schema",
    "@hookline/core",
    "@hookline/dialects",
    "@hookline/node",
    "hookline"
  ]),
  ...options
})

const messages = (each: SourceFile) => violations(each).map(({ line, message }) => `${line}: ${message}`)

const importing = (folder: string, specifier: string, options: Partial<SourceFile> = {}) =>
  messages(file(folder, `import * as X from "${specifier}"`, options))

describe("layering", () => {
  it("allows what the arrows allow", () => {
    assert.deepStrictEqual(importing("core", "@hookline/schema/Hook"), [])
    assert.deepStrictEqual(importing("dialects", "@hookline/core/Matcher"), [])
    assert.deepStrictEqual(importing("testing", "@hookline/node/Hookline"), [])
    assert.deepStrictEqual(importing("core", "effect/Effect"), [])
    assert.deepStrictEqual(importing("executor", "node:path"), [])
    assert.deepStrictEqual(importing("core", "./internal/order.ts"), [])
  })

  it("refuses an import against the arrows", () => {
    assert.deepStrictEqual(importing("schema", "@hookline/core/Matcher"), [
      "1: schema may not import core: that is against the arrows"
    ])
    assert.deepStrictEqual(importing("core", "@hookline/dialects/Dialects"), [
      "1: core may not import dialects: that is against the arrows"
    ])
    assert.deepStrictEqual(importing("core", "@hookline/node/Hookline"), [
      "1: core may not import node: that is against the arrows"
    ])
  })

  it("refuses every import of a sibling by a sibling", () => {
    const siblings = ["dialects", "executor", "prompt", "skills", "coordinator"]
    for (const self of siblings) {
      for (const that of siblings.filter((each) => each !== self)) {
        assert.deepStrictEqual(importing(self, `@hookline/${that}/Some`), [
          `1: ${self} may not import ${that}: that is against the arrows`
        ])
      }
    }
  })

  it("has no cycle among the arrows", () => {
    for (const [self, those] of below) {
      for (const that of those) assert.notInclude(below.get(that) ?? [], self)
    }
  })

  it("refuses a relative import that leaves the package, or the sources", () => {
    assert.deepStrictEqual(importing("core", "../../schema/src/Hook.ts"), [
      `1: "../../schema/src/Hook.ts" leaves packages/core/src; import a package by its name`
    ])
    assert.lengthOf(importing("core", "../test/Fake.ts"), 1)
    assert.lengthOf(importing("core", "../../schema/src/Hook.ts", { kind: "test" }), 1)
    assert.deepStrictEqual(importing("core", "../src/internal/order.ts", { kind: "test" }), [])
  })

  it("refuses a package that package.json does not declare", () => {
    assert.deepStrictEqual(importing("dialects", "yaml"), [
      `1: "yaml" is not declared in packages/dialects/package.json`
    ])
    assert.lengthOf(importing("dialects", "fs"), 1)
    assert.deepStrictEqual(importing("dialects", "yaml", { declared: new Set(["yaml"]) }), [])
    assert.lengthOf(importing("core", "@hookline/schema/Hook", { declared: new Set(["effect"]) }), 1)
  })

  it("lets tests, and only tests, import @hookline/testing", () => {
    assert.deepStrictEqual(importing("schema", "@hookline/testing/laws", { kind: "test" }), [])
    for (const folder of ["schema", "core", "dialects", "hookline"]) {
      assert.deepStrictEqual(importing(folder, "@hookline/testing/laws"), [
        "1: only tests may import @hookline/testing, sources may not"
      ])
    }
  })

  it("holds tests to the arrows otherwise", () => {
    assert.deepStrictEqual(importing("core", "@hookline/dialects/Dialects", { kind: "test" }), [])
    assert.lengthOf(importing("core", "@hookline/dialects/Dialects"), 1)
    assert.deepStrictEqual(importing("core", "@hookline/core", { kind: "test" }), [])
  })

  it("refuses a package that imports itself by name", () => {
    assert.lengthOf(importing("core", "@hookline/core/Matcher"), 1)
  })

  it("refuses barrels in sources", () => {
    assert.deepStrictEqual(importing("core", "effect"), [
      `1: "effect" is a barrel; import its module, such as "effect/Effect"`
    ])
    assert.lengthOf(importing("core", "@hookline/schema"), 1)
    assert.deepStrictEqual(importing("core", "effect", { kind: "test" }), [])
    assert.deepStrictEqual(importing("testing", "@effect/vitest"), [])
  })

  it("sees every form of import", () => {
    const forms = [
      `import "yaml"`,
      `import type { Node } from "yaml"`,
      `export { parse } from "yaml"`,
      `export * from "yaml"`,
      `export * as Yaml from "yaml"`,
      `export const yaml = () => import("yaml")`,
      `export type Node = import("yaml").Node`,
      `export type Yaml = typeof import("yaml")`,
      `import {\n  parse,\n  stringify\n} from "yaml"`
    ]
    for (const form of forms) {
      assert.deepStrictEqual(
        messages(file("core", `\n${form}`)),
        [`2: "yaml" is not declared in packages/core/package.json`],
        form
      )
    }
  })

  it("takes no comment and no text for an import", () => {
    assert.deepStrictEqual(
      messages(
        file("core", ["/**", ` * import { parse } from "yaml"`, " */", 'export const a = `import "yaml"`'].join("\n"))
      ),
      []
    )
  })

  it("refuses a vendor's name in core's sources: in names, texts, comments and file names", () => {
    const texts = [
      "// as Claude does",
      "export const openAiUrl = 1",
      "export const a = 'GEMINI_DIR'",
      "type QwenHook = 1"
    ]
    assert.deepStrictEqual(messages(file("core", texts.join("\n"))), [
      `1: core names no vendor, and this says "Claude"`,
      `2: core names no vendor, and this says "openAi"`,
      `3: core names no vendor, and this says "GEMINI"`,
      `4: core names no vendor, and this says "Qwen"`
    ])
    assert.lengthOf(messages(file("core", "", { path: "packages/core/src/Cursor.ts" })), 1)
    assert.deepStrictEqual(messages(file("dialects", texts.join("\n"))), [])
    assert.deepStrictEqual(messages(file("core", texts.join("\n"), { kind: "test" })), [])
  })

  it("refuses a host's name in the command and in node, but for examples and readers of one agent", () => {
    const text = "// as Amplifier does"
    const path = "packages/hookline/src/commands"
    assert.deepStrictEqual(messages(file("hookline", text)), [`1: hookline names no vendor, and this says "Amplifier"`])
    assert.lengthOf(messages(file("hookline", text, { path: `${path}/check/checkHost.ts` })), 1)
    assert.deepStrictEqual(messages(file("hookline", text, { path: `${path}/check/command.ts` })), [])
    assert.lengthOf(messages(file("node", text)), 1)
  })

  it("keeps schema and core free of the platform: no part of Node, no clock, no chance", () => {
    const uses: Readonly<Record<string, string>> = {
      'import { join } from "node:path"': "node:path",
      'export { join } from "node:path"': "node:path",
      'export type Stats = import("node:fs").Stats': "node:fs",
      'const fs = await import("node:fs")': "node:fs",
      'const vm = Reflect.get(host, "getBuiltinModule")("node:vm")': "node:vm",
      "const now = performance.now()": "performance",
      "const now = () => Date.now()": "Date",
      "const { now } = Date": "Date",
      "const at = new Date().toISOString()": "Date",
      "const at = Date()": "Date",
      "const id = Math.random()": "Math.random",
      'const id = Math["random"]()': "Math.random",
      "const { random } = Math": "Math.random",
      "const clock = { now: () => globalThis.performance.now() }": "globalThis",
      "const { pid } = process": "process",
      "setTimeout(() => {}, 10)": "setTimeout"
    }
    for (const [text, name] of Object.entries(uses)) {
      for (const folder of ["schema", "core"]) {
        const found = messages(file(folder, `\n${text}`))
        assert.isNotEmpty(found, text)
        for (const message of found) {
          assert.include(message, `2: ${folder} runs on every platform, and "${name}" is`, text)
        }
      }
      assert.deepStrictEqual(messages(file("executor", text)), [], text)
      assert.deepStrictEqual(messages(file("core", text, { kind: "test" })), [], text)
    }
  })

  it("takes nothing else for the platform", () => {
    const texts = [
      "// performance.now() and Date.now()",
      "const text = 'process.pid'",
      "const at = (millis: number): string => new Date(millis).toISOString()",
      "const at = Date.parse(text)",
      "const isDate = (value: unknown): value is Date => value instanceof Date",
      "const most = Math.max(1, 2)",
      "const named = { process: 1, performance: other.process, Date: 2 }",
      "interface Named { readonly process: string }"
    ]
    for (const text of texts) assert.deepStrictEqual(messages(file("core", text)), [], text)
    const path = "packages/core/src/execute/monotonic.ts"
    assert.deepStrictEqual(messages(file("core", "const now = () => performance.now()", { path })), [])
  })

  it("refuses a file that it cannot read", () => {
    assert.match(messages(file("core", "import {"))[0] ?? "", /^1: cannot be read/)
  })

  it("refuses a package that has no place yet", () => {
    assert.deepStrictEqual(importing("extras", "effect/Effect"), ["1: extras has no place among the arrows yet"])
  })
})
