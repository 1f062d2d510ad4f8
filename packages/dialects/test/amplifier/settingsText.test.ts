// Edits of Amplifier's settings: they mean the same with a bundle more, every other byte stays, and taking it out restores.
import { assert, describe, it } from "@effect/vitest"
import {
  bundlesIn,
  isUnedited,
  mistakeIn,
  withBundle,
  withoutBundle
} from "@hookline/dialects/kit/amplifier/settingsText"
import { Requirement } from "@hookline/testing"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { spawnSync } from "node:child_process"
import { parse, stringify } from "yaml"

const uri = "/home/u/.amplifier/hookline/bundle.yaml"
const word = JSON.stringify(uri)

/** Returns a text that was edited. */
const textIn = (answer: ReturnType<typeof withBundle>): string => {
  assert.isString(answer)
  return typeof answer === "string" ? answer : ""
}

/** Settings before, and after. */
const edited: Readonly<Record<string, readonly [before: string, after: string]>> = {
  "an empty file": ["", `bundle:\n  app:\n    - ${word}\n`],
  "only comments": ["# mine\n", `# mine\nbundle:\n  app:\n    - ${word}\n`],
  "only a mark of a document": ["---\n", `---\nbundle:\n  app:\n    - ${word}\n`],
  "other keys": [
    "config:\n  providers: []\n# end\n",
    `config:\n  providers: []\n# end\nbundle:\n  app:\n    - ${word}\n`
  ],
  "no final newline": ["a: 1", `a: 1\nbundle:\n  app:\n    - ${word}`],
  "an active bundle": [
    "bundle: # which\n  # the one\n  active: foundation\n",
    `bundle: # which\n  app:\n    - ${word}\n  # the one\n  active: foundation\n`
  ],
  "wide indentation": ["bundle:\n    active: x\n", `bundle:\n    app:\n      - ${word}\n    active: x\n`],
  "a list": [
    "bundle:\n  app: # all\n    - git+https://x@main # theirs\n    - ./b\n  active: x\n",
    `bundle:\n  app: # all\n    - ${word}\n    - git+https://x@main # theirs\n    - ./b\n  active: x\n`
  ],
  "a list that is not indented": ["bundle:\n  app:\n  - ./b\n", `bundle:\n  app:\n  - ${word}\n  - ./b\n`],
  "a list on one line": ["bundle:\n  app: [./a, './b'] # two\n", `bundle:\n  app: [${word}, ./a, './b'] # two\n`],
  "an empty list": ["bundle:\n  app: []\n", `bundle:\n  app: [${word}]\n`],
  "an empty key": ["bundle:\n  app:\n  active: x\n", `bundle:\n  app:\n    - ${word}\n  active: x\n`],
  "an empty bundle": ["bundle:\nother: 1\n", `bundle:\n  app:\n    - ${word}\nother: 1\n`],
  "line ends of Windows": [
    "a: 1\r\nbundle:\r\n  active: x\r\n",
    `a: 1\r\nbundle:\r\n  app:\r\n    - ${word}\r\n  active: x\r\n`
  ],
  "a byte order mark": ["\uFEFFa: 1\n", `\uFEFFa: 1\nbundle:\n  app:\n    - ${word}\n`],
  "a text at the end": ["a: |\n  one\n\n  two\n", `a: |\n  one\n\n  two\nbundle:\n  app:\n    - ${word}\n`],
  "an anchor elsewhere": ["a: &x [1]\nb: *x\n", `a: &x [1]\nb: *x\nbundle:\n  app:\n    - ${word}\n`],
  "a quoted key": [`"bundle":\n  'app':\n    - x\n`, `"bundle":\n  'app':\n    - ${word}\n    - x\n`]
}

/** Settings that can't be surely edited. */
const left: Readonly<Record<string, string>> = {
  "a mapping on one line": "{bundle: {app: []}}\n",
  "a bundle on one line": "bundle: {active: x}\n",
  "a bundle that is a name of another place": "a: &a\n  active: x\nbundle: *a\n",
  "a list that is a name of another place": "a: &a [x]\nbundle:\n  app: *a\n",
  "a list that another place names": "bundle:\n  app: &a\n    - x\nother: *a\n",
  "a list by a merge": "a: &a\n  app: [x]\nbundle:\n  <<: *a\n  active: x\n",
  "a bundle that is a text": "bundle: foundation\n",
  "an app that is a text": "bundle:\n  app: foundation\n",
  "an explicit null": "bundle:\n  app: null\n",
  "a text without a final newline": "a: |\n  text",
  "an end of a document": "a: 1\n...\n",
  "two documents": "a: 1\n---\nb: 1\n",
  "a tab": "bundle:\n\tactive: x\n",
  "no YAML": "a: [1\n",
  "a key twice": "bundle:\n  active: x\nbundle:\n  active: y\n",
  "a list at the top": "- a\n"
}

const value = Schema.Union([
  Schema.String,
  Schema.Int,
  Schema.Boolean,
  Schema.Array(Schema.String),
  Schema.Record(Schema.String, Schema.String)
])
const anySettings = Schema.Struct({
  before: Schema.Record(Schema.String, value),
  bundle: Schema.optionalKey(
    Schema.Struct({
      active: Schema.optionalKey(Schema.String),
      app: Schema.optionalKey(Schema.Array(Schema.String))
    })
  ),
  after: Schema.Record(Schema.String, value),
  indent: Schema.Literals([2, 3, 4]),
  indentSeq: Schema.Boolean
})

const textOf = ({ after, before, bundle, indent, indentSeq }: typeof anySettings.Type): string =>
  stringify({ ...before, ...(bundle && { bundle }), ...after }, { indent, indentSeq, version: "1.1", lineWidth: 0 })

