// A file that was just listed is read without a question about it first, and the result is that of any other reading, also
// where something else was put in its place meanwhile.
import { assert, describe, it } from "@effect/vitest"
import { ConfigFiles } from "@hookline/core/ConfigFiles"
import { listedText } from "@hookline/node/kit/node/boundedText"
import * as ConfigFilesNode from "@hookline/node/ConfigFilesNode"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import { join } from "node:path"

type Put = (file: string) => void

const text =
  (content: string | Buffer): Put =>
  (file) =>
    fs.writeFileSync(file, content)

const link =
  (target: string): Put =>
  (file) =>
    fs.symlinkSync(target, file)

/** What may be at a path: files of all sizes at which a reading differs, and everything that is no plain file. */
const kinds: Readonly<Record<string, Put>> = {
  "a small file": text('{"hooks": {}}'),
  "another small file": text('{"hooks": {"Stop": []}}'),
  "an empty file": text(""),
  "a byte order mark": text("\uFEFF{}"),
  "letters of several bytes": text("äöü — 漢字 🪝"),
  "bytes that are no text": text(Buffer.from([0x7b, 0xff, 0xc3, 0x28, 0x7d])),
  "a byte less than is read at once": text("x".repeat(65_535)),
  "all that is read at once": text("x".repeat(65_536)),
  "a letter across the end of what is read at once": text(`${"x".repeat(65_535)}ä`),
  "a large file": text("äx".repeat(200_000)),
  "a link to a file": link("other.json"),
  "a link to itself": link("hooks.json"),
  "a link to nowhere": link("nowhere"),
  "a link to zeros": link("/dev/zero"),
  "a link to the null device": link("/dev/null"),
  "a pipe": (file) => void execFileSync("mkfifo", [file]),
  "a folder": (file) => fs.mkdirSync(file),
  nothing: () => undefined
}

const resultOf = ({ read }: ConfigFiles["Service"], file: string) =>
  Effect.map(Effect.result(read(file)), (found) => (Result.isSuccess(found) ? [found.success] : found.failure.why))

describe("a file that was just listed", () => {
  for (const [before, putBefore] of Object.entries(kinds)) {
    it.live(`reads like any other file: ${before}, and all that may replace it`, () =>
      Effect.gen(function* () {
        const { project: folder } = yield* TestProject.make({ "other.json": "{}" })
        const files = yield* ConfigFiles
        const file = join(folder, "hooks.json")
        for (const [after, put] of Object.entries(kinds)) {
          putBefore(file)
          const found = yield* Effect.flatMap(files.entries(folder), () => {
            fs.rmSync(file, { force: true, recursive: true })
            put(file)
            return resultOf(files, file)
          })
          // A pause, after which no listing counts.
          yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
          assert.deepStrictEqual(found, yield* resultOf(files, file), `${before}, then ${after}`)
          fs.rmSync(file, { force: true, recursive: true })
        }
      }).pipe(Effect.provide(ConfigFilesNode.layer))
    )
  }

  it.live("is not opened once it is a link, because to open a device may already do something", () =>
    Effect.gen(function* () {
      const { project } = yield* TestProject.make({ "other.json": "{}" })
      fs.symlinkSync("other.json", join(project, "hooks.json"))
      assert.strictEqual(listedText(join(project, "hooks.json")), undefined)
      // Windows has no such flag, and asks about each file first.
      assert.strictEqual(
        listedText(join(project, "other.json")),
        fs.constants.O_NOFOLLOW === undefined ? undefined : "{}"
      )
    })
  )
})
