import { assert, describe, it } from "vitest"
import { complete } from "../lock/complete.ts"

const packages = {
  "": { version: "0.1.0" },
  "packages/core": { version: "0.1.0" },
  "node_modules/core": { resolved: "packages/core", link: true },
  "node_modules/tool": {
    version: "2.0.0",
    resolved: "https://example.invalid/tool.tgz",
    dev: true,
    optionalDependencies: {
      "@tool/binding-linux-x64-musl": "2.0.0",
      "@tool/binding-win32-arm64-msvc": "2.0.0",
      "@tool/darwin-arm64": "^2.0.0",
      "@tool/here": "2.0.0"
    }
  },
  "node_modules/tool/node_modules/@tool/here": { version: "2.0.0", optional: true }
}

describe("complete", () => {
  const completed = complete(packages)

  it("adds an entry for each optional package that is missing, and for no other", () => {
    assert.strictEqual(completed.added, 3)
    assert.deepStrictEqual(completed.packages["node_modules/@tool/binding-linux-x64-musl"], {
      version: "2.0.0",
      cpu: ["x64"],
      dev: true,
      libc: ["musl"],
      optional: true,
      os: ["linux"]
    })
    assert.deepStrictEqual(completed.packages["node_modules/@tool/binding-win32-arm64-msvc"]?.os, ["win32"])
    assert.deepStrictEqual(completed.packages["node_modules/@tool/darwin-arm64"]?.version, "2.0.0")
    assert.notProperty(completed.packages, "node_modules/@tool/here")
  })

  it("removes addresses, and keeps links", () => {
    assert.notProperty(completed.packages["node_modules/tool"], "resolved")
    assert.strictEqual(completed.packages["node_modules/core"]?.resolved, "packages/core")
  })

  it("sorts the entries, and changes nothing the second time", () => {
    const again = complete(completed.packages)
    assert.strictEqual(again.added, 0)
    assert.strictEqual(JSON.stringify(again.packages), JSON.stringify(completed.packages))
  })
})
