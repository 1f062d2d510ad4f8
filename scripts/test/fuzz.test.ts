// The fuzzer itself, and a few hundred texts for each of its targets: what `npm run fuzz` does for as long as it is told.
import { assert, describe, it } from "@effect/vitest"
import { tried } from "../../fuzz/configs/law.ts"
import { chance, mutated, shortened } from "../../fuzz/mutate.ts"
import { targets } from "../../fuzz/targets.ts"
import { generate, problemOf } from "../../packages/node/test/ports/generated.ts"
import * as Effect from "effect/Effect"
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import path from "node:path"
import { names } from "../../fuzz/names.ts"

const root = path.join(import.meta.dirname, "../..")

/** Runs the fuzzer as `npm run fuzz` does. */
const fuzz = (...args: ReadonlyArray<string>) =>
  spawnSync(process.execPath, ["--conditions=@hookline/source", "fuzz/run.ts", ...args], {
    cwd: root,
    encoding: "utf8"
  })

const all = await targets()

describe("the fuzzer", () => {
  it("makes the same changes by the same seed, and others by another", () => {
    const text = '{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "x"}]}]}}'
    const made = (seed: number) => {
      const own = chance(seed)
      return Array.from({ length: 50 }, () => mutated(text, own))
    }
    assert.deepStrictEqual(made(7), made(7))
    assert.notDeepEqual(made(7), made(8))
    assert.isAbove(new Set(made(7)).size, 40)
  })

  it("shortens what it has found to what matters", async () => {
    const short = await shortened(`${"a".repeat(500)}{x}${"b".repeat(300)}`, async (text) => text.includes("{x}"))
    assert.strictEqual(short, "{x}")
  })

  it.each([
    ["replies", /replies: damaged ones of claude/],
    ["matchers", /matchers of Claude Code/]
  ])("runs %s by name, as many texts as it is told, by the seed that it is told", (name, target) => {
    const { status, stdout } = fuzz(name, "--runs", "300", "--seed", "7")
    const counts = [...stdout.matchAll(/^ *(\d+) {2}(.*)$/gm)]
    assert.strictEqual(status, 0, stdout)
    assert.strictEqual(
      counts.reduce((sum, [, count]) => sum + Number(count), 0),
      300
    )
    assert.isTrue(
      counts.every(([, , own]) => own?.includes(name)),
      stdout
    )
    assert.match(stdout, target)
    assert.match(stdout, /Nothing found \(seed 7\)/)
  })

  it("refuses a name that it does not know, with those that it knows", () => {
    const { status, stderr } = fuzz("reply", "--runs", "10")
    assert.strictEqual(status, 2)
    assert.include(stderr, Object.keys(names).join(", "))
  })

  it("has each name in the guide", () => {
    const guide = readFileSync(path.join(root, "docs/testing.md"), "utf8")
    for (const name of Object.keys(names)) assert.include(guide, `npm run fuzz -- ${name}`, name)
  })

  it.effect("finds nothing in events whose ports break", () =>
    Effect.gen(function* () {
      const own = chance(15)
      for (let run = 0; run < 60; run++) {
        const scene = generate(own)
        assert.isUndefined(yield* problemOf(scene), scene.title)
      }
    })
  )

  it.effect(
    "finds no entry that a damaged configuration loses without a diagnostic, or without a denial under closed",
    () =>
      Effect.gen(function* () {
        const own = chance(17)
        for (let run = 0; run < 250; run++) assert.isUndefined(yield* tried(own))
      })
  )

  for (const { make, name, problem, seeds } of all) {
    it(`finds nothing in ${name}`, async () => {
      assert.isAbove(seeds.length, 0)
      const own = chance(seeds.length)
      for (let round = 0; round < 150; round++) {
        const text = mutated(own.of(seeds), own)
        assert.isUndefined(await problem(text), text)
        const other = make?.(own)
        if (other !== undefined) assert.isUndefined(await problem(other), other)
      }
    })
  }
})
