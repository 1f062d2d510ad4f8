// What somebody else has written meanwhile is never overwritten.
import { assert, describe, it } from "@effect/vitest"
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { read, replace } from "@hookline/node/kit/node/disk"

const inFolder = (use: (folder: string) => void): void => {
  const folder = fs.mkdtempSync(path.join(tmpdir(), "hookline-overtaken-"))
  try {
    use(folder)
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

describe("a file that is put in another's place", () => {
  it("is not where that one has changed at the last moment, and leaves nothing beside it", () =>
    inFolder((folder) => {
      const file = path.join(folder, "settings.json")
      fs.writeFileSync(file, "before")
      const { bytes, stat } = read(file)
      fs.writeFileSync(file, "theirs")
      const isStill = (): boolean => bytes !== undefined && fs.readFileSync(file).equals(bytes)
      assert.isFalse(replace(file, Buffer.from("ours"), stat, isStill))
      assert.strictEqual(fs.readFileSync(file, "utf8"), "theirs")
      assert.deepStrictEqual(fs.readdirSync(folder), ["settings.json"])
    }))

  it("is there as a whole, with the rights of the one before", () =>
    inFolder((folder) => {
      const file = path.join(folder, "settings.json")
      fs.writeFileSync(file, "before", { mode: 0o640 })
      assert.isTrue(replace(file, Buffer.from("ours"), read(file).stat, () => true))
      assert.strictEqual(fs.readFileSync(file, "utf8"), "ours")
      assert.strictEqual(fs.statSync(file).mode & 0o777, 0o640)
      assert.deepStrictEqual(fs.readdirSync(folder), ["settings.json"])
    }))
})