/** Requires the reader of YAML that Amplifier has. */
const pyYaml = (): string | undefined =>
  spawnSync("python3", ["-c", "import yaml"]).status === 0 ? undefined : "needs Python with PyYAML"

/** Prints the pairs of texts of which the second does not mean the first with one bundle more. */
const compare = `
import json, sys, yaml
wrong = []
for before, after in json.load(sys.stdin):
    try:
        was = yaml.safe_load(before) or {}
    except yaml.YAMLError:
        continue
    app = [sys.argv[1], *((was.get("bundle") or {}).get("app") or [])]
    was["bundle"] = {**(was.get("bundle") or {}), "app": app}
    if yaml.safe_load(after) != was:
        wrong.append([before, after])
print(json.dumps(wrong))
`

describe("Amplifier's settings", () => {
  for (const [what, [before, after]] of Object.entries(edited)) {
    it(`get a bundle, and lose it again to the byte: ${what}`, () => {
      assert.strictEqual(withBundle(before, uri), after)
      assert.strictEqual(withBundle(after, uri), after)
      assert.strictEqual(withoutBundle(after, before), before)
      // Without the text before, the same is meant at least.
      const without = withoutBundle(after)
      assert.isUndefined((bundlesIn(textIn(without)) ?? []).find((one) => one === uri))
    })
  }

  for (const [what, before] of Object.entries(left)) {
    it(`are left as they are: ${what}`, () => {
      const answer = withBundle(before, uri)
      assert.isTrue(typeof answer === "object" && isUnedited(answer), JSON.stringify(answer))
    })
  }

  Requirement.live(pyYaml)("mean for Amplifier's own reader of YAML what was meant, with one bundle more", () =>
    Effect.sync(() => {
      const texts = Effect.runSync(
        Effect.orDie(Arbitrary.sampleEffect(Arbitrary.schema(anySettings), { count: 300, seed: 7 }))
      )
        .map(textOf)
        .concat(Object.values(edited).map(([before]) => before))
      const pairs = texts.flatMap((before) => {
        const after = withBundle(before, uri)
        return typeof after === "string" ? [[before, after]] : []
      })
      assert.isAbove(pairs.length, 250)
      const { stderr, stdout } = spawnSync("python3", ["-c", compare, uri], {
        input: JSON.stringify(pairs),
        encoding: "utf8"
      })
      assert.strictEqual(stdout, "[]\n", stderr)
    })
  )

  it("keep what changed after the bundle was added", () => {
    const before = "bundle:\n  active: x\n"
    const after = withBundle(before, uri)
    assert.strictEqual(withoutBundle(`${textIn(after)}more: 1\n`, before), `${before}more: 1\n`)
    assert.strictEqual(
      withoutBundle(`bundle:\n  app:\n    - ${word}\n    - ./theirs\n  active: x\n`, before),
      "bundle:\n  app:\n    - ./theirs\n  active: x\n"
    )
    // Without quotes and as the last, as Amplifier's own command writes it.
    assert.strictEqual(
      withoutBundle(`bundle:\n  active: x\n  app:\n  - ./theirs\n  - ${uri}\n`, before),
      "bundle:\n  active: x\n  app:\n  - ./theirs\n"
    )
    assert.strictEqual(withoutBundle(`bundle:\n  active: x\n  app:\n  - ${uri}\n`, before), before)
    assert.strictEqual(withoutBundle(`a: 1\nbundle:\n  app:\n  - ${uri}\n`, "a: 1\n"), "a: 1\n")
    assert.strictEqual(withoutBundle(`bundle:\n  app: [./a, ${word}]\n`), "bundle:\n  app: [./a]\n")
    assert.strictEqual(withoutBundle(`bundle:\n  app:\n  - ${uri}\n`), "")
    assert.strictEqual(
      withoutBundle(`bundle:\n  # kept\n  app:\n    # and this\n    - ${word}\n`),
      "bundle:\n  # kept\n  app:\n    # and this\n"
    )
  })

  it("get the new path in the place of an old one, or of two", () => {
    const old = "/old/.amplifier/hookline/bundle.yaml"
    const after = withBundle(`bundle:\n  app:\n    - ${old}\n    - ./b\n    - "${uri}"\n`, uri)
    assert.deepStrictEqual(bundlesIn(textIn(after)), [uri, "./b"])
  })

  it("report what keeps Amplifier from reading them", () => {
    assert.strictEqual(mistakeIn("a: 1\nb: [\n")?.line, 3)
    assert.strictEqual(mistakeIn("- a\n")?.issue, "this is no mapping")
    assert.isUndefined(mistakeIn(""))
    assert.isUndefined(mistakeIn("# only this\n"))
  })

  it.prop(
    "mean the same with one bundle more, and are restored, whatever is in them",
    [Arbitrary.schema(anySettings)],
    ([settings]) => {
      const text = textOf(settings)
      const added = withBundle(text, uri)
      if (typeof added !== "string") return
      const meaning = parse(added, { version: "1.1" }) as { readonly bundle: { readonly app: ReadonlyArray<string> } }
      const { bundle: now, ...rest } = meaning
      const was = parse(text, { version: "1.1" }) as Record<string, unknown>
      const { bundle: _bundle, ...others } = was
      assert.deepStrictEqual(rest, others)
      assert.strictEqual(now.app[0], uri)
      assert.strictEqual(withoutBundle(added, text), text)
      // Each line that was there is there, in order.
      let at = 0
      for (const line of text.split("\n")) {
        const found = added.indexOf(line.replace(/\[.*$/, ""), at)
        assert.isAtLeast(found, at)
        at = found
      }
    }
  )
})
