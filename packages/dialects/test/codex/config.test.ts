// Hooks in Codex's `config.toml`, most of which have none and are left alone.
import { assert, describe, it } from "@effect/vitest"
import { codexConfig } from "@hookline/dialects/kit/codex/config"
import * as Effect from "effect/Effect"

const read = (text: string) =>
  Effect.map(
    codexConfig.read(
      { dialect: "codex", scope: "user", file: "/home/me/.codex/config.toml", folder: "/home/me/.codex" },
      text
    ),
    ({ diagnostics, hooks }) => ({
      commands: hooks.map(({ handler }) => (handler._tag === "Command" ? handler.command : "")),
      problems: diagnostics.length
    })
  )

const below = (key: string): string =>
  `model = "o"\n[[${key}.PreToolUse]]\nhooks = [{ type = "command", command = "./guard" }]\n`.replace(
    "hooks = ",
    `${key} = `
  )

const escapes: Readonly<Record<string, (code: number) => string>> = {
  "four digits": (code) => `\\u${code.toString(16).padStart(4, "0")}`,
  "eight digits": (code) => `\\U${code.toString(16).padStart(8, "0")}`,
  "two digits": (code) => `\\x${code.toString(16).padStart(2, "0")}`
}

describe("hooks of Codex's config.toml", () => {
  for (const [what, escape] of Object.entries(escapes)) {
    it.effect(`are read or reported where a letter of their key is written by ${what}`, () =>
      Effect.gen(function* () {
        for (const at of [0, 1, 2, 3, 4]) {
          const key = `"${"hooks".slice(0, at)}${escape("hooks".charCodeAt(at))}${"hooks".slice(at + 1)}"`
          const { commands, problems } = yield* read(below(key))
          assert.isTrue(commands.includes("./guard") || problems > 0, key)
        }
      })
    )
  }

  for (const encoding of ["utf16le", "utf16be"] as const) {
    it.effect(`are reported in ${encoding}, which Codex does not read`, () =>
      Effect.gen(function* () {
        const bytes = Buffer.from(`\ufeff${below("hooks")}`, "utf16le")
        const text = (encoding === "utf16be" ? bytes.swap16() : bytes).toString("utf8")
        const { commands, problems } = yield* read(text)
        assert.deepStrictEqual([commands, problems > 0], [[], true])
      })
    )
  }

  it.effect("are reported behind what Codex trusts, however its lines end", () =>
    Effect.gen(function* () {
      for (const end of ["\n", "\r\n", "\r"]) {
        const text = `[hooks.state]\n${below("hooks")}`.replaceAll("\n", end)
        const { commands, problems } = yield* read(text)
        assert.isTrue(commands.includes("./guard") || problems > 0, JSON.stringify(end))
      }
    })
  )

  it.effect("are none where there are none", () =>
    Effect.gen(function* () {
      for (const text of ["", `model = "o"\n`, `model = "o\\u0031"\n`, `[hooks.state]\nx = 1\n`, `model = \n`]) {
        assert.deepStrictEqual(yield* read(text), { commands: [], problems: 0 }, text)
      }
    })
  )
})
