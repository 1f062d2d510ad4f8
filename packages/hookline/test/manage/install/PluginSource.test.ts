// What is read of a plugin's source and of its files, and where that ends.
import { assert, describe, it } from "@effect/vitest"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as PluginFetch from "hookline/kit/manage/install/PluginFetch"
import * as PluginFiles from "hookline/kit/manage/install/PluginFiles"
import * as PluginSource from "hookline/kit/manage/install/PluginSource"
import { chmodSync } from "node:fs"
import path from "node:path"

const parsed = (said: string, there: ReadonlyArray<string> = []) =>
  Result.getOrElse(
    PluginSource.parse(said, "/here", (file) => there.includes(file)),
    ({ message }) => message
  )

const refused = (said: string): string => {
  const answer = parsed(said)
  return typeof answer === "string" ? answer : ""
}

describe("a plugin's source", () => {
  it("is a path before all else, whatever is in its name", () => {
    assert.deepStrictEqual(parsed("a#b", ["/here/a#b"]), { _tag: "Folder", path: "/here/a#b" })
    assert.deepStrictEqual(parsed("a#b", ["/here/a"]), { _tag: "Folder", path: "/here/a", plugin: "b" })
    assert.deepStrictEqual(parsed("git@host", ["/here/git@host"]), { _tag: "Folder", path: "/here/git@host" })
  })

  it("is an address with at most a branch and a plugin behind it", () => {
    const url = "https://git.example/a/b.git"
    assert.deepStrictEqual(parsed(url), { _tag: "Git", url, words: [] })
    assert.deepStrictEqual(parsed(`${url}#v1#p`), { _tag: "Git", url, words: ["v1", "p"] })
    assert.deepStrictEqual(parsed("git@git.example:a/b#v1"), { _tag: "Git", url: "git@git.example:a/b", words: ["v1"] })
    assert.match(refused(`${url}#a#b#c`), /too many #/)
    assert.match(refused(`${url}#`), /has no name after it/)
  })

  it("says what to write where nothing is there", () => {
    assert.match(refused("owner/name"), /write its whole address/)
    assert.match(refused(""), /is no plugin/)
    assert.match(refused("-x"), /is no plugin/)
  })

  it("is recorded without a secret", () => {
    assert.strictEqual(PluginSource.withoutSecret("https://me:secret@git.example/x"), "https://git.example/x")
    assert.strictEqual(PluginSource.withoutSecret("https://token@git.example/x@y"), "https://git.example/x@y")
    assert.strictEqual(PluginSource.withoutSecret("git@git.example:x"), "git@git.example:x")
  })
})

describe("a plugin's files", () => {
  const problemOf = (files: TestProject.Files, limits: Partial<PluginFiles.Limits>) =>
    Effect.scoped(
      Effect.flatMap(TestProject.make(files), ({ project }) =>
        Effect.flip(PluginFiles.read(project, { ...PluginFiles.limits, ...limits }))
      )
    )

  it.effect("are not more, larger or deeper than anybody would need", () =>
    Effect.gen(function* () {
      const files = { a: "12345", b: "12345", "x/y/z/c": "1" }
      assert.include((yield* problemOf(files, { files: 2 })).message, "more than 2 files")
      assert.include((yield* problemOf(files, { bytes: 9 })).message, "larger than")
      assert.include((yield* problemOf(files, { depth: 2 })).message, "more than 2 folders deep")
    })
  )
})

describe("git", () => {
  it.live("is given up where it takes too long, with all that it has started", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { home, project } = yield* TestProject.make({
          "~/bin/git": { script: "#!/bin/sh\nsleep 60 & sleep 60\n" }
        })
        chmodSync(path.join(home, "bin/git"), 0o755)
        const before = process.env["PATH"]
        const fetched = yield* Effect.acquireUseRelease(
          Effect.sync(() => (process.env["PATH"] = `${home}/bin:${before}`)),
          () =>
            Effect.flip(
              PluginFetch.fetch({ _tag: "Git", url: "https://git.example/x", words: [] }, project, { limitMillis: 300 })
            ),
          () => Effect.sync(() => (process.env["PATH"] = before))
        )
        assert.include(fetched.message, "https://git.example/x could not be fetched: it took longer than 1 s")
      })
    )
  )
})
