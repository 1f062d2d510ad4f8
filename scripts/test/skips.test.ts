// A test that is left out without a reason would look like one that passed.
import { assert, it } from "vitest"
import { packageFolders, read, typescriptFiles } from "../internal/workspace.ts"

const own = "scripts/test/skips.test.ts"

const files = [...packageFolders().map((folder) => `packages/${folder}/test`), "scripts/test"].flatMap(typescriptFiles)

it("knows the tests", () => {
  assert.isAbove(files.length, 100)
})

it.each(files.filter((file) => file !== own))("%s skips by a requirement with its reason, or not at all", (file) => {
  // `Requirement.live` in @hookline/testing and the context's `skip("...")` report the reason.
  assert.deepStrictEqual(
    read(file).match(/\b(?:skipIf|runIf|getuid)\b|\b(?:it|test|describe)(?:\.\w+)*\.skip\b/g),
    null
  )
})
