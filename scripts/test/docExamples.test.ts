import { assert, describe, it } from "vitest"
import { compileExamples } from "../docs/compileExamples.ts"
import { docExamplesOf, fileNameOf, textOf, withSourcePaths } from "../docs/docExamples.ts"

const path = "packages/schema/src/Some.ts"

const source = [
  "/**",
  " * Creates a number.",
  " *",
  " * ```ts",
  " * notAnExample()",
  " * ```",
  " *",
  " * @example",
  " * Text before the code.",
  " *",
  " * ```ts",
  " * const one = {",
  " *   a: 1",
  " * }",
  " * ```",
  " *",
  " * ```json",
  " * {}",
  " * ```",
  " *",
  " * @since 0.1.0",
  " */",
  "export const make = () => 1",
  "",
  'const text = "/** @example"',
  "// @example"
].join("\n")

describe("docExamplesOf", () => {
  it("finds the ts blocks below @example, with their lines and without stars", () => {
    assert.deepStrictEqual(docExamplesOf(path, source), [{ path, line: 12, code: "const one = {\n  a: 1\n}" }])
  })

  it("finds every block of every example", () => {
    const twice =
      "/**\n * @example\n * ```ts\n * a\n * ```\n * ```ts\n * b\n * ```\n * @example\n * ```ts\n * c\n * ```\n */"
    assert.deepStrictEqual(
      docExamplesOf(path, twice).map(({ code, line }) => `${line}: ${code}`),
      ["4: a", "7: b", "11: c"]
    )
  })

  it("throws where the file does not parse", () => {
    assert.throws(() => docExamplesOf(path, "const ="), /Some\.ts/)
  })
})

describe("compileExamples", () => {
  it("keeps the line of the source file", () => {
    const example = { path, line: 12, code: "const one = 1" }
    assert.strictEqual(textOf(example).split("\n").indexOf("const one = 1"), 11)
    assert.strictEqual(
      withSourcePaths(`../x/${fileNameOf(example)}(12,7): error TS1: Some`),
      `${path}(12,7): error TS1: Some`
    )
  })

  it("accepts an example that compiles, and reports the line of one that does not", async () => {
    const good = {
      path,
      line: 3,
      code: `import * as Verdict from "@hookline/schema/Verdict"\nconst verdict = Verdict.pass`
    }
    const bad = { path, line: 9, code: `import * as Verdict from "@hookline/schema/Verdict"\nVerdict.noSuchName` }
    assert.deepStrictEqual(await compileExamples([good]), { ok: true, output: "" })
    const { ok, output } = await compileExamples([good, bad])
    assert.isFalse(ok)
    assert.match(output, /^packages\/schema\/src\/Some\.ts\(10,9\): error TS2339/)
  })
})
