// The list of messages has all texts for users, and none of their sentences is too long.
import { assert, describe, it } from "@effect/vitest"
import { longSentences } from "../generators/messages.ts"
import { messagesOf, tooLong } from "../generators/internal/messages.ts"
import { read } from "../internal/workspace.ts"

const textsOf = (source: string): ReadonlyArray<string> => messagesOf("one.ts", source).map(({ text }) => text)

describe("the messages of a source", () => {
  it("are its sentences, with names for values and both wordings of a choice", () => {
    assert.deepStrictEqual(
      textsOf(`
        const one = new Problem({ message: \`\${onOneLine(file.name)} can't be read: \${why}\` })
        const two = fail("no hook ran, " + "so that " + reason + " is unknown")
        const three = \`\${count === 1 ? "one hook is" : "many hooks are"} switched off by \${files.join(", ")}\`
        const four = \`it was ended by \${run(() => 1)} and \${list[0]}\`
      `),
      [
        "{name} can't be read: {why}",
        "no hook ran, so that {reason} is unknown",
        "[one hook is|many hooks are] switched off by {files}",
        "it was ended by {run} and {list}"
      ]
    )
  })

  it("are no names, patterns, imports, types, comments and documentation of schemas", () => {
    assert.deepStrictEqual(
      textsOf(`
        import one from "a module of this name"
        // a comment that nobody sees
        type Two = "a type of this name"
        const three = String.raw\`a raw pattern here\`
        const four = Schema.String.annotate({ description: "the text of a field" })
        const five = ["two words", "PreToolUse", "a/path/to/it", "--flag VALUE"]
      `),
      []
    )
  })

  it("are those in a program that is written, without the program", () => {
    assert.deepStrictEqual(
      textsOf('const python = `import os\\nimport sys\\n\\nif True:\\n    print("it could not be run")\\n`'),
      ["it could not be run"]
    )
  })

  it("have places", () => {
    assert.deepStrictEqual(messagesOf("one.ts", `\n\nfail("this is not there")`), [
      { text: "this is not there", line: 3 }
    ])
  })
})

describe("a sentence", () => {
  const words = (count: number): string => Array.from({ length: count }, () => "word").join(" ")
  const long = (text: string): number => tooLong({ text, line: 1 }).length

  it("is too long with more than thirty words, each value being one of them", () => {
    assert.deepStrictEqual([long(words(30)), long(words(31)), long(`${words(29)} {a value}`)], [0, 1, 0])
    assert.deepStrictEqual([long(`${words(30)} {value}`), long(`${words(29)} [one|two words]`)], [1, 1])
  })

  it("ends with a full stop, a question, and a line, and not with a colon", () => {
    for (const end of [".", "?", "!", '."', "\n"]) assert.strictEqual(long(`${words(20)}${end} ${words(20)}`), 0, end)
    for (const end of [":", ";", ","]) assert.strictEqual(long(`${words(20)}${end} ${words(20)}`), 1, end)
  })

  it("is nowhere too long", () => {
    assert.deepStrictEqual(longSentences(), [])
  })
})

describe("the page of messages", () => {
  const page = read("docs/reference/messages.md")

  it("has messages of commands, of hooks and of files", () => {
    for (const text of [
      "{project} {what}: name a folder with --project",
      "no approver answered within {timeoutMillis}",
      "this is Node {node}, and Hookline needs 22.19 or later."
    ])
      assert.include(page, text)
  })
})
