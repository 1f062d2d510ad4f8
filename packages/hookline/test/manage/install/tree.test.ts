// A folder in another's place: all of it, or nothing of it.
import { assert, describe, it } from "@effect/vitest"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import path from "node:path"
import { take } from "@hookline/node/kit/node/session/lock"
import { exchange, record, unchanged } from "../../../src/manage/install/tree.ts"
import { all } from "../../commands/plugins.ts"

const files = [{ path: "hooks.json", bytes: Buffer.from("new"), runs: false }]

const failing = (): never => {
  throw new Error("not recorded")
}

describe("a plugin that is put", () => {
  it.effect("leaves the one before where it can't be recorded, whether it comes, changes or goes", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { project } = yield* TestProject.make({ ".amplifier/hooks/guard/old.txt": "old" })
        const before = all(project)
        const folder = path.join(project, ".amplifier/hooks")
        assert.throws(() => exchange(path.join(folder, "guard"), files, failing), "not recorded")
        assert.deepStrictEqual(all(project), before)
        assert.throws(() => exchange(path.join(folder, "guard"), undefined, failing), "not recorded")
        assert.deepStrictEqual(all(project), before)
        assert.throws(() => exchange(path.join(folder, "other"), files, failing), "not recorded")
        assert.deepStrictEqual(all(project), before)
        const empty = yield* TestProject.make({})
        assert.throws(
          () => exchange(path.join(empty.project, ".amplifier/hooks/guard"), files, failing),
          "not recorded"
        )
        assert.deepStrictEqual(all(empty.project), [])
      })
    )
  )

  it.effect("is not recorded over what somebody else has recorded meanwhile", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { project } = yield* TestProject.make({ "installed.json": "theirs" })
        const file = path.join(project, "installed.json")
        const before = all(project)
        assert.throws(() => record({ file, before: Buffer.from("old"), text: "ours" }), "meanwhile")
        assert.throws(() => record({ file, before: undefined, text: undefined }), "meanwhile")
        assert.deepStrictEqual(all(project), before)
        record({ file, before: Buffer.from("theirs"), text: "ours" })
        assert.deepStrictEqual(all(project), ["installed.json 0 ours"])
        record({ file, before: Buffer.from("ours"), text: undefined })
        assert.deepStrictEqual(all(project), [])
      })
    )
  )

  it.effect("is not recorded while another process records, and replaces the list of an earlier version", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { project } = yield* TestProject.make({ "installed.json": "former" })
        const file = path.join(project, "lock.json")
        const former = { file: path.join(project, "installed.json"), before: Buffer.from("former") }
        const release = take(`${file}.lock`)
        assert.throws(() => record({ file, before: undefined, text: "ours", former }), "meanwhile")
        release?.()
        const other = { ...former, before: Buffer.from("other") }
        assert.throws(() => record({ file, before: undefined, text: "ours", former: other }), "meanwhile")
        assert.deepStrictEqual(all(project), ["installed.json 0 former"])
        record({ file, before: undefined, text: "ours", former })
        assert.deepStrictEqual(all(project), ["lock.json 0 ours"])
        assert.throws(() => unchanged([{ file, before: undefined }]), "meanwhile")
        unchanged([{ file, before: Buffer.from("ours") }])
      })
    )
  )
})
