// What came of cases, for people and for servers, and what counts as a change of what they depend on.
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import * as HookCaseJunit from "@hookline/node/kit/cases/HookCaseJunit"
import * as HookCaseListing from "@hookline/node/kit/cases/HookCaseListing"
import type { Verdict } from "@hookline/node/kit/cases/HookCases"
import { differ, expected, type Look } from "hookline/kit/commands/test/watch"

const failed = (name: string, got: unknown): Verdict => ({
  name,
  file: "/p/hooks.test.json",
  line: 3,
  column: 5,
  status: "failed",
  millis: 1234,
  differences: [{ field: "reason", expected: ["a", "b"], got }]
})

/** What a reader makes of an attribute. */
const unescaped = (text: string): string =>
  text
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&")

describe("a failure", () => {
  it("is shown with what was expected and what came, in full", () => {
    const shown = HookCaseListing.format(failed("says why", ["c"]))
    assert.strictEqual(
      shown,
      [
        "✗ says why  /p/hooks.test.json:3:5",
        "    reason",
        "      expected [",
        '                 "a",',
        '                 "b"',
        "               ]",
        '      got      "c"'
      ].join("\n")
    )
  })

  it.prop("is well-formed for servers, whatever it is called and says", [Schema.String, Schema.Json], ([name, got]) => {
    const xml = HookCaseJunit.format([failed(name, got), { ...failed(name, got), status: "passed", differences: [] }])
    // Outside of tags and of what is escaped no character is left that could begin one.
    const tag = /<(?:\?xml [^<>]*\?|\/?(?:testsuites?|testcase|failure)(?: [a-z]+="[^"<>]*")*\/?)>/g
    const texts = xml.replaceAll(tag, "")
    assert.notMatch(texts.replaceAll(/&(?:amp|lt|gt|quot|#\d+);/g, ""), /[<>&]/)
    assert.strictEqual(xml.match(/<testcase/g)?.length, 2)
    // oxlint-disable-next-line no-control-regex -- they are what is looked for
    assert.notMatch(xml, /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/u)
    const [, written = ""] = /<testcase name="([^"]*)"/.exec(xml) ?? []
    const isPlain = /^[\t\n\r\u0020-\uD7FF]*$/.test(name)
    if (isPlain) assert.strictEqual(unescaped(written), name)
  })
})

const look = (standing: Readonly<Record<string, string>>): Look => new Map(Object.entries(standing))

describe("a change", () => {
  const read = new Set(["/cases", "/hooks"])
  const before = look({ "/cases": "1", "/hooks": "1", "/guard.sh": "1" })

  it("is none where hooks have written something beside them", () => {
    const after = look({ "/cases": "1", "/hooks": "1", "/guard.sh": "1", "/log": "1" })
    assert.isFalse(differ(expected(before, after, read), after))
    assert.isTrue(differ(expected(before, after, read), look({ ...Object.fromEntries(after), "/log": "2" })))
  })

  it("is seen of a file that was read, also where it came while the cases ran", () => {
    for (const after of [
      look({ "/cases": "2", "/hooks": "1", "/guard.sh": "1" }),
      look({ "/cases": "1", "/guard.sh": "1" })
    ]) {
      assert.isTrue(differ(expected(before, after, read), after))
    }
  })

  it("is seen of anything beside the hooks that comes, goes or changes later", () => {
    const wanted = expected(before, before, read)
    assert.isFalse(differ(wanted, before))
    for (const now of [
      { "/cases": "1", "/hooks": "1", "/guard.sh": "2" },
      { "/cases": "1", "/hooks": "1" },
      { "/cases": "1", "/hooks": "1", "/guard.sh": "1", "/new": "1" },
      { "/cases": "1", "/hooks": "1", "/other": "1" }
    ]) {
      assert.isTrue(differ(wanted, look(now)))
    }
  })
})
