// A test that is not where the list says it is would be left out without a word, since vitest only filters by paths.
import { assert, describe, it } from "vitest"
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { copyFor } from "../ordinaryUser/copyFor.ts"
import { tests } from "../ordinaryUser/tests.ts"
import { exists } from "../internal/workspace.ts"

it.each(tests)("%s is there", (test) => {
  assert.isTrue(exists(test))
})

describe("a copy for another user", () => {
  it("links what is installed where nobody can change it, and copies all else", () => {
    const folder = fs.mkdtempSync(join(tmpdir(), "hookline-copy-"))
    try {
      const [from, to] = [join(folder, "from"), join(folder, "to")]
      fs.mkdirSync(join(from, "node_modules/.vite"), { recursive: true })
      fs.mkdirSync(join(from, ".git"))
      for (const [name, mode] of [
        ["own", 0o644],
        ["node_modules/shared", 0o644],
        ["node_modules/program", 0o755],
        ["node_modules/private", 0o600],
        ["node_modules/open", 0o666]
      ] as const) {
        fs.writeFileSync(join(from, name), name)
        fs.chmodSync(join(from, name), mode)
      }
      fs.symlinkSync("../own", join(from, "node_modules/link"))
      copyFor(fs.statSync(folder).uid, from, to)
      assert.deepStrictEqual(fs.readdirSync(to).toSorted(), ["node_modules", "own"])
      const installed = fs.readdirSync(join(to, "node_modules")).toSorted()
      assert.deepStrictEqual(installed, ["link", "open", "private", "program", "shared"])
      assert.strictEqual(fs.readlinkSync(join(to, "node_modules/link")), "../own")
      for (const name of ["own", ...installed.map((one) => `node_modules/${one}`)]) {
        assert.strictEqual(fs.readFileSync(join(to, name), "utf8"), name.endsWith("link") ? "own" : name)
        const isSame = fs.statSync(join(to, name)).ino === fs.statSync(join(from, name)).ino
        assert.strictEqual(isSame, /shared|program/.test(name), name)
      }
    } finally {
      fs.rmSync(folder, { recursive: true })
    }
  })
})
