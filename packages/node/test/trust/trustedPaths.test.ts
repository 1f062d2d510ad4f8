import { assert, describe, it } from "@effect/vitest"
import { isTrustedPath } from "@hookline/node/kit/node/trust/trustedPaths"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"

const rows: ReadonlyArray<readonly [pattern: string, project: string, isTrusted: boolean]> = [
  ["~/work/**", "/home/me/work/app", true],
  ["~/work/**", "/home/me/work/team/app", true],
  ["~/work/**", "/home/me/work", true],
  ["~/work/**", "/home/me/worker", false],
  ["~/work/*", "/home/me/work/app", true],
  ["~/work/*", "/home/me/work/team/app", false],
  ["~/work/app", "/home/me/work/app", true],
  ["~/work/app", "/home/me/work/app/nested", false],
  ["~/**/app", "/home/me/a/b/app", true],
  ["~/**/app", "/home/me/app", true],
  ["/srv/**", "/srv/x", true],
  ["/srv/a.b", "/srv/aXb", false],
  ["~other/**", "/home/other/x", false],
  ["work/**", "/home/me/work/app", false],
  ["**", "/home/me/work/app", false],
  ["", "/home/me/work/app", false],
  ["/**", "/anything/at/all", true]
]

describe("a trusted path", () => {
  for (const [pattern, project, isTrusted] of rows) {
    it(`${JSON.stringify(pattern)} ${isTrusted ? "names" : "does not name"} ${project}`, () => {
      assert.strictEqual(isTrustedPath([pattern], project, "/home/me"), isTrusted)
    })
  }

  it("is that of the real folder: a link into a trusted one names it, and a link in one names another", () => {
    const root = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), "hookline-paths-"))
    try {
      for (const folder of ["work/app", "foreign/app"]) fs.mkdirSync(path.join(root, folder), { recursive: true })
      fs.symlinkSync(path.join(root, "foreign/app"), path.join(root, "work/link"))
      fs.symlinkSync(path.join(root, "work/app"), path.join(root, "elsewhere"))
      const isTrusted = (project: string) => isTrustedPath([`${root}/work/**`], path.join(root, project), "/home/me")
      assert.deepStrictEqual(["work/app", "elsewhere", "work/link"].map(isTrusted), [true, true, false])
    } finally {
      fs.rmSync(root, { recursive: true })
    }
  })
})
