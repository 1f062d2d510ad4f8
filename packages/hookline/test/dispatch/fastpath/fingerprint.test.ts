// How a path looks, before and after everything that may happen to it.
import { assert, describe, it } from "@effect/vitest"
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { isSettled, fingerprintOf } from "../../../src/dispatch/fastpath/fingerprint.ts"

const inFolder = (use: (folder: string) => void): void => {
  const folder = fs.mkdtempSync(path.join(tmpdir(), "hookline-sight-"))
  try {
    use(folder)
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

type Change = (file: string, folder: string) => void

const write = (file: string, text: string): void => fs.writeFileSync(file, text)

const changes: Readonly<Record<string, readonly [before: Change, change: Change]>> = {
  "a file that comes": [() => {}, (file) => write(file, "")],
  "a file that goes": [(file) => write(file, "x"), (file) => fs.rmSync(file)],
  "a text of another length": [(file) => write(file, "x"), (file) => write(file, "xy")],
  "a mode": [(file) => write(file, "x"), (file) => fs.chmodSync(file, 0o700)],
  "another file in its place, of the same text and time": [
    (file) => {
      write(file, "x")
      fs.utimesSync(file, 1, 1)
    },
    (file) => {
      write(`${file}.new`, "x")
      fs.utimesSync(`${file}.new`, 1, 1)
      fs.renameSync(`${file}.new`, file)
    }
  ],
  "a name in a folder": [(file) => fs.mkdirSync(file), (file) => fs.mkdirSync(path.join(file, "new"))],
  "a link to nowhere, which was nothing": [() => {}, (file) => fs.symlinkSync("nowhere", file)],
  "the end of a link that comes": [
    (file) => fs.symlinkSync("end", file),
    (_file, folder) => write(path.join(folder, "end"), "x")
  ],
  "the text at the end of a link": [
    (file, folder) => {
      write(path.join(folder, "end"), "x")
      fs.symlinkSync("end", file)
    },
    (_file, folder) => write(path.join(folder, "end"), "xy")
  ],
  "a link that leads elsewhere": [
    (file, folder) => {
      write(path.join(folder, "one"), "x")
      fs.linkSync(path.join(folder, "one"), path.join(folder, "two"))
      fs.symlinkSync("one", file)
    },
    (file) => {
      fs.rmSync(file)
      fs.symlinkSync("two", file)
    }
  ]
}

describe("fingerprintOf", () => {
  for (const [what, [before, change]] of Object.entries(changes)) {
    it(`shows ${what}`, () =>
      inFolder((folder) => {
        const file = path.join(folder, "file")
        before(file, folder)
        const seen = fingerprintOf(file)
        assert.strictEqual(fingerprintOf(file), seen)
        change(file, folder)
        assert.notStrictEqual(fingerprintOf(file), seen)
      }))
  }

  it("takes a file below a file for missing, and a circle of links for what it is", () =>
    inFolder((folder) => {
      const file = path.join(folder, "file")
      write(file, "")
      assert.strictEqual(fingerprintOf(path.join(file, "below")), "missing")
      fs.symlinkSync("circle", path.join(folder, "circle"))
      assert.match(fingerprintOf(path.join(folder, "circle")), />missing$/)
    }))
})

describe("isSettled", () => {
  it("waits until a change would show", () =>
    inFolder((folder) => {
      const file = path.join(folder, "file")
      write(file, "")
      const now = fs.statSync(file).ctimeMs
      assert.isFalse(isSettled(fingerprintOf(file), now + 100))
      assert.isFalse(isSettled(fingerprintOf(file), now - 100_000))
      assert.isTrue(isSettled(fingerprintOf(file), now + 5000))
      fs.symlinkSync("file", path.join(folder, "link"))
      assert.isFalse(isSettled(fingerprintOf(path.join(folder, "link")), now + 100))
      assert.isTrue(isSettled("missing", now))
    }))

  it("never takes what could not be looked at for lack of resources for settled", () => {
    for (const code of ["EMFILE", "ENFILE", "ENOMEM", "EAGAIN"]) assert.isFalse(isSettled(code, Date.now()))
    assert.isTrue(isSettled("EACCES", Date.now()))
  })
})
