import { assert, describe, it } from "vitest"
import { addedIn } from "../words/added.ts"
import { findingsOf, wordsIn } from "../words/findings.ts"
import { changes, countsOf, print } from "../words/ratchet.ts"

const path = "packages/core/src/Some.ts"

const found = (text: string, isPublic = false) =>
  findingsOf({ path, text, isPublic }).findings.map(({ line, message, rule }) => `${line} ${rule}: ${message}`)

const figures = (text: string) => {
  const { docs, verbs } = findingsOf({ path, text, isPublic: false })
  return { docs, verbs }
}

describe("heads", () => {
  it("finds doc comments that begin with a question or with The same", () => {
    for (const head of ["What", "Whether", "Who", "Where", "How", "The same"]) {
      assert.deepStrictEqual(found(`\n/** ${head} it is. */\nconst a = 1`), [
        `2 heads: begins with "${head}": write a verb or a noun`
      ])
      assert.lengthOf(found(`/**\n * ${head}\n * it is.\n */`), 1)
    }
  })

  it("accepts other beginnings, other comments, and strings", () => {
    const accepted = [
      "/** Whatever. */",
      "/** Returns What. */",
      "/* What it is. */",
      "// What it is.",
      "/** @since 1 */"
    ]
    for (const text of [...accepted, 'const a = "/** What. */"']) assert.deepStrictEqual(found(text), [])
  })
})

describe("words", () => {
  it("finds every form of the words that the glossary replaces", () => {
    const sentences = [
      "a host tells it",
      "it was said",
      "a text is lost",
      "it was mended",
      "an event carries it",
      "a matcher is held against it",
      "a matcher holds a name of it against that",
      "it was heard",
      "it stands there",
      "it comes to that",
      "it lets go of it",
      "Nobody answers",
      "somebody answers",
      "whoever answers"
    ]
    for (const sentence of sentences) assert.lengthOf(wordsIn(sentence), 1, sentence)
  })

  it("accepts names in code, words that contain others, and a guard that is lost", () => {
    const text = [
      "// `tell` and `hear` are names.",
      "// The standard, an essay, a carrier, a loss.",
      "// A guard is never",
      "// lost.",
      "/**",
      " * @example",
      " * ```ts",
      " * tell()",
      " * ```",
      " */",
      "const told = 1"
    ]
    assert.deepStrictEqual(found(text.join("\n")), [])
    assert.lengthOf(wordsIn("A guard runs. A text is lost. A guard runs."), 1)
    assert.lengthOf(wordsIn("A guard runs, and v1.2 of it is lost."), 0)
  })

  it("names the line of the word, and what to write", () => {
    assert.deepStrictEqual(found("\n/**\n * Reads.\n *\n * It says no.\n */"), [
      `5 words: "says": write report, state, set`
    ])
  })
})

describe("messages", () => {
  it("finds the words in strings and templates, but not in names", () => {
    const text = ["const a = 'it says no'", "const b = `it ${a}", "says no`", "const c = 'says'", "import 'say/x'"]
    assert.deepStrictEqual(found(text.join("\n")), [
      `1 messages: "says": write report, state, set`,
      `3 messages: "says": write report, state, set`
    ])
  })
})

describe("examples", () => {
  const doc = (category: string, ...more: ReadonlyArray<string>) =>
    ["/**", " * Makes it.", ...more, " *", ` * @category ${category}`, " */"].join("\n")

  it("finds public services, layers and constructors without an example", () => {
    for (const category of ["services", "layers", "constructors"]) {
      assert.deepStrictEqual(found(doc(category), true), ["1 examples: is public and has no example"])
      assert.deepStrictEqual(found(doc(category, " * @example", " * ```ts", " * a", " * ```"), true), [])
      assert.deepStrictEqual(found(doc(category)), [])
    }
    assert.deepStrictEqual(found(doc("models"), true), [])
  })
})

describe("the share of verbs", () => {
  it("counts doc comments that begin with a verb in the third person", () => {
    assert.deepStrictEqual(figures("/** Returns it. */ /** Is it. */ /** Has it. */"), { docs: 3, verbs: 3 })
    assert.deepStrictEqual(
      figures("/** Options for it. */ /** Hooks that run. */ /** @since 1 */ /** Schema for. */"),
      {
        docs: 3,
        verbs: 0
      }
    )
  })
})

describe("the ratchet", () => {
  const zero = { heads: 0, words: 0, messages: 0, examples: 0 }

  it("lists what rose and what fell; a new package begins at 0", () => {
    assert.deepStrictEqual(
      changes(
        { core: { ...zero, heads: 2, words: 3 }, gone: { ...zero, heads: 1 } },
        { core: { ...zero, heads: 1, words: 4 }, more: { ...zero, messages: 1 } }
      ),
      [
        { folder: "core", rule: "heads", before: 2, now: 1 },
        { folder: "core", rule: "words", before: 3, now: 4 },
        { folder: "more", rule: "messages", before: 0, now: 1 }
      ]
    )
  })

  it("counts by rule, and prints JSON with a line for each package", () => {
    const { findings } = findingsOf({ path, text: "/** What it says. */", isPublic: false })
    const counts = countsOf(findings)
    assert.deepStrictEqual(counts, { ...zero, heads: 1, words: 1 })
    const printed = print({ core: counts, schema: zero })
    assert.deepStrictEqual(JSON.parse(printed), { core: counts, schema: zero })
    assert.lengthOf(printed.trimEnd().split("\n"), 4)
  })

  it("knows the lines that a diff adds", () => {
    const diff = [
      "--- a/packages/core/src/A.ts",
      "+++ b/packages/core/src/A.ts",
      "@@ -3 +3,2 @@ export",
      "-a",
      "+b",
      "+c",
      "@@ -9,2 +10,0 @@",
      "-d",
      "-e",
      "--- /dev/null",
      "+++ b/packages/core/src/B.ts",
      "@@ -0,0 +1 @@",
      "+f"
    ]
    assert.deepStrictEqual(
      [...addedIn(diff.join("\n"))],
      ["packages/core/src/A.ts:3", "packages/core/src/A.ts:4", "packages/core/src/B.ts:1"]
    )
  })
})
