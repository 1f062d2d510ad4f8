// The formatter of the examples takes what the machine has, and says what it lacks.
import { assert, describe, it } from "@effect/vitest"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { spawnSync } from "node:child_process"
import path from "node:path"
import { examples } from "./project.ts"

const script = path.join(examples, "demo/.amplifier/hooks/auto-formatter/format.sh")

/** A formatter that writes down what it is called with, and one that can't do its work. */
const sound = { script: '#!/bin/sh\n[ "$1" = --version ] || printf "%s\\n" "$@" > called\n' }
const failing = { script: '#!/bin/sh\n[ "$1" = --version ]\n' }

const odd = 'it\'s "odd" $(touch OWNED) -x'

/** What the hook says of a file, where these programs are all that there is. */
const formatted = (file: string, programs: TestProject.Files) =>
  Effect.gen(function* () {
    const { project } = yield* TestProject.make({ [file]: "x", "bin/.keep": "", ...programs })
    const ran = spawnSync("/bin/sh", [script], {
      cwd: project,
      encoding: "utf8",
      env: { PATH: path.join(project, "bin"), FILE_PATH: file }
    })
    assert.deepStrictEqual([ran.status, ran.stderr], [0, ""])
    const said: unknown = ran.stdout === "" ? undefined : JSON.parse(ran.stdout)
    const called = spawnSync("cat", ["called"], { cwd: project, encoding: "utf8" }).stdout.trimEnd().split("\n")
    const isOwned = spawnSync("test", ["-e", "OWNED"], { cwd: project }).status === 0
    assert.isFalse(isOwned)
    return { said, last: called.at(-1) }
  })

describe("the auto-formatter", () => {
  for (const [ending, program] of [
    ["py", "ruff"],
    ["py", "black"],
    ["js", "prettier"],
    ["tsx", "biome"],
    ["go", "gofmt"],
    ["rs", "rustfmt"]
  ]) {
    it.live(`gives a file of ${ending} to ${program}, whatever the file is called`, () =>
      Effect.gen(function* () {
        const file = `${odd}.${ending}`
        const { last, said } = yield* formatted(file, { [`bin/${program}`]: sound })
        assert.deepStrictEqual(said, { systemMessage: `formatted with ${program}` })
        assert.strictEqual(last, `./${file}`)
      }).pipe(Effect.scoped)
    )
  }

  it.live("says which programs would do where there is none, and nothing of other files", () =>
    Effect.gen(function* () {
      const none = yield* formatted("a.py", {})
      assert.deepStrictEqual(none.said, {
        systemMessage: "this machine has no formatter for this file: install one of ruff black"
      })
      assert.isUndefined((yield* formatted("a.txt", { "bin/ruff": sound })).said)
    }).pipe(Effect.scoped)
  )

  it.live("says when a formatter could not do it", () =>
    Effect.gen(function* () {
      const { said } = yield* formatted("a.rs", { "bin/rustfmt": failing })
      assert.deepStrictEqual(said, { systemMessage: "rustfmt could not format this file" })
    }).pipe(Effect.scoped)
  )
})
