// The name in a front matter: the one that a parser of YAML reads, in every way of writing it.
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Yaml from "effect/encoding/Yaml"
import * as Schema from "effect/Schema"
import { frontOf, nameIn } from "../src/internal/frontMatter.ts"

const below = (count: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: count - 1 }))

const names = ["rev", "code-reviewer", "Code Reviewer", "a:b", "it's", "12", "true", "größe", 'say "x"', "a # b", "~x"]

const doubled = (name: string): string => `'${name.replaceAll("'", "''")}'`

/** Ways to write a value. */
const values: ReadonlyArray<(name: string) => string> = [
  (name) => name,
  (name) => JSON.stringify(name),
  doubled,
  (name) => `"${Array.from(name, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`).join("")}"`,
  (name) => `&who ${JSON.stringify(name)}`,
  (name) => `!!str ${doubled(name)}`,
  (name) => `\n  ${name}`,
  (name) => `\n  ${JSON.stringify(name)}`,
  (name) => `>-\n  ${name}`,
  (name) => `|-\n  ${name}`,
  (name) => `${name}   # the name`,
  (name) => `${JSON.stringify(name)} # the name`,
  (name) => `${name}\n  and more`,
  () => "",
  () => "[a, b]",
  () => "{ a: b }"
]

const keys = ["name:", "name :", "name\t:", '"name":', "'name' :", "name:  ", "? name\n:"]

const before = ["", "description: >\n  name: other\n", "# name: other\n", "tools: [name, Read]\n", "model: sonnet\n\n"]
const after = ["", "description: x\n", "hooks:\n  Stop:\n    - hooks: []\n", "  \n# end\n", "nested:\n  name: inner\n"]

const drawn = Arbitrary.all([
  Arbitrary.schema(below(names.length)),
  Arbitrary.schema(below(values.length)),
  Arbitrary.schema(below(keys.length)),
  Arbitrary.schema(below(before.length)),
  Arbitrary.schema(below(after.length)),
  Arbitrary.schema(below(4))
])

const parsed = (yaml: string): { readonly root: unknown } | undefined => {
  try {
    return { root: Yaml.parse(yaml) }
  } catch {
    return undefined
  }
}

const isScalar = (value: unknown): value is string | number | boolean =>
  ["string", "number", "boolean"].includes(typeof value) && value !== ""

describe("the name in a front matter", () => {
  it.prop(
    "is the one that YAML has",
    [drawn],
    ([[which, how, key, first, last, shape]]) => {
      const name = names[which] ?? ""
      const value = values[how]?.(name) ?? ""
      const block = `${before[first]}${keys[key]} ${value}\n${after[last]}`
      const flow = `{ name: ${JSON.stringify(name)}, description: x }\n`
      const yaml = shape === 0 ? flow : shape === 1 ? block.replaceAll("\n", "\r\n") : block
      const found = parsed(yaml)
      if (found === undefined) return
      const root = found.root as Readonly<Record<string, unknown>> | null
      const read =
        typeof root === "object" && root !== null && isScalar(root["name"]) ? String(root["name"]) : undefined
      // The parser knows no tags, and returns this one with the value.
      const wanted = read?.startsWith("!!str ") === true && shape !== 0 ? name : read
      const text = `---\n${yaml}---\nText.\n`
      assert.strictEqual(nameIn(frontOf(text))?.name, wanted, JSON.stringify(yaml))
    },
    { arbitrary: { runs: 2000, size: 100 } }
  )

  it("is found where the rest is no YAML", () => {
    for (const yaml of [
      "name: rev\nargument-hint: [a] [b]",
      "description: Use this when: x\nname: rev",
      "globs: *.ts\nname: 'rev'"
    ]) {
      assert.deepStrictEqual(nameIn(frontOf(`---\n${yaml}\n---\n`))?.name, "rev", yaml)
    }
  })

  it("is found behind a tag, an anchor and an explicit key", () => {
    for (const yaml of [
      "name: !!str rev",
      "name: !!str 'rev'",
      'name: ! "rev"',
      "name: &n rev",
      "name: &n !!str rev",
      "? name\n: rev",
      "? name\r\n: !!str rev\r\ndescription: x",
      '? "name"\n: "rev"\nhooks: {}'
    ]) {
      assert.deepStrictEqual(nameIn(frontOf(`---\n${yaml}\n---\n`))?.name, "rev", yaml)
    }
  })

  it("has the line at which it is written", () => {
    assert.strictEqual(nameIn(frontOf("---\ndescription: x\nname : rev\n---\n"))?.line, 3)
    assert.strictEqual(nameIn(frontOf("---\ndescription: x\nname:\n  rev\n---\n"))?.line, 3)
    assert.strictEqual(nameIn(frontOf("---\n{ name: rev }\n---\n"))?.line, 2)
  })
})
