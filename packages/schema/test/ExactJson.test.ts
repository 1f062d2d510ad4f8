// Numbers with their text: what is parsed and written again is what came, whatever the numbers and whatever is around them.
import { assert, describe, it } from "@effect/vitest"
import * as ExactJson from "@hookline/schema/kit/ExactJson"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"

const one = <const A extends string>(...all: ReadonlyArray<A>) => Arbitrary.schema(Schema.Literals(all))

const digits = (maxLength: number) =>
  Arbitrary.map(Arbitrary.array(one("0", "1", "5", "9"), { minLength: 1, maxLength }), (all) => all.join(""))

/** Numbers as any program may write them. */
const written = Arbitrary.map(
  Arbitrary.all([one("", "-"), digits(30), one("", "."), digits(25), one("", "", "", "e", "E", "e+", "E-"), digits(3)]),
  ([sign, whole, point, fraction, e, exponent]) =>
    `${sign}${whole.replace(/^0+(?=.)/, "")}${point === "" ? "" : `.${fraction}`}${e === "" ? "" : `${e}${exponent}`}`
)

const usual = one("-0", "1e400", "-1e400", "9007199254740993", "1.10", "0.0000001", "5e-324", "1E5", "0.1", "1", "-7")

const number = Arbitrary.flatMap(one("usual", "written"), (kind) => (kind === "usual" ? usual : written))

/** Strings that look like numbers, ends of strings, and marks. */
const texts = [": 1e5,", '"', "\\", '\\",1e400', "#0#0", "9007199254740993", "rawJSON", "__proto__"]

/** Writes a value with other numbers, and with odd strings as its first key. */
const write = (value: unknown, numbers: ReadonlyArray<string>): string => {
  let next = 0
  const textOf = (part: unknown): string => {
    if (Array.isArray(part)) return `[${part.map(textOf).join(",")}]`
    if (typeof part === "object" && part !== null) {
      const entries = Object.entries(part).map(([key, inner]) => `${JSON.stringify(key)}:${textOf(inner)}`)
      const odd = texts[next % texts.length] ?? ""
      const own = Object.hasOwn(part, odd) ? [] : [`${JSON.stringify(odd)}:${JSON.stringify(odd)}`]
      return `{${[...own, ...entries].join(",")}}`
    }
    const text = typeof part === "string" && part.length % 2 === 0 ? undefined : numbers[next++ % numbers.length]
    return text ?? JSON.stringify(part)
  }
  return textOf(value)
}

const valueText = Arbitrary.map(
  Arbitrary.all([Arbitrary.schema(Schema.Json), Arbitrary.array(number, { minLength: 1, maxLength: 8 })]),
  ([value, numbers]) => write({ value, list: numbers.map(Number) }, numbers)
)

const numbersIn = (json: string): ReadonlyArray<string> =>
  json.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""').match(/-?\d[\d.eE+-]*/g) ?? []

/** Keys that are numbers come first in any object of JavaScript. */
const sorted = (json: string): ReadonlyArray<string> => numbersIn(json).toSorted()

describe("a parsed text", () => {
  it.prop("keeps the text of all numbers", [valueText], ([json]) => {
    assert.deepStrictEqual(sorted(JSON.stringify(ExactJson.parse(json))), sorted(json), json)
  })

  it.prop("equals what JSON.parse returns, with plain numbers", [valueText], ([json]) => {
    assert.deepStrictEqual(ExactJson.plain(ExactJson.parse(json)), JSON.parse(json), json)
  })

  it.prop("keeps the text of all numbers with blanks around its tokens", [valueText], ([json]) => {
    const spaced = JSON.stringify(ExactJson.parse(json), undefined, "\t ")
    assert.deepStrictEqual(sorted(JSON.stringify(ExactJson.parse(spaced))), sorted(json), json)
  })

  it("is as deep as JSON.parse reads it", () => {
    const json = `${"[".repeat(3000)}1e400${"]".repeat(3000)}`
    assert.strictEqual(JSON.stringify(ExactJson.parse(json)), json)
  })

  it("throws where JSON.parse throws", () => {
    for (const broken of ["", "{", '{"a": 01}', "[1e400", "NaN"]) {
      assert.throws(() => void JSON.parse(broken))
      assert.throws(() => void ExactJson.parse(broken))
    }
  })

  it("has no number that is taken for an object", () => {
    assert.isFalse(ExactJson.isObject(ExactJson.parse("9007199254740993")))
    assert.isTrue(ExactJson.isObject({ rawJSON: "9007199254740993" }))
    assert.isFalse(ExactJson.isExact({ rawJSON: "9007199254740993" }))
  })
})

describe("a changed value", () => {
  it.prop("has all digits again where its hook wrote it as JavaScript does", [valueText], ([json]) => {
    const given = ExactJson.parse(json)
    const returned: unknown = JSON.parse(JSON.stringify(JSON.parse(json)))
    assert.deepStrictEqual(sorted(JSON.stringify(ExactJson.restored(returned, given))), sorted(json), json)
  })

  it("stays as it is where the numbers are others", () => {
    const given = ExactJson.parse('{"a":9007199254740993,"b":[1e400],"c":-0}')
    const changed = { a: 9007199254740994, b: [1], c: 1, d: null }
    assert.strictEqual(ExactJson.restored(changed, given), changed)
  })
})
