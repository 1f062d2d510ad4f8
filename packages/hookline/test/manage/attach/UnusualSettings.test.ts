// Odd files: each folder of odd/ has a file `before`, and `after` is the same with our entries for three events.
// `UPDATE_FIXTURES=1` writes what comes out now, for a person to read before it is committed.
import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import * as AttachText from "hookline/kit/manage/attach/AttachText"
import { attach, detach, edited, options } from "./settings.ts"

const folder = `${import.meta.dirname}/odd`
const events = ["PreToolUse", "Stop", "SessionStart"]

describe("an odd settings file", () => {
  for (const name of readdirSync(folder).toSorted()) {
    const before = readFileSync(`${folder}/${name}/before`, "utf8")
    const isOurs = name.startsWith("own-")

    it(`${name} gets our entries in its own manner`, () => {
      const after = attach(before, { events })
      if (process.env["UPDATE_FIXTURES"] === "1") writeFileSync(`${folder}/${name}/after`, after)
      assert.strictEqual(after, readFileSync(`${folder}/${name}/after`, "utf8"))
    })

    it(`${name} is not changed by a second run`, () => {
      const after = attach(before, { events })
      const { changes, text } = edited(AttachText.attached(after, options({ events })))
      assert.strictEqual(text, after)
      assert.deepStrictEqual(changes, [])
    })

    it(`${name} is as it was after detaching, byte for byte`, () => {
      for (const wanted of [events, undefined]) {
        const after = attach(before, wanted && { events: wanted })
        assert.strictEqual(detach(after, before), isOurs ? detach(before) : before)
        const moved = attach(after, { command: ["/new place/node", "/new place/hookline.js"] })
        assert.strictEqual(detach(moved, before), isOurs ? detach(before) : before)
      }
    })

    it(`${name} has no entry of ours after detaching without a backup`, () => {
      const after = detach(attach(before, { events }))
      assert.notInclude(after, "dispatch")
      assert.strictEqual(detach(after), after)
    })
  }
})
