// Temporary files of tests lie in memory where that is possible, and elsewhere the command is the one that was given.
import { assert, describe, it } from "vitest"
import { spawnSync } from "node:child_process"
import { existsSync, readdirSync } from "node:fs"
import { inMemory } from "../internal/memoryDisk.ts"

const show = `echo "$TMPDIR" && stat -f -c %T "$TMPDIR" && stat -c %a "$TMPDIR" && echo x >"$TMPDIR/left" && exit 7`

describe("a command with its temporary files in memory", () => {
  it("is as it was where they can't be there", () => {
    const env = { PATH: "/nowhere" }
    for (const isWanted of [false, true]) {
      const before = process.env["PATH"]
      process.env["PATH"] = "/nowhere"
      const { env: after, release, words } = inMemory(["true"], env, isWanted)
      process.env["PATH"] = before
      assert.deepStrictEqual([words, after], [["true"], env])
      release()
    }
  })

  it("finds them in a folder that anyone can write to, which is gone afterwards with what is in it", ({ skip }) => {
    const { env, release, words } = inMemory(["sh", "-c", show], process.env)
    if (words.length === 3) return skip("the temporary files of this user can't be in memory")
    const [program, ...args] = words
    const { status, stdout } = spawnSync(program, args, { env, encoding: "utf8" })
    const [folder = "", ...facts] = stdout.trimEnd().split("\n")
    assert.deepStrictEqual([status, ...facts], [7, "tmpfs", "1777"])
    assert.deepStrictEqual(readdirSync(folder), [])
    release()
    assert.isFalse(existsSync(folder))
  })
})
