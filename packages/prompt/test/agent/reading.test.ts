import { assert, describe, it } from "@effect/vitest"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { linkSync, mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs"
import { execFileSync } from "node:child_process"
import { join } from "node:path"
import { limits, file, folder, search } from "../../src/internal/agent/reading.ts"

const told = <A>(effect: Effect.Effect<A, { readonly message: string }>) =>
  Effect.match(effect, { onSuccess: (value) => `read: ${String(value)}`, onFailure: ({ message }) => message })

describe("an agent's reading", () => {
  it.live("is bounded", () =>
    Effect.gen(function* () {
      const { project } = yield* TestProject.make({ "long.txt": `${"x".repeat(99)}\n`.repeat(100_000), bin: "a\0b" })
      const text = yield* file(project, "long.txt")
      assert.isBelow(text.length, limits.text + 100)
      assert.match(text, /\[lines 1 to \d+ of \d+\]$/)
      assert.include(yield* file(project, "long.txt", 100, 2), "[lines 100 to 101 of")
      assert.include(yield* told(file(project, "bin")), "is no text")
      const found = yield* search(project, "xxx", ".")
      assert.strictEqual(found.split("\n").length, limits.matches + 1)
      assert.include(found, "more matches are not shown")
    })
  )

  it.live("passes over what others wrote, and over links, also those that go round", () =>
    Effect.gen(function* () {
      const { project } = yield* TestProject.make({
        "a/b/c.txt": "needle",
        "node_modules/x/i.js": "needle",
        ".git/config": "needle"
      })
      symlinkSync(project, join(project, "a", "round"))
      assert.strictEqual(yield* search(project, "needle", "."), "a/b/c.txt:1: needle")
      assert.include(yield* folder(project, "a"), "round (a link)")
      assert.include(yield* told(search(project, "needle", "none")), "can't be read")
    })
  )

  it.live("does not wait for a pipe", () =>
    Effect.gen(function* () {
      const { project } = yield* TestProject.make({})
      execFileSync("mkfifo", [join(project, "pipe")])
      assert.include(yield* told(file(project, "pipe")), "is no file")
    })
  )

  it.live("reads through a link that stays inside", () =>
    Effect.gen(function* () {
      const { project } = yield* TestProject.make({ "real/a.txt": "a" })
      symlinkSync("real", join(project, "alias"))
      assert.strictEqual(yield* file(project, "alias/a.txt"), "a")
      linkSync(join(project, "real/a.txt"), join(project, "hard.txt"))
      assert.strictEqual(yield* file(project, "hard.txt"), "a")
    })
  )

  it.live("never gets out by a link that is swapped while it reads", () =>
    Effect.gen(function* () {
      const { home, project } = yield* TestProject.make({
        "sub/secret.txt": "harmless",
        "~/sub/secret.txt": "the secret"
      })
      const sub = join(project, "sub")
      const away = join(project, "away")
      // A folder and a link to a folder outside take each other's place, as fast as they can.
      const swapping = yield* Effect.forkChild(
        Effect.forever(
          Effect.andThen(
            Effect.sync(() => {
              renameSync(sub, away)
              symlinkSync(join(home, "sub"), sub)
            }),
            Effect.andThen(
              Effect.promise(() => new Promise((resolve) => setImmediate(resolve))),
              Effect.andThen(
                Effect.sync(() => {
                  unlinkSync(sub)
                  renameSync(away, sub)
                }),
                Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
              )
            )
          )
        )
      )
      const seen = new Map<string, number>()
      for (let count = 0; count < 1500; count++) {
        const text = yield* told(count % 3 === 2 ? search(project, "secret", ".") : file(project, "sub/secret.txt"))
        seen.set(text, (seen.get(text) ?? 0) + 1)
      }
      yield* Fiber.interrupt(swapping)
      for (const text of seen.keys()) assert.notInclude(text, "the secret")
      assert.isAbove(seen.get("read: harmless") ?? 0, 0)
    })
  )

  it.live("does not learn what is outside", () =>
    Effect.gen(function* () {
      const { home, project } = yield* TestProject.make({})
      const outside = join(home, "there.txt")
      writeFileSync(outside, "x")
      mkdirSync(join(project, "d"))
      symlinkSync(outside, join(project, "d/there"))
      symlinkSync(join(home, "gone.txt"), join(project, "d/gone"))
      const there = yield* told(file(project, "d/there"))
      const gone = yield* told(file(project, "d/gone"))
      assert.strictEqual(there.replace("there", "X"), gone.replace("gone", "X"))
      rmSync(outside)
    })
  )
})
