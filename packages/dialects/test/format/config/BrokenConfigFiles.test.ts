// Every way to break a file that we know of, with what is said about it: fixtures/breaks/DIALECT/NAME.EXT beside its
// NAME.expected. `UPDATE_FIXTURES=1` writes what is said now, for a person to read before it is committed.
import { assert, describe, it } from "@effect/vitest"
import * as Dialects from "@hookline/dialects/Dialects"
import * as Diagnostic from "@hookline/schema/Diagnostic"
import { DiagnosticCode } from "@hookline/schema/DiagnosticCode"
import { textOf } from "@hookline/schema/Handler"
import * as Effect from "effect/Effect"
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import path from "node:path"

const folder = path.join(import.meta.dirname, "../../fixtures/breaks")

const read = Effect.fnUntraced(function* (dialectName: string, name: string) {
  const dialect = Dialects.named(dialectName)
  if (dialect === undefined) return yield* Effect.die(`there is no dialect ${dialectName}`)
  const file = { dialect: dialectName, scope: "project", folder: "hooks", file: name } as const
  return yield* dialect.config.read(file, readFileSync(path.join(folder, dialectName, name), "utf8"))
})

const told = Effect.fnUntraced(function* (dialect: string, name: string) {
  const { diagnostics, entries, hooks } = yield* read(dialect, name)
  const lines = [
    ...diagnostics.map((found) => {
      const { lost } = found
      const cost = lost && `\n  (costs ${lost.entries} of ${[lost.events].flat().join(", ")})`
      return `${Diagnostic.format(found)}${cost ?? ""}`
    }),
    ...hooks.map((hook) =>
      [`runs ${textOf(hook.handler)} on ${hook.event}`, hook.enabled ? "" : "(switched off)", hook.onFailure ?? ""]
        .filter((part) => part !== "")
        .join(" ")
    ),
    `${hooks.length} of ${entries}`
  ]
  return `${lines.join("\n")}\n`
})

const fixtures = readdirSync(folder).flatMap((dialect) =>
  readdirSync(path.join(folder, dialect))
    .filter((name) => !name.endsWith(".expected"))
    .map((name) => ({ dialect, name, expected: path.join(folder, dialect, name.replace(/\.\w+$/, ".expected")) }))
)

describe("broken files", () => {
  for (const { dialect, expected, name } of fixtures) {
    it.effect(`${dialect}: ${name.replaceAll("-", " ")}`, () =>
      Effect.gen(function* () {
        const text = yield* told(dialect, name)
        if (process.env["UPDATE_FIXTURES"] === "1") writeFileSync(expected, text)
        assert.isTrue(existsSync(expected), `${expected} is missing`)
        assert.strictEqual(text, readFileSync(expected, "utf8"))
      })
    )
  }

  it.effect("between them break everything that a file's own text can break", () =>
    Effect.gen(function* () {
      const readings = yield* Effect.forEach(fixtures, ({ dialect, name }) => read(dialect, name))
      const found = new Set(readings.flatMap(({ diagnostics }) => diagnostics.map(({ code }) => code)))
      // What needs other files than the one that is read is discovery's to find, what needs an event the matcher's.
      const elsewhere =
        /^(?:agent-unknown|command-empty|event-unfired|exit-hidden|file-|folder-|installed-|manifest-|module-not-allowed|reading-failed|script-|setting-|skill-|handlers-disabled|interpreter-|own-|pattern-stopped|plugin-|program-|project-|trust-)/
      const wanted = DiagnosticCode.literals.filter((code) => !elsewhere.test(code))
      assert.deepStrictEqual(
        wanted.filter((code) => !found.has(code)),
        []
      )
    })
  )
})
