// What the guide to a first hook has people write works as it says.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { readFileSync } from "node:fs"
import path from "node:path"
import { hookline } from "../commands/hookline.ts"
import type { Case } from "./project.ts"

const guide = readFileSync(path.resolve(import.meta.dirname, "../../../../docs/first-hook.md"), "utf8")

/** The files that the guide shows, by their paths. */
const files: Readonly<Record<string, string | { readonly script: string }>> = Object.fromEntries(
  Array.from(guide.matchAll(/^`(\.amplifier\S+)`\n\n```\w+\n([\s\S]*?)```/gm), ([, file = "", text = ""]) => [
    file,
    text.startsWith("#!") ? { script: text } : text
  ])
)

const textOf = (file: (typeof files)[string] = ""): string => (typeof file === "string" ? file : file.script)

const fileOf = (name: string): string => `.amplifier/hooks/no-force/${name}`

describe("the first hook", () => {
  it.live("prints what the guide quotes", () =>
    Effect.gen(function* () {
      assert.hasAllKeys(files, ["hooks.json", "guard.sh", "hooks.test.json"].map(fileOf))
      const command = /hookline (run .*?) --input '(.*)'/.exec(guide)
      const { exit, stderr, stdout } = yield* hookline(files, [
        ...(command?.[1] ?? "").split(" "),
        "--input",
        command?.[2] ?? ""
      ])
      assert.deepStrictEqual([stderr, exit], ["", 0])
      // A profile is in force where this machine has a sandbox, and not in a path that is trusted, as tests have it.
      const timeless = (text: string): string => text.replaceAll(/ {2}[\d.]+ ms|\n +ran in the profile \w+/g, "").trim()
      const quoted = /```\n(PreToolUse\n[\s\S]*?)```/.exec(guide)?.[1] ?? ""
      assert.strictEqual(timeless(stdout), timeless(quoted))
    })
  )

  it.live("does what its cases say", () =>
    Effect.gen(function* () {
      const { cases } = JSON.parse(textOf(files[fileOf("hooks.test.json")])) as { readonly cases: ReadonlyArray<Case> }
      for (const { event, expect, input } of cases) {
        const { stdout } = yield* hookline(files, ["run", event, "--input", JSON.stringify(input), "--json"])
        const output = JSON.parse(stdout) as { readonly verdict: string; readonly reasons: ReadonlyArray<object> }
        assert.strictEqual(output.verdict, expect.verdict)
        assert.include(JSON.stringify(output.reasons), String(expect.reason ?? ""))
      }
    })
  )
})
