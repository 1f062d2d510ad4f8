// Folders in places that a user names: below /proc, Node's own way to make several at once never returned.
import { assert, describe, it } from "@effect/vitest"
import { makeFolders } from "@hookline/executor/kit/internal/makeFolders"
import { makeDataFolder } from "@hookline/executor/kit/internal/pluginData"
import { readdirSync, readFileSync, mkdtempSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"

const nowhere = "/proc/nowhere/at/all"

describe("folders that are made", () => {
  it("are their owner's alone, or have the mode that is asked for, and may be there", () => {
    const root = mkdtempSync(path.join(tmpdir(), "folders-"))
    for (const [name, mode] of [
      ["own", undefined],
      ["open", 0o755]
    ] as const) {
      const folder = path.join(root, name, "a/b")
      for (const _ of [1, 2]) makeFolders(folder, mode)
      assert.strictEqual(statSync(folder).mode & 0o777, mode ?? 0o700)
      assert.strictEqual(statSync(path.dirname(folder)).mode & 0o777, mode ?? 0o700)
    }
    rmSync(root, { recursive: true })
  })

  it("are an error where the system takes none, or nothing where a hook can do without: it never ended", () => {
    assert.throws(() => makeFolders(nowhere), /ENOENT/)
    makeDataFolder({ pluginData: nowhere })
  })

  it("are made by no other way in what runs hooks", () => {
    const root = path.join(import.meta.dirname, "../src")
    const sources = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"))
    const direct = sources.filter((file) =>
      /mkdir(?:Sync)?\(.*recursive/.test(readFileSync(path.join(root, file), "utf8"))
    )
    // Below a temporary folder of its own.
    assert.deepStrictEqual(direct, ["internal/sandbox/probe.ts"])
  })
})
