// The setting `fleet` in the text of a settings file: what is meant as one is never taken for none.
import { assert, describe, it } from "@effect/vitest"
import { inText } from "../../src/dispatch/fleetSetting.ts"

const fleet = { url: "https://fleet.example:7420", tokenFile: "/token" }
const text = JSON.stringify({ fleet })

describe("the setting of a fleet", () => {
  for (const [what, said] of [
    ["as JSON", text],
    ["after a byte order mark", `\uFEFF${text}`],
    ["with comments and a trailing comma", `// mine\n{ "fleet": ${JSON.stringify(fleet)}, }`],
    ...["f", "l", "e", "e", "t"].map((letter, at): readonly [string, string] => {
      const escaped = `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`
      return [
        `with its letter ${at + 1} escaped`,
        text.replace("fleet", `${"fleet".slice(0, at)}${escaped}${"fleet".slice(at + 1)}`)
      ]
    })
  ] as const) {
    it(`is read ${what}`, () => {
      assert.deepStrictEqual(inText(said, "settings.json"), { _tag: "Fleet", fleet })
    })
  }

  for (const said of [text.slice(0, -1), `["fleet"]`, `{"fleet":null}`, `{"fleet":{}}`, `{"\\u0066leet":7}`]) {
    it(`is unknown in ${said}`, () => {
      assert.strictEqual(inText(said, "settings.json")?._tag, "Unknown")
    })
  }

  for (const said of [undefined, "", "{}", `{"a":"\\u0066leet"}`, `{"a":"\\u0066leet"`]) {
    it(`is none in ${said}`, () => {
      assert.isUndefined(inText(said, "settings.json"))
    })
  }
})
