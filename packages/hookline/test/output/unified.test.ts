// A diff tells how one text becomes the other: what it keeps and adds is the new one, what it keeps and takes the old.
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { diff, print } from "../../src/output/unified.ts"

const text = Schema.Array(Schema.Literals(["a\n", "b\n", "c\n", "\n", "d\r\n"]))

const side = (before: string, after: string, sign: "-" | "+"): string =>
  diff(before, after)
    .filter((line) => line.sign === " " || line.sign === sign)
    .map((line) => line.text)
    .join("")

describe("a unified diff", () => {
  it.prop(
    "holds both texts where they are short, and nothing where they are the same",
    [text, text],
    ([one, other]) => {
      const [before, after] = [one.slice(0, 3).join(""), `${other.slice(0, 3).join("")}end`]
      assert.deepStrictEqual([side(before, after, "-"), side(before, after, "+")], [before, after])
      assert.deepStrictEqual(diff(before, before), [])
    }
  )

  it("shows three lines around each change, with their numbers", () => {
    const before = Array.from({ length: 20 }, (_, line) => `${line}\n`).join("")
    const after = before.replace("\n4\n", "\nfour\n").replace("\n18\n", "\n")
    assert.strictEqual(
      print("x", before, after),
      ["--- x", "+++ x", "@@ -2,7 +2,7 @@", " 1", " 2", " 3", "-4", "+four", " 5", " 6", " 7"]
        .concat(["@@ -16,5 +16,4 @@", " 15", " 16", " 17", "-18", " 19"])
        .join("\n")
    )
  })

  it("is understood by `patch`, where there is one", ({ skip }) => {
    const folder = mkdtempSync(path.join(tmpdir(), "hookline-diff-"))
    try {
      const file = path.join(folder, "x")
      const [before, after] = ["a\nb\nc\nd\ne\nf\ng\nh", "a\nB\nc\nd\ne\nf\ng\nh\ni\n"]
      writeFileSync(file, before)
      const patched = spawnSync("patch", ["-s", file], { input: `${print("x", before, after)}\n`, encoding: "utf8" })
      if (patched.error !== undefined) skip("there is no `patch` here")
      assert.strictEqual(patched.stderr, "")
      assert.strictEqual(readFileSync(file, "utf8"), after)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
