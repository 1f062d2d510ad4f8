// The functions on paths for browsers return what those of Node return.
import { assert, it } from "vitest"
import { posix } from "node:path"
import * as paths from "../playground/paths.ts"

const steps = ["", "a", "b.ts", ".", "..", "/"]

const words = (length: number): ReadonlyArray<string> =>
  length === 0
    ? [""]
    : words(length - 1).flatMap((word) => steps.flatMap((step) => [`${word}${step}`, `${word}/${step}`]))

const all = [...new Set([0, 1, 2, 3].flatMap(words))]

it("the paths of the playground are those of Node", () => {
  for (const one of all) {
    assert.strictEqual(paths.normalize(one), posix.normalize(one), one)
    assert.strictEqual(paths.isAbsolute(one), posix.isAbsolute(one), one)
    for (const other of all.slice(0, 60)) {
      assert.strictEqual(paths.join(one, other), posix.join(one, other), JSON.stringify([one, other]))
      assert.strictEqual(
        paths.resolve("/project", one, other),
        posix.resolve("/project", one, other),
        `${one} ${other}`
      )
    }
  }
})
