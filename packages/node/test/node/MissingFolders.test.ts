// A path that is missing is empty, and anything else that can't be listed is reported: also where its parent was listed before.
import { assert, describe, it } from "@effect/vitest"
import { ConfigFiles, type Inaccessible } from "@hookline/core/ConfigFiles"
import * as ConfigFilesNode from "@hookline/node/ConfigFilesNode"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as fs from "node:fs"
import { join } from "node:path"

interface Expected {
  /** The folders and entries, or the obstacle. */
  readonly listed: ReadonlyArray<never> | string
  /** The real path as a name in its folder, nothing, or the obstacle. */
  readonly real: string | undefined
}

const kinds: Readonly<Record<string, readonly [put: (path: string) => void, expected: Expected]>> = {
  nothing: [() => undefined, { listed: [], real: undefined }],
  "an empty folder": [(path) => fs.mkdirSync(path), { listed: [], real: "plugin" }],
  "a file": [(path) => fs.writeFileSync(path, "{}"), { listed: "it is no folder", real: "plugin" }],
  "a link to a folder": [
    (path) => {
      fs.mkdirSync(`${path}-real`)
      fs.symlinkSync(`${path}-real`, path)
    },
    { listed: [], real: "plugin-real" }
  ],
  "a link to nowhere": [(path) => fs.symlinkSync("nowhere", path), { listed: "a link to nowhere", real: undefined }],
  "a link to itself": [(path) => fs.symlinkSync("plugin", path), { listed: "ELOOP", real: "ELOOP" }]
}

const resultOf = <A>(effect: Effect.Effect<A, Inaccessible>): Effect.Effect<A | string> =>
  Effect.match(effect, { onSuccess: (found): A | string => found, onFailure: ({ why }) => why })

describe("a path that may be no folder", () => {
  for (const [kind, [put, { listed, real }]] of Object.entries(kinds)) {
    it.live(`is answered alike before and after its parent was listed: ${kind}`, () =>
      Effect.gen(function* () {
        const { entries, folders, realPath } = yield* ConfigFiles
        for (const isParentListed of [false, true]) {
          const { project } = yield* TestProject.make({})
          const path = join(project, "plugin")
          // What is there is put there after the listing, because a folder may be gone by the time that it is read.
          if (isParentListed) yield* folders(project)
          put(path)
          assert.deepStrictEqual(yield* resultOf(entries(path)), listed)
          if (isParentListed) yield* folders(project)
          assert.deepStrictEqual(yield* resultOf(folders(path)), listed)
          const found = yield* resultOf(realPath(path))
          assert.strictEqual(found?.startsWith(`${project}/`) === true ? found.slice(project.length + 1) : found, real)
          assert.deepStrictEqual(
            yield* resultOf(entries(join(path, "below", "further"))),
            typeof listed === "string" ? listed : []
          )
        }
      }).pipe(Effect.provide(ConfigFilesNode.layer))
    )
  }
})
